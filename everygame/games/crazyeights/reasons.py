"""Reasons for laying a card: which cards then remain in the player's own hand."""

from __future__ import annotations

from everygame.cards.deck import SUIT_NAMES
from everygame.contract import State
from everygame.games.crazyeights.cards import SUITS, is_eight
from everygame.games.crazyeights.rules import DRAW, CrazyEightsState
from everygame.words import Message, count, say


def reasons(before: State, action: int, after: State, seat: int) -> list[Message]:
    """Return short sentences that are true of the ply, the most important first
    (docs/guide/analysis.md)."""
    assert isinstance(before, CrazyEightsState) and isinstance(after, CrazyEightsState)
    hand = after.hands[seat]
    if action >= DRAW or not hand:
        return []
    same = sum(card % 4 == after.suit and not is_eight(card) for card in hand)
    said = []
    if len(hand) == 1:
        said.append(say("Then you have one card left."))
    if same:
        said.append(
            count(
                "You hold a card of {suit} yourself.",
                "You hold {n} cards of {suit} yourself.",
                same,
                suit=SUIT_NAMES[SUITS[after.suit]],
            )
        )
    if any(map(is_eight, hand)) and not is_eight(after.laid[-1]):
        said.append(say("You keep an eight for later."))
    return said
