"""Which games there are, and what belongs to each. Nothing of a game is run before it is opened.

A game is a folder `NAME/` with `rules.py` (`GAME`, a subclass of `contract.Game`), `scene.py`
(`scene(game, view)` and `seat_names(game)`; a small game has them in `rules.py`), `game.toml`
(words for the library) and `rules.en.md` (the rule sheet). Built-in games are the folders of
`everygame/games`.
"""

from __future__ import annotations

import importlib
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType

from everygame.contract import Game, Json
from everygame.errors import BadGame


@dataclass(frozen=True)
class Entry:
    """A game of the registry, opened on demand."""

    name: str
    package: str
    """The importable package of the folder."""
    folder: Traversable

    def facts(self) -> Json:
        """game.toml: title, sentence, designer, year, minutes, picture …"""
        try:
            return tomllib.loads((self.folder / "game.toml").read_text("utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise BadGame(f"{self.name}: game.toml cannot be read: {error}.") from None

    def game_class(self) -> type[Game]:
        """The rules. Raises BadGame."""
        found = getattr(self.part("rules"), "GAME", None)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise BadGame(f"{self.name}: rules.py must set GAME to a subclass of Game.")
        return found

    def game(self, **options: str) -> Game:
        """The rules with options fixed. Raises BadOption, BadGame."""
        return self.game_class()(**options)

    def artist(self) -> ModuleType:
        """The module that draws: `scene(game, view)`, `seat_names(game)`; a small game has them
        in `rules`. Raises BadGame."""
        return self.part("scene" if self.has("scene.py") else "rules")

    def part(self, name: str) -> ModuleType:
        """A module of the folder. Raises BadGame."""
        try:
            return importlib.import_module(f"{self.package}.{name}")
        except Exception as error:
            raise BadGame(f"{self.name}: {name}.py cannot be loaded: {error!r}.") from error

    def has(self, file: str) -> bool:
        """The folder has this file."""
        return (self.folder / file).is_file()


def games() -> dict[str, Entry]:
    """All games by name, in alphabetical order."""
    home = files("everygame.games")
    names = sorted(f.name for f in home.iterdir() if (f / "game.toml").is_file())
    return {n: Entry(n, f"everygame.games.{n}", home / n) for n in names}


def find_game(name: str) -> Entry:
    """The game of that name. Raises BadGame."""
    known = games()
    if name not in known:
        raise BadGame(f"There is no game {name!r}; there are {', '.join(known)}.")
    return known[name]
