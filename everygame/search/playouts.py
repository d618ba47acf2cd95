"""Playouts: random play to the end of a match, which is the unit of work of Monte Carlo searches
and of benchmarks."""

from __future__ import annotations

from typing import Final, final

from everygame.contract import CHANCE, OVER, State
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.pulse import Pulse
from everygame.fast.state import FastState
from everygame.search.adapter import DRAWS, Policy, as_fast, unwrap
from everygame.search.rng import Rng

ENDLESS: Final = 1 << 60
"""A number of plies that no match reaches: no limit."""
LONG: Final = 1000
"""The most plies of a playout in a search: enough to finish a match, and a bound where a match
never ends."""
LONGEST: Final = 4096
"""The most plies that a trace can hold."""
SHORT: Final = 4
"""The most plies of a playout where the game can `evaluate` the last state."""


def play_out(state: FastState, rng: Rng, actions: vec[i64], most: i64 = ENDLESS) -> i64:
    """Play `state` in place, to the end of the match or for `most` plies. Seats play uniformly
    random legal actions; outcomes of chance are drawn by their weights. Return the number of plies.
    `actions` is a buffer of MAX_ACTIONS."""
    plies: i64 = 0
    while plies < most:
        who = state.to_play()
        if who == OVER:
            break
        if who == CHANCE:
            state.advance(draw_outcome(state, rng, actions))
        else:
            state.advance(actions[rng.below(state.legal_actions_into(actions))])
        plies += 1
    return plies


@final
class Trace:
    """The actions of one simulation, each with the seat that played it."""

    def __init__(self) -> None:
        self.length: i64 = 0
        self.actions: vec[i64] = vec[i64]([0] * LONGEST)
        self.deciders: vec[i64] = vec[i64]([0] * LONGEST)

    def note(self, action: i64, who: i64) -> None:
        """Append a ply, if there is room."""
        if self.length < LONGEST:
            self.actions[self.length] = action
            self.deciders[self.length] = who
            self.length += 1


def play_on(
    state: FastState,
    rng: Rng,
    actions: vec[i64],
    most: i64,
    policy: Policy | None,
    trace: Trace | None = None,
) -> i64:
    """Do what `play_out` does, but let the game's policy choose the actions of seats, and note each
    ply in the trace; without a policy, seats play at random. Raises BadGame."""
    plies: i64 = 0
    while plies < most:
        who = state.to_play()
        if who == OVER:
            break
        action = ply(state, who, rng, actions, policy)
        if plies == 0 and policy is not None:
            must_be_legal(state, action, actions)
        if trace is not None:
            trace.note(action, who)
        state.advance(action)
        plies += 1
    return plies


def ply(state: FastState, who: i64, rng: Rng, actions: vec[i64], policy: Policy | None) -> i64:
    """Return the next action: the drawn outcome where chance decides, the action that the policy
    chooses, or a uniformly random one without a policy."""
    if who == CHANCE:
        return draw_outcome(state, rng, actions)
    if policy is None:
        return actions[rng.below(state.legal_actions_into(actions))]
    return policy(unwrap(state), rng.below(DRAWS))


def must_be_legal(state: FastState, action: i64, actions: vec[i64]) -> None:
    """Check that an action of a policy is legal. Only the first ply of a playout is checked,
    because listing the legal actions takes longer than choosing one. Raises BadGame."""
    i: i64
    for i in range(state.legal_actions_into(actions)):
        if actions[i] == action:
            return
    raise BadGame("A playout cannot go on by {action}, which is not legal.", action=int(action))


def pick(state: FastState, rng: Rng, weights: vec[i64]) -> i64:
    """Draw an outcome of chance by its weight; return its index among the legal actions. `weights`
    is a buffer."""
    left = rng.below(state.weights_into(weights))
    chosen: i64 = 0
    while left >= weights[chosen]:
        left -= weights[chosen]
        chosen += 1
    return chosen


def draw_outcome(state: FastState, rng: Rng, actions: vec[i64]) -> i64:
    """Draw an outcome of chance by its weight; return its action. `actions` is a buffer."""
    chosen = pick(state, rng, actions)
    state.legal_actions_into(actions)
    return actions[chosen]


def playouts(root: State, count: i64, seed: int) -> tuple[int, list[float]]:
    """Play `count` random matches from `root`. Return the total number of plies, and the sum of the
    returns of each seat."""
    i: i64
    seat: i64
    plies: i64 = 0
    rng = Rng(seed)
    actions = vec[i64]([0] * MAX_ACTIONS)
    start = as_fast(root)
    totals = [0.0] * int(start.seat_count())
    state = start.blank()
    pulse = Pulse()
    for i in range(count):
        pulse.step()
        state.copy_from(start)
        plies += play_out(state, rng, actions)
        for seat in range(start.seat_count()):
            totals[seat] += state.return_of(seat)
    return int(plies), totals
