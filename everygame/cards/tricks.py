"""Tricks: the cards that may be played, the card that takes the trick, and the suits that a seat is
known to lack."""

from __future__ import annotations

from collections.abc import Sequence

from everygame.cards.deck import Deck


def following(deck: Deck, hand: Sequence[int], trick: Sequence[int]) -> list[int]:
    """Return the cards that may be played to a trick where players must follow suit: the cards of
    the suit that was led; all cards where the hand has none of that suit or the trick is still
    empty."""
    suited = [card for card in hand if trick and deck.suit(card) == deck.suit(trick[0])]
    return suited or list(hand)


def taker(deck: Deck, trick: Sequence[int], trump: str = "") -> int:
    """Return the index in a trick of the card that takes the trick: the highest trump, or else the
    highest card of the suit that was led. Index 0 is the card that was led."""
    led = deck.suit(trick[0])

    def strength(place: int) -> tuple[bool, bool, int]:
        suit = deck.suit(trick[place])
        return suit == trump, suit == led, deck.rank(trick[place])

    return max(range(len(trick)), key=strength)


def lacks_after(
    deck: Deck, lacks: Sequence[str], seat: int, trick: Sequence[int], card: int
) -> list[str]:
    """Return, for each seat, the letters of the suits that everybody knows the seat to lack, after
    `seat` has played `card` to the cards in `trick`: a seat that does not follow suit has none of
    the suit that was led. The game must forget these suits when new cards are dealt."""
    led = deck.suit(trick[0]) if trick else deck.suit(card)
    told = "" if deck.suit(card) == led or led in lacks[seat] else led
    return [have + told if place == seat else have for place, have in enumerate(lacks)]
