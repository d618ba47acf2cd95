"""Shapes of three by three points in whose middle a move is worth a look: hane, cuts, the edge.

S. Gelly, Y. Wang, R. Munos and O. Teytaud, *Modification of UCT with patterns in Monte-Carlo Go*,
2006.
"""

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
"""Rows; X and O are the two colours, either way round; x is no X, o no O, ? anything, and a blank
lies beyond the edge."""
MEANING: Final = {".": ".", "X": "X", "O": "O", " ": " ", "x": ".O ", "o": ".X ", "?": ".XO "}
CONTENT: Final = {".": EMPTY, "X": BLACK, "O": WHITE, " ": BORDER}
AROUND: Final = (0, 1, 2, 3, 5, 6, 7, 8)
CODES: Final = 1 << 16


def turned(cells: str) -> str:
    """A quarter turn of nine cells."""
    return "".join(cells[6 - 3 * (i % 3) + i // 3] for i in range(9))


def mirrored(cells: str) -> str:
    """Left and right exchanged."""
    return "".join(cells[3 * (i // 3) + 2 - i % 3] for i in range(9))


def variants(cells: str) -> set[str]:
    """The shape turned, mirrored and with its colours exchanged."""
    found = set()
    for start in (cells, mirrored(cells)):
        for _ in range(4):
            start = turned(start)
            found |= {start, start.translate(str.maketrans("XOxo", "OXox"))}
    return found


def code(cells: tuple[str, ...]) -> int:
    """Eight contents as one number."""
    return sum(CONTENT[cell] << 2 * place for place, cell in enumerate(cells))


def table() -> list[int]:
    """1 for each code of a shape, 0 for all others."""
    known = [0] * CODES
    for shape in SHAPES:
        for cells in variants(shape.replace("/", "")):
            for around in product(*(MEANING[cells[i]] for i in AROUND)):
                known[code(around)] = 1
    return known


KNOWN: Final = vec[u8](table())


def fits(board: Board, point: i64) -> bool:
    """Whether the points around make one of the shapes."""
    p, width = board.points, board.width
    above, below = point + width, point - width
    found = p[above - 1] | p[above] << 2 | p[above + 1] << 4 | p[point - 1] << 6
    found |= p[point + 1] << 8 | p[below - 1] << 10 | p[below] << 12 | p[below + 1] << 14
    return KNOWN[found] == 1
