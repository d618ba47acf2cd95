"""The history of a match as a page reads it: every ply is put into words and written once, and a
page that has a part of it is sent the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from everygame.contract import CHANCE, TRUTH, Json
from everygame.lens import Lens
from everygame.scene import ply_in_words
from everygame.server.matches.session import Reader, Session
from everygame.server.people.people_names import SeatNames, name_people
from everygame.server.requests.encoding import encode

Tongue: TypeAlias = tuple[str, SeatNames]
"""A language, and what people are called in it."""


@dataclass(frozen=True, slots=True)
class Known:
    """How much of a history a page has."""

    nodes: int = 1
    """The start needs no telling."""
    walked: int = 0
    """How many times the page was told, or had no need to be, by which node a line goes on."""


class History:
    """Histories of a match, one for each who reads another."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.match = session.match
        self.plies: dict[tuple[Reader, str], tuple[SeatNames, list[bytes]]] = {}
        """The JSON of each node after the start by reader and language, with the names in it: of
        names that people have given up nothing is kept."""
        self.secret: set[int | None] = set()
        self.searched = 0

    def grow(self, reader: Reader, most: int, tongue: Tongue) -> bool:
        """Put so many plies more into words; True if that was all."""
        lens = self.session.lens(reader)
        whole = lens.grow(most) if lens else True
        count = len(lens.first) if lens else len(self.match.nodes)
        written = self.written(reader, tongue)
        goal = min(count - 1, len(written) + most)
        while len(written) < goal:
            written.append(encode(self.ply(reader, len(written) + 1, tongue[1]), tongue[0]))
        return whole and goal == count - 1

    def written(self, reader: Reader, tongue: Tongue) -> list[bytes]:
        """The JSON of the nodes as far as they are put into these words."""
        language, names = tongue
        known, written = self.plies.get((reader, language), ((), []))
        if known != names or not written:
            written = []
            self.plies[reader, language] = names, written
        return written

    def ply(self, reader: Reader, number: int, names: SeatNames) -> Json:
        """`Ply`, as somebody may read it."""
        lens = self.session.lens(reader)
        node = self.match.nodes[lens.first[number] if lens else number]
        text, viewer = node.move, TRUTH if self.match.game.hidden else None
        if lens:
            text, viewer = lens.text(number), lens.viewer
        words = name_people(self.words(node.id, text, viewer), names)
        return {
            "node": number,
            "parent": lens.parents[number] if lens else node.parent,
            "ply": lens.plies[number] if lens else node.ply,
            "seat": None if node.seat == CHANCE else node.seat,
            "move": text,
            **({"words": words} if words != text else {}),
        }

    def words(self, node: int, text: str, viewer: int | None) -> str:
        """The ply that led to a node, for people: `text` is what the viewer reads of it. With
        TRUTH as the viewer all is told."""
        match = self.match
        plies = match.state(match.nodes[node].parent), match.state(node)
        return ply_in_words(self.session.artist, match.game, plies, text, viewer)

    def news(self, reader: Reader, known: Known, tongue: Tongue) -> bytes:
        """`History` for a page that has a part of it."""
        self.grow(reader, len(self.match.nodes), tongue)
        plies = b",".join(self.written(reader, tongue)[known.nodes - 1 :])
        lens = self.session.lens(reader)
        heirs = lens.heirs_since(known.nodes, known.walked) if lens else self.heirs(known)
        head = encode({"of": reader, "after": known.nodes})[:-1]
        return b'%b,"plies":[%b],"heirs":%b}' % (head, plies, encode(heirs))

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

    def known(self, reader: Reader) -> Known:
        """What a page has that was sent everything."""
        whole = self.session.lens(reader) or self.match
        count = len(whole.first if isinstance(whole, Lens) else whole.nodes)
        return Known(count, len(whole.walked))
