"""Rapid action value estimation (S. Gelly and D. Silver, *Monte-Carlo tree search and rapid action
value estimation in computer Go*, 2011): a child also counts the simulations in which its action was
played later. This helps in games in which an action has much the same effect some plies later."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.search.playouts import Trace

EQUIVALENCE: Final = 1000.0
"""The equivalence parameter k of the paper: a child with this many visits of its own gives half of
the weight to the shared results."""
HOPE: Final = 1.0
"""The value of an action without any result, so that it is tried: a win."""
CONFIDENCE: Final = 20
"""A prior counts as this many shared results."""


@final
class Rave:
    """The shared results of all nodes of a tree, and the trace of the current simulation."""

    def __init__(self, seats: i64, actions: int) -> None:
        self.seats: i64 = seats
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])
        self.trace = Trace()
        self.mark: i64 = 0
        self.seen: vec[i64] = vec[i64]([-1] * actions)
        """For each action: `mark` plus the seat that was the first to play it from the current ply
        on. `mark` grows with each simulation, so the column need not be cleared."""

    def grow(self, n: i64) -> None:
        """Make room for n new nodes."""
        i: i64
        for i in range(n):
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)

    def expect(self, child: i64, ratio: float) -> None:
        """Start a child with its prior, given as a ratio to the mean prior: a ratio of 0 counts as
        a loss, 1 as a draw, and a large one almost as a win."""
        self.visits[child] = CONFIDENCE
        self.total[child] = float(CONFIDENCE) * (ratio - 1.0) / (ratio + 1.0)

    def begin(self) -> None:
        """Prepare to credit the actions of the next simulation."""
        self.mark += self.seats

    def look_back(self, start: i64) -> None:
        """Mark the actions of the trace from index `start` on. The last ply is marked first, so
        that the seat that played an action first overwrites the others."""
        trace = self.trace
        while trace.length > start:
            trace.length -= 1
            who = trace.deciders[trace.length]
            if who >= 0:
                self.seen[trace.actions[trace.length]] = self.mark + who

    def share(self, child: i64, action: i64, who: i64, gain: float) -> None:
        """Credit a child with a gain if `who`, the seat that chooses the child, was the first to
        play its action from the current ply on."""
        if self.seen[action] == self.mark + who:
            self.visits[child] += 1
            self.total[child] += gain

    def value(self, child: i64, visits: i64, total: float) -> float:
        """Return the weighted mean of two means: that of a child's own results and that of its
        shared results. The weight of the shared results falls with the number of own results (the
        hand-selected schedule of the paper)."""
        shared = self.visits[child]
        if shared == 0:
            return total / float(visits) if visits > 0 else HOPE
        found = self.total[child] / float(shared)
        if visits == 0:
            return found
        weight = sqrt(EQUIVALENCE / (3.0 * float(visits) + EQUIVALENCE))
        return weight * found + (1.0 - weight) * total / float(visits)
