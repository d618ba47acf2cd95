"""What bots think of reversi: what they have learned from matches of their own (patterns.py).

Beginners go by what bots knew before that: corners and the squares beside them, freedom to move,
and few discs with empty squares around them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import count, word
from everygame.games.reversi.patterns import SHOWN, around, find, stage
from everygame.games.reversi.rules import ReversiState, open_places
from everygame.games.reversi.weights import TABLE, alike
from everygame.search.advice import Level
from everygame.search.patterns import worth_of

CORNER: Final = 100
"""Worth of a disc in a corner."""
BESIDE: Final = -35
"""Worth of a disc on the inner square next to an empty corner."""
EDGE_BESIDE: Final = -15
"""Worth of a disc on an edge next to an empty corner."""
FREEDOM: Final = 10
"""Worth of a square on which the seat may put a disc."""
FRONTIER: Final = -4
"""Worth of a disc beside an empty square."""

CORNERS: Final = word(0x8100000000000081)

CARELESS: Final = 0.46
"""How often First steps plays any move: it then gets a third of the points against `greedy`."""
STEADY: Final = 1000
"""Steady's nodes; alpha-beta looks at ten positions for each. With these it gets a quarter against
the strongest level with twice as many (`bench/ladder.py`)."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A weaker first level, and a stronger second one."""
    first, steady, *others = defaults
    return [replace(first, slip=CARELESS), replace(steady, nodes=STEADY, slip=0.03), *others]


def patterns(state: State) -> vec[i64]:
    """The numbers of the patterns of a position; patterns with one weight have one number."""
    assert isinstance(state, ReversiState)
    i: i64
    shown = vec[i64]([0] * SHOWN)
    find(state.mine, state.theirs, state.places, shown)
    start, numbers = stage(state.mine, state.theirs), alike()
    for i in range(SHOWN):
        shown[i] = start + numbers[shown[i]]
    return shown


def evaluate(state: State, seat: int) -> float:
    """What the seat may expect, as learned."""
    assert isinstance(state, ReversiState)
    value = worth_of(TABLE.total(state.mine, state.theirs, state.places))
    return value if seat == state.turn else -value


def idea(state: State, seat: int) -> float:
    """How much better the discs of the seat lie than those of the other."""
    assert isinstance(state, ReversiState)
    lead = standing(state.mine, state.theirs) - standing(state.theirs, state.mine)
    score = float(lead) if seat == state.turn else -float(lead)
    return score / (300.0 + abs(score))


def standing(mine: i64, theirs: i64) -> i64:
    """The worth of the discs and the freedom of a side."""
    empty = ~(mine | theirs)
    free = empty & CORNERS
    total = CORNER * count(mine & CORNERS) + FREEDOM * count(open_places(mine, theirs))
    total += FRONTIER * count(mine & around(empty))
    if free:
        total += BESIDE * count(mine & diagonal(free)) + EDGE_BESIDE * count(mine & beside(free))
    return total


def diagonal(corners: i64) -> i64:
    """The inner squares next to these corners."""
    return (corners << 9 | corners << 7 | corners >> 9 | corners >> 7) & INNER_CORNERS


def beside(corners: i64) -> i64:
    """The squares of the edges next to these corners."""
    sideways = corners << 1 & FILE_B | corners >> 1 & FILE_G
    return sideways | (corners << 8 | corners >> 8) & ROWS_2_7


INNER_CORNERS: Final = 0x0042000000004200
FILE_B: Final = 0x0200000000000002
FILE_G: Final = 0x4000000000000040
ROWS_2_7: Final = 0x0081000000008100
