"""One match of a study, played at random or along given plies, and counted on the way. This module
is compiled."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState, mix
from everygame.search.adapter import as_fast, unwrap
from everygame.search.playouts import draw_outcome
from everygame.search.rng import Rng

LONGEST: Final = 10_000
"""A match is given up after this many plies. `everygame check` demands that random matches end
before."""
NOBODY: Final = -1
"""No seat has played yet."""

Watch = Callable[[State], None]
"""A function that gets the state before each turn and at the end of the match; it must neither keep
nor change the state."""


@final
class Walk:
    """A match while it is played, and what has been counted so far. `repetition` is the occurrence
    of a position that makes the match a draw (`Game.repetition`)."""

    def __init__(self, start: State, repetition: int) -> None:
        root = as_fast(start)
        self.state: FastState = root.blank()
        self.state.copy_from(root)
        self.repetition = repetition
        self.seen: dict[Hashable, int] = {}
        self.actions: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.last: i64 = NOBODY
        self.all_plies: i64 = 0
        self.plies: i64 = 0
        """The number of plies of seats; `all_plies` counts those of chance too."""
        self.turns: i64 = 0
        self.choices: i64 = 0
        """The sum of the numbers of legal moves at all plies of seats."""
        self.widest: i64 = 0
        """The greatest number of legal moves at one ply."""
        self.mark: i64 = 0
        """A hash of the plies: equal for the same plies, and different for almost all others."""
        self.returns: list[float] = []
        """The return of each seat; empty where the match was given up."""
        self.ending = ""

    def go(self, rng: Rng, given: list[int], watch: Watch | None) -> None:
        """Play to the end of the match, or until it is given up: first the plies in `given`, then
        random ones, which are uniform for seats and weighted for chance."""
        while not self.is_over():
            number = int(self.all_plies)
            who = self.state.to_play()
            if who != CHANCE and who != self.last and watch is not None:
                watch(unwrap(self.state))
            action = self.draw(who, rng)
            self.step(who, given[number] if number < len(given) else action)
        if watch is not None:
            watch(unwrap(self.state))

    def draw(self, who: i64, rng: Rng) -> i64:
        """Draw a random ply, and count the legal moves if a seat decides."""
        if who == CHANCE:
            return draw_outcome(self.state, rng, self.actions)
        n = self.state.legal_actions_into(self.actions)
        self.choices += n
        self.widest = max(self.widest, n)
        return self.actions[rng.below(n)]

    def step(self, who: i64, action: i64) -> None:
        """Play a ply and count it."""
        self.state.advance(action)
        self.all_plies += 1
        self.mark = mix(self.mark, action)
        if who != CHANCE:
            self.plies += 1
            self.turns += 1 if who != self.last else 0
            self.last = who

    def is_over(self) -> bool:
        """Whether the match is over or given up; if so, store the returns and the ending. As in
        `match.Match.outcome`, an ending by the other rules takes precedence over repetition."""
        truth = unwrap(self.state)
        if truth.to_play() == OVER:
            self.returns, self.ending = truth.returns(), truth.ending()
        elif self.repetition > 0 and self.occurrence(truth) >= self.repetition:
            self.returns, self.ending = [0.0] * int(self.state.seat_count()), "repetition"
        elif self.all_plies >= LONGEST:
            self.ending = "given up"
        else:
            return False
        return True

    def occurrence(self, truth: State) -> int:
        """Return how often the present position has occurred, this time included."""
        key = truth.key()
        times = self.seen.get(key, 0) + 1
        self.seen[key] = times
        return times
