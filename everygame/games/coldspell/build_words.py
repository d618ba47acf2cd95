"""Build `words_en.txt` from SCOWL, the word lists behind most free English spell checkers.

    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    python -m everygame.games.coldspell.build_words scowl/usr/share/dict/scowl

SCOWL keeps names, abbreviations, contractions and words with capitals in lists of their own, so
they are left out by not being read. Size 70 is its "large" list.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from everygame.games.coldspell.words import clean

DIALECTS: Final = ("english", "american", "british", "british_z", "canadian", "australian", "variant_1")
SIZES: Final = (10, 20, 35, 40, 50, 55, 60, 70)
NO_WORDS: Final = frozenset(
    "aeq cs csc csch dkl gs hhd kb ks lm ln ls lu lx mb mf ms ps rs ss ts".split()
)
"""Signs of units and functions, and plurals of the names of letters, that stand among the words."""


def build(folder: Path) -> list[str]:
    """All words, in alphabetical order."""
    lists = (folder / f"{dialect}-words.{size}" for dialect in DIALECTS for size in SIZES)
    lines = (line for file in lists if file.exists() for line in file.open(encoding="utf-8"))
    return sorted(set(clean(lines, "abcdefghijklmnopqrstuvwxyz")) - NO_WORDS)


if __name__ == "__main__":
    target = Path(__file__).with_name("words_en.txt")
    target.write_text("\n".join(build(Path(sys.argv[1]))) + "\n", encoding="utf-8")
