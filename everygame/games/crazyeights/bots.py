"""What bots know of Crazy Eights: lay what you can, and keep eights."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.games.crazyeights.cards import is_eight
from everygame.games.crazyeights.rules import DRAW, NAMED, CrazyEightsState
from everygame.search.advice import Level

EIGHT: Final = 0.5
"""How much less an eight that is kept weighs than another card."""
PLAIN: Final = 10.0
"""How much more a card promises than to draw,"""
WILD: Final = 1.0
"""and each way to lay an eight."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A first level that plays just any move every other time: a third of the points against
    `greedy`, four fifths against chance (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.5), *others]


def idea(state: State, seat: int) -> float:
    """Few cards, and rather eights than others."""
    assert isinstance(state, CrazyEightsState)
    hand = state.hands[seat]
    return EIGHT * sum(map(is_eight, hand)) - len(hand)


def priors(state: State, actions: list[int]) -> list[float]:
    """As `policy` plays, but not as sure."""
    return [PLAIN if action < NAMED else WILD if action < DRAW else 1.0 for action in actions]


def policy(state: State, dice: int) -> int:
    """Lay a card, an eight only for want of another; draw or pass only for want of that."""
    assert isinstance(state, CrazyEightsState)
    ways = [action for card in state.hands[state.turn] for action in state.ways(card)]
    plain = [action for action in ways if action < NAMED]
    good = plain or ways or state.legal_actions()
    return good[dice % len(good)]
