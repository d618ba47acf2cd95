"""The grammar of SGF, the Smart Game Format: text to trees of nodes, and back.

The format is that of A. Hollosi, *SGF FF[4]*, https://www.red-bean.com/sgf/sgf4.html; files of
earlier versions, with small letters in the names of properties, are read too. `sgfmill`, the best
known library for it, has had no release since May 2018 and does not say where a file is faulty;
the tests compare our trees and positions with its own.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from everygame.errors import BadRecord
from everygame.notation.tree import Node, Tree, Words, fault
from everygame.words import say

BEGIN: Final = re.compile(r"\(\s*;")
"""Matches where a game begins. Whatever stands before it, such as a letter, is no part of it."""
TOKEN: Final = re.compile(
    r"\s*(?:(?P<sign>[;()])|(?P<name>[A-Za-z]+)|\[(?P<value>[^\\\]]*(?:\\.[^\\\]]*)*)\])", re.DOTALL
)
VALUE: Final = re.compile(r"[^\\\]]*(?:\\.[^\\\]]*)*", re.DOTALL)
ENCODING: Final = re.compile(rb"CA\s*\[\s*([^\]\s]*)\s*\]")
MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""For each mark at the start of a file: the encoding that it stands for."""
WIDER: Final = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
"""For encodings that files name: those that have further signs, which such files use as well."""
WIDTH: Final = 78
"""The number of characters after which a line of a written file ends."""


# -- from a file


def decode(data: bytes) -> str:
    """Return the text of a file, by its mark, or by what it says under CA, or else as UTF-8 or
    Latin-1, which the standard gives. Raises BadRecord."""
    named = ENCODING.search(data)
    marks = [kind for mark, kind in MARKS.items() if data.startswith(mark)]
    if not marks and named is None:
        return decode_unnamed(data)
    name = marks[0] if marks else named[1].decode("latin-1") if named else ""
    try:
        kind = codecs.lookup(name).name
        return data.decode(WIDER.get(kind, kind))
    except LookupError:
        raise BadRecord("This file is in {name}, which is no known encoding.", name=name) from None
    except UnicodeDecodeError as error:
        raise BadRecord(
            "This file says that it is in {name}, but its byte {number} is not.",
            name=name,
            number=error.start + 1,
        ) from None


def decode_unnamed(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def parse(text: str) -> list[Tree]:
    """Return all games of a file. Raises BadRecord, with the place."""
    games: list[Tree] = []
    begin = BEGIN.search(text)
    while begin:
        game, end = parse_game(text, begin.start())
        games.append(game)
        begin = BEGIN.search(text, end)
    if not games:
        raise BadRecord("This file holds no SGF: a game begins with a bracket and a semicolon.")
    return games


def parse_game(text: str, begin: int) -> tuple[Tree, int]:
    """Return the game that begins here, and where the text goes on after it."""
    game = Parser(text, text.index(";", begin))
    while game.brackets:
        token = TOKEN.match(text, game.at)
        if token is None:
            raise unreadable(text, game.at, begin)
        game.take(token)
    return game.tree, game.at


class Parser:
    """Reads one game of a file."""

    def __init__(self, text: str, root: int) -> None:
        """`root` is the place of the semicolon at which the first node begins."""
        self.text = text
        self.at = root + 1
        """Where the next token begins."""
        self.tree = Tree(Node(root))
        self.node = self.tree.root
        self.brackets = [self.node]
        """The nodes before the open variations, to which closing brackets return."""
        self.last = ";"
        """The last bracket or semicolon."""
        self.values: list[str] | None = None
        """The values of the property that is read."""

    def take(self, token: re.Match[str]) -> None:
        """Add what a token says to the tree. Raises BadRecord."""
        place = token.start(token.lastgroup or 0)
        self.at = token.end()
        if token["value"] is not None:
            if self.values is None:
                raise fault(self.text, place - 1, say("a value stands after no property."))
            self.values.append(token["value"])
            return
        if self.values == []:
            raise fault(self.text, place, say("the property before has no value."))
        self.values = None
        if token["name"]:
            self.values = self.enter(token["name"], place)
        else:
            self.turn(token["sign"], place)

    def enter(self, name: str, place: int) -> list[str]:
        """Return the list for the values of a property. Early files wrote AddBlack for AB. Raises
        BadRecord."""
        short = re.sub("[a-z]", "", name)
        if not short or self.last != ";":
            why = say("{name} stands in no node.", name=name) if short else ODD
            raise fault(self.text, place, why)
        return self.node.words.setdefault(short, [])

    def turn(self, sign: str, place: int) -> None:
        """Begin a node or a variation, or end a variation. Raises BadRecord."""
        if (self.last, sign) in (("(", "("), ("(", ")"), (")", ";")):
            raise fault(self.text, place, say("a node must stand before this, in its variation."))
        self.last = sign
        if sign == ";":
            self.node = self.tree.add(self.node, Node(place))
        elif sign == "(":
            self.brackets.append(self.node)
        else:
            self.node = self.brackets.pop()


ODD: Final = say("this is no property, node or variation.")


def unreadable(text: str, at: int, begin: int) -> BadRecord:
    """Return the error for text that is no token."""
    found = re.compile(r"\s*").match(text, at)
    place = found.end() if found else at
    if text.startswith("[", place):
        return fault(text, place, say("this value is not closed."))
    if place < len(text):
        return fault(text, place, ODD)
    return fault(text, begin, say("the game that begins here is not closed."))


def is_of(root: Node, number: int) -> bool:
    """Whether a game is the one with this number in SGF (GM); go is 1, also where none stands."""
    return root.words.get("GM", ["1"])[0].strip() == str(number)


def read_text(value: str) -> str:
    """Return the text that a value stands for: a backslash before a sign goes, and with a line
    break both go."""
    value = re.sub("\r\n|\n\r|\r", "\n", value)
    value = re.sub(r"[^\S\n]", " ", value)
    return re.sub(r"\\(\n|.)", lambda found: found[1].replace("\n", ""), value, flags=re.DOTALL)


def read_line(value: str) -> str:
    """Return the text that a value stands for, on one line."""
    return " ".join(read_text(value).split())


def spread(values: list[str]) -> Iterator[str]:
    """Yield the points of a list, in which `aa:cc` stands for all of a rectangle."""
    for value in values:
        first, colon, last = value.strip().partition(":")
        if not (colon and len(first) == len(last) == 2):
            yield first
            continue
        for column, row in product(between(first[0], last[0]), between(first[1], last[1])):
            yield column + row


def between(first: str, last: str) -> list[str]:
    return [chr(code) for code in range(ord(first), ord(last) + 1)]


# -- to a file


def write_text(text: str) -> str:
    """Return the value that stands for a text."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def is_sound(name: object, values: object) -> bool:
    """Whether these can be written as a property: a name of capitals, and values in which each
    bracket and backslash is escaped."""
    if not (isinstance(name, str) and re.fullmatch("[A-Z]+", name) and isinstance(values, list)):
        return False
    return bool(values) and all(isinstance(one, str) and VALUE.fullmatch(one) for one in values)


def write_words(words: Words) -> str:
    """Return a node as text."""
    return ";" + "".join(
        name + "".join(f"[{value}]" for value in values) for name, values in words.items()
    )


def write(games: list[Tree]) -> bytes:
    """Return a file with these games, in UTF-8."""
    return "\n".join(map(write_game, games)).encode()


def write_game(game: Tree) -> str:
    """Return the text of a game; each line ends after a node."""
    lines = ["("]
    waiting: list[Node | str] = [")", game.root]
    while waiting:
        part = waiting.pop()
        written = part if isinstance(part, str) else write_words(part.words)
        if len(lines[-1]) > 1 and len(lines[-1]) + len(written) > WIDTH:
            lines.append("")
        lines[-1] += written
        if isinstance(part, str):
            continue
        children = game.children(part)
        if len(children) == 1:
            waiting += children
        else:
            for child in reversed(children):
                waiting += [")", child, "("]
    return "\n".join(lines) + "\n"
