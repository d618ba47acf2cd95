"""The glossaries of the languages: how many terms they have, and that the sheets use them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from polib import POEntry, POFile, pofile

from everygame.catalogues import FOLDER, find_catalogue, languages
from everygame.translating.glossary import as_table, terms_of

LANGUAGES = [language for language in languages() if language != "en"]
NOUNS: Final = frozenset(
    {
        *("attack", "board", "box", "card", "coin", "corner", "crown", "crystal", "die", "edge"),
        *("eye", "floe", "gap", "guard", "hole", "leader", "letter card", "line-up", "penguin"),
        *("piece", "pip", "puzzle", "pyramid", "right angle", "set-up", "snowflake", "solution"),
        *("square", "stack", "stalemate", "star", "stash", "tower", "vowel", "wall", "wild"),
        *("far edge", "far row", "home row"),
    }
)
"""Terms that are looked for in the sheets: names of things, which are said again and again."""
MOST: Final = 0.6
"""The share of a word's letters, one after another, by which it is known in all its forms; and the
share of paragraphs about a thing that name it so."""


def test_a_glossary_has_the_terms_of_the_comment_and_the_short_texts_of_each_game() -> None:
    head = (
        "Glossary: board = Brett; draw (tie) = Remis. Evade: leader = Anführer;\nguard = Wächter."
    )
    catalogue = POFile()
    catalogue.header, catalogue.metadata = head, {"X-Read-Back": "sheet:evade sheet:freez"}
    for context, text, said in (
        ("sheet:freez", "Your turn", "Dein Zug"),
        ("sheet:icefloes", "The end", "Das Ende"),
        ("game", "It is no square.", "Das ist kein Feld."),
    ):
        where = [(f"everygame/games/{context.partition(':')[2] or 'go'}/rules.en.md", "")]
        catalogue.append(POEntry(msgctxt=context, msgid=text, msgstr=said, occurrences=where))
    assert as_table(terms_of(catalogue)).splitlines() == [
        "source,target,context,translator_comments",
        'board,Brett,,"machine, read back"',
        'draw (tie),Remis,,"machine, read back"',
        'guard,Wächter,evade,"machine, read back"',
        'leader,Anführer,evade,"machine, read back"',
        'Your turn,Dein Zug,freez,"machine, read back"',
        "The end,Das Ende,icefloes,machine",
    ]


def games_everywhere() -> set[str]:
    """The games whose sheets every catalogue has."""
    spoken = [find_catalogue(language) for language in LANGUAGES]
    every = [one.contexts for one in spoken if one]
    return {c.partition(":")[2] for c in frozenset.intersection(*every) if c.startswith("sheet:")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_glossary_has_25_terms_of_each_game_that_all_languages_have(language: str) -> None:
    counts = Counter(term.game for term in terms_of(pofile(str(FOLDER / f"{language}.po"))))
    assert len(games_everywhere()) == 5
    assert {game: counts[game] for game in games_everywhere() if counts[game] < 25} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_name_things_as_the_glossary_does(language: str) -> None:
    """One word for one thing, which may stand in any of its forms."""
    assert list(other_words(pofile(str(FOLDER / f"{language}.po")))) == []


def other_words(catalogue: POFile) -> Iterator[str]:
    """Each term for which the sheets mostly say something else."""
    for term in terms_of(catalogue):
        if term.english in NOUNS and term.game in {"", *games_everywhere()}:
            texts = list(texts_about(catalogue, term.english, term.game))
            named = sum(is_in(term.said, text) for text in texts)
            if named < MOST * len(texts):
                yield f"{term.game}: {term.english} = {term.said}, {named} of {len(texts)}"


def texts_about(catalogue: POFile, thing: str, game: str) -> Iterator[str]:
    """What the sheets of a game, or of all games, say where the English names a thing."""
    sheets = [f"sheet:{one}" for one in ([game] if game else games_everywhere())]
    for entry in catalogue.translated_entries():
        if entry.msgctxt in sheets and re.search(rf"\b{thing}(e?s)?\b", entry.msgid, re.I):
            yield entry.msgstr


def is_in(said: str, text: str) -> bool:
    """Whether a text has a term, whose other words stand behind commas, in any form."""
    ways = re.sub(r"\([^)]*\)", "", said).split(",")
    return any(is_alike(max(bare(way).split(), key=len), bare(text)) for way in ways)


def is_alike(word: str, text: str) -> bool:
    run = max(1, round(MOST * len(word)))
    return any(word[at : at + run] in text for at in range(len(word) - run + 1))


def bare(text: str) -> str:
    """A text in small letters without their marks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def test_another_word_for_a_thing_is_found() -> None:
    catalogue = pofile(str(FOLDER / "sv.po"))
    catalogue.header = catalogue.header.replace("stack = stapel", "stack = hög")
    assert list(other_words(catalogue)) == ["freezetag: stack = hög, 0 of 3"]
