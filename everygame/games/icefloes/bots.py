"""What bots think of Ice Floes. Two players on 7 × 7 have learned it from matches of their own; on
other boards, and with four, being near the goal is good and next to it is best."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.games.icefloes.features import SIZE, UNIT, estimate
from everygame.games.icefloes.rules import OUT, ROW, IceFloesState
from everygame.search.advice import Level

STEP: Final = 0.02
"""Worth of a square nearer to the goal: a search that knows it gets 78 % against an equal one."""


CARELESS: Final = 0.5
"""How often the lowest level plays any move. If it slipped as seldom as in other games, it would be
worth 1,600 simulated matches of the baseline, because what bots have learned makes it strong."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    first, *others = defaults
    return [replace(first, slip=CARELESS), *others]


def evaluate(state: State, seat: int) -> float:
    """How good the position is for the seat: as learned, or else by distances."""
    assert isinstance(state, IceFloesState)
    if state.board.seats != 2 or state.board.size != SIZE:
        return nearness(state, seat)
    value = float(estimate(state)) / float(UNIT)
    value = max(-0.9, min(0.9, value))
    return value if state.turn == seat else -value


def nearness(state: State, seat: int) -> float:
    """How much nearer to the goal the seat is than the others on average."""
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
    """Steps of a rook and three times those of a king to the goal; a player who is out is far."""
    here, size = state.at[seat], state.board.size
    if here == OUT:
        return 4 * size
    rows, columns = here // ROW - size // 2, here % ROW - size // 2
    rows, columns = max(rows, -rows), max(columns, -columns)
    return rows + columns + 3 * max(rows, columns)
