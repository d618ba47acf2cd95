"""Evaluate positions of Ice Floes for bots. For two players on 7 × 7, weights learned from the
bots' own matches decide; on other boards and with more players, the distances of the players from
the goal."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.icefloes.features import SIZE, UNIT, estimate
from everygame.games.icefloes.rules import OUT, ROW, IceFloesState
from everygame.search.game_advice import Level

STEP: Final = 0.02
"""Value of being one square nearer to the goal; a win is 1. With it a search scored 78 % against
the same search without it."""


CARELESS: Final = 0.5
"""The probability with which the lowest level plays a random move. With the smaller probability of
other games, its learned weights would make it as strong as the baseline with 1,600 simulations."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    first, *others = defaults
    return [replace(first, slip=CARELESS), *others]


def evaluate(state: State, seat: int) -> float:
    """Estimate the return of a seat, from −1 to 1: by learned weights for two players on 7 × 7,
    else by `nearness`."""
    assert isinstance(state, IceFloesState)
    if state.board.seats != 2 or state.board.size != SIZE:
        return nearness(state, seat)
    value = float(estimate(state)) / float(UNIT)
    value = max(-0.9, min(0.9, value))
    return value if state.turn == seat else -value


def nearness(state: State, seat: int) -> float:
    """Return how much nearer to the goal the seat is than the other seats on average, multiplied by
    `STEP`."""
    assert isinstance(state, IceFloesState)
    other: i64
    seats = state.board.seats
    if seats == 1:
        return 0.0
    far: i64 = 0
    for other in range(seats):
        far += distance(state, other)
    mine = distance(state, seat)
    return STEP * (float(far - mine) / float(seats - 1) - float(mine))


def distance(state: IceFloesState, seat: i64) -> i64:
    """Return a distance of a player from the goal: the steps of a rook plus three times the steps
    of a king. A player who is out counts as far away."""
    here, size = state.at[seat], state.board.size
    if here == OUT:
        return 4 * size
    rows, columns = here // ROW - size // 2, here % ROW - size // 2
    rows, columns = max(rows, -rows), max(columns, -columns)
    return rows + columns + 3 * max(rows, columns)
