"""Sets the rule sheet as a booklet: each page is half a sheet of paper, the pages stand in the
order that folded sheets need, and the pictures are those that the page on the web draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from everygame.catalogues import is_right_to_left
from everygame.drawing import scene_svg
from everygame.drawing.picture import view_box
from everygame.errors import EveryGameError
from everygame.kit.pdf import Press, in_language, quoted, shown
from everygame.kit.sheets import SIZES
from everygame.library.registry import Entry
from everygame.library.rulesheet import (
    draw,
    english_sheet,
    make_parser,
    read_block,
    read_sheet,
)
from everygame.words import say, translate

if TYPE_CHECKING:
    from markdown_it.token import Token

WIDE = 112.0
"""The width for text on a page, in millimetres."""
ON_SCREEN = ("On the page", "Levels", "Writing it down")
"""The English headings of parts of a rule sheet that nobody needs at a table: touch and keys, what
the program has, and how positions are written."""
PART = "h2"
"""The tag of the headings of parts."""
HIGH = 75.0
"""The greatest height of a picture, in millimetres."""
SQUARE = 8.0
"""The width of a square in pictures, in millimetres, where the page has room."""
OPEN = {
    "paragraph_open": "\n\n",
    "bullet_list_open": "\n#list(",
    "ordered_list_open": "\n#enum(",
    "list_item_open": "[",
    "blockquote_open": "\n#quote(block: true)[",
    "strong_open": "#strong[",
    "em_open": "#emph[",
    "thead_open": "",
    "tr_open": "",
    "th_open": "[#strong[",
    "td_open": "[",
    "tbody_open": "",
}
CLOSE = {
    "paragraph_close": "\n\n",
    "heading_close": "]\n",
    "bullet_list_close": ")\n",
    "ordered_list_close": ")\n",
    "list_item_close": "],",
    "blockquote_close": "]\n",
    "strong_close": "]",
    "em_close": "]",
    "link_close": "]",
    "th_close": "]],",
    "td_close": "],",
    "table_close": ")\n",
    "softbreak": " ",
    "hardbreak": "#linebreak();",
    "hr": "\n#line(length: 100%, stroke: .3pt)\n",
}


def make_booklet(entry: Entry, press: Press, size: str, names: str, language: str) -> bytes:
    """Return the booklet as PDF, with two pages on each side of a sheet. `names` is the text at its
    end about the owners of names. Raises BadGame."""
    text, spoken = read_sheet(entry, language)
    width, height = SIZES[size]
    title = translate(say(entry.facts()["title"]), spoken)
    page = head(title, height / 2, width, spoken)
    page += body(entry, press, text) + f"\n\n#v(1em)#text(size: 8pt)[{shown(names)}]\n"
    count = press.count(page)
    press.keep("pages.pdf", press.print(page))
    return press.print(impose(count, width, height, is_right_to_left(spoken)))


def head(title: str, width: float, height: float, language: str) -> str:
    """Return the settings of a page, in Typst."""
    return (
        f"#set document(title: {quoted(title)}, author: {quoted('EveryGame')})\n"
        f"#set page(width: {width}mm, height: {height}mm, margin: (x: 14mm, y: 14mm),"
        f' numbering: "1")\n{in_language(language, "10pt")}#set par(justify: true)\n'
        "#show heading: set block(above: 1.1em, below: .6em)\n"
        "#set table(stroke: .3pt, inset: 4pt)\n"
    )


def impose(count: int, width: float, height: float, bound_right: bool = False) -> str:
    """Return a Typst document with two pages side by side on each side of paper, so that the folded
    sheets have the pages in order; missing pages are blank. A booklet that is read from right to
    left is bound at its right edge."""
    lines = [f"#set page(width: {height}mm, height: {width}mm, margin: 0mm)\n"]
    for pair in spreads(count):
        for at, number in enumerate(reversed(pair) if bound_right else pair):
            if number <= count:
                image = f'image("pages.pdf", page: {number}, width: {height / 2}mm)'
                lines.append(f"#place(dx: {at * height / 2}mm, {image})\n")
        lines.append("#pagebreak(weak: false)\n")
    return "".join(lines[:-1])


def spreads(count: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the two pages on each side of paper: front and back of each folded sheet
    in turn."""
    last = -(-count // 4) * 4
    for first in range(1, last // 2, 2):
        yield last + 1 - first, first
        yield first + 1, last - first


# -- Markdown


def body(entry: Entry, press: Press, text: str) -> str:
    """Translate the text of a rule sheet from Markdown to Typst, but for its parts about the
    screen."""
    parse = make_parser(entry.uploaded).parse
    headings = find_headings(parse(english_sheet(entry)))
    return "".join(block(entry, press, at_table(parse(text), headings)))


def find_headings(tokens: Sequence[Token]) -> list[str]:
    """Return the headings of the parts of a sheet."""
    return [
        text.content
        for token, text in pairwise(tokens)
        if token.type == "heading_open" and token.tag == PART
    ]


def at_table(tokens: Sequence[Token], headings: Sequence[str]) -> list[Token]:
    """Return a sheet without its parts about the screen. `headings` are those of the English sheet,
    whose parts a translation has in the same order."""
    kept: list[Token] = []
    wanted = iter(heading not in ON_SCREEN for heading in headings)
    showing = True
    for token in tokens:
        if token.type == "heading_open" and token.tag == PART:
            showing = next(wanted, True)
            if not showing and kept and kept[-1].type == "hr":
                kept.pop()  # it parted what is left out from the rest
        if showing:
            kept.append(token)
    return kept


def block(entry: Entry, press: Press, tokens: Sequence[Token]) -> Iterator[str]:
    for number, token in enumerate(tokens):
        kind = token.type
        if kind == "inline":
            yield from inline(token.children or [])
        elif kind == "heading_open":
            yield f"\n#heading(level: {token.tag[1]})["
        elif kind == "table_open":
            columns = count_columns(tokens[number:])
            yield f"\n#table(columns: {columns}, align: left,"
        elif kind in ("fence", "code_block"):
            yield fence(entry, press, token)
        else:
            yield OPEN.get(kind) or CLOSE.get(kind, "")


def count_columns(tokens: Sequence[Token]) -> int:
    row = [token.type for token in tokens]
    return row[: row.index("tr_close")].count("th_open")


def inline(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "text":
            yield shown(token.content)
        elif token.type == "code_inline":
            yield f"#raw({quoted(token.content)});"
        elif token.type == "link_open":
            yield f"#link({quoted(str(token.attrs['href']))})["
        else:
            yield OPEN.get(token.type) or CLOSE.get(token.type, "")


def fence(entry: Entry, press: Press, token: Token) -> str:
    """Return a fenced block in Typst: the picture of a position, or the lines as they are."""
    if token.info.strip() != "scene":
        return f"\n#raw(block: true, {quoted(token.content)})\n"
    try:
        values = read_block(token.content)
        scene = draw(entry, values)
        svg = scene_svg(scene)
    except EveryGameError as error:
        return f"\n\n{shown(str(error))}\n\n"
    _, _, width, height = view_box(scene)
    square = min(SQUARE, WIDE / width, HIGH / height)
    image = f"image({quoted(press.picture(svg))}, width: {width * square:.2f}mm)"
    caption = f"[#text(size: 8.5pt)[#emph[{shown(values.get('caption', ''))}]]]"
    figure = f"align(center, stack(spacing: 2mm, {image}, {caption}))"
    return f"\n#block(breakable: false, width: 100%, {figure})\n"
