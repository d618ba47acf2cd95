"""Cards as numbers, which are rank * 4 + suit, and as texts: `7h`, `10c`, `kd`. The deck is in the
order of the numbers."""

from __future__ import annotations

from typing import Final

from everygame.errors import BadPosition

RANKS: Final = ("a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")
"""The texts of the ranks, in the order of their numbers."""
SUITS: Final = "cdhs"
"""The letters of the suits, in the order of their numbers."""
DECK: Final = 52
"""The number of cards."""
EIGHT: Final = 7
"""The rank of an eight."""
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of each card."""


def is_eight(card: int) -> bool:
    """Whether the card is an eight, which is wild."""
    return card // 4 == EIGHT


def write(cards: list[int]) -> str:
    """Return the cards as text, in the order of the deck."""
    return " ".join(NAMES[card] for card in sorted(cards))


def read(text: str) -> list[int]:
    """Return the cards of a text. Raises BadPosition, also where a card occurs twice."""
    found = []
    for word in text.split():
        if word not in NAMES:
            raise BadPosition("{word} is no card; cards are 7h, 10c, kd.", word=repr(word[:10]))
        found.append(NAMES.index(word))
    if len(set(found)) < len(found):
        raise BadPosition("A card is there twice.")
    return found
