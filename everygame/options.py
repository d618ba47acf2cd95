"""Options of a game: what players may choose before a match."""

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
    """The numbers of players that the value is offered to; empty means all."""


@dataclass(frozen=True)
class Option:
    """Something that players may choose before a match. Its values are texts."""

    name: str
    default: str
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    """The values offered. The game takes others only where `free` is true."""
    free: bool = False
    """The game reads other values as well (a number, a level drawn by the player)."""
    editable: bool = False
    """`edit` of the game's `editor.py` lets people draw a value of their own."""
    lengths: tuple[int, int] | None = None
    """`generate` of the game's `editor.py` makes new values of a wanted length, from the least to
    the greatest."""
    players: tuple[int, ...] = ()
    """The numbers of players that the option is for; empty means all."""
    expert: bool = False
    """Offered on the command line and in studies, not on the page that sets up a match."""
    file: bool = False
    """A value that is no choice is the path of a file. It is taken only from the person who runs
    the program, never from another device, which could read files of this one by it."""


def read_settings(pairs: Iterable[str]) -> dict[str, str]:
    """Options from `["players=2", "level=classic"]`. Raises BadOption."""
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption("{pair} is not an option; write NAME=VALUE.", pair=repr(pair))
        if name in settings:
            raise BadOption("The option {name} is given twice.", name=repr(name))
        settings[name] = value
    return settings
