"""A ready-made option for any game: which colour each seat has, as players like it.

A game whose seats may have any colours lists `OPTION` among its options (with another default, if
it likes), calls `check` with the option's value, and passes `colours_of` to its scenes. The page
for a new match then lets people choose their colours or draw lots for them. Records and move texts
name seats and never colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.contract import Game, Option
from everygame.errors import BadOption
from everygame.words import Message, say

NAMES: Final = {
    "blue": say("Blue"),
    "orange": say("Orange"),
    "green": say("Green"),
    "pink": say("Pink"),
    "white": say("White"),
    "black": say("Black"),
    "red": say("Red"),
    "yellow": say("Yellow"),
}
OPTION: Final = Option(
    "colours",
    "blue orange green pink",
    say("Colours"),
    say("The colour of each seat, in turn order."),
    free=True,
)


def check(value: str, players: int) -> None:
    """Raise BadOption unless the option's value names a different colour for each player."""
    colours = value.split()
    if len(colours) < players or len(set(colours)) < len(colours) or set(colours) - set(NAMES):
        raise BadOption(
            "{value} does not name {players} different colours of these: {known}.",
            value=repr(value),
            players=players,
            known=", ".join(NAMES),
        )


def colours_of(game: Game) -> tuple[str, ...]:
    """Return the name of each seat's colour, as scenes use it."""
    return tuple(game.settings[OPTION.name].split()[: game.players])


def names_of(game: Game) -> tuple[Message, ...]:
    """Return the name of each seat's colour, as people read it."""
    return tuple(NAMES[colour] for colour in colours_of(game))


def moved(value: str, order: Sequence[int]) -> str:
    """Return the option's value after players have changed seats, so that every player keeps a
    colour: seat i now has the player who had seat `order[i]` before. A value that names no colours,
    which an option of another kind with the same name may have, is returned unchanged."""
    colours = value.split()
    if len(colours) < len(order) or set(colours) - set(NAMES):
        return value
    return " ".join([*(colours[seat] for seat in order), *colours[len(order) :]])
