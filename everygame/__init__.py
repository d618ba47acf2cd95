"""EveryGame: one engine for every game at a table.

>>> import everygame as eg
>>> game = eg.load(eg.games()[0])
>>> state = game.initial_state()
>>> after = state.play(state.legal_moves()[0])

Each name is loaded when it is first used. docs/reference/api.md tells of all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from everygame import display_hooks
from everygame.version import __version__ as __version__

if TYPE_CHECKING:
    from everygame import arena as arena
    from everygame import rl as rl
    from everygame import search as search
    from everygame import study as study
    from everygame.contract import CHANCE as CHANCE
    from everygame.contract import OVER as OVER
    from everygame.contract import TRUTH as TRUTH
    from everygame.contract import Game as Game
    from everygame.contract import State as State
    from everygame.drawing import draw as draw
    from everygame.errors import AmbiguousMove as AmbiguousMove
    from everygame.errors import BadArgument as BadArgument
    from everygame.errors import BadGame as BadGame
    from everygame.errors import BadMove as BadMove
    from everygame.errors import BadOption as BadOption
    from everygame.errors import BadPosition as BadPosition
    from everygame.errors import BadRecord as BadRecord
    from everygame.errors import EveryGameError as EveryGameError
    from everygame.errors import IllegalMove as IllegalMove
    from everygame.errors import InvalidMove as InvalidMove
    from everygame.errors import NotYourTurn as NotYourTurn
    from everygame.errors import StaleState as StaleState
    from everygame.library.load import games as games
    from everygame.library.load import load as load
    from everygame.library.match_files import load_record as load_record
    from everygame.library.match_files import load_records as load_records
    from everygame.library.match_files import save_record as save_record
    from everygame.library.match_files import save_records as save_records
    from everygame.match import Match as Match
    from everygame.match import Outcome as Outcome
    from everygame.match import random_match as random_match
    from everygame.match import sample_chance as sample_chance
    from everygame.record import Record as Record
    from everygame.record import Seat as Seat
    from everygame.record import read_record as read_record
    from everygame.record import record_match as record_match
    from everygame.record import replay as replay
    from everygame.record import write_record as write_record

_HOMES = {
    "contract": "CHANCE OVER TRUTH Game State",
    "drawing": "draw",
    "errors": "AmbiguousMove BadArgument BadGame BadMove BadOption BadPosition BadRecord"
    " EveryGameError IllegalMove InvalidMove NotYourTurn StaleState",
    "library.match_files": "load_record load_records save_record save_records",
    "library.load": "load",
    "match": "Match Outcome random_match sample_chance",
    "record": "Record Seat read_record record_match replay write_record",
}
"""For each module of the package: the public names that are imported from it when they are first
used."""
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}
_PACKAGES = ("arena", "games", "rl", "search", "study")
__all__ = sorted([*_MODULES, *_PACKAGES])


def _draw_as_text(state: object) -> str:
    from everygame.contract import State
    from everygame.terminal.draw import draw_state  # playing needs no pictures

    assert isinstance(state, State)
    return draw_state(state)


def _draw_as_svg(state: object) -> str:
    from everygame.contract import State
    from everygame.drawing import draw  # as above

    assert isinstance(state, State)
    return draw(state)


def _find_class(name: str, version: int) -> type | None:
    from everygame.errors import BadGame
    from everygame.library.registry import find_game  # it imports the rules of tables

    try:
        return find_game(name).game_class(version)
    except BadGame:
        return None


display_hooks.as_text = _draw_as_text
display_hooks.as_svg = _draw_as_svg
display_hooks.find_class = _find_class


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return import_module(f"everygame.{name}")
    if name not in _MODULES:
        raise AttributeError(f"everygame has no {name!r}; it has {', '.join(__all__)}.")
    found = getattr(import_module(f"everygame.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
