"""A scene as text, with or without colour. It knows no game, only the vocabulary of scenes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from everygame.contract import Game, State
from everygame.library.registry import look_up
from everygame.scene import Cell, Piece, Region, Scene, cells_of, depict, look_back, view

RESET = "\x1b[0m"
DIM = "\x1b[2m"
BOLD = "\x1b[1m"
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


def draw_state(state: State) -> str:
    """A state as text: the whole truth where the game has a picture of it (`State.disclose`), else
    what a spectator sees; of a game that is in no library, what `repr` says."""
    game = getattr(state, "game", None)
    entry = look_up(game.name) if isinstance(game, Game) else None
    if game is None or entry is None:
        return repr(state)
    artist = entry.artist()
    scene = depict(artist, game, look_back(state, None) or view(state, None))
    return draw(scene, artist.seat_names(game), False)


def draw(scene: Scene, seats: Sequence[str], colour: bool) -> str:
    """The whole table: boards with coordinates, then what lies beside them."""
    drawer = Drawer(scene, seats, colour)
    parts = [drawer.region(region) for region in scene.regions]
    return "\n\n".join(part for part in parts if part)


class Drawer:
    """What is looked up again and again while one scene is drawn."""

    def __init__(self, scene: Scene, seats: Sequence[str], colour: bool) -> None:
        self.seats = seats
        self.colour = colour
        self.turns = scene.rotate % 4
        self.stacks: dict[str, list[Piece]] = {}
        for piece in sorted(scene.pieces, key=lambda piece: piece.z):
            self.stacks.setdefault(piece.at, []).append(piece)
        self.marked = {cell for m in scene.marks if m.kind == "last" for cell in m.cells}

    def region(self, region: Region) -> str:
        return self.grid(region) if region.kind == "grid" else self.tray(region)

    def tray(self, region: Region) -> str:
        """One line: what lies in an area beside the board; nothing where it is empty."""
        things = [self.spot(cell) for cell in region.cells if cell.id in self.stacks]
        name = self.style(f"{region.title or region.name}:", "2")
        return f"{name} {'  '.join(things)}" if things else ""

    def spot(self, cell: Cell) -> str:
        """What lies on it, after what is written on it."""
        things = "  ".join(map(self.symbol, self.stacks[cell.id]))
        return f"{self.style(f'{cell.label}:', '2')}{things}" if cell.label else things

    def grid(self, region: Region) -> str:
        names = cells_of(region)
        rows = [names[y * region.columns :][: region.columns] for y in range(region.rows)]
        for _ in range(self.turns):
            rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        special = {cell.id: cell for cell in region.cells}
        width = max(self.width(name, special) for name in names) + 2
        lines = [
            self.rank(row) + "".join(self.cell(name, special, region, width) for name in row)
            for row in rows
        ]
        return "\n".join([*lines, "   " + self.files(rows[-1], width)])

    def rank(self, row: list[str]) -> str:
        label = row[0][1:] if row[0][1:] == row[-1][1:] else row[0][0]
        return self.style(f"{label:>2} ", "2")

    def files(self, row: list[str], width: int) -> str:
        labels = [n[0] if row[0][1:] == row[-1][1:] else n[1:] for n in row]
        return self.style("".join(f"{label:^{width}}" for label in labels), "2")

    def width(self, name: str, special: dict[str, Cell]) -> int:
        return len(self.content(name, special))

    def content(self, name: str, special: dict[str, Cell]) -> str:
        """The stack in a cell, the lowest first, without colour."""
        symbols = [self.symbol(piece) for piece in self.stacks.get(name, [])]
        text = "^".join(symbol for symbol in symbols if symbol)
        if text or self.stacks.get(name):
            return text
        terrain = special[name].terrain if name in special else ""
        return {"goal": "*", "snow": "·", "hole": ""}.get(terrain, "" if self.colour else ".")

    def cell(self, name: str, special: dict[str, Cell], region: Region, width: int) -> str:
        stack = self.stacks.get(name, [])
        text = self.content(name, special)
        floe = any(piece.shape == "floe" for piece in stack)
        if not self.colour:
            shown = f"({text or ' '})" if floe else f"[{text}]" if name in self.marked else text
            return f"{shown:^{width}}"
        terrain = special[name].terrain if name in special else ""
        checkered = BOARD[(ord(name[0]) + int(name[1:])) % 2]
        ground = GROUND.get(terrain) or GROUND.get(region.look) or checkered
        ink = self.ink(stack[-1]) if stack else "38;5;250"
        styles = [ICE if floe else ground, ink, *(["4"] if name in self.marked else [])]
        return self.style(f"{text:^{width}}", *styles)

    def ink(self, piece: Piece) -> str:
        if piece.owner is None:
            return "38;5;16" if piece.shape == "floe" else "38;5;255"
        bold = "" if "frozen" in piece.tags else "1;"
        return bold + SEAT_INK[piece.owner % len(SEAT_INK)]

    def symbol(self, piece: Piece) -> str:
        """A few letters that tell the piece from any other in the scene."""
        if piece.shape == "floe":
            return ""
        face = "?" if piece.hidden else piece.text or self.figure(piece)
        owner = self.initial(piece.owner) if piece.owner is not None else ""
        owner = "" if piece.shape == "pawn" or piece.text in ("✕", "○") else owner
        count = f"×{piece.count}" if piece.count > 1 else ""
        frozen = "*" if "frozen" in piece.tags or piece.shape == "snowflake" else ""
        king = "K" if "king" in piece.tags else ""
        return f"{owner}{face}{king}{piece.corner}{frozen}{count}"

    def figure(self, piece: Piece) -> str:
        if piece.shape == "pyramid":
            lying = "" if piece.turn is None else ">v<^"[round((piece.turn - 90) / 90) % 4]
            return SIZES[piece.size] + lying
        if piece.shape == "pawn":
            return piece.name[0]
        return "" if piece.owner is not None else piece.name[0]

    def initial(self, seat: int) -> str:
        """The first letter of a seat, or its number where two seats share it."""
        initials = [name[0] for name in self.seats]
        return initials[seat] if initials.count(initials[seat]) == 1 else str(seat + 1)

    def style(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}{RESET}" if self.colour else text


def columns(words: Iterable[str], width: int) -> str:
    """Words in as many columns as fit."""
    items = list(words)
    widest = max((len(item) for item in items), default=0) + 2
    across = max(1, width // widest)
    lines = [items[start : start + across] for start in range(0, len(items), across)]
    return "\n".join("".join(f"{word:<{widest}}" for word in line).rstrip() for line in lines)
