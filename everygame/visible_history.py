"""Shows the history of a match with secrets as one reader may know it.

A ply that the reader may not read and that changes nothing in its observation does not exist for
the reader. Lines that the reader cannot tell apart are one line for it. So neither the numbers of
nodes nor the branches give away what a seat played and took back unseen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import chain

from everygame.contract import CHANCE, TRUTH, State
from everygame.errors import StaleState
from everygame.history import START
from everygame.match import Match

Likeness = tuple[int, str, bytes]
"""All that the reader can know of a ply: the reader's number of the parent, the move text, and the
digest of the observation after the ply. Plies that agree in all three are one ply for the
reader."""


class Lens:
    """Numbers the nodes of a match anew for one reader, and continues as the match grows."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self.seen = [START]
        """For each node of the match: the reader's number of it."""
        self.first = [START]
        """For each number of the reader: the first node of the match that has this number."""
        self.parents = [-1]
        self.plies = [0]
        """For each number of the reader: how many plies of the line to it the reader knows."""
        self.turns = [0]
        """For each number of the reader: how many turns of players have begun on the line to it. A
        seat's plies in a row are one turn, also where chance decides something between them, but
        for a game of one seat and for a game without an end, where each ply is a turn."""
        self.movers = [CHANCE]
        """For each number of the reader: the seat whose turn was the last to begin."""
        self.main_children: dict[int, int] = {}
        """For a number of the reader: the number of its main child."""
        self.walked: list[int] = []
        """The reader's numbers that became main children, in that order."""
        self._newest_child: dict[int, int] = {}
        self._looks = [self._look(START)]
        """For each number of the reader: the digest of the reader's observation there."""
        self._known: dict[Likeness, int] = {}
        self._followed = 0
        """The number of entries of the match's `walked` that have been taken over into `walked` of
        this lens."""

    def grow(self, most: int | None = None) -> bool:
        """Number at most `most` further nodes of the match, by default all; return True when every
        node has a number. Each node costs an observation of its state, so a long match is numbered
        in several calls."""
        nodes = self.match.nodes
        goal = len(nodes) if most is None else min(len(nodes), len(self.seen) + most)
        while len(self.seen) < goal:
            self.seen.append(self._find(len(self.seen)))
        self._follow()
        return goal == len(nodes)

    def number(self, node: int) -> int:
        """Return the reader's number of a node of the match."""
        self.grow()
        return self.seen[node]

    def plain(self, node: int) -> int:
        """Return the first of all nodes that the reader cannot tell apart from this one."""
        return self.first[self.number(node)]

    def find(self, number: int, *wanted: int | None) -> int:
        """Return the node of the match that a reader means by a number. Where several nodes have
        the number, prefer one of `wanted`, then the last one on the line to the current node.
        Raises StaleState."""
        self.grow()
        if number >= len(self.first):
            raise StaleState("There is no node {node}.", node=number)
        for node in chain(
            wanted, self.match.upwards(self.match.node)
        ):  # lazily, for the line is long
            if node is not None and self.seen[node] == number:
                return node
        return self.first[number]

    def text(self, number: int) -> str:
        """Return the move text, as the reader reads it, of the ply that led to a number of the
        reader."""
        return self._text(self.first[number])

    def main_children_since(self, nodes: int, walked: int) -> list[int]:
        """Return the numbers that have become main children since the reader knew the first `nodes`
        numbers and the first `walked` entries of `walked`. The reader takes the newest child of a
        node for its main child, so numbers for which that is right are left out."""
        last = {self.parents[node]: node for node in self.walked[walked:]}
        return [
            node
            for parent, node in last.items()
            if node < nodes or node != self._newest_child[parent]
        ]

    def _text(self, node: int) -> str:
        ply = self.match.nodes[node]
        return ply.told.get(self.viewer, ply.move)

    def _look(self, node: int) -> bytes:
        return look(self.match.state(node), self.viewer)

    def _find(self, node: int) -> int:
        """Return the reader's number of a node whose parent already has one."""
        ply = self.match.nodes[node]
        parent, look, text = self.seen[ply.parent], self._look(node), self._text(node)
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
        self._count_turn(self.match.nodes[node].seat, parent)
        self._looks.append(look)
        self._newest_child[parent] = number
        return number

    def _count_turn(self, seat: int, parent: int) -> None:
        """Note the turn to which a new ply of a seat, or of chance, belongs."""
        game, before = self.match.game, self.movers[parent]
        single = game.players == 1 or game.endless
        begins = seat != CHANCE and (seat != before or single)
        self.turns.append(self.turns[parent] + begins)
        self.movers.append(before if seat == CHANCE else seat)

    def _follow(self) -> None:
        """Take over the new entries of the match's `walked`, up to the first node that has no
        number yet."""
        walked = self.match.walked
        while self._followed < len(walked) and walked[self._followed] < len(self.seen):
            node = self.seen[walked[self._followed]]
            parent = self.seen[self.match.nodes[walked[self._followed]].parent]
            if node != parent and self.main_children.get(parent) != node:
                self.main_children[parent] = node
                self.walked.append(node)
            self._followed += 1


class Whole(Lens):
    """The history for a reader who may know everything: every node keeps its number."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, TRUTH if match.game.hidden else None)

    def _look(self, node: int) -> bytes:
        return b""

    def _find(self, node: int) -> int:
        return self._add(node, self.match.nodes[node].parent, b"")


def look(state: State, viewer: int | None) -> bytes:
    """Return a digest of a viewer's observation and of the seat to move. Digests are kept instead
    of observations, because observations are large."""
    sight = json.dumps([state.to_play(), state.observe(viewer)], sort_keys=True)
    return hashlib.sha256(sight.encode()).digest()


def is_unseen(state: State, action: int, viewers: Iterable[int | None]) -> bool:
    """Whether none of these viewers could notice it if this action were played."""
    after, move = state.apply(action), state.text(action)
    return all(
        state.text(action, viewer) != move and look(state, viewer) == look(after, viewer)
        for viewer in viewers
    )
