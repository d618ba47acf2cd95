"""A server whose languages nobody speaks: all that it says is half as long again.

python -m tests.browser.speaking PORT FILE FOLDER

FOLDER has the catalogues, which `write_catalogue` makes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from everygame import catalogues
from everygame.catalogues import Entry, write_entry
from everygame.translating.all_texts import Unit
from everygame.translating.catalogue_file import headers_of
from tests.browser import served

WORD: Final = re.compile(r"(\{\w+\}|\]\([^)]*\))|([^\W\d_]+)")
"""Matches a place or the target of a link, which stay, or a word."""
LETTERS: Final = {"eo": "ÄÖÜäöüÁÉÍ", "ar": "ابتثجحخدذرزطظعغفقكلمنهوي"}
"""The letters of which all words of a language consist. Arabic is read from right to left."""


def strange(text: str, letters: str) -> str:
    """Return a sentence in a language that nobody speaks, with the same places."""

    def word(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        longer = found[2] + found[2][: len(found[2]) // 2]
        return "".join(letters[ord(letter) % len(letters)] for letter in longer)

    return WORD.sub(word, text)


def write_catalogue(folder: Path, language: str, texts: Sequence[Unit]) -> None:
    """Write the file that is a whole language."""
    headers = "".join(f"{name}: {value}\n" for name, value in headers_of(language).items())
    entries = [Entry("", "", "", (headers,))]
    forms = len(headers_of(language)[catalogues.CATEGORIES].split())
    entries += [entry_of(unit, LETTERS[language], forms) for unit in texts]
    text = "\n".join(map(write_entry, entries))
    (folder / f"{language}.po").write_text(text, "utf-8")


def entry_of(unit: Unit, letters: str, forms: int) -> Entry:
    said = strange(unit.many or unit.text, letters)
    return Entry(unit.context, unit.text, unit.many, (said,) * (forms if unit.many else 1))


if __name__ == "__main__":
    catalogues.FOLDER = Path(sys.argv[3])  # type: ignore[misc]
    served.main(*sys.argv[1:3])
