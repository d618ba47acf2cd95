"""Decides what can be taken back in a match.

People at one screen may undo as they like, except what was revealed. People at several screens may
take back the plies of an unfinished turn; for anything more they ask each other.
"""

from __future__ import annotations

from collections.abc import Collection

from everygame.contract import CHANCE, Game
from everygame.history import LOST, START, TIME, History
from everygame.words import say


class Undo(History):
    """The history of a match, with the rules of undo and redo."""

    game: Game
    node: int
    """The current node."""
    ended: tuple[str, int | None] | None
    """The ending that was declared at the current node, and the seat that caused it."""

    def outcome(self, node: int | None = None) -> object | None:
        """Return how the match ended at a node; None where it goes on."""
        raise NotImplementedError

    def to_play(self) -> int:
        """Return the seat to move, or CHANCE, or OVER."""
        raise NotImplementedError

    def undo(self, mine: Collection[int], shared: bool) -> int | None:
        """Return the node that undo goes to, for a person who holds the seats `mine`; None where
        undo is not allowed.

        Where `shared` is true, all people sit at one screen, and undo goes back to the last
        decision of these seats. Otherwise a player takes back the last ply of an unfinished turn.
        In both cases, plies that one move made are taken back together, and nothing that was
        revealed can be taken back."""
        if self.why_no_undo(mine, shared):
            return None
        if shared and self.ended:
            return self.node
        if self.node == START:
            return None
        return self._previous(mine) if shared else self._before(self.node)

    def why_no_undo(self, mine: Collection[int], shared: bool, here: int | None = None) -> str:
        """Say in one sentence why undo is not allowed; return an empty text where it is, and at the
        start. `here` is the current node as the asking player knows it: others may have moved
        since, unseen by this player."""
        here = self.node if here is None else here
        last = self.nodes[here]
        if self.outcome() and self.game.hidden:
            return say("The match is over, and nothing is hidden any more.")
        if why := self._why_lost():
            return why
        if here == START:
            return ""
        if shared:
            target = self._previous(mine)
            return "" if target is None else self._why_final(target, shared)
        if self.outcome():
            return say("The match is over; people at several screens cannot take its end back.")
        if why := self._why_final(self._before(here), shared, here):
            return why
        if last.seat not in mine or self.to_play() != last.seat:
            return say("A finished turn cannot be taken back while people play at several screens.")
        return ""

    def redo(self, mine: Collection[int], shared: bool) -> int | None:
        """Return the node that redo goes to, which reverses `undo`; None where redo is not
        allowed."""
        main_child = self.nodes[self.node].main_child
        if main_child is None or self.outcome():
            return None
        if not shared:
            return self._end(main_child) if self.nodes[main_child].seat in mine else None
        for node in self._onward(self.node):
            if self._played_on(node) in mine and node == self._end(node):
                break
        return node

    def may_go(self, node: int, mine: Collection[int], shared: bool) -> bool:
        """Whether a person who holds the seats `mine` may make this node the current one."""
        if not shared:
            return node in (self.undo(mine, shared), self.redo(mine, shared))
        over = self._why_lost() or (self.game.hidden and self.outcome())
        return not over and not self._why_final(node, shared)

    # -- helpers

    def _why_lost(self) -> str:
        """Say in one sentence why a resignation or a loss on time is final; return an empty text
        where the match did not end by one."""
        ending = self.ended[0] if self.ended else ""
        if ending == TIME:
            return say("The time was up; that cannot be taken back.")
        return say("Who has given up cannot take that back.") if ending in LOST else ""

    def _why_final(self, goal: int, shared: bool, here: int | None = None) -> str:
        """Say why the plies between `here` and the line to `goal` cannot be taken back; return an
        empty text where they can. People at one screen may take back a ply of chance, unless the
        game has secrets: `draw` takes the same outcome again, so nobody gains a new roll."""
        left = goal if goal in range(len(self.nodes)) else START
        here = self.node if here is None else here
        for ply in (self.nodes[node] for node in self._between(here, left)):
            if ply.irrevocable == "reveals":
                return say("What was revealed cannot be taken back.")
            if (ply.seat == CHANCE or ply.irrevocable) and (self.game.hidden or not shared):
                return say("What was rolled or drawn cannot be taken back.")
        return ""

    def _previous(self, mine: Collection[int]) -> int | None:
        """Return the nearest ancestor at which one of these seats was to move."""
        found = (node for node in self.upwards(self.node) if self.nodes[node].seat in mine)
        node = next(found, None)
        return None if node is None else self._before(node)

    def _before(self, node: int) -> int:
        """Return the node before the move that made a ply."""
        while self.nodes[node].joined:
            node = self.nodes[node].parent
        return self.nodes[node].parent

    def _end(self, node: int) -> int:
        """Return the node of the main line after the move that made a ply."""
        child = self.nodes[node].main_child
        while child is not None and self.nodes[child].joined:
            node, child = child, self.nodes[child].main_child
        return node

    def _played_on(self, node: int) -> int | None:
        """Return the seat that played the main child of a node."""
        main_child = self.nodes[node].main_child
        return None if main_child is None else self.nodes[main_child].seat
