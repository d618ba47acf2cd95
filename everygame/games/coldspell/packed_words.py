"""Word lists in little room: front coding, compressed by xz; about half of gzipped lines.

Each word of a sorted list is a capital letter, which counts the letters that the word shares with
the one before (A: none, B: one …), and the letters after these: `AabacoEs` is "abaco" and "abacs".
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Iterator
from typing import Final

from everygame.games.coldspell.lexicon import count_shared

NONE: Final = ord("A")
"""The code of the capital letter for no shared letter."""
MOST: Final = 15
"""The most letters that are counted."""
FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**20}]
"""How xz packs. Whoever unpacks needs the memory of its dictionary, which need not be larger than a
list."""
CODED: Final = re.compile("([A-P])([^A-P]*)")


def pack(words: Iterable[str]) -> bytes:
    """Return the file of words, which are in ascending order and in small letters."""
    parts, before = [], ""
    for word in words:
        shared = min(count_shared(before, word), MOST)
        parts.append(chr(NONE + shared) + word[shared:])
        before = word
    return lzma.compress("".join(parts).encode(), filters=FILTERS)


def unpack(data: bytes) -> Iterator[str]:
    """Yield the words of a file."""
    word = ""
    for found in CODED.finditer(lzma.decompress(data).decode()):
        word = word[: ord(found[1]) - NONE] + found[2]
        yield word
