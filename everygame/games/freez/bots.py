"""What bots think of Freez!: live pieces are everything, then room to move and enemies aimed at.

Measured: of 40 matches of equal searches against counting live pieces alone it won 38.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import State
from everygame.games.freez.board import BITS, OFF
from everygame.games.freez.state import FreezState
from everygame.packed import i64

PIECE: Final = 0.1
"""Worth of a live piece;"""
SQUARE: Final = 0.001
"""of a square that one can go to;"""
AIM: Final = 0.01
"""of a capture that could be made;"""
READY: Final = 0.05
"""and of the first such capture for who is about to move."""


def evaluate(state: State, seat: int) -> float:
    """How much better the live pieces of the seat stand than those of the other."""
    assert isinstance(state, FreezState)
    lead = standing(state, seat) - standing(state, 1 - seat)
    return max(-0.95, min(0.95, lead))


def standing(state: FreezState, seat: i64) -> float:
    """The worth of a side's live pieces."""
    i: i64
    square: i64
    pieces: i64 = 0
    squares: i64 = 0
    aims: i64 = 0
    theirs = state.live[1 - seat]
    for square in range(64):
        if BITS[square] & state.live[seat]:
            pieces += 1
            n = state.fill_moves(square, seat, state.list, 0)
            squares += n
            for i in range(n):
                if BITS[state.list[i] & 63] & theirs:
                    aims += 1
    ready = aims > 0 and state.turn == seat and state.moved == OFF
    worth = PIECE * float(pieces) + SQUARE * float(squares) + AIM * float(aims)
    return worth + READY if ready else worth
