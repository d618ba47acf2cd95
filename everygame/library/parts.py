"""The files that a game's folder may hold, and the only reader of its programs.

| file | read as |
|---|---|
| `rules.py` | `type[Game]`: `GAME` |
| `scene.py`, or a small `rules.py` | `scene.Artist`: `scene`, `seat_names`, `in_words`, `deck` |
| `bots.py` | `search.advice.Advice`: `evaluate`, `priors`, `noisy`, `policy`, … |
| `reasons.py` | `Reasons`: `reasons` |
| `editor.py` | `Editor`: `edit`, `generate` |
| `table.json` | a table without rules, which has no program (`everygame.sandbox`) |
| `kit.toml` | `kit_file.KitFile`: how its things are made of paper and plastic |
| `game.toml`, `rules.en.md`, `tutorial.toml`, images | data (`registry`, `rulesheet`, `lessons`) |

Other files (a solver, tables of numbers) are the game's own, and nobody else asks for them.
`registry.Entry` opens each of these when it is asked for, and hands on nothing but these types.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from threading import RLock
from types import ModuleType
from typing import Any, Final

from everygame.contract import Game, State
from everygame.errors import BadGame, find_place
from everygame.library.compiled import prefer_code
from everygame.library.games_folder import PACKAGE, stamp_of
from everygame.scene import Artist, Scene
from everygame.search.advice import Advice
from everygame.words import say

Reasons = Callable[[State, int, State, int], Sequence[str]]
"""`reasons(before, action, after, seat)`: true sentences about a move, the best first."""
Edit = Callable[
    [type[Game], dict[str, str], str, str, "str | None"],
    tuple[str, Scene, Sequence[str], bool],
]
"""`edit(game_class, options, option, value, move)`: the value of an option after an edit of a
person, a scene whose choices are the next edits, notes, and whether it can be played."""
Generate = Callable[[type[Game], dict[str, str], str, int, Random, float], str]
"""`generate(game_class, options, option, length, rng, seconds)`: a new value of that length."""


@dataclass(frozen=True)
class Editor:
    """The functions of `editor.py`: people draw values of an option, or have them generated."""

    edit: Edit | None = None
    generate: Generate | None = None


RENAMED: Final = {"bots": {"loud": "noisy"}}
"""For each file: functions that were renamed since version 0.1."""
MOVED: Final = {
    "everygame.fast": "everygame.fast.state",
    "everygame.packed": "everygame.fast.arrays",
    "everygame.boards.bits": "everygame.fast.bits",
    "everygame.registry": "everygame.library.registry",
    "everygame.table": "everygame.sandbox",
    "everygame.bots.program": "everygame.process.program",
    "everygame.search.yardstick": "everygame.search.baseline",
}
"""Modules that programs of games may ask for by the names that they had in version 0.1."""


@dataclass(frozen=True)
class Programs:
    """The programs of one game, loaded on demand. All methods raise BadGame."""

    game: str
    package: str
    """The importable package of the folder."""
    folder: str
    loose: bool
    """The files may change while the program runs."""

    def rules(self) -> type[Game]:
        """The class that `rules.py` calls GAME."""
        found = getattr(self.load("rules"), "GAME", None)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise BadGame("{game}: rules.py must set GAME to a subclass of Game.", game=self.game)
        if found.name != self.game:
            raise BadGame(
                "{game}: rules.py calls the game {name}.", game=self.game, name=repr(found.name)
            )
        self.check_options(found)
        return found

    def check_options(self, rules: type[Game]) -> None:
        """Refuse options that no player could use correctly. Raises BadGame."""
        named = {"players"}
        for option in rules.options:
            if option.name in named:
                raise BadGame(
                    "{game}: rules.py: the option {option} has a name that is taken.",
                    game=self.game,
                    option=repr(option.name),
                )
            values = [choice.value for choice in option.choices]
            if not option.free and option.default not in values:
                raise BadGame(
                    "{game}: rules.py: the default {default} of the option {option} is none of its"
                    " values: {values}.",
                    game=self.game,
                    option=repr(option.name),
                    default=repr(option.default),
                    values=", ".join(values),
                )
            named.add(option.name)

    def artist(self, file: str) -> Artist:
        """The drawing functions in `scene.py` or `rules.py`."""
        module = self.load(file)
        for name in ("scene", "seat_names"):
            if not callable(getattr(module, name, None)):
                raise BadGame(
                    "{game}: {file}.py has no function {name}.",
                    game=self.game,
                    file=file,
                    name=name,
                )
        more = {name: getattr(module, name, None) for name in ("in_words", "deck")}
        return Artist(module.scene, module.seat_names, **more)

    def advice(self) -> Advice:
        """The functions of `bots.py`."""
        return Advice(**self._functions("bots", [field.name for field in fields(Advice)]))

    def reasons(self) -> Reasons:
        """The function of `reasons.py`."""
        found = self._functions("reasons", ["reasons"])
        if not found:
            raise BadGame("{game}: reasons.py has no function reasons.", game=self.game)
        return found["reasons"]

    def editor(self) -> Editor:
        """The functions of `editor.py`."""
        return Editor(**self._functions("editor", [field.name for field in fields(Editor)]))

    def _functions(self, file: str, names: Sequence[str]) -> dict[str, Callable[..., Any]]:
        """The functions with these names that the file defines."""
        module = self.load(file)
        for old, new in RENAMED.get(file, {}).items():
            if hasattr(module, old):
                raise BadGame(
                    "{game}: {file}.py: `{old}` is called `{new}` now.",
                    game=self.game,
                    file=file,
                    old=old,
                    new=new,
                )
        return {name: getattr(module, name) for name in names if hasattr(module, name)}

    def load(self, file: str) -> ModuleType:
        """Import a file of the game, anew if it has changed."""
        try:
            if self.loose:
                return load_module(self.game, file, Path(self.folder))
            return importlib.import_module(f"{self.package}.{file}")
        except (Exception, SystemExit) as error:
            where = find_place(error, self.folder) or f"{file}.py"
            said = error.msg if isinstance(error, SyntaxError) else error
            why = f"{type(error).__name__}: {said}"
            if isinstance(error, ImportError) and error.name in MOVED:
                moved = "{why}; what was {old} is {new} now"
                why = say(moved, why=why, old=error.name, new=MOVED[error.name])
            raise BadGame(
                "{game}: {where} cannot be loaded: {why}.", game=self.game, where=where, why=why
            ) from error


# -- files that change

loaded: dict[str, str] = {}
"""For each game: the stamp of its folder when its modules were loaded."""
lock: Final = RLock()
"""Held while modules of the games folder are loaded or removed: two threads that load one game must
not get classes of two versions of it."""


def load_module(game: str, file: str, folder: Path) -> ModuleType:
    """Import a module of a loose game, after removing modules of older files. Raises what the
    module raises."""
    with lock:
        now = stamp_of(folder)
        if loaded.get(game) != now:
            unload(f"{PACKAGE}.{game}")
            loaded[game] = now
        prefer_code()
        home = sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))
        home.__path__ = [str(folder.parent)]
        importlib.invalidate_caches()
        before = sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # it would take a file changed within a second for the old
        try:
            return importlib.import_module(f"{PACKAGE}.{game}.{file}")
        finally:
            sys.dont_write_bytecode = before


def unload(package: str) -> None:
    """Remove the modules of a package."""
    for name in list(sys.modules):
        if name == package or name.startswith(package + "."):
            del sys.modules[name]
