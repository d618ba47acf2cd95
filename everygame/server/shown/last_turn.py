"""Finds what a ply moved, and the cells that the whole turn has changed so far, for the marks on
the page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from typing import Final

from everygame.contract import CHANCE, Json
from everygame.history import START
from everygame.server.matches.session import Session
from everygame.server.shown.scene_changes import changed_cells, moved_pieces
from everygame.server.shown.scenes import Scenes

MOST_PLIES: Final = 64
"""The number of plies of a match whose changed cells stay in memory."""
TURN: Final = 16
"""The number of plies back to which a turn is followed. On a table without rules, a turn may end
only when a player taps a button, so one can last for the whole match."""
WAYS: Final = 3
"""The most plies before the last one of a turn whose ways are drawn; more would hide the board."""


class LastTurn:
    """Finds what the last turn before a node changed, as each viewer saw it."""

    def __init__(self, session: Session) -> None:
        self.match = session.match
        self.scenes = session.cached(Scenes)
        self.seen: OrderedDict[tuple[object, ...], tuple[list[str], list[list[str]]]] = (
            OrderedDict()
        )
        """For a ply, viewer and `truth`: the cells that the ply changed, and the ways of the pieces
        that it moved; only the most recently used ones are kept."""

    def changes(self, node: int, viewer: int | None, truth: bool = False) -> Json:
        """Return the pieces that the last ply of a player moved, and of this player's turn so far
        the cells that it has changed and the ways of pieces before this ply. Rolls after the ply
        are part of it. Everything is as the viewer could see it."""
        turn = list(islice(self.turn(node), TURN))
        if not turn:
            return {"pieces": {}, "cells": [], "ways": []}
        before = self.scenes.scene(self.match.nodes[turn[0]].parent, viewer, truth)
        after = self.scenes.scene(node, viewer, truth)
        cells = dict.fromkeys(changed_cells(before, after))
        ways: list[list[str]] = []
        for ply in turn[1:]:
            changed, walked = self.ply(ply, viewer, truth)
            cells |= dict.fromkeys(changed)
            ways += walked if len(turn) <= WAYS + 1 else []
        moved = moved_pieces(before, after, self.paths(turn[0], viewer))
        return {"pieces": moved, "cells": list(cells), "ways": ways}

    def ply(self, ply: int, viewer: int | None, truth: bool) -> tuple[list[str], list[list[str]]]:
        """Return the cells that a ply changed and the ways of the pieces that it moved, as a viewer
        saw it."""
        key = ply, viewer, truth
        if key not in self.seen:
            earlier = self.scenes.scene(self.match.nodes[ply].parent, viewer, truth)
            later = self.scenes.scene(ply, viewer, truth)
            moved = moved_pieces(earlier, later, self.paths(ply, viewer))
            self.seen[key] = changed_cells(earlier, later), list(moved.values())
            if len(self.seen) > MOST_PLIES:
                self.seen.popitem(last=False)
        return self.seen[key]

    def turn(self, node: int) -> Iterator[int]:
        """Yield the plies of the turn that led to a node, the last one first, without rolls after
        it. In a game for one player, each ply is a turn."""
        nodes = self.match.nodes
        while node != START and nodes[node].seat == CHANCE:
            node = nodes[node].parent
        seat = nodes[node].seat
        while node != START and nodes[node].seat == seat:
            yield node
            node = START if len(self.scenes.seat_names) == 1 else nodes[node].parent

    def paths(self, ply: int, viewer: int | None) -> list[tuple[str, ...]]:
        """Return the paths along which the ply may have moved its piece. In a game with secrets,
        only the player who moved gets them."""
        node = self.match.nodes[ply]
        if self.match.game.hidden and viewer != node.seat:
            return []
        choices = self.scenes.scene(node.parent, node.seat).choices
        return [choice.path for choice in choices if choice.move == node.move]
