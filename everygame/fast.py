"""States that a compiled search plays without allocating anything.

`FastState` is a `State` whose author writes the in-place form on packed arrays: `new`, `assign`,
`decider`, `fill`, `step`, `payoff`. The rest of the contract follows from these. Interpreted it
plays the same game; compiled by mypyc it comes near hand-written C++.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.packed import i64, mypyc_attr, vec

MAX_ACTIONS: Final = 4096
"""No state of any game has more legal actions at once: the size of every buffer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FastState(State):
    """A state in place, for rules that are compiled."""

    def new(self) -> FastState:
        """A state of the same game and options, whose contents do not matter yet."""
        raise NotImplementedError

    def assign(self, other: State) -> None:
        """Become equal to `other`, a state of the same game and options."""
        raise NotImplementedError

    def decider(self) -> i64:
        """The seat to play, CHANCE or OVER."""
        raise NotImplementedError

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal actions to the front of `out`, ascending; return how many."""
        raise NotImplementedError

    def step(self, action: i64) -> None:
        """Play a legal action in place."""
        raise NotImplementedError

    def payoff(self, seat: i64) -> float:
        """What the seat gets: its return, 0.0 until it is over."""
        raise NotImplementedError

    def seat_count(self) -> i64:
        """How many seats the game has."""
        return 2

    def weigh(self, out: vec[i64]) -> i64:
        """At CHANCE: write a whole weight for each action of `fill`, in its order, to the front
        of `out`; return their sum. Equal weights by default."""
        i: i64
        n = self.fill(out)
        for i in range(n):
            out[i] = 1
        return n

    def fingerprint(self) -> i64:
        """Equal for equal positions and hardly ever for others: for transposition tables."""
        raise NotImplementedError

    # -- the contract of State, made from the above

    def to_play(self) -> int:
        return int(self.decider())

    def legal_actions(self) -> list[int]:
        if self.decider() == OVER:
            return []
        i: i64
        out = vec[i64]([0] * MAX_ACTIONS)
        n = self.fill(out)
        return [int(out[i]) for i in range(n)]

    def advance(self, action: int) -> None:
        self.step(action)

    def copy(self) -> FastState:
        twin = self.new()
        twin.assign(self)
        return twin

    def returns(self) -> list[float]:
        seat: i64
        return [self.payoff(seat) for seat in range(self.seat_count())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.decider() != CHANCE:
            return []
        i: i64
        weights = vec[i64]([0] * MAX_ACTIONS)
        total = self.weigh(weights)
        actions = self.legal_actions()
        return [(actions[i], float(weights[i]) / float(total)) for i in range(len(actions))]


FULL: Final = i64(0x7FFFFFFFFFFFFFFF)
"""All bits of a fingerprint."""


def mix(mark: i64, value: i64) -> i64:
    """Stir a value into a fingerprint: 63 bits, the same ones interpreted and compiled
    (splitmix64's multiplier)."""
    mark = (mark * 0x1F58476D1CE4E5B9 + value) & FULL
    return mark ^ mark >> 31
