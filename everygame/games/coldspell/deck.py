"""Read decks of letter cards from data files, so that a player can add a deck.

Each line of a deck file is a card, its points, and how many of it there are: `T 1 3`; `AE 1 3` for
a card that is either an A or an E; `? 0 2` for a wild, which is any letter. A comment begins with
`#`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from everygame.errors import BadOption

WILD: Final = "?"
FIELD: Final = 36
"""How many cards are dealt; a deck must have at least as many."""
MAX_KINDS: Final = 200
"""The most kinds of cards that a deck file may have."""
MAX_CHARACTERS: Final = 100_000
"""The most characters that a deck file may have."""
NAMED: Final = ("alpha", "tiles")


@dataclass(frozen=True)
class Deck:
    """The kinds of cards in a deck, in the order of its file."""

    cards: tuple[str, ...]
    """For each kind what is printed on the card: "T", "AE", or "?" for a wild."""
    values: tuple[int, ...]
    """For each kind the points of a card."""
    counts: tuple[int, ...]
    """For each kind how many cards there are."""

    @cached_property
    def letters(self) -> str:
        """All letters on cards, in lower case and alphabetical order; a wild can stand for each of
        them."""
        return "".join(sorted(set("".join(self.cards).lower()) - {WILD}, key=in_alphabet))

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """For each kind the letters that its cards can stand for, in alphabetical order."""
        return tuple(
            self.letters if card == WILD else "".join(sorted(card.lower(), key=in_alphabet))
            for card in self.cards
        )


def in_alphabet(letter: str) -> tuple[str, str]:
    """Return by what letters are ordered: one with a mark, such as ñ or ł, follows the letter that
    it marks."""
    name = unicodedata.name(letter)
    plain = unicodedata.lookup(name.partition(" WITH ")[0])
    return plain, letter


@lru_cache(maxsize=8)
def load_deck(value: str, language: str = "en") -> Deck:
    """Return the deck that the option `deck` chooses: "alpha" or "tiles" in a language, given by
    its code, or the path of a file. Raises BadOption."""
    if value in NAMED:
        text = (files(__package__) / f"deck_{value}_{language}.txt").read_text("utf-8")
    else:
        text = read_file(value, "deck", MAX_CHARACTERS)
    return read_deck(text)


def read_file(path: str, what: str, most: int) -> str:
    """Return the text of a file that a player named, of at most `most` characters. Raises
    BadOption, without quoting the file; `what` is what the error calls it."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except (OSError, ValueError):
        raise BadOption(
            "There is no {what} {path}, and no such file of UTF-8 text.", what=what, path=repr(path)
        ) from None
    if len(text) > most:
        raise BadOption(
            "The {what} {path} has more than {most} characters.",
            what=what,
            path=repr(path),
            most=format(most, ","),
        )
    return text


def read_deck(text: str) -> Deck:
    """Return the deck that the text of a deck file describes. Raises BadOption."""
    kinds: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            card, value, count = read_line(words, number)
            if card in kinds:
                raise BadOption(
                    "Line {number} of the deck gives a card for the second time.", number=number
                )
            kinds[card] = (value, count)
    total = sum(count for _, count in kinds.values())
    if total < FIELD or len(kinds) > MAX_KINDS or set(kinds) == {WILD}:
        raise BadOption(
            "A deck has at least {field} cards, of at most {max_kinds} kinds, and letters;"
            " this one has {total} cards of {number} kinds.",
            field=FIELD,
            max_kinds=MAX_KINDS,
            total=total,
            number=len(kinds),
        )
    values, counts = zip(*kinds.values(), strict=True)
    return Deck(tuple(kinds), values, counts)


def read_line(words: list[str], number: int) -> tuple[str, int, int]:
    """Return the card, its points and its count from the words of a line. Raises BadOption, with
    the number of the line."""
    numbers = [int(w) for w in words[1:] if w.isascii() and w.isdigit() and len(w) < 4]
    if len(words) != 3 or len(numbers) != 2 or numbers[1] < 1 or not is_card(words[0]):
        raise BadOption(
            "Line {number} of the deck is not a card, its points and how many there are,"
            " such as AE 1 3.",
            number=number,
        )
    return words[0], numbers[0], numbers[1]


def is_card(text: str) -> bool:
    """Tell whether a text is a card: a wild, or different capital letters that have a lower
    case."""
    small = text.lower()
    letters = text.isalpha() and small != text and len(small) == len(text) == len(set(small))
    return text == WILD or (letters and text == small.upper())
