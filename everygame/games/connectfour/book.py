"""The opening book of connect four: who wins each position with BOOK_PLY discs by best play.

The book stores no keys: the position determines the index. A position is the heights of the columns
and which of its discs belong to whom; both can be numbered without gaps.
`bench/connectfour_book.py` made the file."""

from __future__ import annotations

import lzma
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, final

from everygame.fast.arrays import i64, u8, vec
from everygame.games.connectfour.rules import COLUMNS, ROWS, STRIDE

BOOK_PLY: Final = 11
"""The number of discs in each position of the book."""
OWN: Final = BOOK_PLY // 2
"""The number of discs of the seat to play."""
BOOK_FILE: Final = Path(__file__).with_name("book.xz")
WAYS: Final = comb(BOOK_PLY, OWN)
"""The number of ways to divide the discs between the two sides."""


def heights_of(columns: int, discs: int) -> list[tuple[int, ...]]:
    """Return all tuples of heights of this many columns that hold this many discs together."""
    if columns == 0:
        return [()] if discs == 0 else []
    return [
        (height, *rest)
        for height in range(min(ROWS, discs) + 1)
        for rest in heights_of(columns - 1, discs - height)
    ]


@cache
def shapes() -> dict[int, int]:
    """Number the shapes of all positions in the book from 0 on, and return these numbers. A shape
    is the heights of all columns; of a shape and its mirror image, only the smaller has a number.
    The key of a shape is the integer that has the heights as its octal digits."""
    found: dict[int, int] = {}
    for heights in heights_of(COLUMNS, BOOK_PLY):
        if heights <= heights[::-1]:
            found[digits(heights)] = len(found)
    return found


def digits(heights: tuple[int, ...]) -> int:
    """Return a number with the heights as its octal digits."""
    number = 0
    for height in heights:
        number = number * 8 + height
    return number


CHOOSE: Final = vec[i64]([comb(n, k) for k in range(OWN + 1) for n in range(BOOK_PLY + 1)])
"""Binomial coefficients: n over k is at index k · (BOOK_PLY + 1) + n."""
HEIGHT: Final = vec[i64]([0 if n == 0 else n.bit_length() for n in range(64)])
"""For each possible value of the bits of a column: the number of discs in it."""


def slot(mine: i64, taken: i64) -> i64:
    """Return the index of a position in the book, from the discs of the seat to play (`mine`) and
    of both seats (`taken`)."""
    column: i64
    bit: i64
    there: i64 = 0
    back: i64 = 0
    for column in range(COLUMNS):
        there = there * 8 + HEIGHT[taken >> STRIDE * column & 63]
        back = back * 8 + HEIGHT[taken >> STRIDE * (COLUMNS - 1 - column) & 63]
    # A position and its mirror image have one index, that of the smaller shape.
    flip = back < there
    # The rank of a set of own discs among all such sets (the combinatorial number system).
    n: i64 = 0
    k: i64 = 0
    rank: i64 = 0
    for column in range(COLUMNS):
        place = STRIDE * (COLUMNS - 1 - column) if flip else STRIDE * column
        discs, owned = taken >> place & 63, mine >> place & 63
        while discs:
            if owned & 1:
                k += 1
                rank += CHOOSE[k * (BOOK_PLY + 1) + n]
            n += 1
            discs >>= 1
            owned >>= 1
    shape: i64 = shapes()[int(back if flip else there)]
    return rank * len(shapes()) + shape


@final
class Book:
    """The opening book, read from its file."""

    def __init__(self) -> None:
        self.values: vec[u8] = vec[u8](lzma.decompress(BOOK_FILE.read_bytes()))

    def find(self, mine: i64, taken: i64) -> i64:
        """Return the value of a position for the seat to play: 1 (win), 0 (draw) or −1 (loss). The
        book is valid only where this seat cannot win at once and is not forced to lose within two
        plies."""
        return i64(self.values[slot(mine, taken)]) - 1
