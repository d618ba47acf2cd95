"""The registry: all games, and the parts of each. No program of a game runs before it is opened.

A game is a folder `NAME/` with `rules.py` (`GAME`, a subclass of `contract.Game`), `scene.py`
(`scene(game, view)` and `seat_names(game)`; a small game has them in `rules.py`), `game.toml`
(words for the library) and `rules.en.md` (the rule sheet). There are the folders of
`everygame/games`, the packages that installed projects name as entry points of the group
`everygame.games`, and what people put into the games folder (`games_folder.py`). A name
belongs to the first that has it, in this order. A table without rules is a folder too, with
`table.json` and its pictures and no program at all; beside it lies how it was laid out before
(`layouts.py`).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from everygame.contract import Game, Json
from everygame.errors import BadGame
from everygame.library import layouts
from everygame.library.games_folder import NAME, PACKAGE, folders, stamp_of
from everygame.library.kit_file import KitFile, read_kit
from everygame.library.parts import Editor, Programs, Reasons
from everygame.sandbox import FILE, TableGame, game_of, read
from everygame.sandbox.definition import has_file, read_text
from everygame.sandbox.scene import artist as table_artist
from everygame.sandbox.schema import Path as Steps
from everygame.sandbox.schema import find_fault, spoken
from everygame.scene import Artist
from everygame.search.advice import Advice
from everygame.words import list_of, say

GROUP: Final = "everygame.games"

UNREADABLE: Final = "{name}: game.toml cannot be read: {error}."

uploads: Path | None = None
"""The folder of uploaded tables, for a process that is a server (`find_uploads_in`). They are found
by their names and are in no list. Earlier versions of tables of the games folder are kept there
too, for matches that began on them."""


def find_uploads_in(folder: Path | None) -> None:
    """From now on find uploaded tables in a folder, or none without one. This holds for the whole
    process, because games are looked up by name in many places."""
    global uploads
    uploads = folder


@dataclass(frozen=True)
class Entry:
    """A game of the registry, opened on demand."""

    name: str
    package: str
    """The importable package of the folder."""
    folder: Traversable
    fault: str = ""
    """Why the game cannot be opened, in one sentence, where that is known already."""
    uploaded: bool = False
    """A table that a person has uploaded: nothing in it is trusted."""
    loose: bool = False
    """The game lies in the games folder, where its files may change while the program runs."""

    def stamp(self) -> str:
        """A text that changes with the files of the game."""
        return stamp_of(Path(str(self.folder))) if self.loose else ""

    def facts(self) -> Json:
        """game.toml: title, sentence, designer, year, minutes, picture … Raises BadGame."""
        self.require_sound()
        if self.is_table:
            return self.table().definition.facts
        try:
            text = (self.folder / "game.toml").read_text("utf-8")
            found = tomllib.loads(text)
        except OSError as error:
            raise BadGame(UNREADABLE, name=self.name, error=error.strerror) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadGame(UNREADABLE, name=self.name, error=error) from None
        fault = find_fault(found, facts_schema(), facts_schema())
        if fault:
            place = f"game.toml{find_line(text, found, fault[0])}"
            where = ": ".join(filter(None, (place, spoken(fault[0]))))
            raise BadGame("{name}: {where}: {fault}.", name=self.name, where=where, fault=fault[1])
        return found

    def game_class(self, version: int | None = None) -> type[Game]:
        """The class of the rules; for a table, of a version of it, where that is known. Raises
        BadGame."""
        if self.is_table:
            return self.table(version)
        return self.programs().rules()

    def game(self, version: int | None = None, /, **options: str) -> Game:
        """The rules with options fixed; for an earlier match, in the version that it names. Raises
        BadOption, BadGame."""
        return self.game_class(version)(**options)

    def artist(self) -> Artist:
        """The drawing functions. Raises BadGame."""
        if self.is_table:
            return table_artist
        return self.programs().artist("scene" if self.has("scene.py") else "rules")

    def advice(self) -> Advice:
        """The functions of `bots.py`; none where the game has no such file. Raises BadGame."""
        return self.programs().advice() if self.has("bots.py") else Advice()

    def reasons(self) -> Reasons | None:
        """The function of `reasons.py`; None where the game has no such file. Raises BadGame."""
        return self.programs().reasons() if self.has("reasons.py") else None

    def editor(self) -> Editor:
        """The functions of `editor.py`; none where the game has no such file. Raises BadGame."""
        return self.programs().editor() if self.has("editor.py") else Editor()

    def kit(self) -> KitFile:
        """The content of `kit.toml`; all defaults where the game has no such file. Raises
        BadGame."""
        self.require_sound()
        return read_kit(self.name, self.folder)

    @property
    def is_table(self) -> bool:
        """Whether the game is a table without rules."""
        return self.has(FILE)

    def table(self, version: int | None = None) -> type[TableGame]:
        """The game of a table without rules as its file is now, or as it was in a version, if that
        is known. Raises BadGame."""
        tables = self.tables()
        newest = next(tables)
        if version in (None, newest.version):
            return newest
        return next((one for one in tables if one.version == version), newest)

    def tables(self) -> Iterator[type[TableGame]]:
        """The present layout of a table, then the earlier ones. Raises BadGame."""
        try:
            yield open_table(self, read_text(self.folder))
            yield from layouts.earlier(self.name, self.folder, uploads)
        except BadGame as error:
            raise BadGame("{name}: {error}", name=self.name, error=error) from None

    def keep(self, game: Game) -> None:
        """Keep the layout of a table whose file may change, because a match has begun with it."""
        if self.loose and uploads and isinstance(game, TableGame):
            layouts.keep(game, uploads)

    def programs(self) -> Programs:
        """The programs of the folder. Raises BadGame."""
        self.require_sound()
        return Programs(self.name, self.package, str(self.folder), self.loose)

    def require_sound(self) -> None:
        """Raises BadGame."""
        if self.fault:
            raise BadGame("{name}: {error}", name=self.name, error=self.fault)

    def has(self, file: str) -> bool:
        """Whether the folder has this file."""
        return has_file(self.folder, file)


def find_line(text: str, facts: Json, path: Steps) -> str:
    """ ", line 3" where the key of a fault in game.toml stands at the beginning of a line; a key
    that is not known is a fault of the whole."""
    keys = path[:1] or [key for key in facts if key not in facts_schema()["properties"]][:1]
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.split("=")[0].strip() in keys]
    return f", line {lines[0]}" if lines else ""


@lru_cache(maxsize=1)
def facts_schema() -> Json:
    """The JSON schema of game.toml."""
    found: Json = json.loads((files("everygame.library") / "game.schema.json").read_text("utf-8"))
    return found


@lru_cache(maxsize=256)
def open_table(entry: Entry, text: str) -> type[TableGame]:
    """The game of a table; `text` is what its file holds, so that a changed one is read anew."""
    return game_of(entry.name, read(entry.folder))


def games() -> dict[str, Entry]:
    """All games by name, in alphabetical order, broken ones among them."""
    found: dict[str, Entry] = {}
    for entry in (*built_in(), *installed(), *in_folder()):
        first = found.setdefault(entry.name, entry)
        if first is not entry and entry.loose:
            fault = say("another game has this name too; rename the folder in the games folder.")
            found[f"{entry.name}_"] = Entry(entry.name, "", entry.folder, fault)
    return dict(sorted(found.items()))


def built_in() -> list[Entry]:
    return [entry for f in files(GROUP).iterdir() if (entry := shipped(f.name)) is not None]


def shipped(name: str) -> Entry | None:
    """The game of that name among those that come with EveryGame; else None."""
    folder = files(GROUP) / name
    signs = ("game.toml", FILE)
    if not (NAME.fullmatch(name) and any((folder / sign).is_file() for sign in signs)):
        return None
    return Entry(name, f"{GROUP}.{name}", folder)


def look_up(name: str) -> Entry | None:
    """The game of that name, or None. One that comes with EveryGame is found without listing all
    others, because bots ask at every move."""
    return shipped(name) or games().get(name)


def installed() -> list[Entry]:
    """The games of installed projects: lines `NAME = "package"` in their
    `[project.entry-points."everygame.games"]`."""
    from importlib.metadata import entry_points  # slow to load, and few games need it

    return [find_package(point.name, point.value) for point in entry_points(group=GROUP)]


def find_package(name: str, package: str) -> Entry:
    """The game in a package. A package at the top level is found without running it."""
    try:
        spec = find_spec(package)
    except ImportError:
        spec = None
    if spec is None or not spec.submodule_search_locations:
        return Entry(
            name, package, Path(), say("there is no package {package}.", package=repr(package))
        )
    return Entry(name, package, Path(next(iter(spec.submodule_search_locations))))


def in_folder() -> list[Entry]:
    """The games in the games folder."""
    return [
        Entry(folder.name, f"{PACKAGE}.{folder.name}", folder, loose=True) for folder in folders()
    ]


def find_folder(folder: Path) -> Entry:
    """The game of a folder anywhere. Raises BadGame."""
    folder = folder.resolve()
    if not folder.is_dir() or not NAME.fullmatch(folder.name):
        raise BadGame(
            "{folder} is no folder of a game: a–z and 0–9, a letter first, 64 at most.",
            folder=folder,
        )
    return Entry(folder.name, f"{PACKAGE}.{folder.name}", folder, loose=True)


def find_game(name: str) -> Entry:
    """The game of that name. Raises BadGame."""
    found = shipped(name)
    if found is not None:
        return found
    known = games()
    if name not in known and uploads and NAME.fullmatch(name) and (uploads / name).is_dir():
        return Entry(name, "", uploads / name, uploaded=True)
    if name not in known and not NAME.fullmatch(name):
        raise BadGame(
            "{name} is no name of a game or its folder: a–z and 0–9, a letter first, 64 at most.",
            name=repr(name),
        )
    if name not in known:
        raise BadGame(
            "There is no game {name}; there are {known}.", name=repr(name), known=list_of(known)
        )
    return known[name]
