"""Build `words_es.xz`, `words_ru.xz` and `words_pl.xz` from Hunspell dictionaries.

    apt-get install hunspell hunspell-es hunspell-ru hunspell-pl
    pip install wordfreq==3.1.1
    python -m everygame.games.coldspell.build_more_words /usr/share/hunspell

These dictionaries know up to four million forms, most of which nobody has ever seen. So those are
kept that people write most often, by the counts of wordfreq. Its counts are asked for here alone:
neither they nor a file of theirs is part of EveryGame. What has no vowel is an abbreviation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Final

from everygame.games.coldspell.languages import LANGUAGES, Language
from everygame.games.coldspell.packed_words import pack
from everygame.games.coldspell.word_lists import clean

MOST: Final = 50_000
"""How many words are kept: so many that a first visit of the page without a server stays small. The
English list has more than twice as many, with rarer words."""
DICTIONARIES: Final = {"spanish": "es_ES", "russian": "ru_RU", "polish": "pl_PL"}
NO_WORDS: Final = frozenset((
    "adv", "ap", "aprox", "art", "atte", "av", "avd", "avda", "bibl", "cit", "cta", "cte",
    "depto", "dpto", "ed", "edit", "ej", "etc", "fca", "fra", "gob", "gral", "gta", "hna", "ib",
    "imp", "incl", "ing", "inst", "izq", "lic", "mtro", "nro", "num", "ob", "oc", "pag", "pbro",
    "pdte", "pol", "ppal", "pral", "prof", "prov", "pza", "qu", "rdo", "reg", "rep", "rte",
    "rvdo", "sig", "soc", "sra", "srta", "tpo", "trad", "univ", "vto",
))  # fmt: skip
"""Abbreviations that the Spanish dictionary has as words."""


def build(known: Iterable[str], language: Language) -> list[str]:
    """Return the first `MOST` words that cards of the language can spell, in order; `known` are
    words of a dictionary, the most frequent first."""
    found: dict[str, None] = dict.fromkeys(clean(known, language.letters))
    words = (word for word in found if not set(word).isdisjoint(language.vowels))
    return sorted(islice((word for word in words if word not in NO_WORDS), MOST))


def by_frequency(code: str) -> Iterator[str]:
    """Yield the words of a language that wordfreq knows, the most frequent first; of equal ones
    the first in the alphabet."""
    counted = import_module("wordfreq").get_frequency_dict(code, wordlist="large")
    ordered = sorted(counted, key=lambda word: (-counted[word], word))
    return (word for word in ordered if word.isalpha() and word.islower())


def known(words: Iterable[str], dictionary: Path) -> list[str]:
    """Return those of the words that Hunspell finds in a dictionary, whose path has no suffix."""
    from subprocess import run  # here, because no rules may start a process

    command = ["hunspell", "-d", str(dictionary), "-i", "UTF-8", "-G"]
    told = run(command, input="\n".join(words), capture_output=True, encoding="utf-8", check=True)
    return told.stdout.split()


if __name__ == "__main__":
    for name, dictionary in DICTIONARIES.items():
        language = LANGUAGES[name]
        found = build(known(by_frequency(language.code), Path(sys.argv[1], dictionary)), language)
        target = Path(__file__).with_name(f"words_{language.code}.xz")
        target.write_bytes(pack(found))
