"""Boards that are not squares: cells lie side by side, without gaps and without overlap."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, dist, pi, sqrt

import pytest

from everygame.boards import along, hexagons, polygon, ring, side, size, through, triangles
from everygame.scene import Cell

RHOMBUS = [(row / 2, 11) for row in range(11)]
COMB = [(abs(row - 4) / 2, 9 - abs(row - 4)) for row in range(9)]
TRIANGLE = [(6 - row, 2 * row + 1, True) for row in range(7)]


def sides(cells: tuple[Cell, ...]) -> dict[tuple[tuple[float, float], ...], int]:
    """How many cells have each side; its ends are rounded, so that the same side is one key."""
    found: dict[tuple[tuple[float, float], ...], int] = {}
    for cell in cells:
        ends = [(round(cell.x + x, 2), round(cell.y + y, 2)) for x, y in cell.outline]
        for a, b in zip(ends, [*ends[1:], ends[0]], strict=True):
            key = tuple(sorted((a, b)))
            found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize(
    ("cells", "count", "edge"),
    [
        (hexagons(RHOMBUS), 121, 4 * 11 * 2 - 2),
        (hexagons(COMB), 61, 6 * (2 * 5 - 1)),
        (triangles(TRIANGLE), 49, 3 * 7),
    ],
)
def test_cells_share_their_sides(cells: tuple[Cell, ...], count: int, edge: int) -> None:
    """The outer sides of a rhombus, a hexagon and a triangle are known; all others are of two."""
    assert len({cell.id for cell in cells}) == len(cells) == count
    shared = list(sides(cells).values())
    assert set(shared) == {1, 2} and shared.count(1) == edge


@pytest.mark.parametrize("corners", [3, 4, 6, 12])
def test_a_circle_of_a_square_fits_into_a_cell(corners: int) -> None:
    outline = polygon(corners)
    assert all(
        dist((0, 0), point) * cos(pi / corners) == pytest.approx(0.5, abs=1e-3) for point in outline
    )


def test_boards_have_their_corner_at_the_origin_and_say_their_size() -> None:
    for cells in (hexagons(RHOMBUS), hexagons(COMB), triangles(TRIANGLE), ring(12, 2)):
        columns, rows = size(cells)
        xs = [c.x + x for c in cells for x, _ in c.outline or [(-0.5, 0), (0.5, 0)]]
        ys = [c.y + y for c in cells for _, y in c.outline or [(0, -0.5), (0, 0.5)]]
        assert 0 <= min(xs) < 0.5 and columns - 0.5 < max(xs) <= columns + 1e-3
        assert 0 <= min(ys) < 0.5 and rows - 0.5 < max(ys) <= rows + 1e-3
    assert size(hexagons(RHOMBUS)) == (16, 10)


def test_places_of_a_ring_are_as_far_from_each_other() -> None:
    cells = ring(12, 2)
    steps = [
        dist((a.x, a.y), (b.x, b.y)) for a, b in zip(cells, cells[1:] + cells[:1], strict=True)
    ]
    assert max(steps) - min(steps) < 1e-3
    points = through(cells, closed=True)
    assert len(points) == 13 and points[0] == points[-1] and len(through(cells)) == 12


def test_a_side_goes_from_cell_to_cell_without_a_jump() -> None:
    top = hexagons(RHOMBUS)[:11]
    points = along(top, (5, 0, 1))
    steps = [dist(a, b) for a, b in pairwise(points)]
    assert all(
        step == pytest.approx(0, abs=1e-3) or step == pytest.approx(1 / sqrt(3), abs=1e-3)
        for step in steps
    )
    assert side(top, (5, 0, 1), 0).owner == 0


def test_hexagons_side_by_side_are_a_square_apart() -> None:
    cells = hexagons(COMB)
    apart = [dist((a.x, a.y), (b.x, b.y)) for a, b in combinations(cells, 2)]
    assert min(apart) == pytest.approx(1, abs=1e-3)
