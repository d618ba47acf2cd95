"""Find the regions that walls of frozen pieces separate. All sets of squares are bits."""

from __future__ import annotations

from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS
from everygame.games.freez.board import OFF, Board


def reach(board: Board, mine: i64, theirs: i64, frozen: i64, todo: vec[i64]) -> i64:
    """Return all squares connected with a square of `mine` without crossing a square of `frozen`.
    The search stops early, with an incomplete answer, as soon as it has reached a square of
    `theirs`. `todo` is a buffer for 64 squares."""
    square: i64
    reached: i64 = 0
    for square in range(64):
        if BITS[square] & mine & ~reached:
            reached = spread(board, square, reached, theirs, frozen, todo)
            if reached & theirs:
                break
    return reached


def spread(board: Board, start: i64, reached: i64, theirs: i64, frozen: i64, todo: vec[i64]) -> i64:
    """Return the set `reached` with all squares added that are connected with `start`, or only some
    of them once a square of `theirs` is reached."""
    i: i64
    joined = board.joined
    size: i64 = 1
    todo[0] = start
    reached |= BITS[start]
    while size > 0 and not reached & theirs:
        size -= 1
        row = todo[size] * 8
        for i in range(row, row + 8):
            near = joined[i]
            if near != OFF and not BITS[near] & (reached | frozen):
                reached |= BITS[near]
                todo[size] = near
                size += 1
    return reached
