"""Gathers all texts that are translated, each once, with the files where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from everygame.catalogues import GAME, PAGE, Key
from everygame.errors import BadGame
from everygame.library.registry import Entry, built_in
from everygame.translating.game_texts import shared_texts, texts_of_game
from everygame.translating.page_texts import texts_of_page
from everygame.translating.python_texts import HOUSE, Unread, Use, uses

ENGLISH_FILES: Final = (
    *("arena", "check", "learn", "rl", "study", "cli.py", "translating"),
    *("library/compiler.py", "library/declared.py", "library/game_programs.py"),
    *("library/new_game.py", "library/template"),
    *("openspiel.py", "pocket/downloads.py", "pocket/export.py"),
    *("process/bot_program.py", "process/farm.py", "process/output_limits.py"),
    *("sandbox/schema.py", "sandbox/definition.py"),
    *("server/operator/admin.py", "server/operator/barred.py", "server/operator/limits_file.py"),
)
"""Files and folders for people who program or run a server, whose sentences stay English."""
ENGLISH_ERRORS: Final = frozenset({"BadPosition", "BadGame", "BadRecord", "InvalidMove"})
"""Errors about notation and files, which stay English as well."""


UNREADABLE: Final = "{name}: its texts cannot be read: {error}."


@dataclass
class Unit:
    """A text that is translated."""

    context: str
    text: str
    many: str = ""
    files: set[str] = field(default_factory=set)

    @property
    def key(self) -> Key:
        return self.context, self.text, self.many


def units() -> list[Unit]:
    """Return all texts of EveryGame: the page, then Python, then game by game."""
    found: dict[Key, Unit] = {}
    for file, text, many in texts_of_page():
        add(found, Unit(PAGE, text, many, {file}))
    for unit in python_units(HOUSE):
        add(found, unit)
    for context, text, file in shared_texts():
        add(found, Unit(context, text, "", {f"everygame/{file}"}))
    for entry in sorted(built_in(), key=lambda entry: entry.name):
        for unit in game_units(entry, f"everygame/games/{entry.name}"):
            add(found, unit)
    return list(found.values())


def units_of_folder(entry: Entry) -> list[Unit]:
    """Return all texts of a game of one's own. Raises BadGame."""
    found: dict[Key, Unit] = {}
    try:
        for unit in (*python_units(Path(str(entry.folder))), *game_units(entry, entry.name)):
            add(found, unit)
    except SyntaxError as error:
        file, line = Path(str(error.filename)).name, error.lineno
        raise BadGame(
            UNREADABLE, name=entry.name, error=f"{file}, line {line}: {error.msg}"
        ) from None
    except (OSError, ValueError) as error:
        raise BadGame(UNREADABLE, name=entry.name, error=error) from None
    return list(found.values())


def add(found: dict[Key, Unit], unit: Unit) -> None:
    found.setdefault(unit.key, unit).files.update(unit.files)


def python_units(folder: Path) -> Iterator[Unit]:
    for use in uses(folder):
        if isinstance(use, Unread):
            continue
        inside = Path(use.file).relative_to(folder.name)
        if use.text and not stays_english(inside, use):
            yield Unit(GAME, use.text, use.many, {use.file})


def stays_english(file: Path, use: Use) -> bool:
    """Whether a message is only for people who program."""
    return use.taker in ENGLISH_ERRORS or any(file.is_relative_to(one) for one in ENGLISH_FILES)


def game_units(entry: Entry, where: str) -> Iterator[Unit]:
    for context, text, file in texts_of_game(entry):
        yield Unit(context, text, "", {f"{where}/{file}"})
