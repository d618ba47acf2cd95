"""Why a card is good: what is left in one's own hand."""

from __future__ import annotations

from everygame.contract import State
from everygame.games.crazyeights.cards import SUIT_NAMES, is_eight
from everygame.games.crazyeights.rules import DRAW, CrazyEightsState
from everygame.words import say


def reasons(before: State, action: int, after: State, seat: int) -> list[str]:
    """See docs/guide/analysis.md."""
    assert isinstance(before, CrazyEightsState) and isinstance(after, CrazyEightsState)
    hand = after.hands[seat]
    if action >= DRAW or not hand:
        return []
    same = sum(card % 4 == after.suit and not is_eight(card) for card in hand)
    said = []
    if len(hand) == 1:
        said.append(say("Then you have one card left."))
    if same:
        cards = say("a card") if same == 1 else say("{same} cards", same=same)
        said.append(
            say(
                "You hold {cards} of {suit_name} yourself.",
                cards=cards,
                suit_name=SUIT_NAMES[after.suit],
            )
        )
    if any(map(is_eight, hand)) and not is_eight(after.laid[-1]):
        said.append(say("You keep an eight for later."))
    return said
