"""What bots know of connect four: the exact result where the solver is quick enough, else an
estimate by the holes that would complete a line.

A hole is good for a side depending on who is forced to play into the hole below it. When all other
columns are full, the first seat plays into odd rows and the second seat into even ones (J. D.
Allen, The Complete Book of Connect 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.fast.arrays import i64
from everygame.fast.bits import count
from everygame.games.connectfour.rules import ConnectFourState
from everygame.games.connectfour.solver import EVEN_ROWS, ODD_ROWS, holes, shared
from everygame.search.budget import Answer, Budget
from everygame.search.game_advice import Level
from everygame.words import say

CARELESS: Final = 0.29
"""The probability that the first level plays a random move: with it the level gets a third of the
points against `greedy`."""
MIDDLE: Final = 0b0111111 << 21
"""The squares of the middle column."""

HOLE: Final = 0.06
"""The value of a hole that completes a line, as part of a return."""
LASTING: Final = 0.1
"""The value of such a hole in a row that is good for the seat: the other seat will be forced to
open it."""
CENTRE: Final = 0.01
"""The value of a disc in the middle column."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game: the first one plays more random moves, and the last one is
    described as exact."""
    first, steady, last = defaults
    exact = say("Knows who wins with best play, and lets no win or draw slip.")
    return [replace(first, slip=CARELESS), steady, replace(last, sentence=exact, seconds=1.0)]


def solve(state: State, budget: Budget) -> Answer | None:
    """Prove who wins, and how soon as far as the time allows; None where the time does not
    suffice."""
    assert isinstance(state, ConnectFourState)
    return shared().solve(state.mine, state.mine | state.theirs, budget)


def evaluate(state: State, seat: int) -> float:
    """Return an estimate of the return of the seat, from the difference between the lines that both
    sides threaten."""
    assert isinstance(state, ConnectFourState)
    taken = state.mine | state.theirs
    lead = standing(state.mine, taken, state.turn) - standing(state.theirs, taken, 1 - state.turn)
    lead = lead if seat == state.turn else -lead
    return max(-0.95, min(0.95, lead))


def standing(discs: i64, taken: i64, seat: i64) -> float:
    """Return the value of the discs of a seat and of the lines that they threaten."""
    open_holes = holes(discs, taken)
    lasting = open_holes & (ODD_ROWS if seat == 0 else EVEN_ROWS)
    worth = HOLE * float(count(open_holes)) + (LASTING - HOLE) * float(count(lasting))
    return worth + CENTRE * float(count(discs & MIDDLE))
