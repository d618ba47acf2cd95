"""Write the letter cards of the languages whose words Cold Spell has, counted from the words.

    python -m everygame.games.coldspell.build_cards

How often a letter occurs among all letters of a word list decides how many cards have it, and how
many points they are worth. The English decks are not made here: they are older than this program.

- Points: 10 for a letter that is one in 500 or rarer; one that is four times as frequent is worth
  half as much, because points go with the square root. They are rounded down, but to 1 at least.
- Crossword tiles: 98 letters in proportion to their frequencies, and 2 wilds.
- Alpha Deck: 42 consonants, 30 cards with two vowels each, and 2 wilds. Here counts go with the
  square root too, because the English Alpha Deck is as flat: it has no more than three T.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from math import isqrt, sqrt
from pathlib import Path
from typing import Final

from everygame.games.coldspell.deck import WILD
from everygame.games.coldspell.languages import ENGLISH, LANGUAGES, Language
from everygame.games.coldspell.word_lists import load_words

TILES: Final = 98
CONSONANTS: Final = 42
PAIRS: Final = 30
WILDS: Final = 2
RAREST: Final = 10
"""The most points of a card."""
RARE: Final = 500
"""One in so many letters is worth `RAREST` points."""
HEAD: Final = "# Made by build_cards.py from {words}: a card, its points, how many there are."


def frequencies(words: Iterable[str], letters: str) -> dict[str, int]:
    """Return how often each letter occurs in the words, each of which counts once."""
    found = Counter(chain.from_iterable(words))
    return {letter: found[letter] for letter in letters}


def share_out(cards: int, weights: Mapping[str, float]) -> dict[str, int]:
    """Give each letter one card, and each further card to the letter that is shortest of cards by
    its weight: the method of Sainte-Laguë, by which seats of parliaments are shared out."""
    counts = dict.fromkeys(weights, 1)
    for _ in range(cards - len(weights)):
        counts[max(counts, key=lambda letter: weights[letter] / (2 * counts[letter] + 1))] += 1
    return counts


def pair_up(faces: dict[str, int]) -> Counter[str]:
    """Return how many cards have each pair of letters, if each letter is on so many cards: the
    letter with most faces left is paired with the one that has many left and few such pairs."""
    pairs: Counter[str] = Counter()
    left, order = dict(faces), list(faces)
    while any(left.values()):
        first = max(order, key=lambda letter: left[letter])
        mates = {
            letter: left[letter] / (1 + pairs[as_pair(first, letter, order)])
            for letter in order
            if letter != first
        }
        second = max(mates, key=lambda letter: mates[letter])
        pairs[as_pair(first, second, order)] += 1
        left[first] -= 1
        left[second] -= 1
    return pairs


def as_pair(one: str, other: str, order: list[str]) -> str:
    """Return two letters as one text, in the order of the alphabet."""
    return "".join(sorted((one, other), key=order.index))


def points(counts: Mapping[str, int], found: Mapping[str, int]) -> dict[str, int]:
    """Return the points of each card; a card with two letters is as frequent as both together."""
    total = sum(found.values())
    often = {card: sum(found[letter] for letter in card) for card in counts}
    worth = {card: isqrt(RAREST**2 * total // (RARE * often[card])) for card in counts}
    return {card: min(RAREST, max(1, value)) for card, value in worth.items()}


def make_tiles(found: Mapping[str, int]) -> dict[str, int]:
    """Return how many crossword tiles have each letter."""
    return share_out(TILES, found)


def make_alpha(found: Mapping[str, int], vowels: str) -> dict[str, int]:
    """Return how many cards of an Alpha Deck have each consonant and each pair of vowels."""
    roots = {letter: sqrt(number) for letter, number in found.items()}
    consonants = {letter: root for letter, root in roots.items() if letter not in vowels}
    pairs = pair_up(share_out(2 * PAIRS, {letter: roots[letter] for letter in vowels}))
    ordered = sorted(pairs, key=lambda pair: [vowels.index(letter) for letter in pair])
    return share_out(CONSONANTS, consonants) | {pair: pairs[pair] for pair in ordered}


def deck_text(counts: Mapping[str, int], found: Mapping[str, int], language: Language) -> str:
    """Return the text of a deck file."""
    worth = points(counts, found)
    lines = [f"{card.upper()} {worth[card]} {counts[card]}" for card in counts]
    head = HEAD.format(words=f"words_{language.code}.xz")
    return "\n".join([head, *lines, f"{WILD} 0 {WILDS}"]) + "\n"


def make_decks(words: str) -> dict[str, str]:
    """Return the texts of both deck files of a language by the names of the files; `words` is the
    value of the option."""
    language = LANGUAGES[words]
    found = frequencies(load_words(words, language.letters), language.letters)
    counts = {"tiles": make_tiles(found), "alpha": make_alpha(found, language.vowels)}
    return {
        f"deck_{name}_{language.code}.txt": deck_text(cards, found, language)
        for name, cards in counts.items()
    }


if __name__ == "__main__":
    for words in LANGUAGES:
        for name, text in make_decks(words).items() if words != ENGLISH else ():
            Path(__file__).with_name(name).write_text(text, encoding="utf-8")
