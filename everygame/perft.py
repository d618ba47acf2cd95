"""Perft: count the legal sequences of plies of a length. Any change of a game's rules changes the
counts."""

from __future__ import annotations

from typing import SupportsIndex

from everygame.arguments import whole
from everygame.contract import OVER, State
from everygame.fast.arrays import i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.pulse import Pulse
from everygame.fast.state import FastState
from everygame.words import say


def perft(state: State, depth: SupportsIndex) -> int:
    """Count the legal sequences of exactly `depth` plies. Each outcome of chance counts once
    whatever its probability, a finished game has no further plies, and draws by repetition are
    ignored."""
    plies = whole(depth, say("The number of plies"), 0)
    if plies == 0:
        return 1
    if isinstance(state, FastState):
        states = [state, *(state.blank() for _ in range(plies - 1))]
        buffers = [vec[i64]([0] * MAX_ACTIONS) for _ in range(plies)]
        return int(count(states, buffers, 0, Pulse()))
    return sum(perft(state.apply(action), plies - 1) for action in state.legal_actions())


def perft_turns(state: State, depth: SupportsIndex) -> int:
    """Count the legal sequences of `depth` turns instead of plies. Consecutive plies of one seat
    are one turn, as in published counts of games where a capture has several jumps."""
    turns = whole(depth, say("The number of turns"), 0)
    if turns == 0:
        return 1
    seat, total = state.to_play(), 0
    for action in state.legal_actions():
        after = state.apply(action)
        total += perft_turns(after, turns if after.to_play() == seat else turns - 1)
    return total


def divide(state: State, depth: SupportsIndex) -> dict[str, int]:
    """Return for each first move, by its text, the number of sequences of `depth` plies that begin
    with it."""
    plies = whole(depth, say("The number of plies"), 1)
    actions = state.legal_actions()
    return {state.text(action): perft(state.apply(action), plies - 1) for action in actions}


def count(states: list[FastState], buffers: list[vec[i64]], level: int, pulse: Pulse) -> i64:
    """Count as `perft` does, from the state `states[level]` on, with one state and one buffer for
    each level, so that nothing is allocated."""
    pulse.step()
    state = states[level]
    if state.to_play() == OVER:
        return 0
    actions = buffers[level]
    n = state.legal_actions_into(actions)
    if level == len(states) - 1:
        return n
    i: i64
    total: i64 = 0
    after = states[level + 1]
    for i in range(n):
        after.copy_from(state)
        after.advance(actions[i])
        total += count(states, buffers, level + 1, pulse)
    return total
