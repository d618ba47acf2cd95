"""The move ordering of alpha-beta: first the best move from the transposition table, then the
killers (moves that caused a cut-off at the same level of the line), then the other moves by the
history heuristic and the game's priors."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState
from everygame.search.adapter import Priors, weights
from everygame.search.rng import Rng

FIRST: Final = 1 << 60
"""The rating of the best move from the table. The ratings FIRST, KILLER and history are so far
apart that no move of a lower kind reaches a higher kind."""
KILLER: Final = 1 << 59
"""The rating of a killer move."""
HISTORY: Final = 1 << 14
"""The number of entries in the history table for each seat; an action is found by its last 14
bits."""
PROMISE: Final = 4096
"""A prior of 1 adds this much to the history rating of a move."""
TIES: Final = 1024
"""Random numbers below this bound break ties between ratings."""
NOTHING: Final = -1
"""No move, or no position."""


@final
class Frame:
    """The buffers for one ply of the current line; they are allocated once for a search."""

    def __init__(self, state: FastState) -> None:
        self.state = state
        self.moves: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.order: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.limits: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        """At a chance node: an upper bound for the value of each outcome."""
        self.key: i64 = NOTHING
        self.killer: i64 = NOTHING
        self.second_killer: i64 = NOTHING

    def bring_forward(self, place: i64, n: i64) -> i64:
        """Swap the best-rated of the moves from index `place` to n − 1 to index `place`, and return
        it. This selects one move at a time, which is cheaper than sorting, because most nodes are
        cut off after a few moves."""
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
    """What the search has learned about good moves: the history table; and the game's priors."""

    def __init__(self, rng: Rng, priors: Priors | None) -> None:
        self.rng = rng
        self.priors = priors
        self.history: vec[i64] = vec[i64]([0] * (2 * HISTORY))

    def rate(self, frame: Frame, n: i64, first: i64, who: i64) -> None:
        """Rate the first n moves of a frame, where `who` is the seat to move and `first` the move
        to try first."""
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
        """Add the game's priors to the history ratings of the first n moves of a frame."""
        i: i64
        assert self.priors is not None
        shares = weights(self.priors, frame.state, frame.moves, n)
        for i in range(n):
            if frame.order[i] < KILLER:
                frame.order[i] += int(shares[i] * PROMISE)

    def break_ties(self, frame: Frame, n: i64) -> None:
        """Add a random number to the history ratings, so that the seed decides between equal
        moves."""
        i: i64
        for i in range(n):
            if frame.order[i] < KILLER:
                frame.order[i] += self.rng.below(TIES)

    def credit(self, frame: Frame, move: i64, who: i64, depth: i64) -> None:
        """Record that a move caused a beta cut-off: as a killer, and in the history table."""
        if move != frame.killer:
            frame.second_killer = frame.killer
            frame.killer = move
        self.history[who * HISTORY + (move & HISTORY - 1)] += depth * depth
