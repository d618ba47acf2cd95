"""Writes the list of what a kit contains: pictures, numbers, how each thing is made, and which
everyday things serve instead; also who owns the names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from everygame.drawing.shapes import gradients, short
from everygame.kit.box import Box, Part
from everygame.kit.fonts import FONT
from everygame.kit.nets import (
    ACROSS,
    TALL,
    Paper,
    box_of,
    cap_art,
    group,
    move,
    picture_of,
    written,
)
from everygame.kit.pdf import Press, in_language, quoted, shown
from everygame.kit.sheets import MARGIN, RULER, SIZES, draw_board
from everygame.words import all_of, say, translate

HOW: Final = {
    "flat": say("Fold along the dashed line, glue the halves together, cut out."),
    "standee": say("Fold along the dashed lines, glue the halves and spread the grey feet."),
    "pyramid": say(
        "Cut along the outline, fold along all lines inside it, glue the grey side under the first"
        " face, and fold the grey rim inwards: it is open below, stands, stacks and nests."
    ),
    "roll": say(
        "Cut along the outline, fold along all lines inside it to a bar of six sides, glue the grey"
        " flaps. The number on top counts; rolled on by one side it is lowered. Frozen, it stands"
        " on its end."
    ),
    "die": say("Cut along the outline, fold along all lines inside it to a cube, glue the flaps."),
    "board": say("Cut along the edge; where it is on several sheets, glue them onto the strips."),
}
FEW: Final = 12
"""The number of kinds of cards up to which each kind has a line of its own."""


@dataclass(frozen=True)
class Item:
    """One line of the list of what is in the printed kit: a part or the board, with its name, how
    many of it there are, how it is made, and which everyday thing serves instead."""

    name: str
    count: int
    how: str
    instead: str
    picture: str
    """The picture as SVG."""


def lines_of(box: Box, paper: Paper) -> Iterator[Item]:
    """Yield a line for the board and one for each part; a large deck has a single line."""
    board = draw_board(box, paper)
    if board:
        svg = framed(board.drawing, 0, 0, board.width, board.height)
        yield Item(say("Board"), 1, HOW["board"], "", svg)
    for alike in decks(box):
        first = alike[0]
        count = sum(part.count for part in alike)
        name = first.name if len(alike) == 1 else told(alike)
        yield Item(name, count, HOW[first.form], first.instead, look(first, paper))


def decks(box: Box) -> Iterator[list[Part]]:
    """Yield the groups of parts that share a line."""
    found: dict[object, list[Part]] = {}
    for part in box.parts:
        same = (part.form, part.front.shape, part.front.size, part.front.owner)
        found.setdefault(same, []).append(part)
    for alike in found.values():
        yield from [alike] if len(alike) > FEW else [[part] for part in alike]


def told(alike: list[Part]) -> str:
    """Name all kinds of a deck in one sentence."""
    return (
        say("One of each: {things}", things=all_of(p.name for p in alike))
        if all(part.count == 1 for part in alike)
        else say("These: {things}", things=all_of(map(counted, alike)))
    )


def counted(part: Part) -> str:
    return say("{thing} × {number}", thing=part.name, number=part.count)


def look(part: Part, paper: Paper) -> str:
    """Draw a part as it looks when it is finished, or its front and back side by side."""
    front = picture_of(part.front, part.colour, paper)
    if part.form == "pyramid":
        return framed(front, -0.5, -0.5, 1, 1)
    if part.form == "die":
        thrown = replace(part.front, text=part.faces[0] if part.faces else "5")
        return framed(picture_of(thrown, part.colour, paper), -0.5, -0.5, 1, 1)
    if part.form == "roll":
        unit = Paper(1, paper.address)
        side = written(part, part.faces[0], TALL, ACROSS * 0.577)
        end = group(cap_art(part, unit), move(0.8, 0))
        return framed(side + end, -0.45, -0.4, 1.7, 0.8)
    x, y, width, height = box_of(part.front)
    if part.front == part.back or part.form == "standee":
        return framed(front, x, y, width, height)
    back = group(picture_of(part.back, part.back_colour, paper), move(width * 1.1, 0))
    return framed(front + back, x, y, width * 2.1, height)


def framed(inner: str, x: float, y: float, width: float, height: float) -> str:
    """Return a drawing as a small SVG document that shows this rectangle of it."""
    box = " ".join(short(length) for length in (x, y, width, height))
    long = max(width, height)
    size = f'width="{short(160 * width / long)}" height="{short(160 * height / long)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size}'
        f' font-family="{FONT}, serif">{gradients(inner, 0)}{inner}</svg>'
    )


def names_of(box: Box) -> str:
    """Say who owns the game and its names."""
    facts = box.entry.facts()
    made = say(
        "Names and designs belong to their designers and makers; what is printed here is for your"
        " own table."
    )
    designer, title = facts.get("designer", ""), say(facts["title"])
    if not designer:
        return made
    by = say("{title}: {designer}.", title=title, designer=say(designer))
    return say("{by} {made}", by=by, made=made)


# -- on paper


def list_text(box: Box, press: Press, paper: Paper, size: str, language: str) -> str:
    """Return the first page of a kit, in Typst."""
    width, height = SIZES[size]
    title = translate(say(box.entry.facts()["title"]), language)
    rows = "".join(row(item, press, language) for item in lines_of(box, paper))
    true = say(
        "Print all sheets at 100 %, not fitted to the page: the ruler on each of them is"
        " {n} mm long. Stiff paper of 160 to 200 g is best.",
        n=RULER,
    )
    names = translate(names_of(box), language)
    return (
        f"#set document(title: {quoted(title)}, author: {quoted('EveryGame')})\n"
        f"#set page(width: {width}mm, height: {height}mm, margin: {MARGIN + 6}mm)\n"
        f"{in_language(language, '10.5pt')}"
        f"= {shown(title)}\n{shown(translate(say('What is in the box'), language))}\n\n"
        f"{shown(translate(true, language))}\n\n"
        f"#table(columns: (26mm, auto, 1fr), stroke: (x, y) => (bottom: .3pt + gray),"
        f" inset: 2.2mm, align: horizon,\n{rows})\n\n"
        f"#text(size: 9pt)[{shown(names)}]\n"
    )


def row(item: Item, press: Press, language: str) -> str:
    image = (
        f'image({quoted(press.picture(item.picture))}, width: 100%, height: 15mm, fit: "contain")'
    )
    said = [shown(translate(item.how, language))]
    if item.instead:
        other = say("Instead: {things}", things=item.instead)
        said.append(f"#emph[{shown(translate(other, language))}]")
    name = translate(item.name, language)
    words = f"#strong[{shown(name)}] #linebreak(); {' '.join(said)}"
    return f"  {image}, [#strong[{item.count} ×]], [{words}],\n"
