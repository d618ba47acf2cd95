"""The history of a match as one reader may know it, where the match keeps secrets.

A ply that a reader may not read, and after which all that it sees is as before, is no ply for it.
Lines that look alike to it are one line, whatever happened behind them. So neither the numbers of
nodes nor the branches tell what a seat did and took back unseen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import chain

from everygame.contract import State
from everygame.errors import StaleState
from everygame.history import START
from everygame.match import Match

Likeness = tuple[int, str, bytes]
"""What makes a ply look like another: the node that it leaves, its text, what is seen after it."""


class Lens:
    """Numbers the nodes of a match anew for one reader; grows with the match."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self.seen = [START]
        """For each node of the match, the node as which the reader knows it."""
        self.first = [START]
        """For each node that the reader knows, a node of the match that is one of it."""
        self.parents = [-1]
        self.plies = [0]
        """How many plies of the reader's lead to each."""
        self.heirs: dict[int, int] = {}
        """By which child each line goes on, as it was walked last."""
        self.walked: list[int] = []
        """The nodes that became heirs, in that order."""
        self._last: dict[int, int] = {}
        self._looks = [self._look(START)]
        self._known: dict[Likeness, int] = {}
        self._followed = 0

    def grow(self, most: int | None = None) -> bool:
        """Look at so many nodes more, or at all; True if those were all."""
        nodes = self.match.nodes
        goal = len(nodes) if most is None else min(len(nodes), len(self.seen) + most)
        while len(self.seen) < goal:
            self.seen.append(self._find(len(self.seen)))
        self._follow()
        return goal == len(nodes)

    def number(self, node: int) -> int:
        """The node as which the reader knows a node of the match."""
        self.grow()
        return self.seen[node]

    def plain(self, node: int) -> int:
        """The node of the match that stands for all that look like this one."""
        return self.first[self.number(node)]

    def find(self, number: int, *wanted: int | None) -> int:
        """The node of the match that a reader means by a number: one of `wanted` if it can be, or
        else the last on the way to where the table stands. Raises StaleState."""
        self.grow()
        if number >= len(self.first):
            raise StaleState("There is no node {node}.", node=number)
        for node in chain(wanted, self.match.upwards(self.match.node)):  # as far as need be
            if node is not None and self.seen[node] == number:
                return node
        return self.first[number]

    def text(self, number: int) -> str:
        """The ply that led to a node of the reader's, as it may read it."""
        return self._told(self.first[number])

    def heirs_since(self, nodes: int, walked: int) -> list[int]:
        """By which nodes lines go on, for a reader who knows so many nodes and entries of
        `walked`: where that has changed and the last new child is not the one."""
        last = {self.parents[node]: node for node in self.walked[walked:]}
        return [node for parent, node in last.items() if node < nodes or node != self._last[parent]]

    def _told(self, node: int) -> str:
        ply = self.match.nodes[node]
        return ply.told.get(self.viewer, ply.move)

    def _look(self, node: int) -> bytes:
        return look(self.match.state(node), self.viewer)

    def _find(self, node: int) -> int:
        """The number of a node whose parent has one."""
        ply = self.match.nodes[node]
        parent, look, text = self.seen[ply.parent], self._look(node), self._told(node)
        may_read = ply.seat == self.viewer or text == ply.move
        if not may_read and look == self._looks[parent]:
            return parent
        key = parent, text, look
        if key not in self._known:
            self._known[key] = self._add(node, parent, look)
        return self._known[key]

    def _add(self, node: int, parent: int, look: bytes) -> int:
        number = len(self.first)
        self.first.append(node)
        self.parents.append(parent)
        self.plies.append(self.plies[parent] + 1)
        self._looks.append(look)
        self._last[parent] = number
        return number

    def _follow(self) -> None:
        """Note by which nodes the lines go on now, as far as the nodes are known."""
        walked = self.match.walked
        while self._followed < len(walked) and walked[self._followed] < len(self.seen):
            node = self.seen[walked[self._followed]]
            parent = self.seen[self.match.nodes[walked[self._followed]].parent]
            if node != parent and self.heirs.get(parent) != node:
                self.heirs[parent] = node
                self.walked.append(node)
            self._followed += 1


def look(state: State, viewer: int | None) -> bytes:
    """A digest of all that a viewer sees of a state."""
    sight = json.dumps([state.to_play(), state.observe(viewer)], sort_keys=True)
    return hashlib.sha256(sight.encode()).digest()


def is_unseen(state: State, action: int, viewers: Iterable[int | None]) -> bool:
    """None of these viewers would learn of this action, not even that it was done."""
    after, move = state.apply(action), state.text(action)
    return all(
        state.text(action, viewer) != move and look(state, viewer) == look(after, viewer)
        for viewer in viewers
    )
