"""Finds the faults of a translation that a program can find."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from babel.core import get_global
from markdown_it import MarkdownIt
from polib import POEntry, POFile

from everygame.catalogues import CATEGORIES, FORM, PAGE, PLACE
from everygame.translating.catalogue_file import headers_of, said

SAME: Final = "same"
"""What a translator writes as a comment of an entry whose text is the same as in English."""
SCRIPTS: Final = {
    **{"Arab": "ARABIC", "Armn": "ARMENIAN", "Beng": "BENGALI", "Cyrl": "CYRILLIC"},
    **{"Deva": "DEVANAGARI", "Ethi": "ETHIOPIC", "Geor": "GEORGIAN", "Grek": "GREEK"},
    **{"Gujr": "GUJARATI", "Guru": "GURMUKHI", "Hans": "CJK", "Hant": "CJK", "Hebr": "HEBREW"},
    **{
        "Jpan": "CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA",
        "Kore": "HANGUL",
        "Latn": "LATIN",
    },
    **{"Taml": "TAMIL", "Telu": "TELUGU", "Thai": "THAI"},
}
"""The first words of the names of letters (Unicode) by the codes of scripts."""
MARKUP: Final = (r"\*\*", r"(?<!\*)\*(?!\*)", r"`", r"\]\(")
SHORT, LONGEST = 15, 2.2
"""An English text of the page up to SHORT letters is a label: its translation is at most LONGEST
times as long, and eight letters more."""

UNSPACED: Final = r"[\u3040-\u30ff\u3400-\u9fff]"
"""Matches a letter of Japanese or Chinese, which have no space between words."""
SPACED_EMPHASIS: Final = re.compile(
    rf"{UNSPACED}\*+ {UNSPACED}|{UNSPACED} \*+{UNSPACED}|[。：！？]\*+ {UNSPACED}"
)

MARKDOWN: Final = MarkdownIt("commonmark")
EMPHASES: Final = ("em_open", "strong_open")


def find_faults(file: POFile, language: str) -> Iterator[str]:
    """Yield a sentence for each fault of a catalogue, without what is not translated."""
    for name, value in headers_of(language).items():
        if name in ("Plural-Forms", CATEGORIES) and file.metadata.get(name) != value:
            yield f"the header {name} is not {value!r}, as CLDR has it"
    yield from compare_forms(file)
    forms = len(headers_of(language)[CATEGORIES].split())
    for entry in file:
        if said(entry) and not entry.obsolete and not entry.fuzzy:
            where = f"line {entry.linenum}: {entry.msgctxt}: {entry.msgid[:60]!r}"
            yield from (f"{where}: {fault}" for fault in faults_of(entry, language, forms))


def compare_forms(file: POFile) -> Iterator[str]:
    """Demand that some word has each form that a text asks for, and that some text asks for each
    form of a word."""
    shown = [entry for entry in file if not entry.obsolete and not entry.fuzzy]
    made = {one.msgctxt for one in shown if one.msgctxt.startswith(FORM)}
    texts = [text for one in shown for text in said(one)]
    asked = {FORM + form for text in texts for _, form in PLACE.findall(text) if form}
    yield from (f"a text asks for {form!r}, and no word has that form" for form in asked - made)
    yield from (f"a word has {form!r}, and no text asks for that form" for form in made - asked)


def faults_of(entry: POEntry, language: str, forms: int) -> Iterator[str]:
    texts, english = said(entry), [entry.msgid, entry.msgid_plural or entry.msgid]
    if entry.msgid_plural and len(texts) != forms:
        yield f"it has {len(texts)} forms, and the language has {forms}"
    if entry.msgctxt.startswith(FORM):
        return
    for text in texts:
        yield from compare(english, text, bool(entry.msgid_plural))
        yield from () if is_same(entry) else check_letters(text, language)
    if texts[0] == entry.msgid and is_words(entry.msgid) and not is_same(entry):
        yield f"it is equal to its English; if that is right, give it the comment {SAME!r}"
    if entry.msgctxt == PAGE and len(entry.msgid) <= SHORT:
        longest = max(map(len, texts))
        if longest > LONGEST * len(entry.msgid) + 8:
            yield f"its {longest} letters are too long for a label"


def is_same(entry: POEntry) -> bool:
    return SAME in entry.tcomment.split()


def lost_markup(english: list[str], text: str) -> Iterator[str]:
    """Yield each sign of Markdown that a text has more or less often than its English."""
    for sign in MARKUP:
        numbers = {len(re.findall(sign, one)) for one in english}
        if len(re.findall(sign, text)) not in numbers:
            yield f"it has not as many {sign.replace(chr(92), '')!r} as its English"
    if "*" in text and emphases(text) not in map(emphases, english):
        yield "its * and ** are not all read as emphasis: a space is missing beside one of them"
    if SPACED_EMPHASIS.search(text):
        yield "a space is seen beside * or **: let them begin and end beside letters, without it"


def compare(english: list[str], text: str, counts: bool) -> Iterator[str]:
    """Yield what a text has lost of its English, or has more than that."""
    places = {name for one in english for name, _ in PLACE.findall(one)}
    given = {name for name, _ in PLACE.findall(text)}
    if given - places or (places - given - ({"n", "number"} if counts else set())):
        yield f"its places are {sorted(given)} instead of {sorted(places)}"
    bare = PLACE.sub("", text)
    if "{" in bare or "}" in bare:
        yield "a brace stands alone"
    yield from lost_markup(english, text)
    if not counts and numbers_in(bare) != numbers_in(PLACE.sub("", english[0])):
        yield "its numbers are not those of its English"
    if outer_space(text) not in map(outer_space, english):
        yield "it begins or ends with another space than its English"


def emphases(text: str) -> Counter[str]:
    """Count the parts that Markdown emphasises. Between a full stop and a letter without a space
    `**` ends nothing (CommonMark 0.31, 6.2), as happens in Chinese and Japanese."""
    (inline,) = MARKDOWN.parseInline(text)
    return Counter(part.type for part in inline.children or [] if part.type in EMPHASES)


def outer_space(text: str) -> tuple[str, str]:
    """Return the white space before and after a text."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def numbers_in(text: str) -> Counter[str]:
    """Count the numbers, whatever stands between their groups of digits."""
    found = re.findall(r"[0-9]+(?:[.,\u2019\u00a0\u202f ][0-9]+)*", text)
    return Counter(re.sub(r"\D", "", one) for one in found)


def is_words(text: str) -> bool:
    """Whether a text has words beside its places."""
    return re.search(r"[^\W\d_]{2}", PLACE.sub("", text)) is not None


def check_letters(text: str, language: str) -> Iterator[str]:
    """Demand letters of the script of the language."""
    names = SCRIPTS.get(script_of(language), "").split()
    words = re.findall(r"[^\W\d_]+", PLACE.sub("", text))
    letters = filter(str.isalpha, "".join(words))  # not ½, which Python counts among the words
    met = Counter(map(script_of_letter, letters))
    strange = [name for name in met if name not in (*names, "LATIN")]
    if names and (strange or (sum(met.values()) > 20 and not any(met[name] for name in names))):
        yield f"its letters are {', '.join(sorted(met))}"


def script_of(language: str) -> str:
    """Return the code of the script in which a language is usually written."""
    tag = language.replace("-", "_")
    if tag in ("zh", "zh_Hans", "zh_Hant"):
        return tag.partition("_")[2] or "Hans"
    known: dict[str, str] = get_global("likely_subtags")
    return known.get(tag, known.get(tag.partition("_")[0], "__")).split("_")[1]


def script_of_letter(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]
