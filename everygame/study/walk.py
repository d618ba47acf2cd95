"""One match of a study, played at random or as it is given, and counted on the way. Compiled."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState, mix
from everygame.search.adapter import PlainState, as_fast
from everygame.search.playouts import pick
from everygame.search.rng import Rng

LONGEST: Final = 10_000
"""Plies after which a match is given up; `everygame check` demands that random ones end before."""
NOBODY: Final = -1

Watch = Callable[[State], None]
"""Is shown the state before each turn and at the end, and must not keep or change it."""


@final
class Walk:
    """A match on its way, and what was counted. `repetition` is that of the game."""

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
        """Plies of seats; `all_plies` has those of chance too."""
        self.turns: i64 = 0
        self.choices: i64 = 0
        """Legal moves, summed over the plies of seats."""
        self.widest: i64 = 0
        """Legal moves, where they were most."""
        self.mark: i64 = 0
        """Equal for matches of the same plies, and hardly ever for others."""
        self.returns: list[float] = []
        """Empty where the match was given up."""
        self.ending = ""

    def go(self, rng: Rng, given: list[int], watch: Watch | None) -> None:
        """Play to the end, or until the match is given up: the plies that are given, and uniform
        legal ones, weighted for chance, after them."""
        while not self.is_over():
            number = int(self.all_plies)
            who = self.state.to_play()
            if who != CHANCE and who != self.last and watch is not None:
                watch(self.truth())
            action = self.draw(who, rng)
            self.step(who, given[number] if number < len(given) else action)
        if watch is not None:
            watch(self.truth())

    def truth(self) -> State:
        """The state as its game made it."""
        state = self.state
        return state.state if isinstance(state, PlainState) else state

    def draw(self, who: i64, rng: Rng) -> i64:
        """A random ply of the one who decides. For a seat the legal moves are counted."""
        if who == CHANCE:
            chosen = pick(self.state, rng, self.actions)
            self.state.legal_actions_into(self.actions)
            return self.actions[chosen]
        n = self.state.legal_actions_into(self.actions)
        self.choices += n
        self.widest = max(self.widest, n)
        return self.actions[rng.below(n)]

    def step(self, who: i64, action: i64) -> None:
        self.state.advance(action)
        self.all_plies += 1
        self.mark = mix(self.mark, action)
        if who != CHANCE:
            self.plies += 1
            self.turns += 1 if who != self.last else 0
            self.last = who

    def is_over(self) -> bool:
        """The rules end a match before repetition does, as in `match.Match.outcome`."""
        truth = self.truth()
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
        """How often the position that stands has been there, this time included."""
        key = truth.key()
        times = self.seen.get(key, 0) + 1
        self.seen[key] = times
        return times
