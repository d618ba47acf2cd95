"""The grammar of PDN, Portable Draughts Notation: text to trees of nodes, and back.

The format is that of W. Wesselink and M. van der Wiel, *PDN 3.0*, http://pdn.fmjd.org. Of the two
libraries for it, `pydraughts` (last release January 2025) throws variations and comments away, and
so does `py-draughts`, whose licence is the GPL; the tests compare our moves and positions with
those of `pydraughts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from everygame.errors import BadRecord
from everygame.notation.tree import Node, Tree, fault
from everygame.words import say

TOKEN: Final = re.compile(
    r"""\s*(?:
    (?P<skip>%[^\n]*|\d+\.+|\.+)
  | \[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
  | \{(?P<comment>[^}]*)\}
  | ;(?P<rest>[^\n]*)
  | (?P<result>1/2-1/2|(?:1-0|0-1|2-0|0-2|1-1|0-0)(?![\d:x-])|\*)
  | (?P<move>(?:\d+|[a-h][1-8])(?:[-x:](?:\d+|[a-h][1-8]))+)
  | (?P<mark>\$\d+|[!?]+|\([!?]+\))
  | (?P<sign>[()])
)""",
    re.VERBOSE,
)
BLANKS: Final = re.compile(r"\s*")
LONGEST_WORD: Final = 20
"""The number of characters that an error shows of a word."""
MOVE: Final = "move"
COMMENT: Final = "comment"
MARK: Final = "mark"
"""The names of what stands at a node: one move, and any number of comments and of marks such as
`!` or `$2`."""
RESULT: Final = "Result"
OPEN: Final = "\0("
CLOSED: Final = "\0)"
"""The brackets of a variation while a file is written; no comment has such a sign."""
WIDTH: Final = 78
"""The number of characters that a line of a written file has at most, where it can be."""


@dataclass
class Told:
    """One game of a file."""

    at: int
    """The number of characters before it."""
    tags: dict[str, str] = field(default_factory=dict)
    tree: Tree = field(default_factory=lambda: Tree(Node()))
    """The moves; at the root stands what is said before the first one."""


# -- from a file


def decode(data: bytes) -> str:
    """Return the text of a file, which is in UTF-8, or in Latin-1 as old ones are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def parse(text: str) -> list[Told]:
    """Return the games of a file. Raises BadRecord, with the place."""
    games: list[Told] = []
    at, more = 0, True
    while more:
        game = Parser(text, at)
        more, at = game.parse(), game.at
        if game.told.tags or game.told.tree.root.children:
            games.append(game.told)
    if not games:
        raise BadRecord("This file holds no PDN: there is neither a tag nor a move in it.")
    return games


class Parser:
    """Reads one game of a file."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        """Where the next token begins."""
        self.told = Told(skip(text, at))
        self.node = self.told.tree.root
        self.above = self.node
        """The node before the last move, from which a variation of it begins."""
        self.open: list[tuple[Node, Node, int]] = []
        """For each open bracket: the node and the node above it to return to, and its place."""
        self.early: list[str] = []
        """Comments at the beginning of a variation, which are about its first move."""

    def parse(self) -> bool:
        """Read up to the end of the game; return whether the file goes on."""
        while skip(self.text, self.at) < len(self.text):
            token = TOKEN.match(self.text, self.at)
            if token is None:
                raise self.unreadable()
            kind = token.lastgroup or ""
            if kind == "value":
                if self.told.tree.root.children:
                    break  # a further game, for the result of this one is missing
                self.told.tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
            self.at = token.end()
            if kind == "result" and not self.open:
                if self.told.tags.get(RESULT, "*") == "*":
                    self.told.tags[RESULT] = token["result"]
                break
            self.take(kind, token)
        if self.open:
            raise fault(self.text, self.open[-1][2], say("the variation here is not closed."))
        return skip(self.text, self.at) < len(self.text)

    def take(self, kind: str, token: re.Match[str]) -> None:
        """Add what a token says to the tree."""
        if kind == MOVE:
            self.above = self.node
            self.node = self.told.tree.add(
                self.above, Node(token.start(MOVE), {MOVE: [token[MOVE]]})
            )
            for text in self.early:
                self.node.words.setdefault(COMMENT, []).append(text)
            self.early = []
        elif kind in (COMMENT, "rest"):
            text = " ".join(token[kind].split())
            early = self.open and self.node is self.open[-1][1]
            (self.early if early else self.node.words.setdefault(COMMENT, [])).append(text)
        elif kind == MARK:
            self.node.words.setdefault(MARK, []).append(token[MARK])
        elif kind == "sign" and token["sign"] == "(":
            self.open.append((self.node, self.above, token.start("sign")))
            self.node = self.above
        elif kind == "sign":
            if not self.open:
                raise fault(self.text, token.start("sign"), say("this bracket closes nothing."))
            self.node, self.above, _ = self.open.pop()

    def unreadable(self) -> BadRecord:
        """Return the error for text that is no token."""
        place = skip(self.text, self.at)
        rest = self.text[place : place + LONGEST_WORD]
        if rest.startswith("{"):
            return fault(self.text, place, say("this comment is not closed."))
        word = rest.split()[0]
        why = say("{word} is no tag, move, comment or result of PDN.", word=repr(word))
        return fault(self.text, place, why)


def skip(text: str, at: int) -> int:
    """Return the first place from `at` on where no blank stands."""
    found = BLANKS.match(text, at)
    return found.end() if found else at


# -- to a file


def write(games: list[Told]) -> bytes:
    """Return a file with these games, in UTF-8."""
    return "\n".join(map(write_game, games)).encode()


def write_game(told: Told) -> str:
    """Return the text of a game: its tags, its moves and its result."""
    tags = "".join(f'[{name} "{escaped(value)}"]\n' for name, value in told.tags.items())
    text = " ".join([*write_moves(told), told.tags.get(RESULT, "*")])
    text = text.replace(OPEN + " ", "(").replace(" " + CLOSED, ")")
    lines = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return tags + "\n" + "\n".join(lines) + "\n"


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


@dataclass(frozen=True)
class Step:
    """A node that is still to be written."""

    node: Node
    ply: int
    """The number of plies before it, counted as if the side that begins the game had begun."""
    numbered: bool
    """Whether the number of the move stands before it, though it is the second side's."""
    rivals: tuple[Node, ...]
    """The other moves at the same place, which are written after it, in brackets."""


def write_moves(told: Told) -> Iterator[str]:
    """Yield the words of the moves, with their variations."""
    yield from beside(told.tree.root)
    second = int(told.tags.get("FEN", "B").startswith("W"))
    waiting: list[Step | str] = first_of(told.tree, told.tree.root, second, True)
    while waiting:
        step = waiting.pop()
        if isinstance(step, str):
            yield step
            continue
        yield from numbers(step)
        marks = step.node.words.get(MARK, [])
        yield step.node.words[MOVE][0] + "".join(mark for mark in marks if mark[0] != "$")
        yield from beside(step.node)
        again = bool(step.rivals) or COMMENT in step.node.words
        waiting += first_of(told.tree, step.node, step.ply + 1, again)
        for rival in reversed(step.rivals):
            waiting += [CLOSED, Step(rival, step.ply, True, ()), OPEN]


def first_of(tree: Tree, node: Node, ply: int, numbered: bool) -> list[Step | str]:
    """Return the first child of a node as a step, with the others beside it."""
    children = tree.children(node)
    return [Step(children[0], ply, numbered, tuple(children[1:]))] if children else []


def numbers(step: Step) -> Iterator[str]:
    """Yield the number of a move, where it stands."""
    if step.ply % 2 == 0:
        yield f"{step.ply // 2 + 1}."
    elif step.numbered:
        yield f"{step.ply // 2 + 1}..."


def beside(node: Node) -> Iterator[str]:
    """Yield the numbered marks and the comments of a node."""
    yield from (mark for mark in node.words.get(MARK, []) if mark[0] == "$")
    for text in node.words.get(COMMENT, []):
        yield f"{{{text}}}"
