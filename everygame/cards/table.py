"""Pictures of cards: hands as fans, backs, and what lies on the table.

A fan is a region of spots so close that each card covers the next in part; a covered card shows
what it is in its corner. Its cells are called by its id and a number: own0, own1, …
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from everygame.cards.deals import HIDDEN
from everygame.cards.deck import Deck
from everygame.scene import Cell, Piece, Region
from everygame.words import count, say

BACK: Final = "blue"
LINE: Final = 1.15
"""From one row of a hand to the next."""
CLOSEST: Final = 0.6
"""The same where a hand has too little room: what a card is stays in sight."""
CARD: Final = 0.84
"""How far apart cards must lie to cover each other nowhere."""
ROOM: Final = 7
"""Cards in a row of a hand that is played from: on a phone each is wide enough for a finger."""


def hand(
    name: str,
    cards: int,
    x: float = 0,
    y: float = 0,
    width: int = 7,
    key: str = "own",
    lines: int = 0,
) -> Region:
    """The region of the hand that is played from: in rows of at most `ROOM` cards, so that a finger
    finds each. Its rows are as long as each other, or one card longer. With `lines` it has room for
    so many rows, no more and no fewer, so that a table keeps its height while the hand grows: few
    cards lie in its middle, and where no two rows hold them uncovered they lie closer."""
    rows = rows_of(cards, width, lines)
    pitch = min(LINE, (lines * LINE - 1) / (rows - 1)) if lines and rows > 1 else LINE
    space = lines or rows
    top = (space * LINE - (rows - 1) * pitch) / 2
    longest = -(-max(cards, 1) // rows)
    step = min(1.0, (width - 1) / max(longest - 1, 1))
    cells = tuple(
        Cell(
            f"{key}{n}",
            width / 2 + (n % longest - (beside(n, cards, longest) - 1) / 2) * step,
            top + n // longest * pitch,
            "bare",
            say("{name}'s card {number}", name=name, number=n + 1),
        )
        for n in range(max(cards, 1))
    )
    spoken = say("{name}'s hand", name=name)
    return Region(key, spoken, x, y, width, ceil(LINE * space - 0.1), "spots", cells, look="table")


def beside(card: int, cards: int, longest: int) -> int:
    """How many cards lie in the row of a card, which is in the middle."""
    return max(1, min(longest, cards - card // longest * longest))


def rows_of(cards: int, width: int, lines: int) -> int:
    """In how many rows a hand lies: with room for so many lines in as many as leave each card
    uncovered, as long as each row can still be touched."""
    if not lines:
        return max(1, -(-cards // ROOM))
    across = int((width - 1) / CARD) + 1
    return max(1, min(-(-cards // across), int((lines * LINE - 1) / CLOSEST) + 1))


def fan(key: str, name: str, x: float, y: float, width: int, spots: int, title: str = "") -> Region:
    """A row of places for cards that are only looked at, as far apart as `width` leaves room, and
    never further than a card is wide."""
    step = min(0.9, (width - 1) / max(spots - 1, 1))
    start = (width - 1 - step * (spots - 1)) / 2
    cells = tuple(
        Cell(f"{key}{n}", start + 0.5 + n * step, 0.5, "bare", name) for n in range(max(spots, 1))
    )
    return Region(key, name, x, y, width, 1, "spots", cells, title=title)


def face(deck: Deck, card: int, at: str, tags: tuple[str, ...] = ()) -> Piece:
    """A card face up."""
    return Piece(
        f"card-{deck.names[card]}",
        at,
        "card",
        deck.spoken(card),
        text=deck.sign(card),
        colour="red" if deck.suit(card) in "dh" else "",
        tags=tags,
    )


def back(key: str, at: str, name: str, cards: int = 1) -> Piece:
    """A card face down, or a pile of them."""
    said = count("{name}, a card face down", "{name}, {n} cards face down", cards, name=name)
    return Piece(key, at, "card", said, hidden=True, count=cards, colour=BACK)


def laid(deck: Deck, words: str, key: str, name: str) -> Iterator[Piece]:
    """The cards of a hand as an observation has it, on the cells of its region: faces, and backs
    for those that the viewer does not see."""
    for n, word in enumerate(words.split()):
        if word == HIDDEN:
            yield back(f"back-{key}{n}", f"{key}{n}", name)
        else:
            yield face(deck, deck.numbers[word], f"{key}{n}")


def backs(deck: Deck, words: str, key: str, name: str, spots: int) -> Iterator[Piece]:
    """The same for a fan of another seat with at most so many spots: the last card stands for those
    that have no room."""
    shown = words.split()[:spots]
    yield from list(laid(deck, " ".join(shown[:-1]), key, name))
    if shown:
        more, at = len(words.split()) - len(shown) + 1, f"{key}{len(shown) - 1}"
        if shown[-1] == HIDDEN:
            yield back(f"back-{at}", at, name, more)
        else:
            yield face(deck, deck.numbers[shown[-1]], at)
