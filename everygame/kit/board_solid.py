"""Makes boards of plastic: plates with engraved lines, cut into parts that fit into a 3D printer
and join."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import Final

from manifold3d import CrossSection, Manifold

from everygame.drawing.places import frame, places
from everygame.errors import BadOption
from everygame.kit.box import Box
from everygame.kit.relief import joined, terrain
from everygame.kit.solids import DEEP, STROKE, STUD, Plastic, spread

PRINTER: Final = 200.0
"""The longest side of a part that common 3D printers can make, in millimetres."""
PLATE: Final = 3.0
"""The thickness of the plate, in millimetres."""
EDGE: Final = 5.0
"""The width of the edge around the squares of the board, in millimetres."""
RIM: Final = 4.0
"""The height of the rim above the plate, in millimetres, for a board on which things slide; its
studs are half as high."""
TAB: Final = 5.0
"""How far a dovetail joint reaches into the next part, in millimetres."""


@dataclass(frozen=True)
class BoardPart:
    """A part of a board; `columns` and `rows` are the first square of the part and the one after
    its last."""

    name: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    solid: Manifold


def board_parts(box: Box, how: Plastic) -> Iterator[BoardPart]:
    """Yield the parts of a board, each at its place in the board and on the plane z = 0. Raises
    BadOption."""
    if not box.board:
        return
    region = box.board[0]
    columns, rows = region.columns, region.rows
    whole = plate(box, how)
    across, down = cuts(columns, how), cuts(rows, how)
    for y, (top, low) in enumerate(down):
        for x, (left, right) in enumerate(across):
            outline = joints((left, right, columns), (top, low, rows), how)
            solid = whole ^ outline.extrude(PLATE + RIM + 1)
            several = len(across) * len(down) > 1
            name = f"board-{chr(65 + y)}{x + 1}" if several else "board"
            yield BoardPart(name, (left, right), (top, low), solid)


def cuts(squares: int, how: Plastic) -> list[tuple[int, int]]:
    """Divide a row of squares evenly into parts that fit into the printer; return the first square
    of each part and the one after its last. Raises BadOption."""
    most = floor((PRINTER - 2 * EDGE - TAB) / how.scale)
    if most < 1:
        raise BadOption("A square is too large for a printer at this scale.")
    if squares * how.scale + 2 * EDGE <= PRINTER:
        return [(0, squares)]
    count = ceil(squares / most)
    marks = [round(squares * n / count) for n in range(count + 1)]
    return list(pairwise(marks))


def joints(columns: tuple[int, int, int], rows: tuple[int, int, int], how: Plastic) -> CrossSection:
    """Return the outline of a part. It has dovetails on its right and lower side and notches for
    those of the parts before it, with a gap between all parts. `columns` and `rows` hold the first
    square of the part, the one after its last, and the number of squares of the whole board."""
    left, right, last_column = columns
    top, low, last_row = rows
    s, half = how.scale, how.gap / 2
    x1, x2 = edges(left, right, last_column, how)
    y1, y2 = edges(top, low, last_row, how)
    cut = CrossSection.square((x2 - x1, y2 - y1)).translate((x1, -y2))
    for row in range(top, low):
        y = -(row + 0.5) * s
        if right < last_column:
            cut += tail(-half).translate((right * s, y))
        if left > 0:
            cut -= tail(half).translate((left * s, y))
    for column in range(left, right):
        x = (column + 0.5) * s
        if low < last_row:
            cut += tail(-half).rotate(-90).translate((x, -low * s))
        if top > 0:
            cut -= tail(half).rotate(-90).translate((x, -top * s))
    return cut


def edges(first: int, last: int, count: int, how: Plastic) -> tuple[float, float]:
    """Return where a part begins and ends: at the edge of the board, or half a gap from a cut."""
    begin = -EDGE if first == 0 else first * how.scale + how.gap / 2
    end = last * how.scale + (EDGE if last == count else -how.gap / 2)
    return begin, end


def tail(grown: float) -> CrossSection:
    """Return a dovetail to the right of 0, 0, enlarged by `grown` on all sides."""
    shape = CrossSection([[(-2.0, -2.6), (TAB, -4.0), (TAB, 4.0), (-2.0, 2.6)]])
    return shape.offset(grown)


def plate(box: Box, how: Plastic) -> Manifold:
    """Return the whole board in one piece; the upper left corner of its squares is at 0, 0."""
    region, s = box.board[0], how.scale
    wide, high = region.columns * s, region.rows * s
    ground = CrossSection.square((wide + 2 * EDGE, high + 2 * EDGE)).translate(
        (-EDGE, -high - EDGE)
    )
    solid = spread(ground, PLATE) - spread(engraving(box, how), DEEP, PLATE - DEEP)
    if box.file.rim:
        squares = CrossSection.square((wide, high)).translate((0, -high))
        edge = ground - squares.offset(how.gap)
        solid += spread(edge, RIM, PLATE) + spread(
            studs(region.columns, region.rows, s), RIM / 2, PLATE
        )
    return solid


def studs(columns: int, rows: int, s: float) -> CrossSection:
    """Return the studs where four squares meet, which guide things along the lanes."""
    dot = CrossSection.circle(STUD, 32)
    return joined(
        [dot.translate((x * s, -y * s)) for x in range(1, columns) for y in range(1, rows)]
    )


def engraving(box: Box, how: Plastic) -> CrossSection:
    """Return the lines between squares and the drawings on them, as one figure."""
    region, s = box.board[0], how.scale
    bounds = frame(box.scene, region)
    found = [] if box.file.rim else list(grid(region.columns, region.rows, s))
    for place in places(box.scene, region):
        if place.terrain:
            at = ((place.x - bounds.x) * s, -(place.y - bounds.y) * s)
            found.append(terrain(place.terrain, s * 0.95, STROKE).translate(at))
    return joined(found) if found else CrossSection()


def grid(columns: int, rows: int, s: float) -> Iterator[CrossSection]:
    for x in range(columns + 1):
        line = CrossSection.square((STROKE, rows * s + STROKE), True)
        yield line.translate((x * s, -rows * s / 2))
    for y in range(rows + 1):
        line = CrossSection.square((columns * s + STROKE, STROKE), True)
        yield line.translate((columns * s / 2, -y * s))
