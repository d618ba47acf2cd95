"""Which seat leads in a match, turn by turn, and how often the lead changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from everygame.bots.level import find_advice
from everygame.contract import OVER, Game, State
from everygame.search.adapter import as_fast
from everygame.search.playouts import playouts

FOLLOWED: Final = {True: 100, False: 20}
"""In how many matches of a study the lead is followed: where the game has an `evaluate`, and where
random matches must be played instead, which takes longer."""
CLEAR: Final = 0.1
"""By how much the best estimate must exceed the second best for a seat to lead; returns are from -1
to 1. Where random matches are played, two standard errors take its place."""
LOOKS: Final = 40
"""From how many states of a match, evenly spread, random matches are played."""
PLAYOUTS, PLIES = 100, 2000
"""How many random matches are played from a state at most; no more are begun after so many
plies."""


class Leads:
    """The seats that led in a match. At its end the result says which seat leads."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.players = game.players
        self.evaluate = find_advice(game.name).evaluate
        self.seed = seed
        self.states: list[State] = []
        """The states from which random matches are played when the match is over."""
        self.leaders: list[int] = []
        """The seat that led in each state where one clearly did."""

    @property
    def judge(self) -> str:
        """What estimates how well a seat stands, in words."""
        return "random matches from there" if self.evaluate is None else "the bots' estimate"

    def follows(self, number: int) -> bool:
        """The lead is followed in the match of this number."""
        return self.players > 1 and number < FOLLOWED[self.evaluate is not None]

    def watch(self, state: State) -> None:
        """Take in a state: before each turn, and at the end."""
        if self.evaluate is None:
            self.states.append(state.copy())
        elif state.to_play() == OVER:
            self.note(state.returns(), 0.0)
        else:
            self.note([self.evaluate(state, seat) for seat in range(self.players)], CLEAR)

    def note(self, worths: Sequence[float], clear: float) -> None:
        """Keep the seat of the greatest worth, if it exceeds the second by more than `clear`."""
        best, second, *_ = sorted(enumerate(worths), key=lambda one: -one[1])
        if best[1] - second[1] > clear:
            self.leaders.append(best[0])

    def changes(self) -> int:
        """How often the lead went from one seat to another."""
        for state in spread_out(self.states, LOOKS):
            self.play_on_from(state)
        return sum(one != other for one, other in pairwise(self.leaders))

    def play_on_from(self, state: State) -> None:
        """Estimate the worth of a state for each seat by random matches from there."""
        root, n, plies, gained = as_fast(state), 0, 0, [0.0] * self.players
        greatest = 0.0
        while n < PLAYOUTS and plies < PLIES and (state.to_play() != OVER or n == 0):
            more, totals = playouts(root, 1, self.seed + n)
            gained = [got + one for got, one in zip(gained, totals, strict=True)]
            greatest = max(greatest, *map(abs, totals))
            n, plies = n + 1, plies + more
        self.seed += n
        clear = 0.0 if state.to_play() == OVER else 4 / sqrt(n) * greatest
        self.note([got / n for got in gained], clear)


def spread_out(states: Sequence[State], most: int) -> list[State]:
    """At most `most` of some states, evenly spread, with the first and the last."""
    if len(states) <= most:
        return list(states)
    return [states[round(i * (len(states) - 1) / (most - 1))] for i in range(most)]
