"""Any state for compiled searches: a plain `State` is wrapped, a `FastState` is taken as it is."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, final

from everygame.contract import State
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.budget import Answer, Budget

Evaluate = Callable[[State, int], float]
"""A game's estimate of an unfinished state for a seat, from −1, lost, to 1, won; with two seats
what is good for one is as bad for the other."""

Priors = Callable[[State, list[int]], list[float]]
"""How promising a game finds each of these legal actions before any look ahead: weights of any
size, none negative. Simulations try the heavy ones more, alpha-beta first."""
Noisy = Callable[[State, int], bool]
"""A legal action that changes so much (a capture) that an estimate before it would mislead."""
Idle = Callable[[State, int], bool]
"""A legal action that never helps who forgets nothing, as a look at what a bot has seen before."""
Quiet = Callable[[State], bool]
"""An estimate may be made of this state. Where not, as in the middle of a turn, alpha-beta looks at
all moves until it may."""
Policy = Callable[[State, int], int]
"""Which legal action to play in a simulated match; the number, which is in range(`DRAWS`), is its
dice. Chance is not asked."""
Solve = Callable[[State, Budget], Answer | None]
"""What best play leads to from a state that hides nothing, proven within the budget; None where the
game cannot tell in time."""
DRAWS: Final = 1 << 30

CERTAIN: Final = 1 << 30
"""The weight of a chance outcome of probability 1."""


@final
class PlainState(FastState):
    """A state of a plain class in the clothes of a FastState. States are shared until a step
    changes one, so a search copies a plain state only where it leaves a known one."""

    def __init__(self, state: State, seats: int) -> None:
        self.state = state
        self.seats: i64 = seats
        self.shared = True

    def blank(self) -> PlainState:
        return PlainState(self.state, self.seats)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, PlainState)
        self.state = other.state
        self.shared = other.shared = True

    def to_play(self) -> i64:
        return self.state.to_play()

    def legal_actions_into(self, out: vec[i64]) -> i64:
        actions = self.state.legal_actions()
        if len(actions) > MAX_ACTIONS:
            raise BadGame(
                "A state has {number} legal actions; at most {max_actions} fit.",
                number=len(actions),
                max_actions=MAX_ACTIONS,
            )
        for n, action in enumerate(actions):
            out[n] = action
        return len(actions)

    def weights_into(self, out: vec[i64]) -> i64:
        total: i64 = 0
        for n, (_, probability) in enumerate(self.state.chance_outcomes()):
            out[n] = max(int(probability * CERTAIN), 1)
            total += out[n]
        return total

    def advance(self, action: i64) -> None:
        if self.shared:
            self.state = self.state.copy()
            self.shared = False
        self.state.advance(action)

    def return_of(self, seat: i64) -> float:
        return self.state.returns()[seat]

    def seat_count(self) -> i64:
        return self.seats

    def fingerprint(self) -> i64:
        digest = blake2b(repr(self.state.key()).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1


def as_fast(state: State) -> FastState:
    """The state itself, or wrapped."""
    if isinstance(state, FastState):
        return state
    return PlainState(state, len(state.returns()))


def inner(state: FastState) -> State:
    """What the game itself made: the state, or what is wrapped."""
    return state.state if isinstance(state, PlainState) else state


def worth(evaluate: Evaluate | None, state: FastState, seat: i64) -> float:
    """What the game thinks of an unfinished state, 0 where it says nothing."""
    if evaluate is None:
        return 0.0
    return max(-1.0, min(1.0, evaluate(inner(state), seat)))


def weights(priors: Priors, state: FastState, actions: vec[i64], n: i64) -> list[float]:
    """The priors of the first n actions, as shares of 1. Raises BadGame."""
    i: i64
    found = priors(inner(state), [actions[i] for i in range(n)])
    total = sum(found)
    if len(found) != n or min(found) < 0:
        raise BadGame("Priors must be {n} numbers, none negative, not {found}.", n=n, found=found)
    return [weight / total for weight in found] if total > 0 else [1.0 / float(n)] * int(n)
