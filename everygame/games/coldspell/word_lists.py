"""Read word lists, which decide what counts as a word."""

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
from everygame.games.coldspell.languages import LANGUAGES
from everygame.games.coldspell.lexicon import Lexicon
from everygame.games.coldspell.packed_words import unpack

LONGEST: Final = 15
"""The longest words that are kept, in letters: nobody has more than 15 cards, one for each
pyramid."""
MAX_CHARACTERS: Final = 50_000_000
"""The most characters that the file of a word list may have."""


@lru_cache(maxsize=8)
def load_words(value: str, letters: str) -> Lexicon:
    """Return the words of the list that the option `words` chooses as a tree, without those that
    need other letters than these. The value is a language such as "english", or the path of a list
    (.txt, one word a line) or of a Hunspell dictionary (.dic, with its .aff file beside it). Raises
    BadOption."""
    words = sorted(set(clean(read_words(value), letters)))
    if not words:
        raise BadOption(
            "There is no word in {value} that these cards can spell.", value=repr(value)
        )
    return Lexicon(letters, words)


def read_words(value: str) -> Iterable[str]:
    """Return the words of the list as they are in the file. Raises BadOption."""
    if value in LANGUAGES:
        name = f"words_{LANGUAGES[value].code}.xz"
        return unpack((files(__package__) / name).read_bytes())
    if value.endswith(".dic"):
        return expand_dictionary(Path(value))
    return read_file(value, "word list", MAX_CHARACTERS).splitlines()


def clean(words: Iterable[str], letters: str) -> Iterator[str]:
    """Yield the words that may be spelled: those of 2 to 15 letters, all lower case, which leaves
    out names, abbreviations, hyphens and apostrophes. An accented letter that is on no card counts
    as the letter without its accent."""
    plain = re.compile(f"[{letters}]{{2,{LONGEST}}}").fullmatch
    for line in words:
        if plain(line):
            yield line
            continue
        word = unicodedata.normalize("NFC", line.strip())
        if word.islower() and word.isalpha():
            word = on_cards(word, letters)
            if plain(word):
                yield word


def on_cards(word: str, letters: str) -> str:
    """Return the word as cards with these letters spell it: without accents that are on no card."""
    return "".join(bare(letter, letters) for letter in unicodedata.normalize("NFC", word))


def bare(letter: str, letters: str) -> str:
    """Return the letter without its accent if it is not one of `letters`; else the letter
    itself."""
    return letter if letter in letters else unicodedata.normalize("NFD", letter)[0]
