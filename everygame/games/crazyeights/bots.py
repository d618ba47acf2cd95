"""What a beginner of Crazy Eights goes by."""

from __future__ import annotations

from typing import Final

from everygame.contract import State
from everygame.games.crazyeights.cards import is_eight
from everygame.games.crazyeights.rules import CrazyEightsState

EIGHT: Final = 0.5
"""How much less an eight that is kept weighs than another card."""


def idea(state: State, seat: int) -> float:
    """Few cards, and rather eights than others."""
    assert isinstance(state, CrazyEightsState)
    hand = state.hands[seat]
    return EIGHT * sum(map(is_eight, hand)) - len(hand)
