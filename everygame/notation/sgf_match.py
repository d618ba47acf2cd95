"""Matches of games on a board with stones of two colours, from SGF and to it.

A game of this kind says in its `notation.py` what differs (`Stones`): its number in SGF, its
options, its positions and its points.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from everygame.contract import OVER, Game, State
from everygame.errors import BadOption, BadPosition
from everygame.match import Match, Outcome
from everygame.notation import Found, sgf
from everygame.notation.tree import Growth, Node, Tree, Words, fault, order, printable, said, titled
from everygame.record import Record, replay
from everygame.version import __version__
from everygame.words import say

COLOURS: Final = "BW"
"""The letter of each seat."""
MOVE: Final = ("B", "W", "C")
"""The properties of a node that are written from a ply and its comment."""
PASS: Final = "pass"
"""The move text of a pass."""
SETUP: Final = {"AB": "B", "AW": "W", "AE": ""}
"""For each property that sets stones: their colour; AE takes stones off."""
TAGS: Final = {
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PC": "place",
    "GN": "name",
    "RU": "rules",
    "AN": "annotator",
    "SO": "source",
    "US": "user",
    "CP": "copyright",
    "RE": "result",
}
"""For each property of a root that becomes a tag of the record: the name of the tag."""
OWN: Final = ("GM", "FF", "CA", "AP", "SZ", "PB", "PW", "PL", *SETUP, *TAGS)
"""Properties of a root that are written from the match itself."""


@dataclass
class Setup:
    """What a file sets up before the first move."""

    stones: dict[str, str] = field(default_factory=dict)
    """For each point, its colour as a letter; an empty text where a stone was taken off."""
    turn: str = ""
    """The colour to move, where the file says it or the first move does."""

    def add(self, node: Node) -> None:
        """Add what a node sets up, and the colour of its move."""
        for name, colour in SETUP.items():
            self.stones |= dict.fromkeys(sgf.spread(node.words.get(name, [])), colour)
        if told := node.words.get("PL"):
            self.turn = told[0].strip().upper()[:1]
        elif not self.turn:
            self.turn = next(iter(moves_of(node)), "")


class Stones:
    """What a game says, so that its matches are read from SGF and written to it. A subclass
    overrides the methods that raise NotImplementedError."""

    number: int
    """The number of the game in SGF (GM)."""
    used: tuple[str, ...] = ()
    """Further properties of a root that are written from the match itself."""

    def game(self, root: Node) -> Game:
        """Return the game with the options of a file. Raises BadOption."""
        raise NotImplementedError

    def first(self, root: Node) -> str:
        """Return the colour that begins, where a file says it only by what else it says; else an
        empty text."""
        return ""

    def game_of(self, record: Record) -> Game:
        """Return the game of a record. Raises BadOption."""
        raise NotImplementedError

    def start(self, game: Game, setup: Setup) -> State | None:
        """Return the state that a file sets up; None for the start of the game. Raises
        BadPosition."""
        raise NotImplementedError

    def move(self, game: Game, value: str) -> str:
        """Return the move text for a point of a file."""
        raise NotImplementedError

    def point(self, game: Game, text: str) -> str:
        """Return the point of a file for a move text."""
        raise NotImplementedError

    def root(self, game: Game, start: State | None) -> Words:
        """Return the properties of the root that tell the options and the start. Raises
        BadRecord."""
        raise NotImplementedError

    def margin(self, state: State) -> str:
        """Return by how much a finished match was won, as SGF writes it."""
        raise NotImplementedError

    # -- from a file

    def read(self, data: bytes) -> list[Found]:
        """Return the games of a file that are of this game. Raises BadRecord."""
        text = sgf.decode(data)
        games = [game for game in sgf.parse(text) if sgf.is_of(game.root, self.number)]
        return [Found(title_of(game.root), Reader(self, text, game).read) for game in games]

    # -- to a file

    def write(self, records: Sequence[Record]) -> bytes:
        """Return a file with these matches. Raises BadRecord."""
        return sgf.write([self.tree(record) for record in records])

    def tree(self, record: Record) -> Tree:
        """Return the tree of a match, with what its file said beside the moves."""
        match = replay(record, self.game_of(record), Random(0))
        children = order(match)
        tree = Tree(Node(words=self.top(record, match)))
        waiting = [(0, tree.root)]
        while waiting:
            number, node = waiting.pop()
            node.words |= self.beside(record, number)
            for child in children[number]:
                ply = match.nodes[child]
                words = {COLOURS[ply.seat]: [self.point(match.game, ply.move)]}
                waiting.append((child, tree.add(node, Node(words=words))))
        return tree

    def beside(self, record: Record, number: int) -> Words:
        """Return the comment at a node of a match, and what its file said there that EveryGame has
        no use for."""
        comment = said(record.tags, "comments").get(str(number))
        words = {"C": [sgf.write_text(comment)]} if isinstance(comment, str) else {}
        kept = said(said(record.tags, "sgf"), str(number))
        ours = self.ours(number)
        return words | {k: v for k, v in kept.items() if sgf.is_sound(k, v) and k not in ours}

    def ours(self, number: int) -> set[str]:
        """Return the properties at a node of a match that are written from the match itself."""
        return {*MOVE, *(OWN + self.used if number == 0 else ())}

    def top(self, record: Record, match: Match) -> Words:
        """Return the properties of the root."""
        words = {"GM": str(self.number), "FF": "4", "CA": "UTF-8", "AP": f"EveryGame:{__version__}"}
        start = match.state(0) if record.start is not None else None
        names = zip(("PB", "PW"), record.seats, strict=True)
        told = {name: seat.name for name, seat in names if seat.name}
        told |= {name: str(record.tags[tag]) for name, tag in TAGS.items() if tag in record.tags}
        outcome = match.outcome()
        if outcome and "RE" not in told:
            told["RE"] = self.result(match.state(), outcome)
        found = {name: [value] for name, value in words.items()}
        found |= self.root(match.game, start)
        return found | {name: [sgf.write_text(text)] for name, text in told.items()}

    def result(self, state: State, outcome: Outcome) -> str:
        """Return the result of a match as SGF writes it."""
        if outcome.ending == "stopped":
            return "Void"
        if outcome.returns[0] == 0:
            return "0"
        how = {"resignation": "R", "time": "T"}.get(outcome.ending)
        return f"{COLOURS[outcome.returns[0] < 0]}+{how or self.margin(state)}"


def moves_of(node: Node) -> list[str]:
    """Return the colours that move at a node of a file, at most one in a file that keeps the
    standard."""
    return [name for name in node.words if name in ("B", "W")]


def sets_up(node: Node) -> bool:
    """Whether a node of a file sets up stones."""
    return any(name in node.words for name in SETUP)


def title_of(root: Node) -> str:
    """Return the title of a game."""
    told = {name: sgf.read_line(values[0]) for name, values in root.words.items()}
    names = told.get("PB", ""), told.get("PW", "")
    return titled(names, *(told.get(name, "") for name in ("GN", "EV", "DT", "RE")))


@dataclass
class Reader:
    """Reads one game of a file."""

    stones: Stones
    text: str
    tree: Tree

    def read(self) -> Record:
        """Return the record of the game. Raises BadRecord."""
        setup = Setup()
        head = self.head(setup)
        growth = self.begin(setup)
        for node in head:
            self.note(growth, node, 0)
        first = self.tree.children(head[-1])
        if moves_of(head[-1]):
            first = [Node(head[-1].at, bare(head[-1].words), head[-1].children)]
        end = growth.grow(self.tree, first, 0, partial(self.play, growth))
        words = self.tree.root.words
        told = {tag: sgf.read_line(words.get(name, [""])[0]) for name, tag in TAGS.items()}
        tags = {tag: text for tag, text in told.items() if text}
        if end:
            declare(growth.match, tags.get("result", ""))
        names = tuple(printable(sgf.read_line(words.get(name, [""])[0])) for name in ("PB", "PW"))
        return growth.record(names, tags, "sgf")

    def head(self, setup: Setup) -> list[Node]:
        """Return the nodes before the first move, and add to `setup` what they set up. The last of
        them may hold the first move too."""
        root = self.tree.root
        head = [root]
        setup.add(root)
        while not moves_of(head[-1]) and len(head[-1].children) == 1:
            following = self.tree.children(head[-1])[0]
            if moves_of(following) and not sets_up(following):
                break
            head.append(following)
            setup.add(following)
        if not setup.turn and head[-1].children:
            setup.turn = next(iter(moves_of(self.tree.children(head[-1])[0])), "")
        setup.turn = setup.turn or self.stones.first(root)
        return head

    def begin(self, setup: Setup) -> Growth:
        """Return the match before its first move. Raises BadRecord."""
        try:
            game = self.stones.game(self.tree.root)
            return Growth(self.text, game, self.stones.start(game, setup))
        except (BadOption, BadPosition) as error:
            raise fault(self.text, self.tree.root.at, error.message) from None

    def note(self, growth: Growth, node: Node, at: int) -> None:
        """Keep what a node of the file says beside its moves, at a node of the match."""
        growth.remark(at, "\n".join(map(sgf.read_text, node.words.get("C", []))))
        ours = self.stones.ours(at)
        growth.keep(at, {k: v for k, v in node.words.items() if k not in ours})

    def play(self, growth: Growth, node: Node, at: int) -> int:
        """Play the moves of a node of the file, and return the node of the match after them."""
        if sets_up(node):
            why = say("stones are set up here after the first move, which no match can follow.")
            raise fault(self.text, node.at, why)
        for colour in moves_of(node):
            for value in node.words[colour]:
                at = self.stone(growth, node, at, COLOURS.index(colour), value)
        if node.words.keys() - {"B", "W"}:
            self.note(growth, node, at)
        return at

    def stone(self, growth: Growth, node: Node, at: int, seat: int, value: str) -> int:
        """Play one move. A side that the file leaves out between two moves has passed."""
        match = growth.match
        try:
            text = self.stones.move(match.game, value.strip().lower())
        except BadPosition as error:
            raise fault(self.text, node.at, error.message) from None
        going = match.state(at).to_play()
        if going == OVER and text == PASS:
            return at  # some rules ask for a third pass
        if going in (0, 1) and going != seat:
            at = growth.play(at, PASS, node.at)
        return growth.play(at, text, node.at)


def bare(words: Words) -> Words:
    """Return the moves of a node alone."""
    return {name: words[name] for name in ("B", "W") if name in words}


def declare(match: Match, told: str) -> None:
    """End a match that the rules have not ended by what its file says: that a side resigned or lost
    on time, that it was a draw, or that it is void. A count at the end is only kept as a tag."""
    if match.outcome():
        return
    lost = re.match(r"([BW])\+(R|T)", told.upper())
    if lost:
        match.end("time" if lost[2] == "T" else "resignation", 1 - COLOURS.index(lost[1]))
    elif told.upper() in ("0", "DRAW", "JIGO"):
        match.end("agreement")
    elif told.upper() == "VOID":
        match.end("stopped")
