"""What an action was worth whenever it came later in a simulated match: rapid action value
estimation (S. Gelly and D. Silver, *Monte-Carlo tree search and rapid action value estimation in
computer Go*, 2011). It fits games in which a move means much the same some plies later.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.search.playouts import Trace

EQUIVALENCE: Final = 1000.0
"""After a third as many visits as this, shared results weigh 0.7, after all of them half."""
HOPE: Final = 1.0
"""What is thought of an action that nothing is known of: the best."""
CONFIDENCE: Final = 20
"""Shared results that a game's prior is worth."""


@final
class Rave:
    """The shared results of all nodes of a tree, and the plies of the present simulated match."""

    def __init__(self, seats: i64, actions: int) -> None:
        self.seats: i64 = seats
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])
        self.trace = Trace()
        self.mark: i64 = 0
        self.seen: vec[i64] = vec[i64]([-1] * actions)
        """Per action: this match's mark plus the seat that plays it first from a ply on."""

    def grow(self, n: i64) -> None:
        """Make room for n new nodes."""
        i: i64
        for i in range(n):
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)

    def expect(self, child: i64, ratio: float) -> None:
        """Begin with the game's prior of an action, as a multiple of the usual one: from 0, which
        is as good as lost, over 1, which says nothing, to a win where it is much more."""
        self.visits[child] = CONFIDENCE
        self.total[child] = float(CONFIDENCE) * (ratio - 1.0) / (ratio + 1.0)

    def begin(self) -> None:
        """Look back from the end of a match."""
        self.mark += self.seats

    def look_back(self, start: i64) -> None:
        """Mark the plies from `start` on, the last ones first, so that who came first counts."""
        trace = self.trace
        while trace.length > start:
            trace.length -= 1
            who = trace.deciders[trace.length]
            if who >= 0:
                self.seen[trace.actions[trace.length]] = self.mark + who

    def share(self, child: i64, action: i64, who: i64, gain: float) -> None:
        """Credit a child whose action its decider was the first to play from there on."""
        if self.seen[action] == self.mark + who:
            self.visits[child] += 1
            self.total[child] += gain

    def value(self, child: i64, visits: i64, total: float) -> float:
        """The means of a child's own results and of the shared ones, weighed by how many there are
        of its own (the hand-selected schedule of the paper)."""
        shared = self.visits[child]
        if shared == 0:
            return total / float(visits) if visits > 0 else HOPE
        found = self.total[child] / float(shared)
        if visits == 0:
            return found
        weight = sqrt(EQUIVALENCE / (3.0 * float(visits) + EQUIVALENCE))
        return weight * found + (1.0 - weight) * total / float(visits)
