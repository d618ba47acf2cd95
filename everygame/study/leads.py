"""Who leads in a match, turn by turn, and how often that changes."""

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
"""Matches that are followed: where the game itself says how a seat stands, and where random matches
from there on must, which takes longer."""
CLEAR: Final = 0.1
"""How much better than the next a seat must stand to lead, by the game's own estimate; returns lie
from -1 to 1. By random matches: two standard errors, for returns as great as came up."""
LOOKS: Final = 40
"""Turns of a match from which random matches are played, evenly spread over it."""
PLAYOUTS, PLIES = 100, 2000
"""Of a look, at most: no more matches, and no more begun after so many plies."""


class Leads:
    """The leaders of a match; at the end its result says who leads."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.players = game.players
        self.evaluate = find_advice(game.name).evaluate
        self.seed = seed
        self.states: list[State] = []
        """To look at later, where the game itself says nothing."""
        self.leaders: list[int] = []
        """Who led, each time that somebody clearly did."""

    @property
    def judge(self) -> str:
        """Who says how a seat stands."""
        return "random matches from there" if self.evaluate is None else "the bots' estimate"

    def follows(self, number: int) -> bool:
        """The match of this number is one of those that are followed."""
        return self.players > 1 and number < FOLLOWED[self.evaluate is not None]

    def watch(self, state: State) -> None:
        """See the state before a turn, or at the end."""
        if self.evaluate is None:
            self.states.append(state.copy())
        elif state.to_play() == OVER:
            self.note(state.returns(), 0.0)
        else:
            self.note([self.evaluate(state, seat) for seat in range(self.players)], CLEAR)

    def note(self, worths: Sequence[float], clear: float) -> None:
        """Remember who leads, if it is clear."""
        best, second, *_ = sorted(enumerate(worths), key=lambda one: -one[1])
        if best[1] - second[1] > clear:
            self.leaders.append(best[0])

    def changes(self) -> int:
        """How often the lead went from one seat to another."""
        for state in spread_out(self.states, LOOKS):
            self.look(state)
        return sum(one != other for one, other in pairwise(self.leaders))

    def look(self, state: State) -> None:
        """Play random matches from here."""
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
    """So many of them, evenly spread, with the first and the last."""
    if len(states) <= most:
        return list(states)
    return [states[round(i * (len(states) - 1) / (most - 1))] for i in range(most)]
