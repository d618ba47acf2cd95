"""What moved in each ply of a match, and the cells of the whole turn that it belongs to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import Final

from everygame.contract import CHANCE, Json
from everygame.history import START
from everygame.server.matches.session import Session
from everygame.server.shown.changes import changed_cells, moved_pieces
from everygame.server.shown.scenes import Scenes

KEPT: Final = 64
"""Plies of a match whose changed cells are kept."""
TURN: Final = 16
"""Plies of a turn that are looked back at: where nothing but a tap ends a turn, one can last for
the whole match."""


class Moves:
    """What moved in the plies of a match, as each viewer saw it."""

    def __init__(self, session: Session) -> None:
        self.match = session.match
        self.scenes = session.kept(Scenes)
        self.touched: OrderedDict[tuple[object, ...], list[str]] = OrderedDict()
        """The cells that a ply changed, as a viewer saw it."""

    def last(self, node: int, viewer: int | None, truth: bool = False) -> Json:
        """What moved in the last ply of a player, dice after it included, and the cells of the
        whole turn that it belongs to (its latest plies), as far as the viewer sees it."""
        turn = list(islice(self.turn(node), TURN))
        if not turn:
            return {"pieces": {}, "cells": []}
        before = self.scenes.scene(self.match.nodes[turn[0]].parent, viewer, truth)
        after = self.scenes.scene(node, viewer, truth)
        cells = dict.fromkeys(changed_cells(before, after))
        for ply in turn[1:]:
            cells |= dict.fromkeys(self.cells(ply, viewer, truth))
        paths = self.paths(turn[0], viewer)
        return {"pieces": moved_pieces(before, after, paths), "cells": list(cells)}

    def cells(self, ply: int, viewer: int | None, truth: bool) -> list[str]:
        """What a ply changed."""
        key = ply, viewer, truth
        if key not in self.touched:
            earlier = self.scenes.scene(self.match.nodes[ply].parent, viewer, truth)
            self.touched[key] = changed_cells(earlier, self.scenes.scene(ply, viewer, truth))
            if len(self.touched) > KEPT:
                self.touched.popitem(last=False)
        return self.touched[key]

    def turn(self, node: int) -> Iterator[int]:
        """The plies of the turn that led to a node, the last first; dice after it left out. Who
        plays alone has turns of one ply."""
        nodes = self.match.nodes
        while node != START and nodes[node].seat == CHANCE:
            node = nodes[node].parent
        seat = nodes[node].seat
        while node != START and nodes[node].seat == seat:
            yield node
            node = START if len(self.scenes.called) == 1 else nodes[node].parent

    def paths(self, ply: int, viewer: int | None) -> list[tuple[str, ...]]:
        """The cells that the ply passed, where the viewer may know them."""
        node = self.match.nodes[ply]
        if self.match.game.hidden and viewer != node.seat:
            return []
        choices = self.scenes.scene(node.parent, node.seat).choices
        return [choice.path for choice in choices if choice.move == node.move]
