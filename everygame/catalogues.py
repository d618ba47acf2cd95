"""Reads catalogues: what a language says for each English text. Chooses the language of a reader.

A catalogue is a PO file of GNU gettext, `languages/LANGUAGE.po`; a game of one's own brings another
one in its folder. The file is read as translators left it, so nothing has to be built. Each text
has a context: "game" for the messages of Python, "page" for those of the page, "sheet:NAME" and
"lesson:NAME" for the paragraphs of a game, and "form:FORM" for a form of a word that only some
languages have.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).with_name("languages")
GAME: Final = "game"
PAGE: Final = "page"
FORM: Final = "form:"
PLACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""Matches a place of a template, and the form that it asks for."""
CATEGORIES: Final = "X-Plural-Categories"
"""The header that names the forms of numbers by CLDR, in the order of the file: "one few many"."""
CONTEXTS: Final = "X-Contexts"
"""The header that names the contexts of a catalogue which is for some of them only, such as "sheet
sheet:NAME"."""
READ_BACK: Final = "X-Read-Back"
"""The header that names the contexts of sheets from which somebody who had only the translation
answered questions on positions rightly (`bench/readback`)."""
TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""Matches a language tag: "de", "de-AT", "zh-Hant-TW"."""
RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})
SAME: Final = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "tl": "fil"}
"""Tags of languages that we have under another tag."""
TRADITIONAL: Final = frozenset({"Hant", "TW", "HK", "MO"})
"""The parts of a tag that ask for Chinese in traditional characters."""
LINE: Final = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? (".*")\s*$')


class Entry(NamedTuple):
    """A text of a catalogue."""

    context: str
    text: str
    many: str
    """The English text for many; empty where no number decides the form."""
    said: tuple[str, ...]
    """The text in the language; with a number one for each form, in the order of the header."""


Key = tuple[str, str, str]
"""A context, a text, and the text for many."""


def read_fields(lines: list[str]) -> dict[str, str]:
    """Return the texts of an entry by their names, such as `msgid` and `msgstr[0]`."""
    fields: dict[str, str] = {}
    name = ""
    for line in lines:
        if found := LINE.match(line):
            name = found[1] + (found[2] or "")
            fields[name] = json.loads(found[3])
        elif line.startswith('"'):
            fields[name] = fields.get(name, "") + json.loads(line)
    return fields


def read_po(text: str) -> Iterator[Entry]:
    """Yield the entries of a PO file that can be shown: those that are translated and not
    fuzzy. Raises ValueError where a text of the file is broken."""
    for block in re.split(r"\n\s*\n", text):
        lines = block.split("\n")
        fields = read_fields(lines)
        fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
        said = tuple(fields[name] for name in sorted(fields) if name.startswith("msgstr"))
        if said and all(said) and (not fuzzy or not fields["msgid"]):
            many = fields.get("msgid_plural", "")
            yield Entry(fields.get("msgctxt", ""), fields["msgid"], many, said)


def shorten(file: bytes) -> bytes:
    """Return a PO file without comments and without what is not translated."""
    return "\n".join(map(write_entry, read_po(file.decode()))).encode()


def write_entry(entry: Entry) -> str:
    context = f"msgctxt {quoted(entry.context)}\n" if entry.context else ""
    many = f"msgid_plural {quoted(entry.many)}\n" if entry.many else ""
    numbers = [f"[{n}]" for n in range(len(entry.said))] if entry.many else [""]
    pairs = zip(numbers, entry.said, strict=True)
    said = "".join(f"msgstr{number} {quoted(text)}\n" for number, text in pairs)
    return f"{context}msgid {quoted(entry.text)}\n{many}{said}"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


class Catalogue:
    """The translations of English texts into one language."""

    def __init__(self, language: str, entries: Iterable[Entry]) -> None:
        self.language = language
        self.texts: dict[Key, tuple[str, ...]] = {}
        for entry in entries:
            self.texts.setdefault((entry.context, entry.text, entry.many), entry.said)
        self.contexts = frozenset(context for context, _, _ in self.texts)
        self.headers = headers_of(self.texts.get(("", "", ""), ("",))[0])
        self.form_of = read_plural(self.headers.get("Plural-Forms", ""))

    @property
    def right_to_left(self) -> bool:
        return is_right_to_left(self.language)

    def say(self, context: str, text: str) -> str:
        """Return what the language says for a text, or an empty text where it says nothing."""
        return self.texts.get((context, text, ""), ("",))[0] if text else ""

    def count(self, context: str, one: str, many: str, n: int) -> str:
        """Return the form for a number, or an empty text where the language has none."""
        said = self.texts.get((context, one, many), ("",))
        return said[min(self.form_of(abs(n)), len(said) - 1)]

    def page(self) -> dict[str, object]:
        """Return what the page needs: `texts` by their English, `counts` by that for one and many,
        each with its forms by their names in CLDR, and `forms` of words as they are shown."""
        names = self.headers.get(CATEGORIES, "one other").split()
        texts: dict[str, str] = {}
        counts: dict[str, dict[str, str]] = {}
        forms: dict[str, dict[str, str]] = {}
        for (context, text, many), said in self.texts.items():
            if context == PAGE and many:
                counts[f"{text}\n{many}"] = dict(zip(names, said, strict=False))
            elif context == PAGE:
                texts[text] = said[0]
            elif context.startswith(FORM):
                shown = forms.setdefault(context.removeprefix(FORM), {})
                shown.update((self.say(one, text) or text, said[0]) for one in (GAME, PAGE))
        return {"language": self.language, "texts": texts, "counts": counts, "forms": forms}


def headers_of(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def read_plural(header: str) -> Callable[[int], int]:
    """Return the function that a header "Plural-Forms" describes: which form a number takes."""
    found = re.search(r"plural=\s*([^;]+)", header)
    return gettext.c2py(found[1] if found else "n != 1")


def is_right_to_left(language: str) -> bool:
    return language.partition("-")[0] in RIGHT_TO_LEFT


# -- which languages there are

own_folders: list[Path] = []
"""The folders of games of one's own, which may have catalogues (`add_folder`)."""


def add_folder(folder: Path) -> None:
    """From now on, take the catalogues in the folder of a game as well."""
    if folder not in own_folders and any(folder.glob("*.po")):
        own_folders.append(folder)
        find_catalogue.cache_clear()


@lru_cache(maxsize=4)
def languages_in(folder: Path) -> tuple[str, ...]:
    found = sorted(file.stem for file in folder.glob("*.po")) if folder.is_dir() else []
    return (ENGLISH, *found)


def languages() -> tuple[str, ...]:
    """Return the tags of all languages, English first."""
    return languages_in(FOLDER)


@lru_cache(maxsize=4)
def page_languages_in(folder: Path) -> tuple[str, ...]:
    wanted = {one: read_header(folder / f"{one}.po").get(CONTEXTS, PAGE) for one in languages()}
    return tuple(one for one, contexts in wanted.items() if PAGE in contexts.split())


def page_languages() -> tuple[str, ...]:
    """Return the tags of the languages that the page speaks, English first. The others have rule
    sheets, and the page beside them is English."""
    return page_languages_in(FOLDER)


def page_language(language: str) -> str:
    """Return the language of the page for a reader of this one."""
    return language if language in page_languages() else ENGLISH


def read_header(file: Path) -> dict[str, str]:
    """Return the headers of a catalogue, which stand before its first blank line; none where the
    file cannot be read."""
    try:
        with file.open(encoding="utf-8") as lines:
            first = "".join(takewhile(str.strip, lines))
        return headers_of("".join(one for entry in read_po(first) for one in entry.said))
    except (OSError, ValueError):
        return {}


@lru_cache(maxsize=64)
def find_catalogue(language: str) -> Catalogue | None:
    """Return the catalogue of the language that is nearest; None where English is shown."""
    spoken = choose([language])
    files = [folder / f"{spoken}.po" for folder in (FOLDER, *own_folders)]
    entries = [entry for file in files if file.is_file() for entry in read_file(file)]
    return Catalogue(spoken, entries) if entries else None


def read_file(file: Path) -> list[Entry]:
    """Return the entries of a file; none where it is broken, which `everygame words check` tells
    to its author."""
    try:
        return list(read_po(file.read_text("utf-8-sig")))
    except (OSError, ValueError):
        return []


# -- which one a reader gets


def choose(wanted: Iterable[str]) -> str:
    """Return the language, of those that there are, that serves a reader best who wants these, the
    best first: the first of them that is there, or a more general one ("de" for "de-AT"), or
    another kind of it ("pt-BR" for "pt"); English where there is none."""
    have = languages()
    for tag in wanted:
        if TAG.fullmatch(tag):
            near = [one for one in have if kind_of(one) == kind_of(tag)]
            exact = [one for one in general(tag) if one in have]
            if exact or near:
                return (exact or near)[0]
    return ENGLISH


def general(tag: str) -> Iterator[str]:
    """Yield a tag and then the more general ones. Chinese is not made more general, since its two
    scripts are not read by the same people."""
    parts = tag.split("-")
    least = len(parts) if parts[0] == "zh" else 1
    yield from ("-".join(parts[:n]) for n in range(len(parts), least - 1, -1))


def kind_of(tag: str) -> tuple[str, bool]:
    """Return the language of a tag, and whether it is written in traditional characters."""
    first, *more = tag.split("-")
    return SAME.get(first.lower(), first.lower()), first == "zh" and bool(TRADITIONAL & set(more))


def read_wishes(header: str) -> list[str]:
    """Return the tags of a header `Accept-Language`, the most wanted first (RFC 9110, 12.5.4)."""
    wishes = []
    for part in header[:500].split(","):
        tag, _, weight = part.partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight) if weight else None
        value = float(found[1]) if found else 1.0
        if value and tag.strip():
            wishes.append((-value, tag.strip()))
    return [tag for _, tag in sorted(wishes, key=lambda wish: wish[0])]


def choose_language(header: str) -> str:
    """Return the language for a browser with this header `Accept-Language`."""
    return choose(read_wishes(header))
