"""Which moves alpha-beta tries first: the best one known, killers (what refuted a sibling), then
those that often were good or that the game finds promising."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.state import MAX_ACTIONS, FastState
from everygame.search.adapter import Priors, weights
from everygame.search.rng import Rng

FIRST: Final = 1 << 60
KILLER: Final = 1 << 59
HISTORY: Final = 1 << 14
PROMISE: Final = 4096
"""What a prior of 1 counts beside history."""
TIES: Final = 1024
NOTHING: Final = -1


@final
class Frame:
    """What one ply of the current line needs."""

    def __init__(self, state: FastState) -> None:
        self.state = state
        self.moves: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.order: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.limits: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        """How good each outcome of chance can be at most."""
        self.key: i64 = NOTHING
        self.killer: i64 = NOTHING
        self.second_killer: i64 = NOTHING

    def bring_forward(self, place: i64, n: i64) -> i64:
        """The most promising of the n moves from `place` on, which changes places with that one."""
        i: i64
        moves, order = self.moves, self.order
        best = place
        most = order[place]
        for i in range(place + 1, n):
            if order[i] > most:
                best = i
                most = order[i]
        move = moves[best]
        if best != place:
            moves[best] = moves[place]
            moves[place] = move
            order[best] = order[place]
        return move


@final
class Ordering:
    """What ordered moves well so far."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.priors: Priors | None = None
        self.history: vec[i64] = vec[i64]([0] * (2 * HISTORY))

    def rate(self, frame: Frame, n: i64, first: i64, who: i64) -> None:
        """Say how early to try each of the n moves of the frame, which `who` decides."""
        i: i64
        moves, order, history = frame.moves, frame.order, self.history
        killer, second = frame.killer, frame.second_killer
        start = who * HISTORY
        for i in range(n):
            move = moves[i]
            if move == first:
                order[i] = FIRST
            elif move == killer or move == second:
                order[i] = KILLER
            else:
                order[i] = history[start + (move & HISTORY - 1)]

    def advise(self, frame: Frame, n: i64) -> None:
        """Let the game's priors speak beside history."""
        i: i64
        assert self.priors is not None
        shares = weights(self.priors, frame.state, frame.moves, n)
        for i in range(n):
            if frame.order[i] < KILLER:
                frame.order[i] += int(shares[i] * PROMISE)

    def break_ties(self, frame: Frame, n: i64) -> None:
        """By the seed."""
        i: i64
        for i in range(n):
            if frame.order[i] < KILLER:
                frame.order[i] += self.rng.below(TIES)

    def credit(self, frame: Frame, move: i64, who: i64, depth: i64) -> None:
        """This move was too good for the other side to let it happen."""
        if move != frame.killer:
            frame.second_killer = frame.killer
            frame.killer = move
        self.history[who * HISTORY + (move & HISTORY - 1)] += depth * depth
