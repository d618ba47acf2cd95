"""Word lists: which letters are a word, in the language of the players."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from everygame.errors import BadOption
from everygame.games.coldspell.deck import read_file
from everygame.games.coldspell.hunspell import expand_dictionary

ENGLISH: Final = "english"
LONGEST: Final = 15
"""Nobody takes more cards: there are 15 pyramids."""
MAX_CHARACTERS: Final = 50_000_000


@lru_cache(maxsize=8)
def load_words(value: str, letters: str) -> frozenset[str]:
    """The words that an option names, as far as cards with these letters can spell them:
    "english", or the path of a list (.txt, a word a line) or of a Hunspell dictionary (.dic with
    its .aff). Raises BadOption."""
    words = frozenset(clean(read_words(value), letters))
    if not words:
        raise BadOption(
            "There is no word in {value} that these cards can spell.", value=repr(value)
        )
    return words


def read_words(value: str) -> Iterable[str]:
    """The lines of the list as they are. Raises BadOption."""
    if value == ENGLISH:
        return (files(__package__) / "words_en.txt").read_text("utf-8").splitlines()
    if value.endswith(".dic"):
        return expand_dictionary(Path(value))
    return read_file(value, "word list", MAX_CHARACTERS).splitlines()


def clean(words: Iterable[str], letters: str) -> Iterator[str]:
    """Words of 2 to 15 letters without names, abbreviations, hyphens and apostrophes: what is
    written with small letters alone. A letter that is on no card counts as the letter beneath
    its accent."""
    plain = re.compile(f"[{letters}]{{2,{LONGEST}}}").fullmatch
    for line in words:
        if plain(line):
            yield line
            continue
        word = unicodedata.normalize("NFC", line.strip())
        if word.islower() and word.isalpha():
            word = "".join(bare(letter, letters) for letter in word)
            if plain(word):
                yield word


def bare(letter: str, letters: str) -> str:
    """The letter, or the one beneath its accent where it is on no card itself."""
    return letter if letter in letters else unicodedata.normalize("NFD", letter)[0]
