"""The registry finds all games and opens the parts of each. No program of a game runs before the
game is opened.

A game is a folder `NAME/` with `rules.py` (`GAME`, a subclass of `contract.Game`), `scene.py`
(`scene(game, view)` and `seat_names(game)`; a small game has them in `rules.py`), `game.toml`
(words for the library) and `rules.en.md` (the rule sheet). Games are found in three places: the
folders of `everygame/games`, the packages that installed projects name as entry points of the group
`everygame.games`, and the games folder of the person (`games_folder.py`). Where two games have one
name, the first in this order has it. A table without rules is a folder too, with `table.json`, its
pictures and earlier layouts (`table_layouts.py`), and without any program.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from everygame.catalogues import add_folder
from everygame.contract import Game, Json
from everygame.errors import BadGame, find_place, shown
from everygame.library import table_layouts
from everygame.library.game_programs import Editor, Programs, Reasons
from everygame.library.games_folder import NAME, PACKAGE, folders, stamp_of
from everygame.library.kit_file import KitFile, read_kit
from everygame.notation import Notation
from everygame.sandbox import FILE, TableGame, game_of, read
from everygame.sandbox.definition import has_file, read_text
from everygame.sandbox.scene import artist as table_artist
from everygame.sandbox.schema import Path as Steps
from everygame.sandbox.schema import find_fault, spoken
from everygame.scene import Artist
from everygame.search.game_advice import Advice
from everygame.tensors.layout import MakeLayout
from everygame.words import list_of, say

GROUP: Final = "everygame.games"

UNREADABLE: Final = "{name}: game.toml cannot be read: {error}."

uploads: Path | None = None
"""The folder of uploaded tables, in a process that is a server (`find_uploads_in`). These tables
are found by their names but appear in no list. The folder also keeps earlier layouts of tables from
the games folder, for matches that began with them."""


def find_uploads_in(folder: Path | None) -> None:
    """From now on, find uploaded tables in this folder; None finds no uploads. The setting holds
    for the whole process, because games are looked up by name in many places."""
    global uploads
    uploads = folder


@dataclass(frozen=True)
class Entry:
    """One game of the registry, whose parts are opened when they are needed."""

    name: str
    package: str
    """The name under which Python imports the folder."""
    folder: Traversable
    fault: str = ""
    """One sentence that says why the game cannot be opened, where that is known already; otherwise
    empty."""
    uploaded: bool = False
    """True for a table that a person has uploaded; nothing in it is trusted."""
    loose: bool = False
    """True for a game in the games folder, whose files may change while EveryGame runs."""

    def stamp(self) -> str:
        """Return a text that changes when a file of the game changes; an empty text for a game
        whose files do not change."""
        return stamp_of(Path(str(self.folder))) if self.loose else ""

    def facts(self) -> Json:
        """Return the content of game.toml: title, sentence, designer, year, minutes, picture …
        Raises BadGame."""
        self.require_sound()
        if self.is_table:
            return self.table().definition.facts
        text, found = self.read_game_toml()
        fault = find_fault(found, facts_schema(), facts_schema())
        if fault:
            place = f"game.toml{find_line(text, found, fault[0])}"
            where = ": ".join(filter(None, (place, spoken(fault[0]))))
            raise BadGame("{name}: {where}: {fault}.", name=self.name, where=where, fault=fault[1])
        return found

    def read_game_toml(self) -> tuple[str, Json]:
        """Return the text of game.toml and its content, unchecked. Raises BadGame."""
        try:
            text = (self.folder / "game.toml").read_text("utf-8-sig")
            return text, tomllib.loads(text)
        except OSError as error:
            raise BadGame(UNREADABLE, name=self.name, error=error.strerror) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadGame(UNREADABLE, name=self.name, error=error) from None

    def game_class(self, version: int | None = None) -> type[Game]:
        """Return the class of the rules. For a table, return its game in the wanted version, or in
        the newest where that version is unknown. Raises BadGame."""
        if self.is_table:
            return self.table(version)
        return self.programs().rules()

    def game(self, version: int | None = None, /, **options: str) -> Game:
        """Return the rules with these options, for an earlier match in the version that the match
        names. Raises BadOption, BadGame."""
        return self.game_class(version)(**options)

    def artist(self) -> Artist:
        """Return the drawing functions. Raises BadGame."""
        if self.is_table:
            return table_artist
        return self.programs().artist("scene" if self.has("scene.py") else "rules")

    def advice(self) -> Advice:
        """Return the functions of `bots.py`, an empty Advice where the game has no such file.
        Raises BadGame."""
        return self.programs().advice() if self.has("bots.py") else Advice()

    def reasons(self) -> Reasons | None:
        """Return the function of `reasons.py`; None where the game has no such file. Raises
        BadGame."""
        return self.programs().reasons() if self.has("reasons.py") else None

    def layout(self) -> MakeLayout | None:
        """Return the function of `tensors.py`; None where the game has no such file. Raises
        BadGame."""
        return self.programs().layout() if self.has("tensors.py") else None

    def editor(self) -> Editor:
        """Return the functions of `editor.py`, an empty Editor where the game has no such file.
        Raises BadGame."""
        return self.programs().editor() if self.has("editor.py") else Editor()

    def notation(self) -> Notation:
        """Return the functions of `notation.py`. Raises BadGame."""
        return self.programs().notation()

    def kit(self) -> KitFile:
        """Return the content of `kit.toml`, all defaults where the game has no such file. Raises
        BadGame."""
        self.require_sound()
        return read_kit(self.name, self.folder)

    @property
    def is_table(self) -> bool:
        """Whether the game is a table without rules."""
        return self.has(FILE)

    def table(self, version: int | None = None) -> type[TableGame]:
        """Return the game of a table without rules in this version, or in the newest where the
        version is None or unknown. Raises BadGame."""
        tables = self.tables()
        newest = next(tables)
        if version in (None, newest.version):
            return newest
        return next((one for one in tables if one.version == version), newest)

    def tables(self) -> Iterator[type[TableGame]]:
        """Yield the present layout of a table, then the earlier ones, as games. Raises BadGame."""
        try:
            yield open_table(self, read_text(self.folder))
            translated = not self.uploaded
            yield from table_layouts.earlier(self.name, self.folder, uploads, translated)
        except BadGame as error:
            raise BadGame("{name}: {error}", name=self.name, error=error) from None

    def keep(self, game: Game) -> None:
        """Keep a copy of the layout of a table whose file may change, because a match has begun
        with it."""
        if self.loose and uploads and isinstance(game, TableGame):
            table_layouts.keep(game, uploads)

    def programs(self) -> Programs:
        """Return the programs of the folder, not yet loaded. Raises BadGame."""
        self.require_sound()
        return Programs(self.name, self.package, str(self.folder), self.loose)

    def require_sound(self) -> None:
        """Raise BadGame where a fault of the game is known already."""
        if self.fault:
            raise BadGame("{name}: {error}", name=self.name, error=self.fault)

    def has(self, file: str) -> bool:
        """Whether the folder has a file of this name."""
        return has_file(self.folder, file)


def find_line(text: str, facts: Json, path: Steps) -> str:
    """Return ", line 3" for the line of game.toml that begins with the key of a fault; an empty
    text where no line does. `path` leads to the fault; an empty path means an unknown key."""
    keys = path[:1] or [key for key in facts if key not in facts_schema()["properties"]][:1]
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.split("=")[0].strip() in keys]
    return f", line {lines[0]}" if lines else ""


@lru_cache(maxsize=1)
def facts_schema() -> Json:
    """Return the JSON schema of game.toml."""
    found: Json = json.loads((files("everygame.library") / "game.schema.json").read_text("utf-8"))
    return found


@lru_cache(maxsize=256)
def open_table(entry: Entry, text: str) -> type[TableGame]:
    """Return the game class of a table without rules, read from the files in its folder. `text` is
    the content of its `table.json`. It is an argument so that `lru_cache` keeps a game for each
    content: after a change of the file, the folder is read again."""
    return game_of(entry.name, read(entry.folder, not entry.uploaded))


def games() -> dict[str, Entry]:
    """Return all games by name, in alphabetical order, including broken ones."""
    found: dict[str, Entry] = {}
    for entry in (*built_in(), *installed(), *in_folder()):
        first = found.setdefault(entry.name, entry)
        if first is not entry and entry.loose:
            fault = say("another game has this name too; rename the folder in the games folder.")
            found[f"{entry.name}_"] = Entry(entry.name, "", entry.folder, fault)
    return dict(sorted(found.items()))


def built_in() -> list[Entry]:
    return [entry for f in files(GROUP).iterdir() if (entry := shipped(f.name)) is not None]


@lru_cache(maxsize=256)
def shipped(name: str) -> Entry | None:
    """Return the game of that name that comes with EveryGame; None where there is none. The files
    are looked at once, because a library asks for the same games for each of its matches."""
    folder = files(GROUP) / name
    signs = ("game.toml", FILE)
    if not (NAME.fullmatch(name) and any((folder / sign).is_file() for sign in signs)):
        return None
    return Entry(name, f"{GROUP}.{name}", folder)


def look_up(name: str) -> Entry | None:
    """Return the game of that name, or None. A game that comes with EveryGame is found without
    listing the others, because bots look their game up at every move."""
    return shipped(name) or games().get(name)


def installed() -> list[Entry]:
    """Return the games of installed projects, which declare them as lines `NAME = "package"` under
    `[project.entry-points."everygame.games"]`."""
    return [find_package(*point) for point in find_points(tuple(map(stamp_of_place, sys.path)))]


def stamp_of_place(place: str) -> tuple[str, int]:
    """Return a place where Python looks for projects, and when one was last added or removed."""
    try:
        return place, os.stat(place or ".").st_mtime_ns
    except OSError:
        return place, 0


@lru_cache(maxsize=1)
def find_points(places: tuple[tuple[str, int], ...]) -> tuple[tuple[str, str], ...]:
    """Return the names and packages of the games of installed projects. `places` are compared, so
    that the files of all projects are read again only when one was added or removed."""
    from importlib.metadata import entry_points  # slow to load, and few games need it

    return tuple((point.name, point.value) for point in entry_points(group=GROUP))


def find_package(name: str, package: str) -> Entry:
    """Return the game in a Python package. A top-level package is found without running its
    code."""
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
    """Return the games in the games folder, whose catalogues count from then on."""
    found = folders()
    for folder in found:
        add_folder(folder)
    return [Entry(folder.name, f"{PACKAGE}.{folder.name}", folder, loose=True) for folder in found]


def find_folder(folder: Path) -> Entry:
    """Return the game in a folder, wherever it lies. Raises BadGame."""
    folder = folder.resolve()
    if not folder.is_dir():
        raise BadGame("There is no folder {folder}.", folder=folder)
    if not NAME.fullmatch(folder.name):
        raise BadGame(
            "Rename the folder {folder}: the name of a game has a–z and 0–9, a letter first,"
            " 64 at most.",
            folder=folder,
        )
    return Entry(folder.name, f"{PACKAGE}.{folder.name}", folder, loose=True)


def find_game(name: str) -> Entry:
    """Return the game of that name. Raises BadGame."""
    if not isinstance(name, str):
        raise BadGame("A game is found by its name, a text, not by {name}.", name=repr(name))
    found = shipped(name)
    if found is not None:
        return found
    known = games()
    if name in known:
        return known[name]
    if "/" in name or os.sep in name:
        raise BadGame(
            "{name} is a path, not the name of a game: let EVERYGAME_GAMES be the folder in which"
            " the folder of the game lies.",
            name=repr(name),
        )
    if not NAME.fullmatch(name):
        raise BadGame(
            "{name} is no name of a game or its folder: a–z and 0–9, a letter first, 64 at most.",
            name=repr(name),
        )
    if uploads and (uploads / name).is_dir():
        return Entry(name, "", uploads / name, uploaded=True)
    raise BadGame(
        "There is no game {name}; there are {known}.", name=repr(name), known=list_of(known)
    )


def blame(error: Exception, folder: Path | None = None) -> BadGame | None:
    """Return an error that names the game in whose files another error arose, with file and line;
    None where it arose in no game. `folder` is that of a game which may be none of the registry."""
    for entry in (*([find_folder(folder)] if folder else []), *games().values()):
        place = find_place(error, f"{entry.folder}{os.sep}")
        if place:
            return BadGame(
                "{name}: {place} {shown}.", name=entry.name, place=place, shown=shown(error)
            )
    return None
