"""The opening book of connect four: who wins each position of BOOK_PLY discs.

The positions need no keys: a position is the heights of the columns and which of its discs are
whose, and both can be counted through. `bench/connectfour_book.py` made the file.
"""

from __future__ import annotations

import lzma
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, final

from everygame.fast.arrays import i64, u8, vec
from everygame.games.connectfour.rules import COLUMNS, ROWS, STRIDE

BOOK_PLY: Final = 11
OWN: Final = BOOK_PLY // 2
"""Discs of the seat to play."""
BOOK_FILE: Final = Path(__file__).with_name("book.xz")
WAYS: Final = comb(BOOK_PLY, OWN)
"""Ways to give the discs to both sides."""


def heights_of(columns: int, discs: int) -> list[tuple[int, ...]]:
    """All heights of so many columns that hold so many discs."""
    if columns == 0:
        return [()] if discs == 0 else []
    return [
        (height, *rest)
        for height in range(min(ROWS, discs) + 1)
        for rest in heights_of(columns - 1, discs - height)
    ]


@cache
def shapes() -> dict[int, int]:
    """The number of each shape that is not greater than its mirror image, by its heights as the
    digits of a number."""
    found: dict[int, int] = {}
    for heights in heights_of(COLUMNS, BOOK_PLY):
        if heights <= heights[::-1]:
            found[digits(heights)] = len(found)
    return found


def digits(heights: tuple[int, ...]) -> int:
    number = 0
    for height in heights:
        number = number * 8 + height
    return number


CHOOSE: Final = vec[i64]([comb(n, k) for k in range(OWN + 1) for n in range(BOOK_PLY + 1)])
HEIGHT: Final = vec[i64]([0 if n == 0 else n.bit_length() for n in range(64)])
"""The height of a column, by the bits of its discs."""


def slot(mine: i64, taken: i64) -> i64:
    """Where a position stands in the book."""
    column: i64
    bit: i64
    there: i64 = 0
    back: i64 = 0
    for column in range(COLUMNS):
        there = there * 8 + HEIGHT[taken >> STRIDE * column & 63]
        back = back * 8 + HEIGHT[taken >> STRIDE * (COLUMNS - 1 - column) & 63]
    # A position and its mirror image have one place, that of the smaller shape.
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
    """The book, read."""

    def __init__(self) -> None:
        self.values: vec[u8] = vec[u8](lzma.decompress(BOOK_FILE.read_bytes()))

    def find(self, mine: i64, taken: i64) -> i64:
        """1, 0 or −1 for the seat to play; it cannot win at once and need not lose in two plies."""
        return i64(self.values[slot(mine, taken)]) - 1
