"""Represent a set of squares as bits: the square at `file` and `rank`, both from 0, is bit rank * 6
+ file + 7. The margin of unused bits around the board makes a king step a shift, and a step over
the edge ends on a bit that no square has."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import FAR, SIDE, SQUARES

MARGIN: Final = 7
"""The number of the bit of a1."""
ROW: Final = 6
"""How many bits lie between a square and the one in front of it on the next rank."""


def by_bit(values: list[int]) -> vec[i64]:
    """Return a table of the values of the 25 squares, indexed by the bit of a square modulo 37.
    These remainders all differ, so that a value is found without searching for the number of the
    bit."""
    table = [0] * 37
    for square, value in enumerate(values):
        table[(1 << MARGIN + placed(square)) % 37] = value
    return vec[i64](table)


def placed(square: int) -> int:
    """Return how many bits the bit of a square lies above that of a1."""
    return square // SIDE * ROW + square % SIDE


BITS: Final = vec[i64]([1 << MARGIN + placed(square) for square in range(SIDE * SIDE)])
"""For each square the set that holds this square alone: one bit."""
BOARD: Final = 0xFBEFBEF80
"""The set of all squares."""
INDEX: Final = by_bit(list(range(SIDE * SIDE)))
"""The number of each square, from 0, as a table of `by_bit`."""
PLACES: Final = by_bit([placed(square) for square in range(SIDE * SIDE)])
"""The answers of `placed`, as a table of `by_bit`."""


def far_edge(letter: str) -> int:
    """Return the squares from which pieces of a seat can leave the board, as bits; `letter` is that
    of the seat."""
    return sum(int(BITS[i]) for i, square in enumerate(SQUARES) if FAR[letter] in square)


def around(squares: i64) -> i64:
    """Return all bits one king step away from one of these squares, bits of the margin included."""
    beside = squares << 1 | squares >> 1
    row = beside | squares
    return beside | row << ROW | row >> ROW


def write(out: vec[i64], n: i64, window: i64, side: i64, action: i64) -> i64:
    """Write to `out`, from place n on, an action for each square of a window that is in the set
    `window`; return the place after the last. The window has `side` × `side` squares and its lowest
    bit is bit 0; `action` belongs to its first square, and each next square along the ranks has the
    next number."""
    rank: i64
    file: i64
    for rank in range(side):
        for file in range(side):
            # Each action is written, but counted only if its square is in the set: the loop has
            # no branch.
            out[n] = action
            n += window >> file & 1
            action += 1
        window >>= ROW
    return n
