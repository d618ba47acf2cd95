"""What bots know of Ur: an estimate by how far the pieces have gone, and by the safe rosette."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.ur.rules import BIT, HOME, SAFE, UrState
from everygame.search.game_advice import Level

STEP: Final = 0.012
"""The value of each square that a piece has gone, as part of a return."""
ROSETTE: Final = 0.06
"""The value of a piece on the rosette in the middle, where it cannot be taken."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game. The first one searches more nodes, so that it looks beyond the
    next throw, and plays more random moves, so that it gets a third of the points against `greedy`
    (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, nodes=60, slip=0.36), *others]


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, from how much further its pieces have gone than
    those of the other seat."""
    assert isinstance(state, UrState)
    lead = standing(state, seat) - standing(state, 1 - seat)
    return max(-0.95, min(0.95, lead))


def standing(state: UrState, seat: i64) -> float:
    """Return the value of the pieces of a seat."""
    square: i64
    steps: i64 = HOME * state.home[seat]
    for square in range(1, HOME):
        if state.road[seat] & BIT[square]:
            steps += square
    return STEP * float(steps) + (ROSETTE if state.road[seat] & BIT[SAFE] else 0.0)
