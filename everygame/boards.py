"""Build boards whose cells are not squares (hexagons, triangles, rings) for the scenes of games,
and lines on them.

>>> cells = hexagons([(row / 2, 11) for row in range(11)])  # a rhombus of 11 x 11
>>> Region("board", "Board", 0, 0, *size(cells), "spots", cells)

Cells are called a1, b1, … in the first row, a2, b2, … in the second. A circle of a square's width
fits in each, so pieces and hints have room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, cos, floor, pi, sin, sqrt
from typing import Final

from everygame.scene import Cell, Line, Point

ROW: Final = sqrt(3) / 2
"""The distance between two rows of hexagons, and between two neighbouring triangles of a row, in
squares of the board."""


def polygon(corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular polygon, clockwise, as x and y from its centre. The polygon
    encloses a circle as wide as a square of the board; the first corner is `turn` degrees clockwise
    from the top."""
    radius = 0.5 / cos(pi / corners)
    angles = [2 * pi * (i / corners + turn / 360) for i in range(corners)]
    return tuple((tidy(radius * sin(angle)), tidy(-radius * cos(angle))) for angle in angles)


def hexagons(rows: Sequence[tuple[float, int]]) -> tuple[Cell, ...]:
    """Return the cells of rows of hexagons that each stand on a corner. A row is given by how far
    it is indented, in cells, and by how many cells it has. `[(row / 2, 11) for row in range(11)]`
    is a rhombus, `[(row % 2 / 2, 8) for row in range(6)]` a rectangle,
    `[(abs(row - 4) / 2, 9 - abs(row - 4)) for row in range(9)]` a hexagon of side five. The corners
    of a cell count clockwise from the top."""
    outline = polygon(6)
    return centred(
        Cell(place(column, row), start + column, row * ROW, outline=outline)
        for row, (start, count) in enumerate(rows)
        for column in range(count)
    )


def triangles(rows: Sequence[tuple[float, int, bool]]) -> tuple[Cell, ...]:
    """Return the cells of rows of triangles. A row is given by how far it is indented, in cells, by
    how many cells it has, and by whether its first triangle points up; after that the triangles
    alternate. `[(6 - row, 2 * row + 1, True) for row in range(7)]` is a triangle."""
    up, down = polygon(3), polygon(3, 180)
    return centred(
        Cell(
            place(column, row),
            (start + column) * ROW,
            row * 1.5 + (0.5 if upright else 0.0),
            outline=up if upright else down,
        )
        for row, (start, count, first) in enumerate(rows)
        for column in range(count)
        for upright in [first == (column % 2 == 0)]
    )


def ring(count: int, radius: float, first: int = 1) -> tuple[Cell, ...]:
    """Return `count` cells on a circle of this radius, clockwise from the top, as for a race track
    without end. Their names are numbers that begin with `first`."""
    angles = [2 * pi * i / count for i in range(count)]
    return centred(
        Cell(str(first + i), radius * sin(angle), -radius * cos(angle))
        for i, angle in enumerate(angles)
    )


def size(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return how many columns and rows of squares the cells take up, rounded up."""
    _, _, right, bottom = extent(list(cells))
    return ceil(right - 1e-3), ceil(bottom - 1e-3)


def through(cells: Sequence[Cell], closed: bool = False) -> tuple[Point, ...]:
    """Return the points of a line from the centre of each cell to the next; a `closed` line ends
    where it began."""
    return tuple((cell.x, cell.y) for cell in [*cells, *cells[:closed]])


def along(cells: Iterable[Cell], corners: Sequence[int]) -> tuple[Point, ...]:
    """Return the points of a line along the outlines of cells. `corners` are the numbers of the
    corners that the line touches in each cell: `along(top_row, (5, 0, 1))` is the upper edge of a
    row of hexagons."""
    return tuple(
        (tidy(cell.x + cell.outline[corner][0]), tidy(cell.y + cell.outline[corner][1]))
        for cell in cells
        for corner in corners
    )


def side(cells: Iterable[Cell], corners: Sequence[int], owner: int) -> Line:
    """Return the edge of a board that belongs to the seat `owner`, as a line; `cells` and `corners`
    are those of `along`."""
    return Line(along(cells, corners), owner)


# -- helpers


def place(column: int, row: int) -> str:
    """Return the name of the cell in a column and a row, both counted from 0: a1 is the first cell
    of the first row, aa1 follows z1."""
    letter = chr(ord("a") + column % 26)
    return f"{letter * (column // 26 + 1)}{row + 1}"


def centred(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Shift the cells so that they lie in the middle of the smallest rectangle of whole squares
    that holds them, whose upper left corner is at 0, 0."""
    found = list(cells)
    left, top, right, bottom = extent(found)
    spare = [(ceil(wide - 1e-3) - wide) / 2 for wide in (right - left, bottom - top)]
    x, y = spare[0] - left, spare[1] - top
    return tuple(replace(cell, x=tidy(cell.x + x), y=tidy(cell.y + y)) for cell in found)


def extent(cells: Sequence[Cell]) -> tuple[float, float, float, float]:
    """Return the outermost x and y of the cells' outlines: left, top, right, bottom."""
    square: tuple[Point, ...] = ((-0.5, -0.5), (0.5, 0.5))
    xs = [cell.x + x for cell in cells for x, _ in cell.outline or square]
    ys = [cell.y + y for cell in cells for _, y in cell.outline or square]
    return min(xs), min(ys), max(xs), max(ys)


def tidy(length: float) -> float:
    """Round to a ten-thousandth of a square, the precision of pictures."""
    return floor(length * 1e4 + 0.5) / 1e4
