"""Draws the areas of a table without rules: it computes where their spots are, and the form of
each."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.sandbox.definition import rotated, spots_of
from everygame.sandbox.names import area_name
from everygame.scene import Cell, Point, Region
from everygame.words import say

TERRAINS: Final = {"tray": "tray", "hole": "peg", "bare": "bare"}
"""The terrain of a spot, by the look of its area."""
GROUNDS: Final = {"tray": "area", "hole": "wood", "point": "wood"}
"""The ground drawn under an area, by the look of the area."""
APART: Final = 0.9
"""The distance in squares between the pieces of a spread pile, where the area has room for it."""


def region_of(area: Json, ids: Sequence[str], piles: Sequence[int], picture: str) -> Region:
    """Return the region of an area. `ids` are the ids of its places, `piles` the numbers of pieces
    on them, and `picture` the address of the picture under the area, which may be empty."""
    called = area_name(area)
    numbered = [say("{area} {number}", area=called, number=n + 1) for n in range(len(ids))]
    names = [called] if len(ids) == 1 else numbered
    outline = outline_of(area)
    centres = spots_of(area)
    left, top, right, bottom = extent_of(area, centres, outline)
    cells = tuple(
        Cell(
            id,
            x - left,
            y - top,
            terrain_of(area, number),
            names[number],
            str(number + 1) if area.get("numbered") else "",
            outline,
            spread_of(area, piles[number]),
        )
        for number, (id, (x, y)) in enumerate(zip(ids, centres, strict=True))
    )
    return Region(
        id=f"area {area['id']}",
        name=called,
        x=area["x"] + left,
        y=area["y"] + top,
        columns=right - left,
        rows=bottom - top,
        kind="spots",
        cells=cells,
        look=GROUNDS.get(area.get("look", ""), "area" if "picture" in area else ""),
        title=area.get("name", "") if area.get("show", True) else "",
        picture=picture,
    )


def outline_of(area: Json) -> tuple[Point, ...]:
    """Return the corners of a spot of an area, each from the point where the spot's lowest piece
    lies; an empty tuple for a plain square."""
    look, size, turn = area.get("look", "spot"), area.get("size", 1), area.get("turn", 0)
    half, length = size / 2, area.get("spread", size)
    corners: tuple[Point, ...] = ((-half, half), (half, half))
    if look == "hex":
        corners = tuple(rotated((0, -size / sqrt(3)), 60 * i) for i in range(6))
    elif look == "point":
        corners += ((0, half - length),)
    elif look != "hole" and (look == "field" or size != 1 or length != size or turn % 90):
        corners += ((half, half - length), (-half, half - length))
    else:
        return ()
    return tuple(rotated(corner, turn) for corner in corners)


def spread_of(area: Json, pile: int) -> Point:
    """Return the offset of each piece from the one below it, in a pile of this many pieces."""
    length = area.get("spread", 0) - area.get("size", 1)
    if length <= 0:
        return 0.0, 0.0
    return rotated((0, -min(APART, length / max(1, pile - 1))), area.get("turn", 0))


def extent_of(
    area: Json, centres: Sequence[Point], outline: Sequence[Point]
) -> tuple[AnyJson, AnyJson, AnyJson, AnyJson]:
    """Return the left, top, right and bottom edge of an area, measured from the area's `x` and
    `y`."""
    if not outline and not area.get("turn"):
        reach = max(0.5, area.get("step", 1) / 2)
        return 0, 0, max(x for x, _ in centres) + reach, max(y for _, y in centres) + reach
    corners = outline or ((-0.5, -0.5), (0.5, 0.5))
    xs = [x + across for x, _ in centres for across, _ in corners]
    ys = [y + down for _, y in centres for _, down in corners]
    return min(xs), min(ys), max(xs), max(ys)


def terrain_of(area: Json, number: int) -> str:
    """Return the terrain of a spot by its number; the points of a backgammon board are dark and
    light in turn."""
    look = area.get("look", "")
    return ("dark", "light")[number % 2] if look == "point" else TERRAINS.get(look, "")
