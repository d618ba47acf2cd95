"""The levels of bots where Python is interpreted in a browser: slower, and they say so."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.search.advice import Level
from everygame.words import say

PATIENCE: Final = 6.0
"""How many times as long a bot may take that looks at only so much: so it is as strong here."""


def levels(game: Game) -> tuple[Level, ...]:
    """`everygame.bots.levels`."""
    return tuple(map(slow, bots.levels(game)))


def slow(level: Level) -> Level:
    """A level with nodes gets the time that they take here; one without is weaker here."""
    if level.nodes:
        return replace(level, seconds=level.seconds * PATIENCE)
    weaker = "{sentence} Here, in a browser, it looks at far less in its time than on a server."
    return replace(level, sentence=say(weaker, sentence=level.sentence))
