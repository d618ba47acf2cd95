"""Build the tables of a Freez! board that stay the same for a whole match: the neighbours of each
square, and the paths of each piece on an empty board."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS
from everygame.games.freez.notation import on_board
from everygame.games.freez.paths import SIDES, STEPS, Path, find_square, paths

OFF: Final = 64
"""Stands in the tables for a neighbour that would lie beyond the edge; real squares are 0 to 63."""


@final
class Board:
    """Holds the tables of one board: `size` squares a side, snowflakes on the squares `snow`.
    `tactical` says whether the option `wall` is `tactical`."""

    def __init__(self, size: int, snow: frozenset[int], tactical: bool) -> None:
        self.size = size
        self.tactical: bool = tactical
        near = [neighbours(square, size) for square in range(64)]
        self.near: vec[i64] = vec[i64]([there for row in near for there in row])
        """The eight neighbours of square s stand at 8 * s to 8 * s + 7, in the order of `STEPS`;
        each is a square or `OFF`."""
        joins = [not tactical or step in SIDES for step in STEPS]
        self.joined: vec[i64] = vec[i64](
            [there if joins[i] else OFF for row in near for i, there in enumerate(row)]
        )
        """Like `near`, but for deciding whether a wall is closed: a neighbour that does not connect
        is OFF too. In the tactical game only the four orthogonal neighbours connect."""
        ways = [
            paths(square, number, size, snow) if on_board(square, size) else ()
            for square in range(64)
            for number in (1, 2, 3)
        ]
        first = [sum(len(found) for found in ways[:i]) for i in range(len(ways) + 1)]
        self.first: vec[i64] = vec[i64](first)
        """The paths of a piece with number n on square s have the numbers from `first[3 * s + n -
        1]` up to, but not including, `first[3 * s + n]`; these index `ends` and `between`."""
        self.ends: vec[i64] = vec[i64]([path[-1] for found in ways for path in found])
        """For each path the square where it ends. The paths of one piece are sorted by it,
        ascending."""
        self.between: vec[i64] = vec[i64]([bits(path) for found in ways for path in found])
        """For each path the squares between its start and its end, as a set of bits."""


def neighbours(square: int, size: int) -> list[int]:
    """Return the eight neighbours of a square in the order of `STEPS`, with `OFF` for each that
    lies beyond the edge."""
    if not on_board(square, size):
        return [OFF] * 8
    found = [find_square(square, step, size) for step in STEPS]
    return [OFF if there is None else there for there in found]


def bits(path: Path) -> int:
    """Return the squares of a path without its start and its end, as a set of bits."""
    return int(sum(BITS[square] for square in path[1:-1]))
