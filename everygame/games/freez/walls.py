"""Find the regions that walls of frozen pieces separate. All sets of squares are bits."""

from __future__ import annotations

from typing import Final

from everygame.fast.arrays import i64

NOT_A: Final = ~0x0101010101010101
"""All squares but those on file a, to which no step to the right leads."""
NOT_H: Final = 0x7F7F7F7F7F7F7F7F
"""All squares but those on file h, to which no step to the left leads."""
LOWER: Final = 0x00FFFFFFFFFFFFFF
"""All squares but those on rank 8, to which no step down leads."""


def reach(squares: i64, free: i64, corners: bool) -> i64:
    """Return these squares and all that are connected with them through the set `free`; `corners`
    says whether squares that touch only at a corner are connected."""
    reached: i64 = 0
    while squares != reached:
        reached = squares
        squares |= around(squares, corners) & free
    return reached


def around(squares: i64, corners: bool) -> i64:
    """Return these squares and those beside them, and with `corners` those diagonally beside them
    too. The answer has bits beyond the board, which the caller masks."""
    row = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H
    column = row if corners else squares
    return row | column << 8 | column >> 8 & LOWER
