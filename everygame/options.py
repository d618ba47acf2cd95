"""The options of a game, which players choose before a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


def read_chosen(
    game: str, seats: Sequence[int], options: Sequence[Option], given: Mapping[str, str]
) -> tuple[int, dict[str, str]]:
    """Read what was chosen for a match: the number of players, and a value for each option, its
    default where none was given. `seats` are the numbers of players that the game allows. Raises
    BadOption for an option that the game does not have, and for a value that it does not offer."""
    rest = {name: str(value) for name, value in given.items()}
    players = read_players(game, seats, rest.pop("players", str(seats[0])))
    values = {option.name: rest.pop(option.name, option.default) for option in options}
    for option in options:
        check_value(option, values[option.name])
    if rest:
        raise BadOption(
            "{name} has no option {given}; it has {known}.",
            name=game,
            given=repr(min(rest)),
            known=", ".join(["players", *values]),
        )
    return players, values


def read_players(game: str, seats: Sequence[int], text: str) -> int:
    """Read a number of players. Raises BadOption where the game is not for so many."""
    if text not in map(str, seats):
        allowed = ", ".join(map(str, seats))
        raise BadOption(
            "{name} is for {allowed} players, not {text}.",
            name=game,
            allowed=allowed,
            text=repr(text),
        )
    return int(text)


def check_value(option: Option, value: str) -> None:
    """Raise BadOption where the option does not offer the value."""
    values = [choice.value for choice in option.choices]
    if not option.free and value not in values:
        raise BadOption(
            "{value} is no value of the option {name}: {values}.",
            value=repr(value),
            name=repr(option.name),
            values=", ".join(values),
        )
