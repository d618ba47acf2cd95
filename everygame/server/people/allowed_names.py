"""What people may call themselves: short plain text, without the words that an operator refuses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from everygame.errors import BadOption
from everygame.server.requests.limits import Refused

LONGEST: Final = 30
"""Characters of a name."""
MOST_MARKS: Final = 2
"""Accents and the like on one letter; more run over the lines above and below."""

JOINERS: Final = "\u200c\u200d"
JOINED: Final = ("So", "Sk", "Lo", "Mn", "Mc")
"""What they stand between: emoji, and letters of Arabic and Indian scripts, which have no case."""


class Names:
    """The rule for names on this server."""

    def __init__(self, refused: Iterable[str] = ()) -> None:
        """`refused`: words that no name may contain, however they are spaced, accented or cased."""
        self.refused = {folded for word in refused if (folded := fold(word))}

    def check(self, name: str) -> str:
        """The name as it is kept. Raises Refused."""
        kept = plain(name)
        if len(kept) > LONGEST:
            raise Refused(400, "A name has at most {most} characters.", most=LONGEST)
        if self.is_refused(kept):
            raise Refused(400, "Please choose another name.")
        return kept

    def soften(self, name: str) -> str:
        """A name that somebody else gave, in a file for one: cut, or empty where it is refused."""
        kept = plain(name)[:LONGEST].strip()
        return "" if self.is_refused(kept) else kept

    def is_refused(self, name: str) -> bool:
        folded = fold(name)
        return any(word in folded for word in self.refused)


def clean(name: str) -> str:
    """A name for people: one line, nothing invisible but what joins or parts its letters."""
    seen = (c if c.isprintable() or joins(name, i) else " " for i, c in enumerate(name))
    return " ".join("".join(seen).split())


def joins(name: str, i: int) -> bool:
    """Whether a sign that is not seen makes one emoji of two, or parts two letters."""
    beside = name[i - 1 : i] + name[i + 1 : i + 2]
    return name[i] in JOINERS and [unicodedata.category(c) in JOINED for c in beside] == [True] * 2


def plain(name: str) -> str:
    """One line without what cannot be seen or turns the line around, and with few marks."""
    kept: list[str] = []
    for c in unicodedata.normalize("NFC", clean(name)):
        marks = kept[-MOST_MARKS:]
        if unicodedata.category(c)[0] != "M" or not is_full(marks):
            kept.append(c)
    return "".join(kept)


def is_full(last: list[str]) -> bool:
    """There are as many marks as may be."""
    return len(last) == MOST_MARKS and all(unicodedata.category(c)[0] == "M" for c in last)


def fold(text: str) -> str:
    """Letters and digits alone, without marks and case."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in apart if c.isalnum())


def read_words(file: str | Path) -> list[str]:
    """The words of a file, one a line. Raises BadOption."""
    try:
        return Path(file).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption("{file} cannot be read: {error}.", file=file, error=error) from None
