"""Chooses the fonts of a kit by its language. Libertinus Serif, which comes with Typst, has the
Latin, Greek, Cyrillic and Hebrew letters; all others must come from a font of the computer."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from everygame.errors import EveryGameError
from everygame.kit.packages import find_typst

FONT: Final = "Libertinus Serif"
"""The font that comes with Typst, which makes the PDF."""
ITS_SCRIPTS: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "HEBREW", "MODIFIER", "COMBINING"})
"""The first words of the names of characters that Typst's own fonts have."""
USUAL: Final = {
    **dict.fromkeys(("ar", "fa", "ur"), ("Noto Naskh Arabic", "Noto Sans Arabic")),
    **dict.fromkeys(("hi", "mr"), ("Noto Serif Devanagari", "Noto Sans Devanagari")),
    "am": ("Noto Serif Ethiopic", "Noto Sans Ethiopic"),
    "bn": ("Noto Serif Bengali", "Noto Sans Bengali"),
    "gu": ("Noto Serif Gujarati", "Noto Sans Gujarati"),
    "ja": ("Noto Serif CJK JP", "Noto Sans CJK JP"),
    "ka": ("Noto Serif Georgian", "Noto Sans Georgian"),
    "ko": ("Noto Serif CJK KR", "Noto Sans CJK KR"),
    "pa": ("Noto Serif Gurmukhi", "Noto Sans Gurmukhi"),
    "ta": ("Noto Serif Tamil", "Noto Sans Tamil"),
    "te": ("Noto Serif Telugu", "Noto Sans Telugu"),
    "th": ("Noto Serif Thai", "Noto Sans Thai"),
    "zh-Hans": ("Noto Serif CJK SC", "Noto Sans CJK SC"),
    "zh-Hant": ("Noto Serif CJK TC", "Noto Sans CJK TC"),
}
"""For a language: the fonts that are taken first, because the letters of several languages share a
place in Unicode and look different. Without them, Typst takes any font that has the letters."""


@cache
def installed() -> Any:
    """Return the fonts that Typst finds. Raises EveryGameError where `typst` is not installed."""
    return find_typst().Fonts()


def preferred(language: str) -> str:
    """Return the installed font for a language, or Typst's own."""
    families = frozenset(installed().families())
    return next((family for family in USUAL.get(language, ()) if family in families), FONT)


def need_letters(letters: Collection[str], language: str) -> None:
    """Raise EveryGameError where no font of the computer has one of these letters."""
    left = {one for one in letters if needs_font(one)}
    for file, number in files_of(preferred(language)) if left else ():
        left = {one for one in left if ord(one) not in letters_in(file, number)}
        if not left:
            return
    if left:
        raise EveryGameError(
            "No font of this computer has the letters {letters}: install {font}, or make the kit"
            " in English.",
            letters=" ".join(sorted(left)[:8]),
            font=" or ".join(USUAL.get(language, ("a font that has them",))),
        )


def needs_font(letter: str) -> bool:
    """Whether a character is a letter, or a mark on one, that Typst's own fonts do not have."""
    kind, name = unicodedata.category(letter), unicodedata.name(letter, "")
    return kind[0] in "LM" and name.partition(" ")[0] not in ITS_SCRIPTS


def files_of(first: str) -> Iterator[tuple[Path, int]]:
    """Yield the file and the number in it for each installed font, those of one family first."""
    for font in sorted(installed().fonts(), key=lambda font: font.family != first):
        if font.path:
            yield Path(font.path), font.index


@cache
def letters_in(file: Path, number: int) -> frozenset[int]:
    """Return the characters that a font has. A font that cannot be read has none."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with file.open("rb") as data, TTFont(data, fontNumber=number, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except (OSError, TTLibError):
        return frozenset()
