"""What bots think of reversi: corners and the squares beside them, freedom to move, and few discs
with empty squares around them; near the end, discs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import count, word
from everygame.games.reversi.rules import ReversiState, open_places
from everygame.search.advice import Level

CORNER: Final = 100
"""Worth of a corner;"""
BESIDE: Final = -35
"""of the inner square next to an empty corner,"""
EDGE_BESIDE: Final = -15
"""and of those on the edges;"""
FREEDOM: Final = 10
"""of a square that one may go to;"""
FRONTIER: Final = -4
"""and of a disc with empty squares around it."""

CORNERS: Final = word(0x8100000000000081)


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A weaker first level: a third of the points against `greedy` (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.41), *others]


def evaluate(state: State, seat: int) -> float:
    """How much better the discs of the seat lie than those of the other."""
    assert isinstance(state, ReversiState)
    lead = standing(state.mine, state.theirs) - standing(state.theirs, state.mine)
    score = float(lead) if seat == state.turn else -float(lead)
    return score / (300.0 + abs(score))


def standing(mine: i64, theirs: i64) -> i64:
    """The worth of a side's discs."""
    empty = ~(mine | theirs)
    free = empty & CORNERS
    total = CORNER * count(mine & CORNERS) + FREEDOM * count(open_places(mine, theirs))
    total += FRONTIER * count(mine & around(empty))
    if free:
        total += BESIDE * count(mine & diagonal(free)) + EDGE_BESIDE * count(mine & beside(free))
    return total


def around(squares: i64) -> i64:
    """These squares and all that touch one of them."""
    wide = squares | (squares & NOT_H) << 1 | (squares & NOT_A) >> 1 & NOT_H
    return wide | wide << 8 & UP | wide >> 8 & DOWN


def diagonal(corners: i64) -> i64:
    """The inner squares next to these corners."""
    return (corners << 9 | corners << 7 | corners >> 9 | corners >> 7) & INNER_CORNERS


def beside(corners: i64) -> i64:
    """The squares of the edges next to these corners."""
    sideways = corners << 1 & FILE_B | corners >> 1 & FILE_G
    return sideways | (corners << 8 | corners >> 8) & ROWS_2_7


NOT_A: Final = word(0xFEFEFEFEFEFEFEFE)
NOT_H: Final = 0x7F7F7F7F7F7F7F7F
UP: Final = word(0xFFFFFFFFFFFFFF00)
DOWN: Final = 0x00FFFFFFFFFFFFFF
INNER_CORNERS: Final = 0x0042000000004200
FILE_B: Final = 0x0200000000000002
FILE_G: Final = 0x4000000000000040
ROWS_2_7: Final = 0x0081000000008100
