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
from everygame.sandbox.definition import Definition, Kind
from everygame.sandbox.names import area_name, lower, without_seat
from everygame.words import Message

Found = tuple[str, str, str]
"""A context, a text, and the file where it stands."""


def texts_of_game(entry: Entry) -> Iterator[Found]:
    """Yield all texts in the data files of a game. Raises BadGame."""
    facts = entry.facts()
    table = "table.json" if entry.is_table else "game.toml"
    for key in ("title", "sentence"):
        yield GAME, facts[key], table
    if is_worded(facts.get("designer", "")):
        yield GAME, facts["designer"], table
    if entry.is_table:
        names = {str(name) for layout in entry.tables() for name in names_of(layout.definition)}
        yield from ((GAME, name, table) for name in sorted(names))
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


def is_worded(designer: str) -> bool:
    """Whether a designer is told in words, such as "traditional", and not by names alone."""
    return any(word.islower() for word in designer.split())


def names_of(definition: Definition) -> Iterator[str]:
    """Yield all names of a table that people read, some of them twice."""
    setting = definition.setting(len(definition.seats))
    seats = [seat["name"] for seat in definition.seats]
    yield from seats
    yield from map(area_name, setting.areas)
    for kind in setting.kinds:
        pieces = [face["name"] for face in kind.faces]
        yield from (kind.data["name"], *pieces)
        yield from (without_seat(name, seat) for name in pieces for seat in seats)
        yield from hidden_names(kind)
        if setting.taken:
            yield from map(lower, pieces)


def hidden_names(kind: Kind) -> Iterator[str]:
    """Yield the names of a piece that lies face down."""
    if kind.back is not None:
        yield lower(kind.data["name"])
        if "name" in kind.back:
            yield kind.back["name"]


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
