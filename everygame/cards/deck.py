"""Cards as numbers and as texts: `7h`, `10c`, `kd`. The number is suit * ranks + rank, so that
cards in their order stand suit by suit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from everygame.errors import BadPosition
from everygame.words import Message, say

SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_NAMES: Final = {
    "c": say("clubs"),
    "d": say("diamonds"),
    "h": say("hearts"),
    "s": say("spades"),
}
RANK_NAMES: Final = {"a": say("ace"), "j": say("jack"), "q": say("queen"), "k": say("king")}


@dataclass(frozen=True)
class Deck:
    """A deck in which each card is there once. Cards are the numbers below `len(deck)`."""

    ranks: tuple[str, ...]
    """From the lowest to the highest: "2", …, "10", "j", "q", "k", "a"."""
    suits: str = "cdsh"
    """A letter each; colours take turns, so that suits stand apart in a hand."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of each card."""
        return tuple(rank + suit for suit in self.suits for rank in self.ranks)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The card of each text."""
        return {name: card for card, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits)

    def rank(self, card: int) -> int:
        """0 is the lowest."""
        return card % len(self.ranks)

    def suit(self, card: int) -> str:
        """Its letter."""
        return self.suits[card // len(self.ranks)]

    def write(self, cards: Iterable[int]) -> str:
        """Cards in the order that they are given in."""
        return " ".join(self.names[card] for card in cards)

    def read(self, text: str) -> list[int]:
        """The cards of a text in its order, each once. Raises BadPosition."""
        words = text.split()
        for word in words:
            if word not in self.numbers:
                raise BadPosition("{word} is no card of this deck.", word=repr(word[:10]))
        if len(set(words)) < len(words):
            raise BadPosition("A card is there twice.")
        return [self.numbers[word] for word in words]

    def sign(self, card: int) -> str:
        """ "9♠", as it is drawn."""
        return self.ranks[self.rank(card)].upper() + SYMBOLS[self.suit(card)]

    def spoken(self, card: int) -> Message:
        """ "9 of spades", "king of clubs"."""
        rank = self.ranks[self.rank(card)]
        return say(
            "{rank} of {suit}", rank=RANK_NAMES.get(rank, rank), suit=SUIT_NAMES[self.suit(card)]
        )


FRENCH: Final = Deck(("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"))
"""52 cards, the ace high."""
PIQUET: Final = Deck(("7", "8", "9", "10", "j", "q", "k", "a"))
"""32 cards, the ace high."""
