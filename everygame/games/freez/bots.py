"""What bots think of Freez!: live pieces above all, then room to move and enemies aimed at.

A lead counts more the fewer pieces are left, fades as turns go by without a capture, and between
the plies of a turn the threats of the other side are the next ones: these three won 31 of 40
matches against the same without them, and lost 4. There is no `noisy`: it lost 13 to 21.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import BITS, count
from everygame.games.freez.board import OFF
from everygame.games.freez.state import QUIET_LIMIT, FreezState
from everygame.search.advice import Level

PIECE: Final = 0.1
"""Worth of one live piece more than the other side, if very many are left."""
FEW: Final = 8.0
"""With so many live pieces left a lead counts twice, with half as many three times."""
SQUARE: Final = 0.001
"""Worth of a square that a live piece can go to."""
AIM: Final = 0.01
"""Worth of a capture that the side could make."""
READY: Final = 0.05
"""Added for the side that moves next and can capture."""
FADE: Final = 0.5
"""The share of a lead that fades until the draw for lack of captures."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A first level that plays any move more than half of the time, so that a person who has just
    learned the rules can win (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.57), *others]


def evaluate(state: State, seat: int) -> float:
    """How much better the live pieces of the seat stand than those of the other."""
    assert isinstance(state, FreezState)
    mine, theirs = count(state.live[seat]), count(state.live[1 - seat])
    lead = PIECE * float(mine - theirs) * (1.0 + FEW / float(mine + theirs))
    lead += standing(state, seat) - standing(state, 1 - seat)
    lead *= 1.0 - FADE * float(state.quiet) / float(QUIET_LIMIT)
    return max(-0.95, min(0.95, lead))


def idea(state: State, seat: int) -> float:
    """A beginner captures what it can."""
    assert isinstance(state, FreezState)
    return float(count(state.live[seat]) - count(state.live[1 - seat]))


def standing(state: FreezState, seat: i64) -> float:
    """The worth of a side's room to move and of the captures that it could make."""
    i: i64
    square: i64
    squares: i64 = 0
    aims: i64 = 0
    theirs = state.live[1 - seat]
    for square in range(64):
        if BITS[square] & state.live[seat]:
            n = state.fill_moves(square, seat, state.list, 0)
            squares += n
            for i in range(n):
                if BITS[state.list[i] & 63] & theirs:
                    aims += 1
    worth = SQUARE * float(squares) + AIM * float(aims)
    mover = state.turn if state.moved == OFF else 1 - state.turn
    return worth + READY if aims > 0 and mover == seat else worth
