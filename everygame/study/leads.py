"""The lead: which side has the best chances in a match, turn by turn, and how often this
changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from everygame.bots.level import find_advice
from everygame.contract import OVER, Game, State
from everygame.search.adapter import as_fast
from everygame.search.playouts import playouts
from everygame.sides import first_seats

FOLLOWED: Final = {True: 100, False: 20}
"""In how many matches of a study the lead is estimated. The key is whether the game has an
`evaluate`; without one, random matches must be played for each estimate, which takes longer."""
CLEAR: Final = 0.1
"""A seat leads if its estimate exceeds the second best by more than this; returns are from −1 to 1.
Where estimates come from random matches, two standard errors of the difference take the place of
this number."""
LOOKS: Final = 40
"""Random matches are played from at most this many states of a match, evenly spread over it."""
PLAYOUTS, PLIES = 100, 2000
"""The most random matches from one state; and the number of plies of these matches after which no
further one begins."""


class Leads:
    """The seats that led in a match. In the last state, the seat with the greatest return leads."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.players = game.players
        self.first = first_seats(game)
        """The first seat of each side; seats of a side have the same chances."""
        self.evaluate = find_advice(game.name).evaluate
        self.seed = seed
        self.states: list[State] = []
        """The states of the match, from some of which random matches are played when the match is
        over."""
        self.leaders: list[int] = []
        """For each state in which one side clearly led: this side."""

    @property
    def judge(self) -> str:
        """How the chances of the seats are estimated, in words."""
        return "random matches from there" if self.evaluate is None else "the bots' estimate"

    @property
    def most(self) -> int:
        """In how many matches, the first ones, the lead is estimated."""
        return FOLLOWED[self.evaluate is not None] if len(self.first) > 1 else 0

    def watch(self, state: State) -> None:
        """Take one state of the match into account: a state before a turn, or the last state."""
        if self.evaluate is None:
            self.states.append(state.copy())
        elif state.to_play() == OVER:
            self.note(state.returns(), 0.0)
        else:
            self.note([self.evaluate(state, seat) for seat in range(self.players)], CLEAR)

    def note(self, worths: Sequence[float], clear: float) -> None:
        """Append the side with the greatest of the `worths`, a number for each seat, to the
        leaders, if this exceeds the second greatest by more than `clear`."""
        sides = [worths[seat] for seat in self.first]
        best, second, *_ = sorted(enumerate(sides), key=lambda one: -one[1])
        if best[1] - second[1] > clear:
            self.leaders.append(best[0])

    def changes(self) -> int:
        """Return how often the lead passed from one seat to another."""
        for state in spread_out(self.states, LOOKS):
            self.play_on_from(state)
        return sum(one != other for one, other in pairwise(self.leaders))

    def play_on_from(self, state: State) -> None:
        """Estimate the return of each seat in a state by random matches from there, and note the
        leader."""
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
    """Return at most `most` of these states, evenly spread, with the first and the last."""
    if len(states) <= most:
        return list(states)
    return [states[round(i * (len(states) - 1) / (most - 1))] for i in range(most)]
