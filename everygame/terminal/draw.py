"""Draws a scene as text, with or without colour. This file knows the vocabulary of scenes but no
game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil

from everygame.contract import TRUTH, Game, State
from everygame.drawing.places import Place, places
from everygame.library.registry import look_up
from everygame.scene import FIGURES, Cell, Piece, Region, Scene, cells_of, depict, look_back, view
from everygame.terminal.columns import center, first_letter, ljust, rjust
from everygame.terminal.columns import width as width_of

RESET = "\x1b[0m"
SEAT_INK = ("38;5;33", "38;5;208", "38;5;35", "38;5;170")
GROUND = {
    "water": "48;5;17",
    "snow": "48;5;153",
    "goal": "48;5;94",
    "hole": "48;5;0",
    "green": "48;5;22",
}
BOARD = ("48;5;236", "48;5;238")
ICE = "48;5;255"
SIZES = " sml"
WIDEST = 100
"""The greatest width, in characters, at which the places of a region are spread out; longer texts
may exceed it."""


def draw_state(state: State, viewer: int | None = TRUTH) -> str:
    """Draw a state as text for a seat, or None for a spectator. The default TRUTH is everything
    where the game can `disclose` it, otherwise what a spectator sees. Return `repr(state)` for a
    game outside the registry."""
    game = getattr(state, "game", None)
    entry = look_up(game.name) if isinstance(game, Game) else None
    if game is None or entry is None:
        return repr(state)
    artist = entry.artist()
    truth = look_back(state, None) if viewer == TRUTH else None
    scene = depict(artist, game, truth or view(state, None if viewer == TRUTH else viewer))
    return draw(scene, artist.seat_names(game), False)


def draw(scene: Scene, seats: Sequence[str], colour: bool) -> str:
    """Draw the whole scene: boards with coordinates, then the areas beside them."""
    drawer = Drawer(scene, seats, colour)
    parts = [drawer.region(region) for region in scene.regions]
    return "\n\n".join(part for part in parts if part)


class Drawer:
    """Draws one scene, and holds the facts that are looked up for every cell."""

    def __init__(self, scene: Scene, seats: Sequence[str], colour: bool) -> None:
        self.scene = scene
        self.seats = seats
        self.colour = colour
        self.turns = scene.rotate % 4
        self.stacks: dict[str, list[Piece]] = {}
        for piece in sorted(scene.pieces, key=lambda piece: piece.z):
            self.stacks.setdefault(piece.at, []).append(piece)
        self.marked = {cell for m in scene.marks if m.kind == "last" for cell in m.cells}
        self.typed = {p for choice in scene.choices for p in choice.touch if p in choice.move}
        """The places whose names a player may have to type."""
        self.carried = {place for carry in scene.carries for place in carry.starts}

    def region(self, region: Region) -> str:
        if region.kind == "grid":
            return self.grid(region)
        lines = in_lines(places(self.scene, region))
        several = len(lines) > 1 and max(map(len, lines)) > 1
        board = not region.title or any(cell.outline for cell in region.cells)
        return self.spots(region, lines) if several and board else self.tray(region)

    # -- spots, at their places

    def spots(self, region: Region, lines: list[list[Place]]) -> str:
        """Draw the places of a region of spots in lines of text, each about where it lies."""
        every = [place for line in lines for place in line]
        texts = {place.id: self.place(place, region) for place in every}
        apart = letters_apart(lines, max(map(width_of, texts.values())) + 1)
        left = min(place.x for place in every)
        drawn = [self.spread(line, texts, left, apart) for line in lines]
        return "\n".join([self.head(region), *drawn])

    def head(self, region: Region) -> str:
        """Return the title of a region, with the common beginning of the names of its places."""
        begin = beginning(region)
        return self.style(f"{region.title or region.name}{begin and f' ({begin}…)'}:", "2")

    def is_shown(self, place: str) -> bool:
        return place in self.stacks or place in self.typed

    def spread(self, line: list[Place], texts: dict[str, str], left: float, apart: float) -> str:
        """Draw one line of places from left to right; a place without room is put behind the place
        before it."""
        drawn, end = "", 0
        for place in line:
            text = texts[place.id]
            if text:
                start = max(round((place.x - left) * apart), end + (end > 0))
                drawn += " " * (start - end) + self.coloured(text, place)
                end = start + width_of(text)
        return drawn

    def place(self, place: Place, region: Region) -> str:
        """Return the content of a place, with its name where a player may have to type it; for an
        empty place, the name alone."""
        bare = place.terrain == "bare" and not self.is_shown(place.id)
        text = place.label if bare else self.named(place, region)
        return f"[{text}]" if place.id in self.marked and not self.colour else text

    def named(self, cell: Cell | Place, region: Region) -> str:
        name = cell.id.removeprefix(beginning(region))
        if cell.id not in self.stacks:
            return cell.label if cell.label and cell.id not in self.typed else name
        things = self.symbols(self.stacks[cell.id])
        told = cell.id in self.typed or cell.id in self.carried
        return f"{name}:{things}" if told else things

    def coloured(self, text: str, place: Place) -> str:
        stack = self.stacks.get(place.id)
        marked = ["4"] if place.id in self.marked else []
        return self.style(text, *([self.ink(stack[-1])] if stack else ["2"]), *marked)

    # -- areas beside the board

    def tray(self, region: Region) -> str:
        """Draw the content of an area beside the board in one line; return an empty text where
        nothing lies there."""
        board = not region.title and len(region.cells) > 1 and not region.look
        drawn = [cell for cell in region.cells if board and cell.terrain != "bare"]
        shown = [cell for cell in region.cells if cell in drawn or self.is_shown(cell.id)]
        things = [self.spot(cell, region) for cell in shown]
        return f"{self.head(region)} {'  '.join(things)}" if things else ""

    def spot(self, cell: Cell, region: Region) -> str:
        """Draw the label of a spot and its content."""
        things = self.named(cell, region)
        if cell.id not in self.stacks:
            return self.style(things, "2")
        return f"{self.style(f'{cell.label}:', '2')}{things}" if cell.label else things

    def grid(self, region: Region) -> str:
        names = cells_of(region)
        rows = [names[y * region.columns :][: region.columns] for y in range(region.rows)]
        for _ in range(self.turns):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        special = {cell.id: cell for cell in region.cells}
        width = max(width_of(self.content(name, special)) for name in names) + 2
        lines = [
            self.rank(row) + "".join(self.cell(name, special, region, width) for name in row)
            for row in rows
        ]
        return "\n".join([*lines, "   " + self.files(rows[-1], width)])

    def rank(self, row: list[str]) -> str:
        label = row[0][1:] if row[0][1:] == row[-1][1:] else row[0][0]
        return self.style(f"{rjust(label, 2)} ", "2")

    def files(self, row: list[str], width: int) -> str:
        labels = [n[0] if row[0][1:] == row[-1][1:] else n[1:] for n in row]
        return self.style("".join(center(label, width) for label in labels), "2")

    def content(self, name: str, special: dict[str, Cell]) -> str:
        """Return the stack in a cell from the lowest piece up, without colour."""
        if name in self.stacks:
            return self.symbols(self.stacks[name])
        terrain = special[name].terrain if name in special else ""
        return {"goal": "*", "snow": "·", "hole": ""}.get(terrain, "" if self.colour else ".")

    def cell(self, name: str, special: dict[str, Cell], region: Region, width: int) -> str:
        stack = self.stacks.get(name, [])
        text = self.content(name, special)
        floe = any(piece.shape == "floe" for piece in stack)
        if not self.colour:
            shown = f"({text or ' '})" if floe else f"[{text}]" if name in self.marked else text
            return center(shown, width)
        terrain = special[name].terrain if name in special else ""
        checkered = BOARD[(ord(name[0]) + int(name[1:])) % 2]
        ground = GROUND.get(terrain) or GROUND.get(region.look) or checkered
        ink = self.ink(stack[-1]) if stack else "38;5;250"
        styles = [ICE if floe else ground, ink, *(["4"] if name in self.marked else [])]
        return self.style(center(text, width), *styles)

    def ink(self, piece: Piece) -> str:
        if piece.owner is None:
            return "38;5;16" if piece.shape == "floe" else "38;5;255"
        bold = "" if "frozen" in piece.tags else "1;"
        return bold + SEAT_INK[piece.owner % len(SEAT_INK)]

    def symbols(self, stack: list[Piece]) -> str:
        return "^".join(filter(None, map(self.symbol, stack)))

    def symbol(self, piece: Piece) -> str:
        """Return a few letters that distinguish the piece from all others in the scene."""
        if piece.shape == "floe":
            return ""
        face = "?" if piece.hidden else piece.text or self.figure(piece)
        owner = self.initial(piece.owner) if piece.owner is not None else ""
        owner = "" if piece.shape in FIGURES or piece.text in ("✕", "○") else owner
        count = f"×{piece.count}" if piece.count > 1 else ""
        frozen = "*" if "frozen" in piece.tags or piece.shape == "snowflake" else ""
        king = "K" if "king" in piece.tags else ""
        return f"{owner}{face}{king}{piece.corner}{frozen}{count}"

    def figure(self, piece: Piece) -> str:
        if piece.shape == "pyramid":
            lying = "" if piece.turn is None else ">v<^"[round((piece.turn - 90) / 90) % 4]
            return SIZES[piece.size] + lying
        if piece.shape in FIGURES:
            return first_letter(piece.name)
        return "" if piece.owner is not None else first_letter(piece.name)

    def initial(self, seat: int) -> str:
        """Return the first letter of a seat's name, or the seat's number where two names begin with
        the letter."""
        initials = [first_letter(name) for name in self.seats]
        return initials[seat] if initials.count(initials[seat]) == 1 else str(seat + 1)

    def style(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}{RESET}" if self.colour else text


def beginning(region: Region) -> str:
    """Return the common beginning of the names of a region's places, such as "box." of box.1 and
    box.2; an empty text where they have none."""
    begin, dot, _ = region.cells[0].id.rpartition(".")
    every = all(cell.id.startswith(begin + dot) for cell in region.cells)
    return begin + dot if every and len(region.cells) > 1 else ""


def in_lines(spots: Sequence[Place]) -> list[list[Place]]:
    """Group places into lines from top to bottom, each from left to right."""
    lines: list[list[Place]] = []
    for place in sorted(spots, key=lambda place: place.y):
        if lines and place.y - lines[-1][0].y < 0.3:
            lines[-1].append(place)
        else:
            lines.append([place])
    return [sorted(line, key=lambda place: place.x) for line in lines]


def letters_apart(lines: list[list[Place]], width: int) -> float:
    """Return the width of a square in characters, so that texts of this width fit beside each
    other. It is even unless the board is too wide for that, so that half a square is a whole number
    of characters."""
    xs = [place.x for line in lines for place in line]
    gaps = [b.x - a.x for line in lines for a, b in pairwise(line) if b.x - a.x > 0.4]
    wanted = 2 * ceil(width / min(gaps, default=1.0) / 2 - 1e-3)
    return min(wanted, WIDEST / max(1.0, max(xs) - min(xs)))


def columns(words: Iterable[str], width: int) -> str:
    """Arrange texts in as many columns as fit."""
    items = list(words)
    widest = max(map(width_of, items), default=0) + 2
    across = max(1, width // widest)
    lines = [items[start : start + across] for start in range(0, len(items), across)]
    return "\n".join("".join(ljust(word, widest) for word in line).rstrip() for line in lines)
