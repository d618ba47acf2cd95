"""Adapts the levels of bots to a browser, where Python is interpreted and slower; the levels say
so."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.search.advice import Level
from everygame.words import say

SLOWER: Final = 6.0
"""The factor by which a search bounded by nodes may take longer here, so that the bot stays as
strong."""


def levels(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game's bots as `everygame.bots.levels` does, adapted to the
    browser."""
    return tuple(map(slow, bots.levels(game)))


def slow(level: Level) -> Level:
    """Return a level adapted to the browser: a level with a limit of nodes gets more time for them,
    and a level without is weaker."""
    if level.nodes:
        return replace(level, seconds=level.seconds * SLOWER)
    weaker = "{sentence} Here, in a browser, it looks at far less in its time than on a server."
    return replace(level, sentence=say(weaker, sentence=level.sentence))
