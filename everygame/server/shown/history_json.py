"""Encodes the history of a match for pages. Each ply is put into words and JSON once, and a page
that has a part of the history gets only the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from everygame.contract import CHANCE, Json
from everygame.history import START
from everygame.notation.tree import said
from everygame.scene import ply_in_words
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.people.people_names import SeatNames, name_people
from everygame.server.requests.encoding import encode
from everygame.server.shown.packed_lines import PackedLines

Tongue: TypeAlias = tuple[str, SeatNames]
"""A language, and the names of the people in the match."""


@dataclass(frozen=True, slots=True)
class Known:
    """How much of a history a page already has."""

    nodes: int = 1
    """The number of nodes that the page has. It has the root from the start."""
    walked: int = 0
    """The number of entries of `walked` (changes of the main line, `everygame/history.py`) that the
    page has."""
    names: SeatNames = ()
    """The names of the people that stand in its words."""


class History:
    """The histories of a match in words, one for each reader and language."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.match = session.match
        self.plies: dict[tuple[Reader, str], tuple[SeatNames, PackedLines]] = {}
        """For each reader and language: the names of the people, and with these the JSON of each
        node after the root. When a name changes, everything is written again, so that no old name
        is kept."""
        self.secret_seats: set[int | None] = set()
        """The seats that have played in secret, as far as the nodes have been searched."""
        self.searched = 0

    def grow(self, reader: Reader, most: int, tongue: Tongue) -> bool:
        """Put at most `most` further plies into words; return True where none is left."""
        lens = self.session.lens(reader)
        is_complete = lens.grow(most)
        written = self.written(reader, tongue)
        goal = min(len(lens.first) - 1, len(written) + most)
        while len(written) < goal:
            written.append(encode(self.ply(reader, len(written) + 1, tongue[1]), tongue[0]))
        return is_complete and goal == len(lens.first) - 1

    def written(self, reader: Reader, tongue: Tongue) -> PackedLines:
        """Return the JSON of the nodes that have been put into words so far, for a reader and a
        tongue."""
        language, names = tongue
        kept = self.plies.get((reader, language))
        if kept is None or kept[0] != names:
            kept = self.plies[reader, language] = names, PackedLines()
        return kept[1]

    def ply(self, reader: Reader, number: int, names: SeatNames) -> Json:
        """Return `Ply` of the wire format: the ply that led to a node, as a reader may know it."""
        lens = self.session.lens(reader)
        node, text = self.match.nodes[lens.first[number]], lens.text(number)
        words = name_people(self.words(node.id, text, lens.viewer), names)
        return {
            "node": number,
            "parent": lens.parents[number],
            "ply": lens.plies[number],
            "turn": lens.turns[number],
            "seat": None if node.seat == CHANCE else node.seat,
            "move": text,
            **({"words": words} if words != text else {}),
            **self.comment(reader, node.id),
        }

    def comment(self, reader: Reader, node: int) -> Json:
        """Return what a file of another program says at a node. Only those who know the whole
        match get it, because it may tell what is hidden."""
        comment = said(self.session.tags, "comments").get(str(node)) if reader == ALL else None
        return {"comment": comment} if isinstance(comment, str) else {}

    def words(self, node: int, text: str, viewer: int | None) -> str:
        """Describe the ply that led to a node in words for people. `text` is the move text that the
        viewer may read. For the viewer TRUTH the words hide nothing."""
        match = self.match
        plies = match.state(match.nodes[node].parent), match.state(node)
        return ply_in_words(self.session.artist, match.game, plies, text, viewer)

    def since(self, reader: Reader, known: Known, tongue: Tongue) -> bytes:
        """Return `History` of the wire format: the part of a history that a page does not have
        yet."""
        self.grow(reader, len(self.match.nodes), tongue)
        plies = b",".join(self.written(reader, tongue).since(known.nodes - 1))
        main = self.session.lens(reader).main_children_since(known.nodes, known.walked)
        comment = self.comment(reader, START) if known.nodes == 1 else {}
        head = encode({"of": reader, "after": known.nodes, **comment})[:-1]
        # joined as bytes: the plies, of which there can be thousands, are JSON already
        return b'%b,"plies":[%b],"main_children":%b}' % (head, plies, encode(main))

    def seats_with_secret_plies(self) -> set[int | None]:
        """Return the seats that have played a ply which others may not read."""
        nodes = self.match.nodes
        for node in nodes[self.searched :]:
            public = node.told.get(None)
            self.secret_seats |= {one for one, text in node.told.items() if text != public}
        self.searched = len(nodes)
        return self.secret_seats

    def extent(self, reader: Reader, names: SeatNames) -> Known:
        """Return how much a page has that got all of a reader's history, with these names."""
        lens = self.session.lens(reader)
        return Known(len(lens.first), len(lens.walked), names)
