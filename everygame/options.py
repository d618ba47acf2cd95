"""The options of a game, which players choose before a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from everygame.errors import BadOption


@dataclass(frozen=True)
class Choice:
    """One value of an option, with its label for people."""

    value: str
    label: str
    players: tuple[int, ...] = ()
    """The numbers of players with which the value is offered; empty means all."""


@dataclass(frozen=True)
class Option:
    """Something that players choose before a match. Its values are texts."""

    name: str
    default: str
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    """The values offered. The game takes others only where `free` is true."""
    free: bool = False
    """True where the game also reads values that are no choices, such as a number or a level drawn
    by a player."""
    editable: bool = False
    """True where `edit` in the game's `editor.py` lets people draw a value of their own."""
    lengths: tuple[int, int] | None = None
    """The least and the greatest length that a generated value may have: `generate` in the game's
    `editor.py` makes new values of a wanted length. None where it makes none."""
    players: tuple[int, ...] = ()
    """The numbers of players with which the option is offered; empty means all."""
    expert: bool = False
    """True where the option is offered on the command line and in studies, but not on the page for
    a new match."""
    file: bool = False
    """True where a value that is no choice is the path of a file. Such a value is taken only from
    the person who runs the program: another device could use it to read this computer's files."""


def read_settings(pairs: Iterable[str]) -> dict[str, str]:
    """Return the options that texts such as `["players=2", "level=classic"]` set. Raises
    BadOption."""
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption("{pair} is not an option; write NAME=VALUE.", pair=repr(pair))
        if name in settings:
            raise BadOption("The option {name} is given twice.", name=repr(name))
        settings[name] = value
    return settings
