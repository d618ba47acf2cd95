"""Solids: whole, flat, thick enough, as many as are needed, and that they fit into each other."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from manifold3d import Error, Manifold

from everygame.errors import BadOption
from everygame.kit.board_solid import PRINTER, BoardPart, board_parts
from everygame.kit.box import Part, pack
from everygame.kit.plastic import Solid, solids, stl, three_mf
from everygame.kit.solid_picture import picture
from everygame.kit.solids import FLOE, HOLLOW, Plastic, foot_of, lane, rise, solid_of
from everygame.library.registry import find_game, games

HOW = Plastic(25.0, 0.3)
MADE = [name for name, entry in games().items() if not entry.is_table and entry.kit().plastic]
THIN = 0.8


@cache
def solids_of(name: str, *options: tuple[str, str], how: Plastic = HOW) -> tuple[Solid, ...]:
    entry = find_game(name)
    return tuple(solids(pack(entry, entry.game(**dict(options))), how))


def part_of(name: str, what: str) -> Part:
    entry = find_game(name)
    return next(part for part in pack(entry, entry.game()).parts if what in part.name)


def shape_of(name: str, what: str) -> Manifold:
    found = solid_of(part_of(name, what), HOW)
    assert found is not None
    return found


def common(one: Manifold, other: Manifold) -> float:
    """The volume in which two solids are both."""
    return float((one ^ other).volume())


SHAPES = pytest.mark.parametrize(
    "shape",
    [
        pytest.param(solid.shape, id=f"{name}-{solid.file}")
        for name in MADE
        for solid in solids_of(name)
    ],
)


def test_the_games_that_say_so_can_be_of_plastic() -> None:
    assert MADE == ["coldspell", "evade", "freez", "freezetag", "icefloes"]


@SHAPES
def test_a_solid_is_whole_and_lies_flat(shape: Manifold) -> None:
    x1, y1, z1, x2, y2, z2 = shape.bounding_box()
    assert shape.status() == Error.NoError and len(shape.decompose()) == 1
    assert max(x2 - x1, y2 - y1, z2 - z1) <= PRINTER and abs(z1) < 1e-4
    assert shape.slice(0.05).area() > 20
    mesh: Any = trimesh.load(io.BytesIO(stl(shape)), file_type="stl")
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume
    assert mesh.volume == pytest.approx(shape.volume(), rel=1e-4) and mesh.volume > 100
    check_3mf(three_mf(shape))


def check_3mf(data: bytes) -> None:
    """Every edge belongs to two triangles, which go along it in opposite directions."""
    package = zipfile.ZipFile(io.BytesIO(data))
    assert {"[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"} == set(package.namelist())
    model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    edges: Counter[tuple[str, str]] = Counter()
    for triangle in model.findall(".//{*}triangle"):
        a, b, c = (str(triangle.get(f"v{n}")) for n in (1, 2, 3))
        edges.update([(a, b), (b, c), (c, a)])
    assert edges and all(edges[a, b] == 1 == edges[b, a] for a, b in edges)


@SHAPES
def test_no_wall_is_thin(shape: Manifold) -> None:
    assert thinnest(shape) >= THIN


def thinnest(shape: Manifold) -> float:
    """The smallest distance from the middle of a triangle straight in to a face that is turned
    the other way, within 30 degrees: two such faces are a wall, and others an edge."""
    mesh = shape.to_mesh()
    corners = mesh.vert_properties[:, :3].astype(float)[mesh.tri_verts]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    least = 3.0
    for n in np.flatnonzero(areas > 1e-3)[:: max(1, len(areas) // 1500)]:
        inwards = -normals[n] / areas[n]
        begin = corners[n].mean(axis=0) + inwards * 1e-3
        for hit in shape.ray_cast(tuple(begin), tuple(begin + inwards * 3))[:1]:
            if np.dot(hit.normal, inwards) > 0.87:
                least = min(least, float(np.linalg.norm(np.array(hit.position) - begin)))
    return least + 1e-3


def test_a_thin_wall_is_found() -> None:
    box = Manifold.cube((20, 20, 5))
    assert thinnest(box - Manifold.cube((18.5, 18.5, 5)).translate((0.75, 0.75, 2))) < THIN
    assert thinnest(box - Manifold.cube((18.2, 18.2, 5)).translate((0.9, 0.9, 2))) > THIN


def test_there_are_as_many_as_the_box_has() -> None:
    for name in MADE:
        box = pack(find_game(name), find_game(name).game())
        of_paper_alone = sum(part.count for part in box.parts if part.front.shape == "card")
        things = [solid for solid in solids_of(name) if not solid.file.startswith("board")]
        assert sum(s.count for s in things) == sum(p.count for p in box.parts) - of_paper_alone
        assert len({solid.file for solid in solids_of(name)}) == len(solids_of(name))
    four = solids_of("freezetag", ("players", "4"))
    assert sum(solid.count for solid in four) == 1 + 24 + 1


# -- fitting


def test_pyramids_nest_and_stack() -> None:
    small, medium, large = (shape_of("freezetag", f"South's {size}") for size in SIZES)
    assert common(large, medium) == common(medium, small) == 0
    assert large.min_gap(medium, 5) >= HOW.gap and medium.min_gap(small, 5) >= HOW.gap
    for lower, upper in ((small, small), (medium, medium), (large, large)):
        assert common(lower, upper.translate((0, 0, rise(HOW) + 0.02))) < 1e-3
        assert common(lower, upper.translate((0, 0, rise(HOW) - 0.3))) > 0.1
    on_top = large.bounding_box()[5] - small.bounding_box()[5] + rise(HOW) + 0.7
    assert common(large, small.translate((0, 0, on_top))) < 1e-3


SIZES = ("small", "medium", "large")


def test_floes_slide_along_their_lanes() -> None:
    entry = find_game("icefloes")
    (board,) = board_parts(pack(entry, entry.game()), HOW)
    floe = shape_of("icefloes", "floe").translate((12.5, -12.5, 3.01))
    left, _, _, right, _, _ = floe.bounding_box()
    assert right - left == pytest.approx(lane(HOW) - 2 * HOW.gap, abs=0.01)
    for way in ((1, 0), (0, -1)):
        for step in range(0, 61):
            at = (way[0] * step * 2.5, way[1] * step * 2.5)
            for aside in (-HOW.gap, 0, HOW.gap):
                moved = floe.translate((at[0] + way[1] * aside, at[1] + way[0] * aside, 0))
                assert common(board.solid, moved) < 1e-3
        assert common(board.solid, floe.translate((-way[0] * 5, -way[1] * 5, 0))) > 10
    assert common(board.solid, floe.translate((0, 12.5, 0))) > 10  # it does not leave the board
    assert common(floe, floe.translate((25, 0, 0))) == 0


def test_a_penguin_stands_on_its_floe() -> None:
    floe, penguin = shape_of("icefloes", "floe"), shape_of("icefloes", "North")
    assert common(floe, penguin.translate((0, 0, FLOE - HOLLOW + 0.01))) < 1e-3
    assert common(floe, penguin.translate((0, 0, FLOE - 1.5))) > 1
    assert penguin.slice(0.01).area() > 2.5 * foot_of(HOW) ** 2


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("freez", {}, 4),
        ("freez", {"size": "7"}, 1),
        ("icefloes", {"size": "15"}, 9),
    ],
)
def test_boards_are_in_parts_that_join(name: str, options: dict[str, str], count: int) -> None:
    entry = find_game(name)
    parts = list(board_parts(pack(entry, entry.game(**options)), HOW))
    assert len(parts) == count
    for n, one in enumerate(parts):
        for other in parts[n + 1 :]:
            assert common(one.solid, other.solid) < 1e-3
            if beside(one, other):
                assert HOW.gap * 0.9 < one.solid.min_gap(other.solid, 2) <= HOW.gap + 0.01
                pulled = other.solid.translate(apart(one, other))
                assert common(one.solid, pulled) > 1  # the dovetails hold


def beside(one: BoardPart, other: BoardPart) -> bool:
    """The second is to the right of the first, or below it."""
    right = one.rows == other.rows and one.columns[1] == other.columns[0]
    below = one.columns == other.columns and one.rows[1] == other.rows[0]
    return right or below


def apart(one: BoardPart, other: BoardPart) -> tuple[float, float, float]:
    """The way in which the second is pulled off."""
    return (2.0, 0.0, 0.0) if one.rows == other.rows else (0.0, -2.0, 0.0)


def test_coins_look_the_same_from_above() -> None:
    leader, guard = (shape_of("evade", f"White's {kind}") for kind in ("leader", "guard"))
    seen = [coin.trim_by_plane((0, 0, 1), 1.7) for coin in (leader, guard)]
    assert (seen[0] - seen[1]).volume() < 1e-3 and (seen[1] - seen[0]).volume() < 1e-3
    below = [coin.trim_by_plane((0, 0, -1), -1.5) for coin in (leader, guard)]
    assert (below[0] - below[1]).volume() > 3
    black = shape_of("evade", "Black's leader").trim_by_plane((0, 0, 1), 1.7)
    assert (seen[0] - black).volume() > 3  # whose it is can be felt


def test_what_is_rolled_lies_and_stands_flat() -> None:
    bar = shape_of("freez", "White")
    middle = bar.bounding_box()[5] / 2
    for number in range(6):
        rolled = bar.translate((0, 0, -middle)).rotate((60 * number, 0, 0))
        assert rolled.bounding_box()[2] == pytest.approx(-middle, abs=1e-3)
        assert rolled.slice(-middle + 0.05).area() > 40
    standing = bar.rotate((0, 90, 0))
    low = standing.bounding_box()[2]
    assert standing.slice(low + 0.05).area() > 40


def test_other_scales_and_clearances() -> None:
    for scale, gap in ((20.0, 0.1), (30.0, 0.8)):
        how = Plastic(scale, gap)
        for solid in solids_of("icefloes", how=how):
            assert len(solid.shape.decompose()) == 1
        assert {s.file for s in solids_of("icefloes", how=how)} >= {"floe"}
    with pytest.raises(BadOption, match="printer"):
        solids_of("freez", how=Plastic(191.0, 0.3))


def test_a_solid_has_a_picture() -> None:
    data = picture(shape_of("icefloes", "floe"))
    assert data.startswith(b"\x89PNG") and len(data) > 500
