"""Lays out the paper sheets of a kit: the board, on several sheets where it must be, and all things
to cut out. A sheet is an SVG document in millimetres, as large as the paper, with a ruler on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from string import ascii_uppercase
from typing import Final

from everygame.drawing.picture import Pen, ground
from everygame.drawing.places import frame
from everygame.drawing.shapes import escape, gradients, shapes, short
from everygame.errors import BadOption
from everygame.kit.box import Box
from everygame.kit.fonts import preferred
from everygame.kit.nets import CUT, GLUE, Cutting, Paper, cuttings, group, line, move, rectangle
from everygame.scene import Point
from everygame.words import say, translate

SIZES: Final = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of each size of paper, in millimetres."""
MARGIN: Final = 10.0
"""The margin at every edge in millimetres, because printers leave it white."""
HEAD: Final = 7.0
FOOT: Final = 16.0
GAP: Final = 4.0
"""The gap between things to cut out, in millimetres."""
STRIP: Final = 8.0
"""The width of the strip at a sheet of the board onto which the next sheet is glued, in
millimetres."""
SPARE: Final = 0.5
"""The share of the rim on one side of a board that both sides together can lose; its letters and
numbers stay whole."""
RULER: Final = 100
INK: Final = "#222"


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper and the room on it, in millimetres."""

    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """The width and height between the margins, the heading and the ruler."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - HEAD - FOOT

    @property
    def turned(self) -> Sheet:
        return Sheet(self.height, self.width)


@dataclass(frozen=True)
class Page:
    """A finished sheet."""

    sheet: Sheet
    svg: str


def make_pages(box: Box, size: str, paper: Paper, title: str, language: str) -> list[Page]:
    """Return all sheets of a kit. Raises BadOption where one thing does not fit on a sheet."""
    sheet = Sheet(*SIZES[size])
    boards = list(board_sheets(box, sheet, paper, language))
    things = thing_sheets(cuttings(box.parts, paper), sheet)
    drawn = [*boards, *((sheet, inner) for inner in things)]
    return [
        Page(on, document(on, inner, heading(title, n, len(drawn), language), language))
        for n, (on, inner) in enumerate(drawn, 1)
    ]


def heading(title: str, number: int, count: int, language: str) -> str:
    said = say("{title}: sheet {number} of {count}", title=title, number=number, count=count)
    return translate(said, language)


def document(sheet: Sheet, inner: str, head: str, language: str) -> str:
    """Return a sheet as an SVG document: its heading, its content and the ruler."""
    size = f'width="{short(sheet.width)}mm" height="{short(sheet.height)}mm"'
    font = f'font-family="{preferred(language)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
        f' viewBox="0 0 {short(sheet.width)} {short(sheet.height)}" {font}>'
        f"{gradients(inner, 0)}{write(MARGIN, MARGIN + 3.5, 4, head)}{inner}"
        f"{ruler(sheet, language)}</svg>"
    )


def write(x: float, y: float, size: float, text: str, more: str = "") -> str:
    place = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}"'
    return f'<text {place} fill="{INK}" {more}>{escape(text)}</text>'


def ruler(sheet: Sheet, language: str) -> str:
    """Draw a ruler of ten centimetres, by which people see whether the sheet was printed at its
    true size."""
    left, y = MARGIN, sheet.height - MARGIN - 6
    ticks = "".join(
        line(left + n, y, left + n, y - (3 if n % 10 == 0 else 2 if n % 5 == 0 else 1.2), RULE)
        for n in range(RULER + 1)
    )
    numbers = "".join(
        write(left + n, y + 3.4, 2.8, str(n // 10), 'text-anchor="middle"')
        for n in range(0, RULER + 1, 10)
    )
    said = say("Print at 100 %: this ruler is 10 cm long.")
    told = write(left + RULER + 4, y, 3.2, translate(said, language))
    return line(left, y, left + RULER, y, RULE) + ticks + numbers + told


RULE: Final = 'fill="none" stroke="#222" stroke-width=".2"'


# -- things to cut out


@dataclass
class Row:
    """A row of things side by side, as high as its first thing."""

    page: int
    y: float
    height: float
    used: float = 0.0


def thing_sheets(things: Iterator[Cutting], sheet: Sheet) -> list[str]:
    """Place things in rows, the tallest first, each in the first row that has room for it (first
    fit by decreasing height), and return the drawings of as many sheets as are needed."""
    width, height = sheet.room
    rows: list[Row] = []
    ends: list[float] = []
    pages: list[dict[str, list[Point]]] = []
    for thing in sorted((fitted(t, width, height) for t in things), key=lambda t: -t.height):
        row = next((r for r in rows if r.used + thing.width <= width), None)
        if row is None:
            row = new_row(thing.height, ends, height)
            rows.append(row)
            pages += [{} for _ in range(len(ends) - len(pages))]
        at = MARGIN + row.used, MARGIN + HEAD + row.y
        pages[row.page].setdefault(thing.drawing, []).append(at)
        row.used += thing.width + GAP
    return [alike(page) for page in pages]


def alike(page: Mapping[str, Sequence[Point]]) -> str:
    """Return the drawings of a page at their places. A thing that occurs several times is drawn
    once and referred to, because its drawing may contain an image."""
    return "".join(
        f'<defs><g id="thing{n}">{drawing}</g></defs>'
        + "".join(f'<use href="#thing{n}" x="{short(x)}" y="{short(y)}"/>' for x, y in places)
        for n, (drawing, places) in enumerate(page.items())
    )


def new_row(tall: float, ends: list[float], height: float) -> Row:
    """Begin a row on the first page that has room for it. `ends` holds how far down each page is
    used, and is updated."""
    for page, end in enumerate(ends):
        if end + tall <= height:
            ends[page] = end + tall + GAP
            return Row(page, end, tall)
    ends.append(tall + GAP)
    return Row(len(ends) - 1, 0.0, tall)


def fitted(thing: Cutting, width: float, height: float) -> Cutting:
    """Return a thing that fits on a sheet, on its side where that is needed. Raises BadOption."""
    if thing.width <= width and thing.height <= height:
        return thing
    if thing.height <= width and thing.width <= height:
        turned = group(thing.drawing, move(thing.height, 0), "rotate(90)")
        return Cutting(thing.height, thing.width, turned)
    raise BadOption("A piece is too large for a sheet of paper at this scale.")


# -- the board


@dataclass(frozen=True)
class Board:
    """The picture of a board in millimetres; its upper left corner is at 0, 0."""

    width: float
    height: float
    drawing: str
    edge: float
    """The distance from the corner to the first square."""


def draw_board(box: Box, paper: Paper) -> Board | None:
    """Draw the board of a kit; None for a game without one."""
    if not box.board:
        return None
    scene = replace(box.scene, regions=box.board, pieces=(), marks=(), choices=(), rotate=0)
    rim = 0 if all(r.kind == "spots" for r in box.board) else shapes()["board"]["rim"]["by"] + 0.02
    frames = [frame(scene, region) for region in box.board]
    left, top = min(f.x for f in frames) - rim, min(f.y for f in frames) - rim
    right = max(f.x + f.width for f in frames) + rim
    low = max(f.y + f.height for f in frames) + rim
    titled = replace(scene, regions=tuple(replace(r, title="") for r in box.board))
    drawn = ground(Pen(titled, paper.address, 0))
    steps = (f"scale({short(paper.scale)})", move(-left, -top))
    size = ((right - left) * paper.scale, (low - top) * paper.scale)
    return Board(*size, group(drawn, *steps), rim * paper.scale)


def board_sheets(
    box: Box, sheet: Sheet, paper: Paper, language: str
) -> Iterator[tuple[Sheet, str]]:
    """Yield the board on one sheet, upright or across, or on as few sheets as it needs."""
    board = draw_board(box, paper)
    if board is None:
        return
    sheets = (sheet, sheet.turned)
    on = min(sheets, key=lambda one: count_tiles(trimmed(board, one), one, paper.scale))
    board = trimmed(board, on)
    widths = cuts(board.width, on.room[0], board.edge, paper.scale)
    heights = cuts(board.height, on.room[1], board.edge, paper.scale)
    for row, (top, low) in enumerate(heights):
        for column, (left, right) in enumerate(widths):
            several = len(widths) * len(heights) > 1
            name = name_of(row, column) if several else ""
            tile = Tile(left, top, right - left, low - top, name)
            strips = (
                name_of(row, column + 1) if column + 1 < len(widths) else "",
                name_of(row + 1, column) if row + 1 < len(heights) else "",
            )
            yield on, draw_tile(board, tile, strips, language)


def trimmed(board: Board, sheet: Sheet) -> Board:
    """Return a board whose rim is a little narrower, where it fits on the sheet only so."""
    spare = SPARE * board.edge
    width, height = (
        room if room < length <= room + spare else length
        for length, room in zip((board.width, board.height), sheet.room, strict=True)
    )
    if (width, height) == (board.width, board.height):
        return board
    shift = move((width - board.width) / 2, (height - board.height) / 2)
    return Board(width, height, group(board.drawing, shift), board.edge)


def name_of(row: int, column: int) -> str:
    return f"{ascii_uppercase[row % 26]}{column + 1}"


def count_tiles(board: Board, sheet: Sheet, scale: float) -> int:
    across = cuts(board.width, sheet.room[0], board.edge, scale)
    return len(across) * len(cuts(board.height, sheet.room[1], board.edge, scale))


def cuts(length: float, room: float, edge: float, scale: float) -> list[tuple[float, float]]:
    """Divide a length evenly, between squares, into pieces that fit into `room`; return where each
    begins and ends. Raises BadOption."""
    if length <= room:
        return [(0.0, length)]
    most = floor((room - STRIP - edge) / scale)
    if most < 1:
        raise BadOption("A square is too large for a sheet of paper at this scale.")
    squares = ceil((length - 2 * edge) / scale - 1e-6)
    count = max(2, ceil(squares / most))  # all squares may fit where both edges do not
    marks = [edge + round(squares * n / count) * scale for n in range(1, count)]
    return list(zip([0.0, *marks], [*marks, length], strict=True))


@dataclass(frozen=True)
class Tile:
    """The part of the board that is on one sheet, by its place in the board."""

    x: float
    y: float
    width: float
    height: float
    name: str
    """The name of the part; empty where the whole board is on one sheet."""


def draw_tile(board: Board, tile: Tile, strips: tuple[str, str], language: str) -> str:
    """Draw one sheet of a board: its part with a line to cut around it, and the strips onto which
    the next sheets are glued."""
    clip = f'<clipPath id="tile"><rect width="{short(tile.width)}" height="{short(tile.height)}"/>'
    inner = group(board.drawing, move(-tile.x, -tile.y))
    shown = f'<defs>{clip}</clipPath></defs><g clip-path="url(#tile)">{inner}</g>'
    edge = f'<rect width="{short(tile.width)}" height="{short(tile.height)}" {CUT}/>'
    glue = "".join(draw_strips(tile, strips, language))
    name = write(MARGIN, MARGIN + HEAD + 0.5, 3.2, tile.name) if tile.name else ""
    down = HEAD + (2.5 if tile.name else 0)
    return name + group(glue + shown + edge, move(MARGIN, MARGIN + down))


def draw_strips(tile: Tile, strips: tuple[str, str], language: str) -> Iterator[str]:
    """Draw the strips to the right of the part and below it."""
    middle = STRIP / 2 + 1
    right, low = tile.width, tile.height
    beside = rectangle(right, 0, STRIP, low, GLUE), move(right + middle, low / 2)
    below = rectangle(0, low, right, STRIP, GLUE), move(right / 2, low + middle)
    for name, (strip, at), turn in zip(strips, (beside, below), (-90, 0), strict=True):
        if name:
            said = translate(say("Glue {name} onto this strip.", name=name), language)
            words = write(0, 0, 3, said, 'text-anchor="middle"')
            yield strip + group(words, at, f"rotate({turn})")
