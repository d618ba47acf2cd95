"""What never changes in a match of Freez!, in tables."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS
from everygame.games.freez.notation import on_board
from everygame.games.freez.paths import SIDES, STEPS, Path, find_square, paths

OFF: Final = 64
"""The square of all that lies beyond the edge."""


@final
class Board:
    """Neighbours and paths of every square."""

    def __init__(self, size: int, snow: frozenset[int], tactical: bool) -> None:
        self.size = size
        self.tactical: bool = tactical
        near = [neighbours(square, size) for square in range(64)]
        self.near: vec[i64] = vec[i64]([there for row in near for there in row])
        """The eight neighbours of a square, from square * 8 on, ascending, or OFF."""
        joins = [not tactical or step in SIDES for step in STEPS]
        self.joined: vec[i64] = vec[i64](
            [there if joins[i] else OFF for row in near for i, there in enumerate(row)]
        )
        """The same for those neighbours alone that count as connected."""
        ways = [
            paths(square, number, size, snow) if on_board(square, size) else ()
            for square in range(64)
            for number in (1, 2, 3)
        ]
        first = [sum(len(found) for found in ways[:i]) for i in range(len(ways) + 1)]
        self.first: vec[i64] = vec[i64](first)
        """The paths of a piece on a square begin at first[square * 3 + number - 1] …"""
        self.ends: vec[i64] = vec[i64]([path[-1] for found in ways for path in found])
        """… here with the square where each ends, ascending for one piece …"""
        self.between: vec[i64] = vec[i64]([bits(path) for found in ways for path in found])
        """… and here with the bits of the squares between start and end."""


def neighbours(square: int, size: int) -> list[int]:
    """In the order of STEPS, OFF beyond the edge."""
    if not on_board(square, size):
        return [OFF] * 8
    found = [find_square(square, step, size) for step in STEPS]
    return [OFF if there is None else there for there in found]


def bits(path: Path) -> int:
    """The bits of the squares between start and end."""
    return int(sum(BITS[square] for square in path[1:-1]))
