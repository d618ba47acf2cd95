"""Squares as bits of a board with a margin: bit rank * 6 + file + 7, so that a king step is a
shift, and leaves the board only onto bits that no square has."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64, vec
from everygame.games.freezetag.notation import FAR, SIDE, SQUARES

MARGIN: Final = 7
"""The bit of a1."""
ROW: Final = 6
"""From a square to the one behind it."""


def by_bit(values: list[int]) -> vec[i64]:
    """The values by bit modulo 37; the remainders of the bits of the squares all differ."""
    table = [0] * 37
    for square, value in enumerate(values):
        table[(1 << MARGIN + placed(square)) % 37] = value
    return vec[i64](table)


def placed(square: int) -> int:
    """How far from a1 the bit of a square is."""
    return square // SIDE * ROW + square % SIDE


BITS: Final = vec[i64]([1 << MARGIN + placed(square) for square in range(SIDE * SIDE)])
BOARD: Final = 0xFBEFBEF80
"""All squares."""
STEPS: Final = vec[i64]([ROW * (way // 3 - 1) + way % 3 - 1 for way in range(9)])
"""To the 3 × 3 squares around a square, itself in the middle."""
INDEX: Final = by_bit(list(range(SIDE * SIDE)))
PLACES: Final = by_bit([placed(square) for square in range(SIDE * SIDE)])


def far_edge(letter: str) -> int:
    """The squares that a seat leaves the board from."""
    return sum(int(BITS[i]) for i, square in enumerate(SQUARES) if FAR[letter] in square)


def around(squares: i64) -> i64:
    """All bits a king step away from one of these, some beside the board."""
    beside = squares << 1 | squares >> 1
    row = beside | squares
    return beside | row << ROW | row >> ROW


def write(out: vec[i64], n: i64, window: i64, side: i64, action: i64) -> i64:
    """Append an action for each square of a window, counted from `action` on, that is in the
    set; return the new length."""
    rank: i64
    file: i64
    for rank in range(side):
        for file in range(side):
            # Written in any case and counted only if it is in the set: the loop has no branch.
            out[n] = action
            n += window >> file & 1
            action += 1
        window >>= ROW
    return n
