"""What bots think of connect four: exact where the solver is quick enough, else by the holes that
would complete a line.

Which hole is good depends on who is forced to play below it: with all else full the first seat
plays into odd rows and the second into even ones (J. D. Allen, The Complete Book of Connect 4).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import count
from everygame.games.connectfour.rules import ConnectFourState
from everygame.games.connectfour.solver import EVEN_ROWS, ODD_ROWS, holes, shared
from everygame.search.advice import Level
from everygame.search.budget import Answer, Budget
from everygame.words import say

CARELESS: Final = 0.29
"""How often the first level plays any move: it then gets a third of the points against `greedy`."""
MIDDLE: Final = 0b0111111 << 21

HOLE: Final = 0.06
"""Worth of a hole that completes a line."""
LASTING: Final = 0.1
"""Worth of such a hole in a row that the other seat will be forced to open."""
CENTRE: Final = 0.01
"""Worth of a disc in the middle column."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    first, steady, last = defaults
    exact = say("Knows who wins with best play, and lets no win or draw slip.")
    return [replace(first, slip=CARELESS), steady, replace(last, sentence=exact, seconds=1.0)]


def solve(state: State, budget: Budget) -> Answer | None:
    """Who wins, and how soon as far as time allows."""
    assert isinstance(state, ConnectFourState)
    return shared().solve(state.mine, state.mine | state.theirs, budget)


def evaluate(state: State, seat: int) -> float:
    """How many more lines the seat threatens, and how well."""
    assert isinstance(state, ConnectFourState)
    taken = state.mine | state.theirs
    lead = standing(state.mine, taken, state.turn) - standing(state.theirs, taken, 1 - state.turn)
    lead = lead if seat == state.turn else -lead
    return max(-0.95, min(0.95, lead))


def standing(discs: i64, taken: i64, seat: i64) -> float:
    """The worth of the discs of a seat and of the lines that they threaten."""
    open_holes = holes(discs, taken)
    lasting = open_holes & (ODD_ROWS if seat == 0 else EVEN_ROWS)
    worth = HOLE * float(count(open_holes)) + (LASTING - HOLE) * float(count(lasting))
    return worth + CENTRE * float(count(discs & MIDDLE))
