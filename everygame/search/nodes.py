"""The nodes of a search tree in columns, and how simulations walk among them."""

from __future__ import annotations

from typing import Final

from everygame.contract import OVER
from everygame.fast.arrays import append, i64, vec
from everygame.fast.limits import MAX_ACTIONS
from everygame.fast.state import FastState
from everygame.search.rng import Rng

DEEPEST: Final = 4096
"""The most nodes on the path of one simulation, which is the size of a buffer."""


class Nodes:
    """The tree of an open game. A node is a number and each attribute of nodes is a column, because
    one object for each node would cost too much memory. The children of a node have consecutive
    numbers, those already tried first. `total` sums up the returns of the seat that chose the node,
    so with more than two seats each seat maximizes its own return (max^n)."""

    def __init__(self, root: FastState, seed: int) -> None:
        self.root = root
        self.state = root.blank()
        self.rng = Rng(seed)
        self.seats: i64 = root.seat_count()
        self.gains: vec[float] = vec[float]([0.0] * int(self.seats))
        self.buffer: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        self.path: vec[i64] = vec[i64]([0] * DEEPEST)
        self.size: i64 = 1
        self.action: vec[i64] = vec[i64]([-1])
        self.who: vec[i64] = vec[i64]([OVER])
        self.first: vec[i64] = vec[i64]([0])
        self.count: vec[i64] = vec[i64]([0])
        self.tried: vec[i64] = vec[i64]([0])
        self.visits: vec[i64] = vec[i64]([0])
        self.total: vec[float] = vec[float]([0.0])

    def add_children(self, node: i64, n: i64) -> None:
        """Add n children to a node, one for each action in the buffer."""
        i: i64
        self.first[node] = self.size
        self.count[node] = n
        self.size += n
        for i in range(n):
            self.action = append(self.action, self.buffer[i])
            self.who = append(self.who, OVER)
            self.first = append(self.first, 0)
            self.count = append(self.count, 0)
            self.tried = append(self.tried, 0)
            self.visits = append(self.visits, 0)
            self.total = append(self.total, 0.0)

    def try_new(self, node: i64) -> i64:
        """Return an untried child of a node, drawn at random."""
        tried = self.tried[node]
        child = self.first[node] + tried
        other = child + self.rng.below(self.count[node] - tried)
        self.action[child], self.action[other] = self.action[other], self.action[child]
        self.tried[node] = tried + 1
        return child

    def back_up(self, length: i64) -> None:
        """Add one visit, and the gain of the seat that chose the node, to each node on the path."""
        i: i64
        path, visits, total = self.path, self.visits, self.total
        visits[0] += 1
        for i in range(1, length):
            node = path[i]
            who = self.who[path[i - 1]]
            visits[node] += 1
            if who >= 0:
                total[node] += self.gains[who]
