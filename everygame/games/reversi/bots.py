"""What bots know of reversi: weights of patterns that were learned from matches of bots against
themselves (patterns.py).

The bot "greedy" uses a simpler estimate: corners and the squares beside them, mobility (the number
of squares where a side may put a disc), and few discs beside empty squares."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count, word
from everygame.games.reversi.patterns import SHOWN, around, find, stage
from everygame.games.reversi.rules import ReversiState, open_places
from everygame.games.reversi.weights import TABLE, alike
from everygame.search.game_advice import Level
from everygame.search.patterns import worth_of

CORNER: Final = 100
"""The value of a disc in a corner."""
BESIDE: Final = -35
"""The value of a disc on the inner square diagonally next to an empty corner."""
EDGE_BESIDE: Final = -15
"""The value of a disc on an edge next to an empty corner."""
FREEDOM: Final = 10
"""The value of a square on which the side may put a disc."""
FRONTIER: Final = -4
"""The value of a disc beside an empty square."""

CORNERS: Final = word(0x8100000000000081)
"""The squares in the corners."""

CARELESS: Final = 0.46
"""The probability that the level "First steps" plays a random move: with it the level gets a third
of the points against `greedy`."""
STEADY: Final = 1000
"""The nodes of the level "Steady"; alpha-beta searches ten positions for each. With this number the
level gets a quarter of the points against the strongest level with twice as many
(`bench/ladder.py`)."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game, with a weaker first level and a stronger second level."""
    first, steady, *others = defaults
    return [replace(first, slip=CARELESS), replace(steady, nodes=STEADY, slip=0.03), *others]


def patterns(state: State) -> vec[i64]:
    """Return the numbers of the patterns in a position; patterns that share a weight have the same
    number."""
    assert isinstance(state, ReversiState)
    i: i64
    shown = vec[i64]([0] * SHOWN)
    find(state.mine, state.theirs, state.places, shown)
    start, numbers = stage(state.mine, state.theirs), alike()
    for i in range(SHOWN):
        shown[i] = start + numbers[shown[i]]
    return shown


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, by the learned weights."""
    assert isinstance(state, ReversiState)
    value = worth_of(TABLE.total(state.mine, state.theirs, state.places))
    return value if seat == state.turn else -value


def idea(state: State, seat: int) -> float:
    """Return the simple rating of the bot "greedy", from the difference between the values of both
    sides."""
    assert isinstance(state, ReversiState)
    lead = standing(state.mine, state.theirs) - standing(state.theirs, state.mine)
    score = float(lead) if seat == state.turn else -float(lead)
    return score / (300.0 + abs(score))


def standing(mine: i64, theirs: i64) -> i64:
    """Return the value of the discs of a side and of its mobility."""
    empty = ~(mine | theirs)
    free = empty & CORNERS
    total = CORNER * count(mine & CORNERS) + FREEDOM * count(open_places(mine, theirs))
    total += FRONTIER * count(mine & around(empty))
    if free:
        total += BESIDE * count(mine & diagonal(free)) + EDGE_BESIDE * count(mine & beside(free))
    return total


def diagonal(corners: i64) -> i64:
    """Return the inner squares diagonally next to these corners."""
    return (corners << 9 | corners << 7 | corners >> 9 | corners >> 7) & INNER_CORNERS


def beside(corners: i64) -> i64:
    """Return the squares on the edges next to these corners."""
    sideways = corners << 1 & FILE_B | corners >> 1 & FILE_G
    return sideways | (corners << 8 | corners >> 8) & ROWS_2_7


INNER_CORNERS: Final = 0x0042000000004200
"""b2, g2, b7 and g7."""
FILE_B: Final = 0x0200000000000002
"""b1 and b8."""
FILE_G: Final = 0x4000000000000040
"""g1 and g8."""
ROWS_2_7: Final = 0x0081000000008100
"""a2, h2, a7 and h7."""
