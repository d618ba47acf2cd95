"""The estimate by which bots judge a position of breakthrough: the number of men, how far they have
advanced, and whether they guard each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count
from everygame.games.breakthrough.rules import (
    BOARD,
    LOWER,
    NOT_A,
    NOT_H,
    BreakthroughState,
)
from everygame.search.game_advice import Level

MAN: Final = 20
"""The value of a man. All values here are in the same unit, of which `evaluate` makes a return."""
GUARDED: Final = 3
"""Added for a man that another man guards."""
ADVANCE: Final = vec[i64]([0, 0, 1, 3, 7, 16, 40, 0])
"""Added for the row that a man has reached, counted from its own side."""
HANGING: Final = 14
"""Subtracted once from a side if the other side is to move and can take an unguarded man."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game, with a weaker first level: it gets a third of the points
    against `greedy` (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.29), *others]


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, from the difference between the values of both
    sides."""
    assert isinstance(state, BreakthroughState)
    white, black = state.white, state.black
    reach_white = (white << 7 & NOT_H | white << 9 & NOT_A) & BOARD
    reach_black = black >> 9 & LOWER & NOT_H | black >> 7 & LOWER & NOT_A
    lead = standing(white, reach_white, reach_black, state.turn == 1)
    lead -= standing(black, reach_black, reach_white, state.turn == 0)
    lead += rows(white, 0) - rows(black, 7)
    score = float(lead) if seat == 0 else -float(lead)
    # The result lies strictly between −1 and 1: these two are returns of finished matches.
    return score / (150.0 + abs(score))


def noisy(state: State, action: int) -> bool:
    """Whether the action is a capture."""
    assert isinstance(state, BreakthroughState)
    return state.captures(action)


def standing(men: i64, guarded: i64, attacked: i64, waits: bool) -> i64:
    """Return the value of the men of one side and of their guards, less `HANGING` if the side is
    not to move (`waits`) and one of its men can be taken unguarded."""
    total = MAN * count(men) + GUARDED * count(men & guarded)
    hanging = men & attacked & ~guarded
    if waits and hanging:
        total -= HANGING
    return total


def rows(men: i64, flip: i64) -> i64:
    """Return the value of the rows that men have reached. `flip` is 0 for White and 7 for Black,
    whose first row is the highest."""
    row: i64
    total: i64 = 0
    for row in range(8):
        total += ADVANCE[row ^ flip] * count(men & 0xFF)
        men = men >> 8 & LOWER
    return total
