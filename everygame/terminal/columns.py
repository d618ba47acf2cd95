"""How many columns of a terminal texts fill, and texts arranged by it. A Han letter fills two, and
a mark on another letter none (Unicode, annex 11). The kernel draws states with this, so it needs
the standard library alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Final
from unicodedata import category, east_asian_width

PIECES: Final = re.compile(
    r"\s+|[\u2e80-\u9fff\uff00-\uffef][、。，．！？：；）」』】〉》]*|[^\s\u2e80-\u9fff\uff00-\uffef]+"
)
"""Matches what stays in one line: a word, a Han or kana letter with its closing signs, spaces."""


def width(text: str) -> int:
    return sum(map(columns_of, text))


@lru_cache(maxsize=4096)
def columns_of(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def ljust(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def rjust(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def center(text: str, columns: int) -> str:
    spaces = max(0, columns - width(text))
    return " " * (spaces // 2) + text + " " * (spaces - spaces // 2)


def first_letter(name: str) -> str:
    """Return the first letter of a name with all marks that belong to it, as in 'हि'."""
    return name[:1] + "".join(takewhile(lambda letter: category(letter)[0] == "M", name[1:]))


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into lines of so many columns; a longer word fills a line of its own."""
    return list(lines_of(PIECES.findall(text), columns))


def lines_of(pieces: list[str], columns: int) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line.strip() and width(line) + width(piece.rstrip()) > columns:
            yield line.rstrip()
            line = ""
        line = (line + piece) if line else piece.lstrip()
    if line.strip():
        yield line.rstrip()
