"""Adapts the levels of bots to a browser, where Python is slower, and much slower where it
interprets the rules; the levels say so."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.search.game_advice import Level
from everygame.words import say

SLOWER: Final = 6.0
"""The factor by which a search bounded by nodes may take longer here, so that the bot stays as
strong."""
WEAKER: Final = "{sentence} Here, in a browser, it looks at far less in its time than on a server."


def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game's bots as `everygame.bots.levels` does, adapted to the
    browser."""
    return tuple(slow(level, is_compiled(game)) for level in bots.levels(game))


def is_compiled(game: Game) -> bool:
    """Whether the rules of a game are machine code here."""
    file = sys.modules[type(game).__module__].__file__
    return file is not None and not file.endswith(".py")


def slow(level: Level, compiled: bool) -> Level:
    """Return a level adapted to the browser: a level with a limit of nodes gets more time for them;
    a level without is weaker where its rules are interpreted, and says so."""
    if level.nodes:
        return replace(level, seconds=level.seconds * SLOWER)
    if compiled:
        return level
    return replace(level, sentence=say(WEAKER, sentence=level.sentence))
