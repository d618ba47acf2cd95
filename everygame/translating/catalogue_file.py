"""Writes the files of translators: the template of all texts, and the catalogue of a language.

What is already translated stays when the texts change: a text that is gone is kept as obsolete, and
a text that was changed a little keeps its translation as fuzzy, which nobody is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.plural import PluralRule, to_gettext
from polib import POEntry, POFile, pofile

from everygame.catalogues import CATEGORIES, CONTEXTS, FORM, Key
from everygame.errors import EveryGameError
from everygame.translating.all_texts import Unit
from everygame.words import say

TEMPLATE: Final = "everygame.pot"
WIDTH: Final = 100
"""The letters of a line."""
ALIKE: Final = 0.75
"""From this likeness on, a new text takes over the translation of one that is gone, as fuzzy."""
NUMBERS: Final = range(1001)
"""The numbers that decide which forms of CLDR a language needs here. Those for fractions and for
millions are left to "other"."""


def write_template(units: Iterable[Unit], file: Path) -> None:
    made = new_file({})
    made.extend(map(empty_entry, units))
    file.write_text(str(made) + "\n", "utf-8")


def new_file(headers: dict[str, str]) -> POFile:
    made = POFile(wrapwidth=WIDTH)
    made.metadata = {
        "Project-Id-Version": "EveryGame",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        **headers,
    }
    return made


def empty_entry(unit: Unit) -> POEntry:
    """Return an entry without a translation."""
    entry = POEntry(msgctxt=unit.context, msgid=unit.text)
    entry.occurrences = [(file, "") for file in sorted(unit.files)]
    if unit.many:
        entry.msgid_plural = unit.many
        entry.msgstr_plural = {0: "", 1: ""}
    return entry


def update(units: Sequence[Unit], file: Path, contexts: str = "") -> None:
    """Bring the catalogue of a language up to date; make it where there is none. With `contexts` it
    is from now on for these alone. Raises EveryGameError for a language that CLDR does not know."""
    old = pofile(str(file), wrapwidth=WIDTH) if file.is_file() else new_file({})
    if contexts:
        old.metadata[CONTEXTS] = contexts
    units = units_for(units, old)
    kept = {key_of(entry): entry for entry in old if entry.msgid}
    made = new_file({**old.metadata, **headers_of(file.stem)})
    made.header = old.header
    gone = [kept[key] for key in kept.keys() - {unit.key for unit in units} if said(kept[key])]
    gone.sort(key=key_of)
    forms = [entry for entry in gone if entry.msgctxt.startswith(FORM)]
    gone = [entry for entry in gone if entry not in forms]
    for unit in units:
        made.append(merge(unit, kept.get(unit.key), gone, len(categories(file.stem))))
    made.extend(forms)
    for entry in gone:
        entry.obsolete = True
        made.append(entry)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(str(made) + "\n", "utf-8")


def units_for(units: Sequence[Unit], file: POFile) -> list[Unit]:
    """Return the texts that a catalogue is for."""
    contexts = file.metadata.get(CONTEXTS, "").split()
    return [unit for unit in units if not contexts or unit.context in contexts]


def merge(unit: Unit, old: POEntry | None, gone: Sequence[POEntry], forms: int) -> POEntry:
    """Return the entry of a text with its translation, or with that of a similar text that is
    gone, as fuzzy."""
    entry = empty_entry(unit)
    if unit.many:
        entry.msgstr_plural = dict.fromkeys(range(forms), "")
    similar = None if old else find_similar(unit, gone)
    source = old or similar
    if source:
        entry.msgstr, entry.flags, entry.tcomment = source.msgstr, source.flags, source.tcomment
        if unit.many:
            entry.msgstr_plural = {**entry.msgstr_plural, **source.msgstr_plural}
    if similar:
        entry.flags = sorted({*entry.flags, "fuzzy"})
        entry.previous_msgid = similar.msgid
    elif old:
        entry.previous_msgid = old.previous_msgid
    return entry


def find_similar(unit: Unit, gone: Sequence[POEntry]) -> POEntry | None:
    """Return the text that is gone, of the same context, which is most like this one."""
    same = {e.msgid: e for e in gone if e.msgctxt == unit.context}
    same = {text: e for text, e in same.items() if bool(e.msgid_plural) == bool(unit.many)}
    found = get_close_matches(unit.text, same, 1, ALIKE)
    return same[found[0]] if found else None


def key_of(entry: POEntry) -> Key:
    return entry.msgctxt or "", entry.msgid, entry.msgid_plural or ""


def said(entry: POEntry) -> list[str]:
    """Return the translations of an entry, one for each form; nothing where one is missing."""
    texts = [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)]
    texts = texts or [entry.msgstr]
    return texts if all(texts) else []


# -- forms of numbers


def headers_of(language: str) -> dict[str, str]:
    """Return the headers about a language. Raises EveryGameError."""
    names = categories(language)
    rules = find_locale(language).plural_form.rules
    rule = PluralRule({name: rules[name] for name in names[:-1]})
    return {
        "Language": language.replace("-", "_"),
        "Plural-Forms": to_gettext(rule),
        CATEGORIES: " ".join(names),
    }


@lru_cache
def categories(language: str) -> list[str]:
    """Return the forms of numbers of a language, as CLDR names and orders them."""
    rule = find_locale(language).plural_form
    met = {rule(n) for n in NUMBERS}
    return [name for name in ("zero", "one", "two", "few", "many", "other") if name in met]


def find_locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        unknown = say("CLDR knows no language {tag}.", tag=repr(language))
        raise EveryGameError(unknown) from None
