"""States that a compiled search plays without allocating anything.

`FastState` is a `State` whose author writes on packed arrays what would otherwise allocate:
`to_play` and `advance` as in any state, `legal_actions_into` a buffer, `return_of` one seat,
`copy_from` another state into this `blank` one. The rest of the contract follows from these.
Interpreted it plays the same game; compiled by mypyc it comes near hand-written C++.
"""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, mypyc_attr, vec

MAX_ACTIONS: Final = 4096
"""No state of any game has more legal actions at once: the size of every buffer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FastState(State):
    """A state in place, for rules that are compiled."""

    def blank(self) -> FastState:
        """A state of the same game and options, whose contents do not matter yet."""
        raise NotImplementedError

    def copy_from(self, other: State) -> None:
        """Become equal to `other`, a state of the same game and options, in place."""
        raise NotImplementedError

    def to_play(self) -> i64:
        """The seat to play, CHANCE or OVER."""
        raise NotImplementedError

    def legal_actions_into(self, out: vec[i64]) -> i64:
        """Write the legal actions to the front of `out`, ascending; return how many."""
        raise NotImplementedError

    def advance(self, action: i64) -> None:
        """Play a legal action in place."""
        raise NotImplementedError

    def return_of(self, seat: i64) -> float:
        """What the seat gets: its return, 0.0 until it is over."""
        raise NotImplementedError

    def seat_count(self) -> i64:
        """How many seats the game has."""
        return 2

    def weights_into(self, out: vec[i64]) -> i64:
        """At CHANCE: write a whole weight for each of the legal actions, in their order, to the
        front of `out`; return their sum. Equal weights by default."""
        i: i64
        n = self.legal_actions_into(out)
        for i in range(n):
            out[i] = 1
        return n

    def fingerprint(self) -> i64:
        """Equal for equal positions and hardly ever for others: for transposition tables."""
        raise NotImplementedError

    # -- the contract of State, made from the above

    def legal_actions(self) -> list[int]:
        if self.to_play() == OVER:
            return []
        i: i64
        out = vec[i64]([0] * MAX_ACTIONS)
        n = self.legal_actions_into(out)
        return [int(out[i]) for i in range(n)]

    def copy(self) -> FastState:
        twin = self.blank()
        twin.copy_from(self)
        self.pass_game(twin)
        return twin

    def returns(self) -> list[float]:
        seat: i64
        return [self.return_of(seat) for seat in range(self.seat_count())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.to_play() != CHANCE:
            return []
        i: i64
        weights = vec[i64]([0] * MAX_ACTIONS)
        total = self.weights_into(weights)
        actions = self.legal_actions()
        return [(actions[i], float(weights[i]) / float(total)) for i in range(len(actions))]


FULL: Final = i64(0x7FFFFFFFFFFFFFFF)
"""All bits of a fingerprint."""


def mix(mark: i64, value: i64) -> i64:
    """Stir a value into a fingerprint: 63 bits, the same ones interpreted and compiled
    (splitmix64's multiplier)."""
    mark = (mark * 0x1F58476D1CE4E5B9 + value) & FULL
    return mark ^ mark >> 31
