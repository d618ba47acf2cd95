"""Colours that players choose by taste: an option that any game may have, and what it means.

A game whose seats may have any colours takes `OPTION` among its options, with a default of its own
if it likes, calls `check` with its value, and gives `colours_of` to its scenes. The page of a new
match then lets people choose or draw lots. Notation knows seats, not colours.
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
    """Raises BadOption where the value does not name a colour of its own for each player."""
    colours = value.split()
    if len(colours) < players or len(set(colours)) < len(colours) or set(colours) - set(NAMES):
        raise BadOption(
            "{value} does not name {players} different colours of these: {known}.",
            value=repr(value),
            players=players,
            known=", ".join(NAMES),
        )


def colours_of(game: Game) -> tuple[str, ...]:
    """The colour of each seat, as scenes name it."""
    return tuple(game.settings[OPTION.name].split()[: game.players])


def names_of(game: Game) -> tuple[Message, ...]:
    """The colour of each seat, as people call it."""
    return tuple(NAMES[colour] for colour in colours_of(game))


def moved(value: str, order: Sequence[int]) -> str:
    """The same for seats where now those of `order` sit, who keep what they have. What names no
    colours, as an option of this name in another game may, stays as it is."""
    colours = value.split()
    if len(colours) < len(order) or set(colours) - set(NAMES):
        return value
    return " ".join([*(colours[seat] for seat in order), *colours[len(order) :]])
