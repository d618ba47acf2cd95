"""States that a compiled search can play without allocating memory.

A `FastState` is a `State` whose author replaces the methods of `State` that allocate by methods
that write to packed arrays: `legal_actions_into` fills a buffer, `return_of` returns the return of
one seat, and `copy_from` overwrites a state that `blank` has made. `to_play` and `advance` are as
in any state, and the other methods of `State` follow from these. The same code plays the same game
interpreted; compiled by mypyc it is nearly as fast as hand-written C++."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import blake2b
from typing import Final

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, mypyc_attr, vec
from everygame.fast.limits import MAX_ACTIONS

FULL: Final = i64(0x7FFFFFFFFFFFFFFF)
"""All 63 bits of a fingerprint, or of a random number."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FastState(State):
    """A state for compiled rules, which is changed in place."""

    def blank(self) -> FastState:
        """Return a new state of the same game and options, whose contents do not matter until
        `copy_from` overwrites them."""
        raise NotImplementedError

    def copy_from(self, other: State) -> None:
        """Become equal to `other`, a state of the same game and options, in place."""
        raise NotImplementedError

    def to_play(self) -> i64:
        """Return the seat to move, or CHANCE, or OVER."""
        raise NotImplementedError

    def legal_actions_into(self, out: vec[i64]) -> i64:
        """Write the legal actions to the front of `out`, in ascending order; return their
        number."""
        raise NotImplementedError

    def advance(self, action: i64) -> None:
        """Play a legal action in place."""
        raise NotImplementedError

    def return_of(self, seat: i64) -> float:
        """Return the return of the seat, from −1 to 1; 0.0 while the match is not over."""
        raise NotImplementedError

    def seat_count(self) -> i64:
        """Return the number of seats of the game."""
        return 2

    def weights_into(self, out: vec[i64]) -> i64:
        """Where chance decides: write an integer weight for each of the legal actions, in their
        order, to the front of `out`; return the sum of the weights. By default all weights are
        equal."""
        i: i64
        n = self.legal_actions_into(out)
        for i in range(n):
            out[i] = 1
        return n

    def fingerprint(self) -> i64:
        """Return a hash of the position, for transposition tables: equal for equal positions, and
        different for almost all others."""
        raise NotImplementedError

    # -- for repetition and for learners (`everygame.rl`)

    def repetition_mark(self) -> i64:
        """Return a hash of `key`: equal for positions that the rules call the same, and different
        for almost all others. A game that counts repetitions may write a quicker one."""
        return hash_key(self.key())

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        """Write what the seat `viewer` may know of the board to `out`: for each plane that the
        game's `tensors.py` names, its words in order; a bit is 1 where the plane holds."""
        raise NotImplementedError

    def numbers_into(self, out: vec[i64], viewer: i64) -> None:
        """Write the numbers that `tensors.py` names, as the seat `viewer` may know them, to the
        front of `out`."""
        raise NotImplementedError

    # -- the other methods of State, by means of those above

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


def mix(mark: i64, value: i64) -> i64:
    """Mix a value, such as a set of 64 squares, into a fingerprint. `mark` is the fingerprint so
    far, or at first a small number. The result has 63 bits, and is the same compiled and
    interpreted.

    The bits of the value are spread before the value is added. Without that, values that differ in
    their highest bits alone would give fingerprints that differ in these few bits alone, so that
    two such values often cancel each other. (The multipliers are from splitmix64.)"""
    value = (value ^ value >> 32 & 0xFFFFFFFF) * 0x14D049BB133111EB & FULL
    mark = (mark * 0x1F58476D1CE4E5B9 + (value ^ value >> 29)) & FULL
    return mark ^ mark >> 31


def hash_key(key: Hashable) -> i64:
    """Return 63 bits of a hash of a state's key, the same in every process."""
    digest = blake2b(repr(key).encode(), digest_size=8).digest()
    return i64(int.from_bytes(digest, "big") >> 1)
