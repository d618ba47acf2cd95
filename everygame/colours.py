"""An option that any game may have: the colours of the seats, which players choose by taste.

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
    """Raises BadOption unless the value names a different colour for each player."""
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
    """The value after players have changed seats: seat i is now held by the player who had seat
    `order[i]`, and every player keeps a colour. A value of another game's option that has the
    same name but no colours is returned unchanged."""
    colours = value.split()
    if len(colours) < len(order) or set(colours) - set(NAMES):
        return value
    return " ".join([*(colours[seat] for seat in order), *colours[len(order) :]])
