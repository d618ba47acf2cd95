"""Pictures of cards: hands, fans, backs, and the cards on the table.

A hand or a fan is a region of cells for single cards. The cells may lie so close together that each
card covers a part of the card before it; the corner that stays visible shows which card it is. The
names of the cells are the id of the region and a number: own0, own1, …"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from everygame.cards.deals import HIDDEN
from everygame.cards.deck import Deck
from everygame.scene import Cell, Piece, Region
from everygame.words import count, say

BACK: Final = "blue"
"""The colour of the backs of cards."""
LINE: Final = 1.15
"""The distance from one row of a hand to the next, in units of the picture."""
CLOSEST: Final = 0.6
"""The least distance from one row of a hand to the next where there is too little space: the corner
of each card stays visible."""
CARD: Final = 0.84
"""The least distance at which neighbouring cards do not cover each other."""
ROOM: Final = 7
"""The most cards in a row of the viewer's own hand: so few that on a phone each card is wide enough
for a finger."""


def hand(
    name: str,
    cards: int,
    x: float = 0,
    y: float = 0,
    width: int = 7,
    key: str = "own",
    lines: int = 0,
) -> Region:
    """Return the region of the hand from which the viewer plays, in rows of at most `ROOM` cards,
    so that a finger can touch each. The rows have equal lengths, or differ by one card. With
    `lines`, the region has the height of this number of rows, so that the table keeps its height
    while the hand grows: a few cards lie in the middle of the region, and rows lie closer together
    where cards need more rows."""
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
    """Return the number of cards in the row in which a card lies."""
    return max(1, min(longest, cards - card // longest * longest))


def rows_of(cards: int, width: int, lines: int) -> int:
    """Return the number of rows of a hand. If `lines` is 0, rows have at most ROOM cards. Otherwise
    there are as many rows as are needed to leave each card uncovered, but at most as many as still
    can be touched in the height of `lines` rows."""
    if not lines:
        return max(1, -(-cards // ROOM))
    across = int((width - 1) / CARD) + 1
    return max(1, min(-(-cards // across), int((lines * LINE - 1) / CLOSEST) + 1))


def fan(key: str, name: str, x: float, y: float, width: int, spots: int, title: str = "") -> Region:
    """Return a row of cells for cards at which the viewer only looks. The cells are as far apart as
    `width` allows, but at most about the width of a card."""
    step = min(0.9, (width - 1) / max(spots - 1, 1))
    start = (width - 1 - step * (spots - 1)) / 2
    cells = tuple(
        Cell(f"{key}{n}", start + 0.5 + n * step, 0.5, "bare", name) for n in range(max(spots, 1))
    )
    return Region(key, name, x, y, width, 1, "spots", cells, title=title)


def face(deck: Deck, card: int, at: str, tags: tuple[str, ...] = ()) -> Piece:
    """Return a card face up."""
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
    """Return a card face down, or a pile of such cards."""
    said = count("{name}, a card face down", "{name}, {n} cards face down", cards, name=name)
    return Piece(key, at, "card", said, hidden=True, count=cards, colour=BACK)


def laid(deck: Deck, words: str, key: str, name: str) -> Iterator[Piece]:
    """Yield the pieces for the cards of a hand as an observation has it, on the cells of its
    region: faces, and backs for the cards that the viewer does not see."""
    return backs(deck, words, key, name, len(words.split()))


def backs(deck: Deck, words: str, key: str, name: str, spots: int) -> Iterator[Piece]:
    """Yield the pieces for the cards of a fan that has at most `spots` cells: a back in the last
    one stands also for the cards that have no cell."""
    cards = words.split()
    for n, word in enumerate(cards[:spots]):
        at = f"{key}{n}"
        if word != HIDDEN:
            yield face(deck, deck.numbers[word], at)
        else:
            yield back(f"back-{at}", at, name, len(cards) - n if n == spots - 1 else 1)
