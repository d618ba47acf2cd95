"""Decides which names people may have: short, printable, and without the words that the operator
refuses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from everygame.errors import BadOption
from everygame.server.requests.limits import Refused

LONGEST_NAME: Final = 30
"""The characters that a name may have."""
MOST_MARKS: Final = 2
"""The combining marks that one letter may have; more of them would overlap the lines above and
below."""

JOINERS: Final = "\u200c\u200d"
"""The invisible characters that a name may have: the zero-width non-joiner and joiner."""
JOINABLE: Final = ("So", "Sk", "Lo", "Mn", "Mc")
"""The Unicode categories of characters between which joiners have a meaning: emoji, and letters and
vowel signs of Arabic and Indian scripts."""


class NameRule:
    """Decides which names people may take on this server."""

    def __init__(self, refused: Iterable[str] = ()) -> None:
        """`refused` are words that no name may contain; spaces, accents and case make no
        difference."""
        self.refused = {folded for word in refused if (folded := fold(word))}

    def check(self, name: str) -> str:
        """Return the name as the server keeps it. Raises Refused where the name is too long or
        contains a refused word."""
        kept = normalise(name)
        if len(kept) > LONGEST_NAME:
            raise Refused(400, "A name has at most {most} characters.", most=LONGEST_NAME)
        if self.is_refused(kept):
            raise Refused(400, "Please choose another name.")
        return kept

    def soften(self, name: str) -> str:
        """Make a name from a file acceptable: cut it where it is too long, and return an empty text
        where it contains a refused word. The person who loads the file did not choose the name, so
        an error would not help."""
        kept = normalise(name)[:LONGEST_NAME].strip()
        return "" if self.is_refused(kept) else kept

    def is_refused(self, name: str) -> bool:
        """Whether a name contains a refused word."""
        folded = fold(name)
        return any(word in folded for word in self.refused)


def clean(name: str) -> str:
    """Return a name on one line without unprintable characters, except for joiners between letters
    or emoji."""
    shown = (c if c.isprintable() or is_joiner(name, i) else " " for i, c in enumerate(name))
    return " ".join("".join(shown).split())


def is_joiner(name: str, i: int) -> bool:
    """Whether the character at `i` is a joiner with a joinable character on both sides."""
    beside = name[i - 1 : i] + name[i + 1 : i + 2]
    is_between = len(beside) == 2 and all(unicodedata.category(c) in JOINABLE for c in beside)
    return name[i] in JOINERS and is_between


def normalise(name: str) -> str:
    """Return a name in Unicode's composed form (NFC), on one line, without invisible characters and
    without those that reverse the text, and with at most `MOST_MARKS` combining marks in a row."""
    kept: list[str] = []
    for c in unicodedata.normalize("NFC", clean(name)):
        marks = kept[-MOST_MARKS:]
        if unicodedata.category(c)[0] != "M" or not has_most_marks(marks):
            kept.append(c)
    return "".join(kept)


def has_most_marks(last: list[str]) -> bool:
    """Whether the last characters are `MOST_MARKS` combining marks, so that no more may follow."""
    return len(last) == MOST_MARKS and all(unicodedata.category(c)[0] == "M" for c in last)


def fold(text: str) -> str:
    """Reduce a text to its letters and digits, without accents and in lower case, so that two
    spellings of a word compare equal."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in apart if c.isalnum())


def read_words(file: str | Path) -> list[str]:
    """Read the refused words from a file, one a line. Raises BadOption where it cannot be read."""
    try:
        return Path(file).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption("{file} cannot be read: {error}.", file=file, error=error) from None
