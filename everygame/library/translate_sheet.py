"""Puts the paragraphs of a rule sheet into a language: each is looked up by its English. What is
not translated stays English, and is marked so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from everygame.catalogues import ENGLISH, READ_BACK, Catalogue, find_catalogue

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SHEET: Final = "sheet"
"""The context of texts that several sheets share; those of one game have "sheet:NAME"."""
LESSON: Final = "lesson"
CAPTION: Final = "caption:"


class Tongue:
    """What one language says for the texts of one game."""

    def __init__(self, kind: str, game: str, language: str) -> None:
        """`kind` is SHEET or LESSON."""
        self.catalogue: Catalogue | None = find_catalogue(language)
        self.contexts = (f"{kind}:{game}", kind)

    @property
    def language(self) -> str:
        return self.catalogue.language if self.catalogue else ENGLISH

    @property
    def is_read_back(self) -> bool:
        """Whether a reader of this text alone has answered questions on positions rightly."""
        read = self.catalogue.headers.get(READ_BACK, "") if self.catalogue else ""
        return self.contexts[0] in read.split()

    def say(self, english: str) -> str:
        """Return the text in the language; an empty text where it has none, or is English."""
        if self.catalogue is None:
            return ""
        said = (self.catalogue.say(context, key_of(english)) for context in self.contexts)
        return next(filter(None, said), "")

    def mark(self, english: str, beside: str = "") -> dict[str, str]:
        """Return the attributes of an element that shows this text: its English, or that it is
        still English. There are none in English itself. `beside` is the English without markup,
        where it has any."""
        if self.catalogue is None or not english:
            return {}
        if self.say(english):
            return {"data-english": key_of(beside or english)}
        return {"class": "english", "lang": ENGLISH, "dir": "ltr"}


def tongue_of_sheet(game: str, language: str) -> Tongue:
    """Return what a language says for the sheet of a game; English where it has nothing of it."""
    catalogue = find_catalogue(language)
    known = catalogue is not None and f"{SHEET}:{game}" in catalogue.contexts
    return Tongue(SHEET, game, language if known else ENGLISH)


def key_of(text: str) -> str:
    """Return a text as catalogues have it, on one line."""
    return " ".join(text.split())


def is_scene(token: Token) -> bool:
    return token.type == "fence" and token.info.strip() == "scene"


def captions(block: str) -> Iterator[str]:
    """Yield the caption of a `scene` block, if it has one."""
    for line in block.splitlines():
        if line.startswith(CAPTION):
            yield line.removeprefix(CAPTION).strip()


def paragraphs(parser: MarkdownIt, text: str) -> Iterator[str]:
    """Yield the texts of a sheet: paragraphs, headings, list items, cells and captions."""
    for token in parser.parse(text):
        if is_scene(token):
            yield from captions(token.content)
        elif token.type == "inline" and token.content:
            yield key_of(token.content)


def translate_tokens(parser: MarkdownIt, text: str, tongue: Tongue) -> list[Token]:
    """Parse a sheet, with its paragraphs in the language. Their elements have the attributes of
    `Tongue.mark`. Captions stay as they are, since a block with a picture is one token."""
    tokens = parser.parse(text)
    for at, token in enumerate(tokens):
        if token.type != "inline" or not token.content:
            continue
        english, said = token.content, tongue.say(token.content)
        if said:
            token.children = parser.parseInline(said)[0].children
        marks = tongue.mark(english, plain(parser, english))
        holder = holder_of(tokens, at)
        for name, value in marks.items():
            holder.attrSet(name, value)
    return tokens


def holder_of(tokens: Sequence[Token], at: int) -> Token:
    """Return the token of the element around a text; a paragraph of a short list has none."""
    return next(
        one for one in reversed(tokens[:at]) if one.type.endswith("_open") and not one.hidden
    )


def plain(parser: MarkdownIt, text: str) -> str:
    """Return a text without its markup."""
    children = parser.parseInline(text)[0].children or []
    return "".join(" " if one.type == "softbreak" else one.content for one in children)


def translate_text(parser: MarkdownIt, text: str, tongue: Tongue) -> str:
    """Return the Markdown of a sheet with its paragraphs and captions in the language."""
    lines = text.split("\n")
    for token in parser.parse(text):
        first, last = token.map or (0, 0)
        if is_scene(token):
            found = [(one, tongue.say(one)) for one in captions(token.content)]
        elif token.type == "inline":
            found = [(token.content, tongue.say(token.content))]
        else:
            found = []
        for english, said in filter(lambda pair: pair[1], found):
            written = "\n".join(lines[first:last])
            head, _, tail = english.partition("\n")
            start = written.index(head)
            end = start + len(head) if not tail else len(written)
            whole = written[:start] + said + written[end:]
            lines[first:last] = [whole, *[""] * (last - first - 1)]
    return "\n".join(lines)
