"""The languages whose words Cold Spell has: for each a word list and two decks of letter cards.

The files end in the code of the language: `words_es.xz`, `deck_alpha_es.txt`, `deck_tiles_es.txt`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Language:
    """A language, and the letters that are on its cards."""

    code: str
    """Its tag, as in BCP 47."""
    letters: str
    """Small letters in alphabetical order. An accented letter that is not among them counts as the
    letter beneath its accent: Spanish á as a, Russian ё as е."""
    vowels: str
    """The letters that stand in pairs on the cards of the Alpha Deck."""


ENGLISH: Final = "english"
LANGUAGES: Final = {
    ENGLISH: Language("en", "abcdefghijklmnopqrstuvwxyz", "aeiou"),
    "spanish": Language("es", "abcdefghijlmnñopqrstuvxyz", "aeiou"),
    "russian": Language("ru", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "аеиоуыэюя"),
    "polish": Language("pl", "aąbcćdeęfghijklłmnńoóprsśtuwyzźż", "aąeęioóuy"),
}
"""By the value of the option `words`. Spanish has no k and no w, which only foreign words have."""


def language_of(words: str) -> Language:
    """Return the language of a value of the option `words`. A list that a player brings is spelled
    with English cards, unless the player brings cards too."""
    return LANGUAGES.get(words, LANGUAGES[ENGLISH])
