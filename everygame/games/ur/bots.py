"""What bots think of Ur: how far the pieces have come, and the safe rosette."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.ur.rules import BIT, HOME, SAFE, UrState
from everygame.search.advice import Level

STEP: Final = 0.012
"""Worth of each square that a piece has gone."""
ROSETTE: Final = 0.06
"""Worth of a piece on the rosette in the middle, where nobody can take it."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A first level that looks beyond the next throw and slips more often, so that it gets a third
    of the points against `greedy` (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, nodes=60, slip=0.36), *others]


def evaluate(state: State, seat: int) -> float:
    """How much further the seat has come than the other."""
    assert isinstance(state, UrState)
    lead = standing(state, seat) - standing(state, 1 - seat)
    return max(-0.95, min(0.95, lead))


def standing(state: UrState, seat: i64) -> float:
    square: i64
    steps: i64 = HOME * state.home[seat]
    for square in range(1, HOME):
        if state.road[seat] & BIT[square]:
            steps += square
    return STEP * float(steps) + (ROSETTE if state.road[seat] & BIT[SAFE] else 0.0)
