"""Shapes of three by three points in whose middle a move is often good: hane, cuts, moves at the
edge.

S. Gelly, Y. Wang, R. Munos and O. Teytaud, *Modification of UCT with patterns in Monte-Carlo Go*,
2006."""

from __future__ import annotations

from itertools import product
from typing import Final

from everygame.fast.arrays import i64, u8, vec
from everygame.games.go.board import BLACK, BORDER, EMPTY, WHITE, Board

SHAPES: Final = (
    "XOX/.../???",
    "XO./.../?.?",
    "XO?/X../x.?",
    ".O./X../...",
    "XO?/O.o/?o?",
    "XO?/O.X/???",
    "?X?/O.O/ooo",
    "OX?/o.O/???",
    "X.?/O.?/   ",
    "OX?/X.O/   ",
    "?X?/x.O/   ",
    "?XO/x.x/   ",
    "?OX/X.O/   ",
)
"""The rows of each shape from the top. X and O are the two colours, either way round; x is a point
without X, o one without O, ? any point, `.` an empty point, and a blank is beyond the edge."""
MEANING: Final = {".": ".", "X": "X", "O": "O", " ": " ", "x": ".O ", "o": ".X ", "?": ".XO "}
"""For each sign of a shape: the contents that fit."""
CONTENT: Final = {".": EMPTY, "X": BLACK, "O": WHITE, " ": BORDER}
"""For each content in a shape: the value of a point of a board."""
AROUND: Final = (0, 1, 2, 3, 5, 6, 7, 8)
"""The indices of the eight outer cells of a shape."""
CODES: Final = 1 << 16
"""The number of codes of eight contents, each of two bits."""


def turned(cells: str) -> str:
    """Return a shape of nine cells after a quarter turn."""
    return "".join(cells[6 - 3 * (i % 3) + i // 3] for i in range(9))


def mirrored(cells: str) -> str:
    """Return a shape of nine cells with left and right exchanged."""
    return "".join(cells[3 * (i // 3) + 2 - i % 3] for i in range(9))


def variants(cells: str) -> set[str]:
    """Return a shape with all turns and reflections, each also with its colours exchanged."""
    found = set()
    for start in (cells, mirrored(cells)):
        for _ in range(4):
            start = turned(start)
            found |= {start, start.translate(str.maketrans("XOxo", "OXox"))}
    return found


def code(cells: tuple[str, ...]) -> int:
    """Return eight contents as one number, two bits for each."""
    return sum(CONTENT[cell] << 2 * place for place, cell in enumerate(cells))


def table() -> list[int]:
    """Return, for each code of eight contents, 1 if they fit a shape, else 0."""
    known = [0] * CODES
    for shape in SHAPES:
        for cells in variants(shape.replace("/", "")):
            for around in product(*(MEANING[cells[i]] for i in AROUND)):
                known[code(around)] = 1
    return known


KNOWN: Final = vec[u8](table())
"""The result of `table` as an array."""


def fits(board: Board, point: i64) -> bool:
    """Whether the eight points around this point fit one of the shapes."""
    p, width = board.points, board.width
    above, below = point + width, point - width
    found = p[above - 1] | p[above] << 2 | p[above + 1] << 4 | p[point - 1] << 6
    found |= p[point + 1] << 8 | p[below - 1] << 10 | p[below] << 12 | p[below + 1] << 14
    return KNOWN[found] == 1
