"""Cards as numbers and as texts: `7h`, `10c`, `kd`. The number is suit * (number of ranks) + rank,
so cards in ascending order are sorted by suit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from everygame.errors import BadPosition
from everygame.words import Message, say

SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""The suit symbol for each letter of a suit."""
SUIT_NAMES: Final = {
    "c": say("clubs"),
    "d": say("diamonds"),
    "h": say("hearts"),
    "s": say("spades"),
}
"""The name of each suit in a sentence."""
RANK_NAMES: Final = {"a": say("ace"), "j": say("jack"), "q": say("queen"), "k": say("king")}
"""The name of each rank that is not a number, in a sentence."""


@dataclass(frozen=True)
class Deck:
    """A deck that has each card once. Cards are the numbers from 0 to `len(deck)` − 1."""

    ranks: tuple[str, ...]
    """The ranks from the lowest to the highest: "2", …, "10", "j", "q", "k", "a"."""
    suits: str = "cdsh"
    """The letters of the suits; black and red suits alternate, so that neighbouring suits are easy
    to tell apart in a hand. Only the suits of `SYMBOLS` have names and symbols."""

    def __post_init__(self) -> None:
        """Raises ValueError for a suit without a name, and for a card that is there twice."""
        for suit in self.suits:
            if suit not in SYMBOLS:
                raise ValueError(f"{suit!r} is no suit of a deck; there are {', '.join(SYMBOLS)}.")
        if len(set(self.names)) < len(self.names):
            raise ValueError(f"A deck has each card once, not: {', '.join(self.names)}.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of each card, in the order of the numbers."""
        return tuple(rank + suit for suit in self.suits for rank in self.ranks)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each card, by its text."""
        return {name: card for card, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits)

    def rank(self, card: int) -> int:
        """Return the index of the card's rank; 0 is the lowest rank."""
        return card % len(self.ranks)

    def suit(self, card: int) -> str:
        """Return the letter of the card's suit."""
        return self.suits[card // len(self.ranks)]

    def write(self, cards: Iterable[int]) -> str:
        """Return the texts of cards, in the given order, separated by spaces."""
        return " ".join(self.names[card] for card in cards)

    def read(self, text: str) -> list[int]:
        """Return the cards of a text, in its order; each card may occur once. Raises
        BadPosition."""
        words = text.split()
        for word in words:
            if word not in self.numbers:
                raise BadPosition("{word} is no card of this deck.", word=repr(word[:10]))
        if len(set(words)) < len(words):
            raise BadPosition("A card is there twice.")
        return [self.numbers[word] for word in words]

    def sign(self, card: int) -> str:
        """Return the sign of a card in a picture, such as "9♠"."""
        return self.ranks[self.rank(card)].upper() + SYMBOLS[self.suit(card)]

    def spoken(self, card: int) -> Message:
        """Return the name of a card in a sentence, such as "9 of spades" or "king of clubs"."""
        rank = self.ranks[self.rank(card)]
        return say(
            "{rank} of {suit}", rank=RANK_NAMES.get(rank, rank), suit=SUIT_NAMES[self.suit(card)]
        )


FRENCH: Final = Deck(("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"))
"""52 cards; the ace is the highest rank."""
PIQUET: Final = Deck(("7", "8", "9", "10", "j", "q", "k", "a"))
"""32 cards; the ace is the highest rank."""
