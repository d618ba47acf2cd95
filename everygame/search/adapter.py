"""Adapters that wrap a plain `State` as a `FastState`, which the compiled searches need, and the
seats of a side as one player; and the types of the functions by which a game advises searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from everygame.contract import Game, State
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState, hash_key
from everygame.search.budget import Answer, Budget

Evaluate = Callable[[State, int], float]
"""Estimates the return of a seat in an unfinished state, from −1 (lost) to 1 (won). In a game of
two seats, the estimate for one seat must be the negative of the estimate for the other."""

Priors = Callable[[State, list[int]], list[float]]
"""Gives each of the legal actions a weight that says how promising it is, without looking ahead; no
weight is negative. Searches by simulation try actions with large weights more often, and alpha-beta
tries them first."""
Noisy = Callable[[State, int], bool]
"""Says whether a legal action, such as a capture, changes so much that an estimate of the state
before it would mislead."""
Idle = Callable[[State, int], bool]
"""Says whether a legal action can never help a player with perfect memory, such as looking at a
card again."""
Quiet = Callable[[State], bool]
"""Says whether a state may be estimated. From a state that may not, as in the middle of a turn,
alpha-beta searches all moves until it reaches states that may."""
Policy = Callable[[State, int], int]
"""Chooses a legal action for the seat to move in a playout. Its second argument, a number drawn
from range(DRAWS), is the only source of randomness that it may use."""
Solve = Callable[[State, Budget], Answer | None]
"""Proves the value of a state that hides nothing; returns None where the budget does not
suffice."""
DRAWS: Final = 1 << 30
"""The size of the range from which the random number of a Policy is drawn."""

CERTAIN: Final = 1 << 30
"""The integer weight of a chance outcome of probability 1. Other outcomes have proportional
weights."""


@final
class PlainState(FastState):
    """A plain state behind the interface of FastState. `copy_from` shares the wrapped state, and
    `advance` copies a shared state before it changes it (copy on write), because copies of plain
    states are slow."""

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
        return hash_key(self.state.key())

    def repetition_mark(self) -> i64:
        return self.fingerprint()


@final
class SidesState(FastState):
    """A state whose sides (`Game.sides`) play as if each were one seat: the moves of partners who
    follow one another are steps of one turn. Searches of open games see a game of sides so; where
    something is hidden partners know different things, and each seat stays a player of its own."""

    def __init__(self, inner: FastState, sides: tuple[int, ...]) -> None:
        self.inner = inner
        self.sides = sides
        self.first: vec[i64] = vec[i64]([sides.index(side) for side in range(len(set(sides)))])

    def blank(self) -> SidesState:
        return SidesState(self.inner.blank(), self.sides)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, SidesState)
        self.inner.copy_from(other.inner)

    def to_play(self) -> i64:
        seat = self.inner.to_play()
        return self.sides[seat] if seat >= 0 else seat

    def legal_actions_into(self, out: vec[i64]) -> i64:
        return self.inner.legal_actions_into(out)

    def weights_into(self, out: vec[i64]) -> i64:
        return self.inner.weights_into(out)

    def advance(self, action: i64) -> None:
        self.inner.advance(action)

    def return_of(self, seat: i64) -> float:
        """Return the return of a side."""
        return self.inner.return_of(self.first[seat])

    def seat_count(self) -> i64:
        """Return the number of sides."""
        return len(self.first)

    def fingerprint(self) -> i64:
        return self.inner.fingerprint()


def as_fast(state: State) -> FastState:
    """Return the state itself if it is a FastState, else a PlainState that wraps it."""
    if isinstance(state, FastState):
        return state
    return PlainState(state, len(state.returns()))


def as_sides(state: State) -> FastState:
    """Return the state for a search of an open game: as `as_fast` does, and with its sides as
    players where seats of its game share sides."""
    game = getattr(state, "game", None)
    fast = as_fast(state)
    return SidesState(fast, game.sides) if isinstance(game, Game) and game.sides else fast


def of_seats(state: FastState, numbers: list[float]) -> list[float]:
    """Return a number for each seat, from a number for each player of a search."""
    if isinstance(state, SidesState):
        return [numbers[side] for side in state.sides]
    return numbers


def unwrap(state: FastState) -> State:
    """Return the state of the game's own class, without what wraps it for a search."""
    if isinstance(state, PlainState):
        return state.state
    return unwrap(state.inner) if isinstance(state, SidesState) else state


def worth(evaluate: Evaluate | None, state: FastState, seat: i64) -> float:
    """Return the estimate of an unfinished state for `seat`, limited to [-1, 1]; 0 without
    `evaluate`."""
    if evaluate is None:
        return 0.0
    if isinstance(state, SidesState):
        seat = state.first[seat]
    return max(-1.0, min(1.0, evaluate(unwrap(state), seat)))


def weights(priors: Priors, state: FastState, actions: vec[i64], n: i64) -> list[float]:
    """Return the priors of the first n actions in `actions`, scaled to a sum of 1; equal where all
    are 0. Raises BadGame."""
    i: i64
    found = priors(unwrap(state), [actions[i] for i in range(n)])
    total = sum(found)
    if len(found) != n or min(found) < 0:
        raise BadGame("Priors must be {n} numbers, none negative, not {found}.", n=n, found=found)
    return [weight / total for weight in found] if total > 0 else [1.0 / float(n)] * int(n)
