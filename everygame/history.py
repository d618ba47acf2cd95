"""The tree of all plies of a match. Every line that was played stays in it; the one walked last is
the main line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from everygame.contract import CHANCE

START: Final = 0
"""The node before the first ply."""


@dataclass(slots=True)
class Node:
    """A node of the tree: a ply, and the state that it led to."""

    id: int
    parent: int
    """-1 at the start."""
    seat: int
    """The seat that played the ply, or CHANCE."""
    action: int
    move: str
    ply: int
    """The number of plies from the start to this node."""
    irrevocable: str = ""
    """Why the ply cannot be taken back, as `State.irrevocable` answered."""
    told: dict[int | None, str] = field(default_factory=dict)
    """In a game with secrets: the move text for each viewer."""
    occurrence: int = 1
    """How often the position has occurred on the line from the start, this time included."""
    children: list[int] = field(default_factory=list)
    main_child: int | None = None
    """The child on the main line from here: the one that was walked last."""
    jump: int = START
    """A distant ancestor. Going up by jumps where they do not lead too far takes a number of steps
    that is logarithmic in the plies (Myers, "An applicative random-access stack", 1983)."""


class History:
    """The tree. The number of a node is its place in the order in which plies were first played."""

    def __init__(self) -> None:
        self.nodes = [Node(START, -1, CHANCE, -1, "", 0)]
        self.walked: list[int] = []
        """The nodes that became main children, in that order. A reader that knows the first so many
        entries is brought up to date by the others."""
        self._former: list[int | None] = []
        """For each entry of `walked` the main child before it, so that it can be undone."""

    def path(self, node: int) -> list[int]:
        """The nodes from the start to this one."""
        return [START, *reversed(list(self.upwards(node)))]

    def upwards(self, node: int) -> Iterator[int]:
        """This node and its ancestors, without the start."""
        while node != START:
            yield node
            node = self.nodes[node].parent

    def onward(self, node: int) -> list[int]:
        """The nodes of the main line after this one."""
        return list(self._onward(node))

    def branches(self, line: Collection[int]) -> list[tuple[int, list[int]]]:
        """All lines besides `line`: for each the node where it branches off, and its own nodes."""
        on = set(line)
        return [
            (node.id, [child, *self.onward(child)])
            for node in self.nodes
            for child in node.children
            if child not in on and (child != node.main_child or node.id in on)
        ]

    # -- how it is done

    def _walk(self, node: int) -> None:
        """Make a node the main child of its parent."""
        parent = self.nodes[self.nodes[node].parent]
        if parent.main_child != node:
            self._former.append(parent.main_child)
            parent.main_child = node
            self.walked.append(node)

    def _walk_back(self, length: int) -> None:
        """Undo the last walks, until `walked` is so long."""
        while len(self.walked) > length:
            parent = self.nodes[self.walked.pop()].parent
            self.nodes[parent].main_child = self._former.pop()

    def _onward(self, node: int) -> Iterator[int]:
        main_child = self.nodes[node].main_child
        while main_child is not None:
            yield main_child
            main_child = self.nodes[main_child].main_child

    def _between(self, node: int, other: int) -> Iterator[int]:
        """This node and its ancestors, up to the last one that is not on the line to `other`."""
        nodes = self.nodes
        while node != other:
            if nodes[node].ply >= nodes[other].ply:
                yield node
                node = nodes[node].parent
            else:
                other = nodes[other].parent

    def _jump(self, parent: Node) -> int:
        """The jump of a new child. Where the two jumps above it have the same length the child
        jumps over both, as a binary counter carries; so lengths of jumps double."""
        over = self.nodes[parent.jump]
        after = self.nodes[over.jump]
        return after.id if parent.ply - over.ply == over.ply - after.ply else parent.id

    def _above(self, node: int, ply: int) -> int:
        """The ancestor at `ply`, or the node itself."""
        nodes = self.nodes
        while nodes[node].ply > ply:
            far = nodes[node].jump
            node = far if nodes[far].ply >= ply else nodes[node].parent
        return node
