"""The tree of all plies of a match. Every line that was played stays in the tree; the line walked
last is the main line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from everygame.contract import CHANCE

START: Final = 0
"""The number of the root node, before the first ply."""
TIME: Final = "time"
LOST: Final = ("resignation", TIME)
AGREED: Final = ("agreement", "stopped")
ENDINGS: Final = LOST + AGREED
"""The endings that players or the clock bring about and not the rules: a seat resigns or loses on
time, all agree on a draw, or all agree to stop without a result."""


@dataclass(slots=True)
class Node:
    """A node of the tree: a ply, and facts about the state after it."""

    id: int
    parent: int
    """The number of the parent; -1 at the root."""
    seat: int
    """The seat that played the ply, or CHANCE."""
    action: int
    move: str
    ply: int
    """The number of plies from the start to this node."""
    joined: bool = False
    """Whether the ply was made by one move together with the ply before it."""
    irrevocable: str = ""
    """Why the ply cannot be taken back, as `State.irrevocable` answered."""
    told: dict[int | None, str] = field(default_factory=dict)
    """In a game with secrets: the move text as each viewer reads it."""
    occurrence: int = 1
    """The number of times that the position has occurred on the line from the root to this node,
    this node included."""
    children: list[int] = field(default_factory=list)
    main_child: int | None = None
    """The child on the main line: the child that was walked last."""
    jump: int = START
    """The number of a distant ancestor. To find an ancestor, follow jumps, and parents where a jump
    leads too far; this takes a number of steps logarithmic in the plies (Myers, "An applicative
    random-access stack", 1983)."""


class History:
    """The tree of a match. Nodes are numbered in the order in which their plies were first
    played."""

    def __init__(self) -> None:
        self.nodes = [Node(START, -1, CHANCE, -1, "", 0)]
        self.walked: list[int] = []
        """The nodes that became main children, in that order; a node may occur several times. A
        reader that has seen the first n entries only needs the entries after them to be up to
        date."""
        self._former: list[int | None] = []
        """For each entry of `walked`: the main child that it replaced, so that the change can be
        undone."""

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to this one."""
        return [START, *reversed(list(self.upwards(node)))]

    def upwards(self, node: int) -> Iterator[int]:
        """Yield this node and its ancestors, from the bottom up, without the root."""
        while node != START:
            yield node
            node = self.nodes[node].parent

    def onward(self, node: int) -> list[int]:
        """Return the nodes of the main line below this one."""
        return list(self._onward(node))

    def branches(self, line: Collection[int]) -> list[tuple[int, list[int]]]:
        """Return all lines other than `line`, each as the node at which it branches off and the
        nodes of its own."""
        on = set(line)
        return [
            (node.id, [child, *self.onward(child)])
            for node in self.nodes
            for child in node.children
            if child not in on and (child != node.main_child or node.id in on)
        ]

    # -- helpers

    def _walk(self, node: int) -> None:
        """Make a node the main child of its parent, and note the change in `walked`."""
        parent = self.nodes[self.nodes[node].parent]
        if parent.main_child != node:
            self._former.append(parent.main_child)
            parent.main_child = node
            self.walked.append(node)

    def _walk_back(self, length: int) -> None:
        """Undo the last changes of main children, until `walked` has this length."""
        while len(self.walked) > length:
            parent = self.nodes[self.walked.pop()].parent
            self.nodes[parent].main_child = self._former.pop()

    def _onward(self, node: int) -> Iterator[int]:
        main_child = self.nodes[node].main_child
        while main_child is not None:
            yield main_child
            main_child = self.nodes[main_child].main_child

    def _between(self, node: int, other: int) -> Iterator[int]:
        """Yield this node and its ancestors, as long as they are not ancestors of `other`."""
        nodes = self.nodes
        while node != other:
            if nodes[node].ply >= nodes[other].ply:
                yield node
                node = nodes[node].parent
            else:
                other = nodes[other].parent

    def _jump(self, parent: Node) -> int:
        """Return the jump of a new child of `parent`. Where the two jumps above have the same
        length, the child jumps over both, as a binary counter carries; so the lengths of jumps
        double."""
        over = self.nodes[parent.jump]
        after = self.nodes[over.jump]
        return after.id if parent.ply - over.ply == over.ply - after.ply else parent.id

    def _above(self, node: int, ply: int) -> int:
        """Return the ancestor of a node that has `ply` plies before it, or the node itself."""
        nodes = self.nodes
        while nodes[node].ply > ply:
            far = nodes[node].jump
            node = far if nodes[far].ply >= ply else nodes[node].parent
        return node
