"""Tricks: the cards that may be played, the card that takes, and the suits that a seat shows to
lack."""

from __future__ import annotations

from collections.abc import Sequence

from everygame.cards.deck import Deck


def following(deck: Deck, hand: Sequence[int], trick: Sequence[int]) -> list[int]:
    """The cards that may be played to a trick where suit must be followed: those of the suit that
    was led, or all where there is none or where the trick is to be led."""
    suited = [card for card in hand if trick and deck.suit(card) == deck.suit(trick[0])]
    return suited or list(hand)


def taker(deck: Deck, trick: Sequence[int], trump: str = "") -> int:
    """Which card of a trick takes it, 0 for the one that was led: the highest trump, or else the
    highest of the suit that was led."""
    led = deck.suit(trick[0])

    def strength(place: int) -> tuple[bool, bool, int]:
        suit = deck.suit(trick[place])
        return suit == trump, suit == led, deck.rank(trick[place])

    return max(range(len(trick)), key=strength)


def lacks_after(
    deck: Deck, lacks: Sequence[str], seat: int, trick: Sequence[int], card: int
) -> list[str]:
    """What everybody knows the seats to lack after `seat` has played `card` to the cards that lay
    in the trick: whoever does not follow suit has none of it. A new list of letters for each seat;
    it is forgotten when new cards are dealt."""
    led = deck.suit(trick[0]) if trick else deck.suit(card)
    told = "" if deck.suit(card) == led or led in lacks[seat] else led
    return [have + told if place == seat else have for place, have in enumerate(lacks)]
