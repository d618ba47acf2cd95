"""The history of a match as a page reads it: every ply is put into words and written once, and a
page that has a part of it is sent the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from everygame.contract import CHANCE, TRUTH, Json
from everygame.match import Match
from everygame.server.messages import encode
from everygame.server.scenes import Scenes

ALL: Final = "all"
"""Whose history it is where everybody reads the same."""
Reader = int | str | None
"""A seat, None for one who watches, or ALL."""


@dataclass(frozen=True)
class Known:
    """How much of a history a page has."""

    nodes: int = 1
    """The start needs no telling."""
    walked: int = 0
    """How many entries of `Match.walked`."""


class History:
    """Histories of a match, one for each who reads another."""

    def __init__(self, match: Match, scenes: Scenes) -> None:
        self.match = match
        self.scenes = scenes
        self.plies: dict[tuple[Reader, str], list[bytes]] = {}
        """The JSON of each node after the start, by reader and language."""
        self.secret: set[int | None] = set()
        self.searched = 0

    def reader(self, viewer: int | None) -> Reader:
        """As whom a viewer reads: when nothing is hidden, or not any more, all read the same."""
        secret = self.match.game.hidden and self.match.outcome() is None
        return viewer if secret else ALL

    def grow(self, reader: Reader, most: int, language: str) -> bool:
        """Put so many plies more into words; True if that was all."""
        written = self.plies.setdefault((reader, language), [])
        goal = min(len(self.match.nodes) - 1, len(written) + most)
        while len(written) < goal:
            written.append(encode(self.ply(reader, len(written) + 1), language))
        return goal == len(self.match.nodes) - 1

    def ply(self, reader: Reader, number: int) -> Json:
        """`Ply`, as somebody may read it."""
        node = self.match.nodes[number]
        if isinstance(reader, str):
            text, viewer = node.move, TRUTH if self.match.game.hidden else None
        else:
            text, viewer = node.told.get(reader, node.move), reader
        words = self.scenes.words(number, text, viewer)
        return {
            "node": node.id,
            "parent": node.parent,
            "ply": node.ply,
            "seat": None if node.seat == CHANCE else node.seat,
            "move": text,
            **({"words": words} if words != text else {}),
        }

    def news(self, reader: Reader, known: Known, language: str) -> bytes:
        """`History` for a page that has a part of it."""
        count = len(self.match.nodes)
        self.grow(reader, count, language)
        plies = b",".join(self.plies[reader, language][known.nodes - 1 : count - 1])
        head = encode({"of": reader, "after": known.nodes})[:-1]
        heirs = encode(self.heirs(known))
        return b'%b,"plies":[%b],"heirs":%b}' % (head, plies, heirs)

    def heirs(self, known: Known) -> list[int]:
        """The nodes by which lines go on, where that has changed and the last new child is not
        the one."""
        nodes = self.match.nodes
        last = {nodes[node].parent: node for node in self.match.walked[known.walked :]}
        return [
            node
            for parent, node in last.items()
            if node < known.nodes or node != nodes[parent].children[-1]
        ]

    def secretive(self) -> set[int | None]:
        """The seats that have played something that others may not read."""
        nodes = self.match.nodes
        for node in nodes[self.searched :]:
            public = node.told.get(None)
            self.secret |= {one for one, text in node.told.items() if text != public}
        self.searched = len(nodes)
        return self.secret

    def known(self) -> Known:
        """What a page has that was sent everything."""
        return Known(len(self.match.nodes), len(self.match.walked))
