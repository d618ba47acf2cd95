"""The tree of moves in a file, and the match that it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from everygame.contract import Game, Json, State
from everygame.errors import BadRecord, EveryGameError
from everygame.match import Match
from everygame.record import MAX_PLIES, Record, Seat, record_match
from everygame.words import Message, say

Words = dict[str, list[str]]
"""For each name of a property: its values, as the file writes them."""
BESIDE: Final = " – "
"""Stands between the two players in the title of a game."""


@dataclass
class Node:
    """A node of a file: what stands there, and what may follow."""

    at: int = 0
    """The number of characters before it in the text of the file."""
    words: Words = field(default_factory=dict)
    children: list[int] = field(default_factory=list)
    """The numbers of the nodes that may follow, in their tree; that of the main line first."""


class Tree:
    """The nodes of one game of a file.

    Children are numbers: where each node held the next one, a long line would be freed by as many
    calls within each other, and a browser's stack is too short for them, which ends Python."""

    def __init__(self, root: Node) -> None:
        self.nodes = [root]

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def add(self, parent: Node, child: Node) -> Node:
        """Add a node after all other children of its parent, and return it."""
        parent.children.append(len(self.nodes))
        self.nodes.append(child)
        return child

    def children(self, node: Node) -> list[Node]:
        """Return the nodes that may follow a node, the main line first."""
        return [self.nodes[number] for number in node.children]


def fault(text: str, at: int, why: Message) -> BadRecord:
    """Return the error for a fault at a place of a file's text."""
    before = text[:at]
    line, column = before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1
    return BadRecord(
        "This file cannot be read at line {line}, column {column}: {why}",
        line=line,
        column=column,
        why=why,
    )


@dataclass
class Growth:
    """A match that grows from the nodes of a file, and what the file says beside the moves."""

    text: str
    """The text of the file, for the places of faults."""
    game: Game
    start: State | None
    comments: dict[str, str] = field(default_factory=dict)
    """What the file says of the match: for the number of a node of the match, a text."""
    extras: dict[str, Words] = field(default_factory=dict)
    """Properties that EveryGame has no use for, by the numbers of nodes; kept for the next
    file."""

    def __post_init__(self) -> None:
        self.match = Match(self.game, Random(0), self.start)  # no chance draws here

    def play(self, at: int, text: str, place: int) -> int:
        """Play a ply at a node of the match and return the new node. `place` is where the file
        says it. Raises BadRecord."""
        if len(self.match.nodes) > MAX_PLIES:
            why = say("A match has at most {most} plies.", most=MAX_PLIES)
            raise fault(self.text, place, why)
        try:
            self.match.apply_event({"type": "play", "at": at, "move": text})
        except EveryGameError as error:
            raise fault(self.text, place, error.message) from None
        return self.match.node

    def remark(self, at: int, text: str) -> None:
        """Add a comment to a node of the match."""
        if text.strip():
            before = self.comments.get(str(at))
            self.comments[str(at)] = f"{before}\n{text}" if before else text

    def keep(self, at: int, words: Words) -> None:
        """Keep properties of a node for the next file."""
        if words:
            self.extras[str(at)] = {**self.extras.get(str(at), {}), **words}

    def grow(self, tree: Tree, nodes: list[Node], at: int, play: Callable[[Node, int], int]) -> int:
        """Play nodes of a tree, and all below them, from a node of the match; the first of each is
        the main line. `play` plays one node and returns the node of the match after it. Return the
        last node of the main line, at which the match stands then."""
        end = at
        main = True
        waiting = [(node, at) for node in reversed(nodes)]
        while waiting:
            node, before = waiting.pop()
            after = play(node, before)
            end = after if main else end
            main = main and bool(node.children)
            waiting += [(child, after) for child in reversed(tree.children(node))]
        self.match.go(end)
        return end

    def record(self, names: tuple[str, ...], tags: Json, notation: str) -> Record:
        """Return the record of the match."""
        kept = {"comments": self.comments, notation: self.extras}
        start = None if self.start is None else self.start.to_json()
        told = {**tags, **{name: value for name, value in kept.items() if value}}
        return record_match(self.match, [Seat(name) for name in names], start, told)


def order(match: Match) -> list[list[int]]:
    """Return for each node of a match its children: that of the main line first, then the others
    as they were first played."""
    line = set(match.line())
    return [sorted(node.children, key=lambda child: child not in line) for node in match.nodes]


def said(tags: Json, name: str) -> Json:
    """Return the object that a tag of a record holds, an empty one where it holds none. A record
    may come from anywhere, so its tags may be anything."""
    found = tags.get(name)
    return found if isinstance(found, dict) else {}


def titled(names: tuple[str, ...], *facts: str) -> str:
    """Return the title of a game in a file: who played, and what else is known of it."""
    known = [name for name in names if name.strip()]
    return ", ".join(filter(None, [BESIDE.join(known), *map(str.strip, facts)]))


def printable(text: str) -> str:
    """Return a text of a file as one line of at most 60 characters, fit for the name of a seat."""
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(line.split())[:60]
