"""Finds the texts in the data files of a game: title, rule sheet, guided match, box to print."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from everygame.catalogues import GAME
from everygame.contract import Json
from everygame.library import lessons
from everygame.library.registry import Entry
from everygame.library.rulesheet import FILE, HANDLING, made, make_parser
from everygame.library.translate_sheet import LESSON, SHEET, key_of, paragraphs
from everygame.words import Message

Found = tuple[str, str, str]
"""A context, a text, and the file where it stands."""


def texts_of_game(entry: Entry) -> Iterator[Found]:
    """Yield all texts in the data files of a game. Raises BadGame."""
    facts = entry.facts()
    table = "table.json" if entry.is_table else "game.toml"
    for key in ("title", "sentence"):
        yield GAME, facts[key], table
    yield from ((GAME, text, "kit.toml") for text in kit_texts(Path(str(entry.folder))))
    if entry.has(FILE):
        text = (entry.folder / FILE).read_text("utf-8")
        for paragraph in paragraphs(make_parser(entry.uploaded), text):
            yield f"{SHEET}:{entry.name}", paragraph, FILE
    if not entry.is_table:
        yield from ((f"{SHEET}:{entry.name}", text, table) for text in designer_texts(facts))
    if entry.has(lessons.FILE):
        for text in lessons.texts_of(lessons.read(entry, lessons.FILE)):
            yield f"{LESSON}:{entry.name}", key_of(text), lessons.FILE


def kit_texts(folder: Path) -> Iterator[str]:
    file = folder / "kit.toml"
    parts = tomllib.loads(file.read_text("utf-8")).get("part", ()) if file.is_file() else ()
    for part in parts:
        yield from (part[key] for key in ("name", "instead") if key in part)


def designer_texts(facts: Json) -> Iterator[str]:
    """Yield the texts of the box about the designer, without links and years."""
    for key, text in (facts.get("origin") or made(facts)).items():
        if key != "link" and text and not isinstance(text, Message):
            yield key_of(text)


def shared_texts() -> Iterator[Found]:
    """Yield the paragraphs of the sheet for tables that have none, after the game's sentence."""
    for paragraph in list(paragraphs(make_parser(False), HANDLING))[1:]:
        yield SHEET, paragraph, "library/rulesheet.py"
