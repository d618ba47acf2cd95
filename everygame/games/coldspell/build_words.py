"""Build `words_en.xz` from SCOWL, the word lists behind most free English spell checkers.

    apt-get download scowl hunspell-en-us hunspell-en-gb
    for package in *.deb; do dpkg-deb -x $package extracted; done
    python -m everygame.games.coldspell.build_words extracted/usr/share

SCOWL keeps names, abbreviations, contractions and capitalized words in separate lists. Of these
only the abbreviations are read, and only those that have become words: two spell checkers, of
American and of British English, give them a plural, as in "admin" and "admins". Size 70 is its
"large" list. Of its variants those are read that its author calls acceptable (1 and 2, not 3).
Offensive words are left out: those that the spell checker of the same author never suggests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from everygame.games.coldspell.hunspell import expand_dictionary, read_rules, split_entry
from everygame.games.coldspell.packed_words import pack
from everygame.games.coldspell.word_lists import clean

DIALECTS: Final = ("english", "american", "british", "british_z", "canadian", "australian")
VARIANTS: Final = tuple(
    f"{dialect}variant_{level}"
    for dialect in ("", "british_", "canadian_", "australian_")
    for level in (1, 2)
)
SIZES: Final = (10, 20, 35, 40, 50, 55, 60, 70)
NO_WORDS: Final = (
    "aeq", "cs", "csc", "csch", "dkl", "emf", "gs", "hhd", "kb", "ks", "lm", "ln", "ls", "lu", "lx",
    "mb", "mf", "mos", "ms", "mus", "ps", "rs", "ss", "ts",
)  # fmt: skip
"""Symbols of units and functions, and plurals of the names of letters, which the lists have as
words."""
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
VOWELS: Final = frozenset("aeiouy")
SHORTEST: Final = 3
"""The least length of an abbreviation that may have become a word."""
NOT_SUGGESTED: Final = "!"
"""The flag NOSUGGEST in en_US.aff, which marks words that the spell checker never suggests."""


def build(share: Path) -> list[str]:
    """Return all words in alphabetical order; `share` is the folder usr/share of the unpacked
    packages."""
    words = read_lists(share, (*DIALECTS, *VARIANTS), "words") | shortened(share)
    return sorted(words - set(NO_WORDS) - offensive(share / "hunspell" / "en_US.dic"))


def read_lists(share: Path, dialects: tuple[str, ...], kind: str) -> set[str]:
    """Return the words of one kind in SCOWL's lists of these dialects."""
    folder = share / "dict" / "scowl"
    lists = (folder / f"{dialect}-{kind}.{size}" for dialect in dialects for size in SIZES)
    lines = (line for file in lists if file.exists() for line in file.open(encoding="utf-8"))
    return set(clean(lines, LETTERS))


def shortened(share: Path) -> set[str]:
    """Return the abbreviations that have become words, with their plurals."""
    checkers = (share / "hunspell" / f"en_{country}.dic" for country in ("US", "GB"))
    known = set.intersection(*(set(clean(expand_dictionary(one), LETTERS)) for one in checkers))
    spoken = {
        word
        for word in read_lists(share, DIALECTS, "abbreviations")
        if {word, word + "s"} <= known and len(word) >= SHORTEST and VOWELS & set(word)
    }
    return spoken | {word + "s" for word in spoken}


def offensive(path: Path) -> set[str]:
    """Return all forms of the words that a dictionary marks as never to be suggested."""
    rules = read_rules(path.with_suffix(".aff").read_bytes())
    entries = map(split_entry, path.read_text("utf-8").splitlines())
    stems = [(stem, rules.flags(flags)) for stem, flags in entries if NOT_SUGGESTED in flags]
    return {word for stem, flags in stems for word in rules.expand(stem, flags)}


if __name__ == "__main__":
    target = Path(__file__).with_name("words_en.xz")
    target.write_bytes(pack(build(Path(sys.argv[1]))))
