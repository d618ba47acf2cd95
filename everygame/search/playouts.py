"""Random play to the end: the unit of work of Monte Carlo searches and of benchmarks."""

from __future__ import annotations

from typing import Final

from everygame.contract import CHANCE, OVER
from everygame.errors import BadGame
from everygame.fast.arrays import i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import DRAWS, Policy, inner
from everygame.search.rng import Rng

ENDLESS: Final = 1 << 60
LONG: Final = 1000
"""Plies of a playout in a search: time to finish, but not for ever where a game has no end."""
SHORT: Final = 4
"""The same where the game itself can say what an unfinished state is worth."""


def play_out(state: FastState, rng: Rng, actions: vec[i64], most: i64 = ENDLESS) -> i64:
    """Play `state` to its end or for `most` plies, in place, by uniform legal plies and weighted
    chance; return the number of plies. `actions` is a buffer of MAX_ACTIONS."""
    plies: i64 = 0
    while plies < most:
        who = state.to_play()
        if who == OVER:
            break
        if who == CHANCE:
            chosen = pick(state, rng, actions)
            state.legal_actions_into(actions)
            state.advance(actions[chosen])
        else:
            state.advance(actions[rng.below(state.legal_actions_into(actions))])
        plies += 1
    return plies


def play_on(state: FastState, rng: Rng, actions: vec[i64], most: i64, policy: Policy) -> i64:
    """The same, but the game chooses the plies of seats. Raises BadGame."""
    i: i64
    plies: i64 = 0
    while plies < most:
        who = state.to_play()
        if who == OVER:
            break
        if who == CHANCE:
            chosen = pick(state, rng, actions)
            state.legal_actions_into(actions)
            state.advance(actions[chosen])
        else:
            n = state.legal_actions_into(actions)
            legal: list[int] = [actions[i] for i in range(n)]
            action = policy(inner(state), legal, rng.below(DRAWS))
            if action not in legal:
                raise BadGame(
                    "A playout cannot go on by {action}, which is not legal.", action=action
                )
            state.advance(action)
        plies += 1
    return plies


def pick(state: FastState, rng: Rng, weights: vec[i64]) -> i64:
    """A chance outcome by its weight, as its place in the order of `fill`."""
    left = rng.below(state.weights_into(weights))
    chosen: i64 = 0
    while left >= weights[chosen]:
        left -= weights[chosen]
        chosen += 1
    return chosen


def playouts(root: FastState, count: i64, seed: int) -> tuple[int, list[float]]:
    """Play `count` random matches from `root`: all plies, and the sum of returns by seat."""
    i: i64
    seat: i64
    plies: i64 = 0
    rng = Rng(seed)
    actions = vec[i64]([0] * MAX_ACTIONS)
    totals = [0.0] * int(root.seat_count())
    state = root.blank()
    for i in range(count):
        state.copy_from(root)
        plies += play_out(state, rng, actions)
        for seat in range(root.seat_count()):
            totals[seat] += state.return_of(seat)
    return int(plies), totals
