"""Writes a rule sheet for the terminal: texts in lines of 80 columns, pictures drawn as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from everygame.errors import EveryGameError
from everygame.library.registry import Entry
from everygame.library.rulesheet import draw as scene_of
from everygame.library.rulesheet import find_start, make_parser, read_block, read_sheet
from everygame.library.translate_sheet import is_scene
from everygame.terminal.columns import ljust, wrap
from everygame.terminal.columns import width as width_of
from everygame.terminal.draw import draw
from everygame.terminal.language import in_language

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

WIDTH: Final = 80
"""The greatest number of columns of a line of text; a picture may be wider."""
LINES: Final = {"h1": "=", "h2": "-"}
"""The signs under headings, by their level."""


def sheet_for_terminal(entry: Entry, language: str, colour: bool) -> str:
    """Return the rule sheet of a game in a language. Raises BadGame."""
    from markdown_it.tree import SyntaxTreeNode  # a match is opened without its sheet

    text, spoken = read_sheet(entry, language)
    tokens = make_parser(entry.uploaded).parse(text)
    return "\n\n".join(Writer(entry, spoken, colour).blocks(SyntaxTreeNode(tokens), WIDTH))


class Writer:
    """Writes the parts of one sheet."""

    def __init__(self, entry: Entry, language: str, colour: bool) -> None:
        self.entry, self.language, self.colour = entry, language, colour

    def blocks(self, parent: SyntaxTreeNode, width: int) -> Iterator[str]:
        """Yield the parts of the sheet, or of a list item, each without an empty line around it."""
        for node in parent.children:
            if node.type == "heading":
                yield heading(words_in(node), node.tag)
            elif node.type in ("bullet_list", "ordered_list"):
                yield "\n".join(self.items(node, width))
            elif node.type == "table":
                yield columns_side_by_side(rows(node))
            elif node.type in ("fence", "code_block"):
                yield self.fence(node)
            elif node.type == "hr":
                yield "* * *"
            elif node.type == "blockquote":
                yield from self.blocks(node, width)
            else:
                yield from self.paragraph(words_in(node), width)

    def items(self, node: SyntaxTreeNode, width: int) -> Iterator[str]:
        """Yield the items of a list, with their later lines under the first one."""
        for number, item in enumerate(node.children, 1):
            sign = f"{number}. " if node.type == "ordered_list" else "- "
            inside = "\n".join(self.blocks(item, width - len(sign)))
            yield sign + inside.replace("\n", "\n" + " " * len(sign))

    def fence(self, node: SyntaxTreeNode) -> str:
        """Return a picture with its caption, or a block of another kind as it is."""
        token = node.to_tokens()[0]
        if not is_scene(token):
            return token.content.rstrip()
        try:
            values = read_block(token.content)
            scene = in_language(scene_of(self.entry, values), self.language)
        except EveryGameError as error:
            return error.message
        game, _ = find_start(self.entry, values)
        seats = in_language(self.entry.artist().seat_names(game), self.language)
        drawn = draw(scene, seats, self.colour)
        return "\n\n".join([drawn, *self.paragraph(values.get("caption", ""), WIDTH)])

    def paragraph(self, text: str, width: int) -> list[str]:
        return ["\n".join(wrap(text, width))] if text else []


def words_in(node: SyntaxTreeNode) -> str:
    """Return the text of a heading, a paragraph or a cell without its markup."""
    spaces = ("softbreak", "hardbreak")
    return "".join(
        " " if one.type in spaces else one.content for one in node.walk() if is_leaf(one)
    )


def is_leaf(node: SyntaxTreeNode) -> bool:
    """Whether a node is a piece of text, and not what encloses one."""
    return not node.children and node.type not in ("inline", "th", "td")


def heading(words: str, tag: str) -> str:
    """Return a heading, underlined; those of the lower levels are not."""
    line = LINES.get(tag, "") * width_of(words)
    return f"{words}\n{line}" if line else words


def rows(table: SyntaxTreeNode) -> list[list[str]]:
    """Return the cells of a table, line by line."""
    lines = [line for part in table.children for line in part.children]
    return [[words_in(cell) for cell in line.children] for line in lines]


def columns_side_by_side(lines: list[list[str]]) -> str:
    """Return a table with its columns side by side; the last one is wrapped."""
    widths = [max(map(width_of, column)) + 2 for column in zip(*lines, strict=True)][:-1]
    margin = sum(widths)
    shown = []
    for *cells, last in lines:
        begin = "".join(map(ljust, cells, widths))
        wrapped = wrap(last, max(20, WIDTH - margin)) or [""]
        shown.append((begin + ("\n" + " " * margin).join(wrapped)).rstrip())
    return "\n".join(shown)
