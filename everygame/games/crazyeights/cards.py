"""Cards as numbers and texts: rank * 4 + suit, `7h`, `10c`, `kd`; the deck is in this order."""

from __future__ import annotations

from typing import Final

from everygame.errors import BadPosition
from everygame.words import say

RANKS: Final = ("a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")
SUITS: Final = "cdhs"
SYMBOLS: Final = "♣♦♥♠"
SUIT_NAMES: Final = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))
RANK_NAMES: Final = {"a": say("ace"), "j": say("jack"), "q": say("queen"), "k": say("king")}
DECK: Final = 52
EIGHT: Final = 7
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)


def is_eight(card: int) -> bool:
    """Whether the card is an eight, which is wild."""
    return card // 4 == EIGHT


def write(cards: list[int]) -> str:
    """The cards as text, in the order of the deck."""
    return " ".join(NAMES[card] for card in sorted(cards))


def read(text: str) -> list[int]:
    """The cards of a text. Raises BadPosition, also where a card stands there twice."""
    found = []
    for word in text.split():
        if word not in NAMES:
            raise BadPosition("{word} is no card; cards are 7h, 10c, kd.", word=repr(word[:10]))
        found.append(NAMES.index(word))
    if len(set(found)) < len(found):
        raise BadPosition("A card is there twice.")
    return found


def spoken(card: int) -> str:
    """ "seven" is left as 7: "7 of hearts", "king of clubs"."""
    rank = RANKS[card // 4]
    return say("{rank} of {suit}", rank=RANK_NAMES.get(rank, rank), suit=SUIT_NAMES[card % 4])
