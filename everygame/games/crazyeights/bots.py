"""What bots know of Crazy Eights: lay a card if possible, and keep eights."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from everygame.contract import State
from everygame.games.crazyeights.cards import is_eight
from everygame.games.crazyeights.rules import DRAW, NAMED, CrazyEightsState
from everygame.search.advice import Level

EIGHT: Final = 0.5
"""How much less an eight in the hand costs than another card."""
PLAIN: Final = 10.0
"""How many times as promising a plain card is as drawing."""
WILD: Final = 1.0
"""How many times as promising each way to lay an eight is as drawing."""


def levels(defaults: tuple[Level, ...]) -> list[Level]:
    """A first level that plays any move every other time: it gets a third of the points against
    `greedy` and four fifths against chance (`bench/ladder.py`)."""
    first, *others = defaults
    return [replace(first, slip=0.5), *others]


def idea(state: State, seat: int) -> float:
    """A beginner wants few cards, and rather eights than others."""
    assert isinstance(state, CrazyEightsState)
    hand = state.hands[seat]
    return EIGHT * sum(map(is_eight, hand)) - len(hand)


def priors(state: State, actions: list[int]) -> list[float]:
    """Weights that prefer what `policy` plays."""
    return [PLAIN if action < NAMED else WILD if action < DRAW else 1.0 for action in actions]


def policy(state: State, dice: int) -> int:
    """Lay a plain card, or else an eight; draw or pass only if no card can be laid."""
    assert isinstance(state, CrazyEightsState)
    ways = [action for card in state.hands[state.turn] for action in state.ways(card)]
    plain = [action for action in ways if action < NAMED]
    good = plain or ways or state.legal_actions()
    return good[dice % len(good)]
