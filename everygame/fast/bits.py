"""Sets of squares of an 8 × 8 board as the bits of one 64-bit word: bit 0 is a1, bit 7 h1, bit 63
h8.

In compiled code, a word is a signed 64-bit integer; in interpreted code it is an int that is never
negative. Both give the same answers as long as each shift is masked by the squares to which it can
lead, and a word is compared with nothing but 0."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import COMPILED, i64, vec

SQUARES: Final = 64


def word(bits: int) -> int:
    """Return the 64 bits of a word in the form of this build, compiled or interpreted."""
    return bits - (bits >> 63 << 64) if COMPILED else bits


BITS: Final = vec[i64]([word(1 << square) for square in range(SQUARES)])
"""For each square: the set that holds only this square."""

SPREAD: Final = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: the six highest bits of its product with a power of two tell the exponent
(Leiserson, Prokop and Randall, Using de Bruijn Sequences to Index a 1 in a Computer Word, 1998)."""


def places() -> list[int]:
    """Return the square for each value of the six highest bits of a product with SPREAD."""
    found = [0] * SQUARES
    for square in range(SQUARES):
        found[(SPREAD << square) >> 58 & 63] = square
    return found


PLACES: Final = vec[i64](places())
"""The result of `places` as an array."""


def first(squares: i64) -> i64:
    """Return the lowest square in a set that is not empty."""
    return PLACES[(squares & -squares) * SPREAD >> 58 & 63]


def count(squares: i64) -> i64:
    """Return the number of squares in a set."""
    squares = squares - (squares >> 1 & 0x5555555555555555)
    squares = (squares & 0x3333333333333333) + (squares >> 2 & 0x3333333333333333)
    squares = squares + (squares >> 4) & 0x0F0F0F0F0F0F0F0F
    return squares * 0x0101010101010101 >> 56 & 127


def name(square: int) -> str:
    """Return the name of a square, from "a1" to "h8"."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def read_rows(rows: str, sign: str) -> int:
    """Return the set of the squares that have this sign in a text of rows from the top, separated
    by `/`."""
    ranks = reversed(rows.split("/"))
    signs = enumerate("".join(ranks))
    return word(sum(1 << square for square, found in signs if found == sign))


def write_rows(one: i64, other: i64, letters: str) -> list[str]:
    """Return the rows of a board from rank 1 on: the two letters for the squares of the one and of
    the other set, `.` for all others."""
    signs = [
        letters[0] if one & BITS[i] else letters[1] if other & BITS[i] else "."
        for i in range(SQUARES)
    ]
    return ["".join(signs[row : row + 8]) for row in range(0, SQUARES, 8)]
