"""Loads the programs in a game's folder. No other module does, and the folder may hold these files:

| file | read as |
|---|---|
| `rules.py` | `type[Game]`: `GAME` |
| `scene.py`, or a small `rules.py` | `scene.Artist`: `scene`, `seat_names`, `in_words`, `deck` |
| `bots.py` | `search.advice.Advice`: `evaluate`, `priors`, `noisy`, `policy`, … |
| `reasons.py` | `Reasons`: `reasons` |
| `editor.py` | `Editor`: `edit`, `generate` |
| `tensors.py` | `tensors.layout.MakeLayout`: `layout` |
| `notation.py` | `notation.Notation`: `read`, `write` |
| `table.json` | a table without rules, which has no program (`everygame.sandbox`) |
| `kit.toml` | `kit_file.KitFile`: how its things are made of paper and plastic |
| `game.toml`, `rules.en.md`, `tutorial.toml`, images | data (`registry`, `rulesheet`, `lessons`) |

Other files, such as a solver or tables of numbers, are used only by the game itself.
`registry.Entry` opens each of the files above when somebody asks for it, and returns only these
types.
"""

from __future__ import annotations

import importlib
import reprlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from random import Random
from threading import RLock
from types import ModuleType
from typing import Any, Final

from everygame.contract import Game, State
from everygame.errors import BadGame, find_place
from everygame.library.compiled import prefer_code
from everygame.library.declared import find_fault, line_of
from everygame.library.games_folder import PACKAGE, stamp_of
from everygame.notation import Notation
from everygame.scene import Artist, Scene
from everygame.search.game_advice import Advice
from everygame.tensors.layout import MakeLayout
from everygame.words import say

Reasons = Callable[[State, int, State, int], Sequence[str]]
"""`reasons(before, action, after, seat)` returns true sentences that speak for or against a move,
the most important first."""
Edit = Callable[
    [type[Game], dict[str, str], str, str, "str | None"],
    tuple[str, Scene, Sequence[str], bool],
]
"""`edit(game_class, options, option, value, move)` returns the value of an option after a person
has edited it by `move`, a scene whose choices are the next possible edits, notes for the person,
and whether the value can be played."""
Generate = Callable[[type[Game], dict[str, str], str, int, Random, float], str]
"""`generate(game_class, options, option, length, rng, seconds)` returns a new value of that length
for an option, within so many seconds."""


@dataclass(frozen=True)
class Editor:
    """The functions of `editor.py`, with which people draw the value of an option or have one
    generated."""

    edit: Edit | None = None
    generate: Generate | None = None


RENAMED: Final = {"bots": {"loud": "noisy"}}
"""For each file of a game: functions that have been renamed since version 0.1, the old name and the
new one."""
MOVED: Final = {
    "everygame.fast": "everygame.fast.state",
    "everygame.packed": "everygame.fast.arrays",
    "everygame.boards.bits": "everygame.fast.bits",
    "everygame.registry": "everygame.library.registry",
    "everygame.table": "everygame.sandbox",
    "everygame.bots.program": "everygame.process.bot_program",
    "everygame.search.advice": "everygame.search.game_advice",
    "everygame.search.yardstick": "everygame.search.baseline",
}
"""Modules that programs of games may still import by the names that they had in version 0.1: the
old name and the new one. The error for such an import names the new one."""


@dataclass(frozen=True)
class Programs:
    """The Python files of one game, such as `rules.py`, `scene.py` and `bots.py`. Each is imported
    when it is first needed. All methods raise BadGame."""

    game: str
    package: str
    """The name under which Python imports the folder."""
    folder: str
    loose: bool
    """True where the files may change while EveryGame runs."""

    def rules(self) -> type[Game]:
        """Return the class that `rules.py` calls GAME."""
        found = getattr(self.load("rules"), "GAME", None)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise BadGame("{game}: rules.py must set GAME to a subclass of Game.", game=self.game)
        if found.name != self.game:
            raise BadGame(
                "{game}: rules.py calls the game {name}.", game=self.game, name=repr(found.name)
            )
        fault = find_fault(found)
        if fault:
            name, what = fault
            where = f"rules.py{line_of(found, name)}"
            raise BadGame("{game}: {where}: {what}.", game=self.game, where=where, what=what)
        return found

    def artist(self, file: str) -> Artist:
        """Return the drawing functions in `scene.py` or `rules.py`."""
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
        return Artist(module.scene, checking_names(module.seat_names), **more)

    def advice(self) -> Advice:
        """Return the functions of `bots.py`."""
        return Advice(**self._functions("bots", [field.name for field in fields(Advice)]))

    def reasons(self) -> Reasons:
        """Return the function of `reasons.py`."""
        found = self._functions("reasons", ["reasons"])
        if not found:
            raise BadGame("{game}: reasons.py has no function reasons.", game=self.game)
        return found["reasons"]

    def layout(self) -> MakeLayout:
        """Return the function of `tensors.py`."""
        found = self._functions("tensors", ["layout"])
        if not found:
            raise BadGame("{game}: tensors.py has no function layout.", game=self.game)
        return found["layout"]

    def editor(self) -> Editor:
        """Return the functions of `editor.py`."""
        return Editor(**self._functions("editor", [field.name for field in fields(Editor)]))

    def notation(self) -> Notation:
        """Return the functions of `notation.py`."""
        found = self._functions("notation", [field.name for field in fields(Notation)])
        if len(found) < len(fields(Notation)):
            raise BadGame(
                "{game}: notation.py must have the functions read and write.", game=self.game
            )
        return Notation(**found)

    def _functions(self, file: str, names: Sequence[str]) -> dict[str, Callable[..., Any]]:
        """Return those functions with these names that the file defines."""
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
        found = {name: getattr(module, name) for name in names if hasattr(module, name)}
        for name, function in found.items():
            if not callable(function):
                raise BadGame(
                    "{game}: {file}.py: {name} is {value}, no function.",
                    game=self.game,
                    file=file,
                    name=name,
                    value=reprlib.repr(function),
                )
        return found

    def modules(self, file: str) -> tuple[str, str]:
        """Return the names under which Python may import a file of the game."""
        return f"{self.package}.{file}", f"{PACKAGE}.{self.game}.{file}"

    def load(self, file: str) -> ModuleType:
        """Import a file of the game, and import it again where it has changed."""
        try:
            if self.loose:
                return load_module(self.game, file, Path(self.folder))
            return importlib.import_module(f"{self.package}.{file}")
        except (Exception, SystemExit) as error:
            if isinstance(error, ModuleNotFoundError) and error.name in self.modules(file):
                raise BadGame("{game}: there is no {file}.py.", game=self.game, file=file) from None
            where = find_place(error, self.folder) or f"{file}.py"
            said = error.msg if isinstance(error, SyntaxError) else error
            why = f"{type(error).__name__}: {said}"
            if isinstance(error, ImportError) and error.name in MOVED:
                moved = "{why}; what was {old} is {new} now"
                why = say(moved, why=why, old=error.name, new=MOVED[error.name])
            raise BadGame(
                "{game}: {where} cannot be loaded: {why}.", game=self.game, where=where, why=why
            ) from error


def checking_names(
    seat_names: Callable[[Game], Sequence[str]],
) -> Callable[[Game], tuple[str, ...]]:
    """Wrap `seat_names` so that callers get BadGame where it does not answer a text for each
    seat."""

    @wraps(seat_names)
    def named(game: Game) -> tuple[str, ...]:
        found = seat_names(game)
        is_list = isinstance(found, tuple | list) and all(isinstance(one, str) for one in found)
        if not is_list or len(found) != game.players:
            raise BadGame(
                "{game}: seat_names answers {answer}, not {players} texts.",
                game=game.name,
                answer=reprlib.repr(found),
                players=game.players,
            )
        return tuple(found)

    return named


# -- files that change

loaded: dict[str, str] = {}
"""For each game in the games folder: the stamp of its folder at the time when its modules were
loaded."""
lock: Final = RLock()
"""Held while modules of the games folder are loaded or removed. Without it, two threads that load
one game could get classes of two versions of it."""


def load_module(game: str, file: str, folder: Path) -> ModuleType:
    """Import a module of a game in the games folder, after removing the modules of older files.
    Raises what the module raises."""
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
        sys.dont_write_bytecode = True  # bytecode misses a change within the same second
        try:
            return importlib.import_module(f"{PACKAGE}.{game}.{file}")
        finally:
            sys.dont_write_bytecode = before


def unload(package: str) -> None:
    """Remove a package and its modules from `sys.modules`."""
    for name in list(sys.modules):
        if name == package or name.startswith(package + "."):
            del sys.modules[name]
