"""Prints the rule sheet of a game in a language as plain text, without any English of the sheet.

`python bench/readback/sheet.py GAME LANG [--without-lessons]`. A paragraph that the language lacks
reads [not translated]. Pictures are listings of their boards, with what the page marks on them.
LANG may be `en`.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator

from everygame.catalogues import ENGLISH, Catalogue, find_catalogue
from everygame.errors import EveryGameError
from everygame.library import lessons
from everygame.library.registry import Entry, find_game
from everygame.library.rulesheet import (
    english_sheet,
    find_start,
    make_parser,
    read_block,
    read_viewer,
)
from everygame.library.translate_sheet import LESSON, SHEET, is_scene, key_of

MISSING = "[not translated]"
MARKS = {
    "way": "An arrow goes over",
    "wrong": "A crossed-out way or place:",
    "path": "Dots on",
    "target": "Circles on",
    "bar": "A cross on",
    "wall": "A line over",
}


class Words:
    """Looks up the translations of a game's texts; in English each text is its own."""

    def __init__(self, game: str, language: str) -> None:
        found = find_catalogue(language)
        if language != ENGLISH and (found is None or found.language != language):
            raise SystemExit(f"There is no catalogue {language}.")
        self.game = game
        self.catalogue: Catalogue | None = found

    def say(self, english: str, kind: str = SHEET) -> str:
        if self.catalogue is None:
            return key_of(english)
        contexts = (f"{kind}:{self.game}", kind)
        said = (self.catalogue.say(context, key_of(english)) for context in contexts)
        return next(filter(None, said), MISSING)

    def name(self, english: str) -> str:
        """Return a name of the page; English where the page has no other."""
        if self.catalogue is None:
            return english
        said = (self.catalogue.say(context, english) for context in ("game", "page"))
        return next(filter(None, said), "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("language")
    parser.add_argument("--without-lessons", action="store_true")
    given = parser.parse_args()
    words = Words(given.game, given.language)
    print(sheet(words, not given.without_lessons))


def sheet(words: Words, with_lessons: bool) -> str:
    """Return the whole text."""
    entry = find_game(words.game)
    parts = [words.name(entry.facts()["title"]), *body(entry, words), *names(entry, words)]
    if with_lessons:
        parts += lesson(entry, words)
    return "\n\n".join(filter(None, parts))


def body(entry: Entry, words: Words) -> Iterator[str]:
    """Yield the sheet's paragraphs and pictures in their order, up to how matches are written
    down."""
    number, opened = 0, ""
    for token in make_parser(False).parse(english_sheet(entry)):
        if token.type == "hr":
            return
        if token.type.endswith("_open") and token.tag in ("h1", "h2", "h3", "li", "th", "td"):
            opened = token.tag
        elif is_scene(token):
            number += 1
            yield picture(entry, words, token.content, number)
        elif token.type == "inline" and token.content:
            start = {"li": "- ", "h1": "# ", "h2": "## ", "h3": "### ", "td": "| "}.get(opened, "")
            yield start + words.say(token.content)
            opened = ""


def picture(entry: Entry, words: Words, block: str, number: int) -> str:
    """Return a picture of the sheet as a listing, and its caption."""
    values = read_block(block)
    lines = [f"[Picture {number}]"]
    try:
        game, state = find_start(entry, values)
        for move in values.get("moves", "").split():
            state = state.apply(state.parse(move))
        show = importlib.import_module(f"asks_{entry.name}").show
        lines.append(show(state, state.observe(read_viewer(values, game))))
    except EveryGameError as error:
        lines.append(f"(no listing: {error})")
    for mark in filter(str.strip, values.get("marks", "").split(";")):
        kind, *cells = mark.split()
        lines.append(f"{MARKS[kind]} {' '.join(cells)}.")
    caption = values.get("caption", "")
    return "\n".join([*lines, "Caption: " + words.say(caption)] if caption else lines)


def names(entry: Entry, words: Words) -> Iterator[str]:
    """Yield how the page calls the sides and the options, where it speaks the language."""
    said = [words.name(one) for one in importlib.import_module(f"asks_{entry.name}").NAMES]
    if words.catalogue is None or not all(said):
        return
    sides = importlib.import_module(f"asks_{entry.name}").NAMES
    yield "[The sides on the page] " + ", ".join(
        f"{there} = {here}" for here, there in zip(sides, said, strict=True)
    )
    rows = []
    for option in entry.game_class().options:
        choices = filter(None, (words.name(one.label) for one in option.choices))
        if label := words.name(option.label):
            rows.append(f"{label}: {', '.join(choices)}")
    yield "[The options on the page]\n" + "\n".join(rows)


def lesson(entry: Entry, words: Words) -> Iterator[str]:
    """Yield the texts of the guided first match."""
    yield "[The guided first match]"
    for text in lessons.texts_of(lessons.read(entry, lessons.FILE)):
        yield words.say(text, LESSON)


if __name__ == "__main__":
    main()
