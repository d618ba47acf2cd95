"""Build the tables of a Freez! board that stay the same for a whole match: the neighbours of each
square, and the paths of each piece on an empty board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS
from everygame.games.freez.notation import squares_on
from everygame.games.freez.paths import STEPS, find_square, paths


@final
class Board:
    """Holds the tables of one board: `size` squares a side, snowflakes on the squares `snow`.
    `tactical` says whether the option `wall` is `tactical`."""

    def __init__(self, size: int, snow: frozenset[int], tactical: bool) -> None:
        self.size = size
        self.tactical: bool = tactical
        squares = squares_on(size)
        self.squares: i64 = bits(squares)
        """All squares of the board, as bits."""
        self.snow: i64 = bits(sorted(snow))
        """The squares with a snowflake, as bits."""
        self.near: vec[i64] = vec[i64](
            [find_square(square, step, size) for square in range(64) for step in STEPS]
        )
        """The eight neighbours of square s stand at 8 * s to 8 * s + 7, in the order of `STEPS`;
        each is a square or `OFF`."""
        first = [0]
        ends: list[int] = []
        between: list[int] = []
        for square in range(64):
            for number in (1, 2, 3):
                if square in squares:
                    found = paths(square, number, size, snow)
                    ends += [path[-1] for path in found]
                    between += [bits(path[1:-1]) for path in found]
                first.append(len(ends))
        self.first: vec[i64] = vec[i64](first)
        """The paths of a piece with number n on square s have the numbers from `first[3 * s + n -
        1]` up to, but not including, `first[3 * s + n]`; these index `ends` and `between`."""
        self.ends: vec[i64] = vec[i64](ends)
        """For each path the square where it ends. The paths of one piece are sorted by it,
        ascending."""
        self.between: vec[i64] = vec[i64](between)
        """For each path the squares between its start and its end, as a set of bits."""


def bits(squares: Sequence[int]) -> int:
    """Return different squares as a set of bits."""
    return int(sum(BITS[square] for square in squares))
