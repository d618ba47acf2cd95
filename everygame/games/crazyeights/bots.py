"""What bots know of Crazy Eights: lay a card if possible, and keep eights."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.games.crazyeights.cards import is_eight
from everygame.games.crazyeights.rules import DRAW, NAMED, CrazyEightsState
from everygame.search.game_advice import Level

EIGHT: Final = 0.5
"""The idea of a beginner counts an eight in the hand as less of a burden than another card, by this
part of a card."""
PLAIN: Final = 10.0
"""The prior of laying a plain card, where drawing has 1."""
WILD: Final = 1.0
"""The prior of each way to lay an eight, where drawing has 1."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """Return the levels of the game. The first one plays a random move every other time: it gets a
    third of the points against `greedy` and four fifths against random play (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.5), *others]


def idea(state: State, seat: int) -> float:
    """Return the simple rating of the bot "greedy": the fewer cards in the hand, the better, and
    eights count less."""
    assert isinstance(state, CrazyEightsState)
    hand = state.hands[seat]
    return EIGHT * sum(map(is_eight, hand)) - len(hand)


def priors(state: State, actions: list[int]) -> list[float]:
    """Return priors that prefer the moves that `policy` plays."""
    return [PLAIN if action < NAMED else WILD if action < DRAW else 1.0 for action in actions]


def policy(state: State, dice: int) -> int:
    """Choose a random plain card that can be laid; else an eight; draw or pass only if no card can
    be laid. `dice` is a random number."""
    assert isinstance(state, CrazyEightsState)
    ways = [action for card in state.hands[state.turn] for action in state.ways(card)]
    plain = [action for action in ways if action < NAMED]
    good = plain or ways or state.legal_actions()
    return good[dice % len(good)]
