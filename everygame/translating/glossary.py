"""The glossary of a language as a table for translators' tools: `everygame words glossary de`.

Its terms are those that the translator wrote into the comment at the head of the catalogue, in the
form `# Title: leader = Anführer; guard = Wächter`, and the short texts of each game: buttons,
options, headings.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Final

from polib import POFile

from everygame.catalogues import READ_BACK
from everygame.library.registry import built_in

HEAD: Final = "Glossary"
"""Begins the comment; its terms up to the first game, and those of seats, are of all games."""
SHORT: Final = 3
"""A text of so many words or fewer is a term."""
COLUMNS: Final = ("source", "target", "context", "translator_comments")
"""The names by which Weblate and the Translate Toolkit know the columns."""


@dataclass(frozen=True)
class Term:
    """An English term and what a language says for it."""

    english: str
    said: str
    game: str
    """The name of the game; empty for terms of all games."""
    read_back: bool
    """Whether a reader of sheets with this term has answered questions rightly."""


def terms_of(catalogue: POFile) -> list[Term]:
    """Return the terms of a catalogue, each once a game."""
    titles = {entry.facts()["title"]: entry.name for entry in built_in()}
    read = set(str(catalogue.metadata.get(READ_BACK, "")).split())
    found: dict[tuple[str, str], Term] = {}
    for term in (*terms_of_comment(catalogue.header, titles, read), *labels(catalogue, read)):
        found.setdefault((term.game, term.english.lower()), term)
    return sorted(found.values(), key=lambda term: (term.game, term.english.lower()))


def terms_of_comment(comment: str, titles: dict[str, str], read: set[str]) -> Iterator[Term]:
    """Yield the terms that the comment at the head of a catalogue names, game by game. `titles` are
    the names of games by their titles, `read` the contexts that were read back."""
    text = " ".join(comment.split())
    heads = "|".join(re.escape(title) for title in sorted(titles, key=len, reverse=True))
    parts = re.split(rf"\b({HEAD}|Seats|{heads})(?:, all games)?: ", text)
    for head, part in zip(parts[1::2], parts[2::2], strict=True):
        game = titles.get(head, "")
        sheets = {f"sheet:{game}"} if game else {c for c in read if c.startswith("sheet:")}
        for pair in re.split(r";|\. ", part):
            english, equals, said = pair.strip(" .").partition(" = ")
            if equals:
                yield Term(english.strip(), said.strip(), game, bool(sheets) and sheets <= read)


def labels(catalogue: POFile, read: set[str]) -> Iterator[Term]:
    """Yield the short texts of games: buttons, options, colours, headings of sheets."""
    for entry in catalogue:
        game = re.search(r"/games/(\w+)/", " ".join(file for file, _ in entry.occurrences))
        if game and entry.msgstr and not entry.fuzzy and is_term(entry.msgid):
            yield Term(entry.msgid, entry.msgstr, game[1], entry.msgctxt in read)


def is_term(text: str) -> bool:
    """Tell whether a text is a term: a few words without places, signs or sentences."""
    return len(text.split()) <= SHORT and re.fullmatch(r"[A-Za-z][A-Za-z' !-]*", text) is not None


def as_table(terms: list[Term]) -> str:
    """Return the terms as CSV, with the status of each: machine, or read back."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for term in terms:
        status = "machine, read back" if term.read_back else "machine"
        writer.writerow((term.english, term.said, term.game, status))
    return file.getvalue()
