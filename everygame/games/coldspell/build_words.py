"""Build `words_en.txt` from SCOWL, the word lists behind most free English spell checkers.

    apt-get download scowl hunspell-en-us
    for package in *.deb; do dpkg-deb -x $package extracted; done
    python -m everygame.games.coldspell.build_words extracted/usr/share

SCOWL keeps names, abbreviations, contractions and capitalized words in separate lists, which are
not read here. Size 70 is its "large" list. Offensive words are left out as well: those that the
spell checker of the same author never suggests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from everygame.games.coldspell.hunspell import read_rules, split_entry
from everygame.games.coldspell.words import clean

DIALECTS: Final = (
    "english", "american", "british", "british_z", "canadian", "australian", "variant_1",
)  # fmt: skip
SIZES: Final = (10, 20, 35, 40, 50, 55, 60, 70)
NO_WORDS: Final = (
    "aeq", "cs", "csc", "csch", "dkl", "gs", "hhd", "kb", "ks", "lm", "ln", "ls", "lu", "lx", "mb",
    "mf", "ms", "ps", "rs", "ss", "ts",
)  # fmt: skip
"""Symbols of units and functions, and plurals of the names of letters, which SCOWL lists as
words."""
NOT_SUGGESTED: Final = "!"
"""The flag NOSUGGEST in en_US.aff, which marks words that the spell checker never suggests."""


def build(share: Path) -> list[str]:
    """Return all words in alphabetical order; `share` is the folder usr/share of the unpacked
    packages."""
    folder = share / "dict" / "scowl"
    lists = (folder / f"{dialect}-words.{size}" for dialect in DIALECTS for size in SIZES)
    lines = (line for file in lists if file.exists() for line in file.open(encoding="utf-8"))
    words = set(clean(lines, "abcdefghijklmnopqrstuvwxyz"))
    return sorted(words - set(NO_WORDS) - offensive(share / "hunspell" / "en_US.dic"))


def offensive(path: Path) -> set[str]:
    """Return all forms of the words that a dictionary marks as never to be suggested."""
    rules = read_rules(path.with_suffix(".aff").read_bytes())
    entries = map(split_entry, path.read_text("utf-8").splitlines())
    stems = [(stem, rules.flags(flags)) for stem, flags in entries if NOT_SUGGESTED in flags]
    return {word for stem, flags in stems for word in rules.expand(stem, flags)}


if __name__ == "__main__":
    target = Path(__file__).with_name("words_en.txt")
    target.write_text("\n".join(build(Path(sys.argv[1]))) + "\n", encoding="utf-8")
