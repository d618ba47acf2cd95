"""The levels of bots. Every game has the levels in LEVELS unless its `bots.py` changes them."""

from __future__ import annotations

from typing import Final

from everygame.contract import Game
from everygame.errors import BadOption
from everygame.library.registry import look_up
from everygame.search.game_advice import Advice, Level
from everygame.words import say

LEVELS: Final = (
    Level(
        "first",
        say("First steps"),
        say("Knows the rules and often overlooks things."),
        seconds=0.1,
        nodes=20,
        slip=0.25,
    ),
    Level(
        "steady",
        say("Steady"),
        say("Plans a few moves ahead and rarely slips."),
        seconds=1.0,
        nodes=200,
        each=20,
        careful=True,
        slip=0.06,
    ),
    Level(
        "strong",
        say("Strong"),
        say("Thinks as hard as it can in two seconds."),
        seconds=2.0,
        careful=True,
    ),
)


def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first. An endless game has none, because there no
    move is better than another."""
    if game.endless:
        return ()
    change = find_advice(game.name).levels
    return LEVELS if change is None else tuple(change(LEVELS))


def find_level(game: Game, name: str) -> Level:
    """Return the level of a game with this name. Raises BadOption."""
    known = {level.name: level for level in levels(game)}
    if name not in known:
        raise BadOption(
            "{name} has no bot {name2}; there are {known}.",
            name=game.name,
            name2=repr(name),
            known=", ".join(known),
        )
    return known[name]


def find_advice(name: str) -> Advice:
    """Return the functions that a game's `bots.py` defines. Raises BadGame."""
    entry = look_up(name)
    return entry.advice() if entry else Advice()
