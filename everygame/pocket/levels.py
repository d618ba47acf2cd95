"""The levels of bots where a browser interprets Python, which is slower; the levels say so."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame import bots
from everygame.contract import Game
from everygame.search.advice import Level
from everygame.words import say

SLOWER: Final = 6.0
"""A bot whose search is bounded by nodes may take so many times as long, and stays as strong."""


def levels(game: Game) -> tuple[Level, ...]:
    """`everygame.bots.levels`."""
    return tuple(map(slow, bots.levels(game)))


def slow(level: Level) -> Level:
    """A level as it is here: one with nodes gets more time for them, one without is weaker."""
    if level.nodes:
        return replace(level, seconds=level.seconds * SLOWER)
    weaker = "{sentence} Here, in a browser, it looks at far less in its time than on a server."
    return replace(level, sentence=say(weaker, sentence=level.sentence))
