"""What bots think of Evade: leaders that live, how near home they are, and who is in their way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from everygame.contract import State
from everygame.games.evade.rules import BOARD, BOTH, FILE_A, FILE_F, PLACE, EvadeState
from everygame.packed import i64

SECRECY: Final = 0.3
"""What a bot gives up, of its return, rather than let a move show who its leaders are."""

LEADER: Final = 0.9
"""Worth of a live leader;"""
RANK: Final = 0.15
"""of each rank that it has gone;"""
OPEN_ROAD: Final = 0.175
"""of each rank and one more, for the best leader whose way home nobody can block;"""
GUARDED: Final = 0.315
"""and of a way that enemies can block, shared by their number."""


def levels(defaults: Any) -> list[Any]:
    """With the exploration that found most; estimates lie close together."""
    return [replace(level, exploration=0.3) for level in defaults]


def evaluate(state: State, seat: int) -> float:
    """How much better the leaders of the seat stand than those of the other, from −1 to 1."""
    assert isinstance(state, EvadeState)
    if state.chosen != BOTH:
        return 0.0
    own, enemy = state.own, state.enemy
    if state.seat != seat:
        own, enemy = enemy, own
    lead = standing(state, own, enemy, seat) - standing(state, enemy, own, 1 - seat)
    return lead / (1.0 + abs(lead))


def standing(state: EvadeState, own: i64, enemy: i64, seat: i64) -> float:
    """The worth of a side's leaders."""
    total, road = 0.0, 0.0
    leaders = state.crowns & own
    goal = state.goals[seat]
    away = PLACE[(goal & -goal) % 37] // 6
    while leaders:
        leader = leaders & -leaders
        leaders ^= leader
        rank = PLACE[leader % 37] // 6
        left: i64 = away - rank if seat == 0 else rank - away
        gone = 5 - left
        guards = count(cone(leader, left, seat) & enemy)
        total += LEADER + RANK * float(gone)
        road = max(road, GUARDED / float(guards) if guards else OPEN_ROAD * float(gone + 1))
    return total + road


def cone(square: i64, ranks: i64, seat: i64) -> i64:
    """The squares that a coin can come to on its shortest ways home."""
    i: i64
    squares: i64 = 0
    for i in range(ranks):
        square = square << 6 if seat == 0 else square >> 6
        square |= (square & ~FILE_F) << 1 | (square & ~FILE_A) >> 1
        squares |= square
    return squares & BOARD


def count(squares: i64) -> i64:
    """How many there are."""
    n: i64 = 0
    while squares:
        squares &= squares - 1
        n += 1
    return n
