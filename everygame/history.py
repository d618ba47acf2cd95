"""The tree of all plies of a match: each line that was played, and which was walked last."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from everygame.contract import CHANCE

START: Final = 0
"""The node before the first ply."""


@dataclass(slots=True)
class Node:
    """A ply of the history, and the state that it led to."""

    id: int
    parent: int
    """-1 at the start."""
    seat: int
    """Who played it: a seat or CHANCE."""
    action: int
    move: str
    ply: int
    """How many plies lead here."""
    irrevocable: str = ""
    """Why it cannot be taken back, by `State.irrevocable`."""
    told: dict[int | None, str] = field(default_factory=dict)
    """The move as each viewer may read it, in games with secrets."""
    occurrence: int = 1
    """Which occurrence of its position this is, along the line from the start."""
    children: list[int] = field(default_factory=list)
    heir: int | None = None
    """The child whose line was walked last."""
    jump: int = START
    """An ancestor far above: with it a way up takes a logarithm of its plies in steps (Myers, "An
    applicative random-access stack", 1983)."""


class History:
    """Nodes by their numbers, in the order in which they were first played."""

    def __init__(self) -> None:
        self.nodes = [Node(START, -1, CHANCE, -1, "", 0)]
        self.walked: list[int] = []
        """The nodes that became heirs, in that order: who knows a part of it can catch up."""
        self._former: list[int | None] = []
        """The heir whose place each of these took, so that the walk can be taken back."""

    def path(self, node: int) -> list[int]:
        """The nodes from the start to this one."""
        return [START, *reversed(list(self.upwards(node)))]

    def upwards(self, node: int) -> Iterator[int]:
        """This node and its ancestors but the start."""
        while node != START:
            yield node
            node = self.nodes[node].parent

    def onward(self, node: int) -> list[int]:
        """The nodes after this one to the end of its line, as it was walked last."""
        return list(self._onward(node))

    def branches(self, line: Collection[int]) -> list[tuple[int, list[int]]]:
        """The lines besides `line`: where each leaves, and its nodes to its end."""
        on = set(line)
        return [
            (node.id, [child, *self.onward(child)])
            for node in self.nodes
            for child in node.children
            if child not in on and (child != node.heir or node.id in on)
        ]

    # -- how

    def _walk(self, node: int) -> None:
        """The line goes on from the parent of a node to it."""
        parent = self.nodes[self.nodes[node].parent]
        if parent.heir != node:
            self._former.append(parent.heir)
            parent.heir = node
            self.walked.append(node)

    def _walk_back(self, length: int) -> None:
        """Lines go on as they did when `walked` was so long."""
        while len(self.walked) > length:
            parent = self.nodes[self.walked.pop()].parent
            self.nodes[parent].heir = self._former.pop()

    def _onward(self, node: int) -> Iterator[int]:
        heir = self.nodes[node].heir
        while heir is not None:
            yield heir
            heir = self.nodes[heir].heir

    def _between(self, node: int, other: int) -> Iterator[int]:
        """This node and its ancestors up to where the line to another one leaves theirs."""
        nodes = self.nodes
        while node != other:
            if nodes[node].ply >= nodes[other].ply:
                yield node
                node = nodes[node].parent
            else:
                other = nodes[other].parent

    def _jump(self, parent: Node) -> int:
        """Where a child of this node jumps to: two jumps of the same length become one."""
        over = self.nodes[parent.jump]
        after = self.nodes[over.jump]
        return after.id if parent.ply - over.ply == over.ply - after.ply else parent.id

    def _above(self, node: int, ply: int) -> int:
        """The ancestor of a node so many plies from the start, or the node itself."""
        nodes = self.nodes
        while nodes[node].ply > ply:
            far = nodes[node].jump
            node = far if nodes[far].ply >= ply else nodes[node].parent
        return node
