"""Scenes that show all that can be drawn, and those of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from everygame import boards
from everygame.boards import hexagons, ring, side, through, triangles
from everygame.contract import OVER, Game, State
from everygame.drawing.shapes import shapes
from everygame.library.registry import Entry
from everygame.scene import Cell, Label, Line, Mark, Piece, Region, Scene

TAGS = ("frozen", "seen", "claimed", "wild", "dim", "active", "king")
COURTS = ("J♥", "Q♠", "K♦")
TEXTS = (
    *COURTS,
    "K",
    "K♦♦",
    "10♣",
    "A",
    "10",
    "ABC",
    "ABCD",
    "Abcde f",
    "3|5",
    "0|x",
    "4",
    "0",
    '<&">',
    "♞",
    "valueOf",
)
WIDTH = 9
FILES = "abcdefghijklmnopqrstuvwxyz"


def faces() -> Iterator[dict[str, Any]]:
    """All ways in which a piece can look, but for its shape."""
    for number, colour in enumerate(shapes()["seats"]):
        yield {"colour": colour, "owner": number % 4}
    yield from ({"owner": number} for number in range(8))
    yield from ({"text": text} for text in TEXTS)
    for size in (1, 2, 3):
        yield from ({"size": size, "owner": 1, "text": text} for text in ("", "7"))
        yield from ({"size": size, "owner": 2, "turn": turn} for turn in (0, 90, 22.5))
        yield from ({"size": size, "owner": 3, "tags": (tag,)} for tag in TAGS)
    yield from ({"text": COURTS[0], "colour": colour, "corner": "2"} for colour in ("black", "red"))
    yield {"hidden": True, "owner": 0}
    yield {"count": 5, "text": "Q", "corner": "12", "colour": "red"}


def sheet(shape: str) -> Scene:
    """A shape with all its faces, and a stack of two."""
    looks = list(faces())
    cells = [Cell(f"s{i}", 0.5 + i % WIDTH, 0.5 + i // WIDTH) for i in range(len(looks) + 1)]
    pieces = [Piece(f"p{i}", f"s{i}", shape, "a thing", **how) for i, how in enumerate(looks)]
    last = cells[-1].id
    pieces += [Piece(f"z{z}", last, shape, "a thing", z=z, text=str(z)) for z in (1, 0)]
    rows = 1 + (len(cells) - 1) // WIDTH
    region = Region("sheet", "Sheet", 0, 0, WIDTH, rows, "spots", tuple(cells))
    return Scene(WIDTH, rows, (region,), tuple(pieces))


def table(look: str, rotate: int = 0) -> Scene:
    """A board and an area of one look, with all terrains and marks, and a piece on each mark."""
    terrains = [*shapes()["terrains"], "bare", ""]
    width = len(terrains)
    grid = tuple(
        Cell(f"{FILES[i]}1", terrain=terrain, label="Ab" if i % 2 else "")
        for i, terrain in enumerate(terrains)
    )
    loose = tuple(
        Cell(f"s{i}", 0.5 + i, 0.5, cell.terrain, "", cell.label) for i, cell in enumerate(grid)
    )
    ways = [(f"{a}3", f"{a}2", f"{b}2") for a, b in pairwise(FILES)]
    marks = tuple(Mark(kind, ways[i]) for i, kind in enumerate(shapes()["marks"]))
    short = tuple(Mark(kind, ("a2",)) for kind in shapes()["ways"])
    pieces = tuple(Piece(mark.kind, mark.cells[0], "disc", "a disc") for mark in marks)
    board = Region("board", "Board", 0.5, 0.5, width, 3, "grid", grid, look, "Title")
    area = Region("area", "Area", 0.5, 4.3, width, 1, "spots", loose, look, "A hand")
    return Scene(width + 1, 5.5, (board, area), pieces, marks=(*marks, *short), rotate=rotate)


def honeycomb(look: str, rotate: int = 0) -> Scene:
    """Hexagons with coloured sides, triangles, a ring, and a cell of an outline of its own, with
    all terrains and marks."""
    comb = hexagons([(row / 2, 5) for row in range(3)])
    comb = tuple(replace(cell, id=f"h{cell.id}") for cell in comb)
    terrains = [*shapes()["terrains"], "bare", ""]
    comb = tuple(
        replace(cell, terrain=terrains[i % len(terrains)], label="Ab" if i % 2 else "")
        for i, cell in enumerate(comb)
    )
    wedge = Cell("wedge", 4.5, 0.7, outline=((-0.5, -0.5), (0.7, -0.2), (0.3, 0.6), (-0.5, 0.4)))
    wedge = replace(wedge, spread=(0.3, -0.2))
    small = (*triangles([(1, 3, True), (0, 5, True)]), wedge)
    track = ring(12, 1.5)
    sides = (
        side(comb[:5], (5, 0, 1), 0),
        side(comb[10:], (4, 3, 2), 0),
        Line(((0, 1), (2, 3)), None, "red"),
        Line(((1, 1), (2, 2)), None, "red", thin=True),
        Line(((2, 1), (1, 2)), thin=True),
    )
    written = tuple(Label("abcde"[i], cell.x, -0.2) for i, cell in enumerate(comb[:5]))
    regions = (
        Region(
            "comb",
            "Comb",
            0.5,
            0.5,
            *boards.size(comb),
            "spots",
            comb,
            look,
            "Hexagons",
            lines=sides,
            labels=written,
        ),
        Region("small", "Triangles", 7.5, 0.5, *boards.size(small), "spots", small, look),
        Region(
            "track",
            "Track",
            0.5,
            4.5,
            *boards.size(track),
            "spots",
            track,
            look,
            lines=(Line(through(track, True)),),
        ),
    )
    kinds = list(shapes()["marks"])
    ids = [[cell.id for cell in cells] for cells in (comb, small, track)]
    marks = tuple(
        Mark(kind, (here[i % len(here)],)) for i, kind in enumerate(kinds) for here in ids
    )
    pieces = tuple(Piece(f"p{here[-1]}", here[-1], "disc", "a disc", 1) for here in ids)
    pieces += tuple(Piece(f"w{z}", "wedge", "disc", "a disc", 0, z) for z in (1, 2))
    return Scene(14, 9, regions, pieces, marks=marks, rotate=rotate)


def vocabulary() -> dict[str, Scene]:
    """Everything that can be drawn."""
    sheets = {f"shape {shape}": sheet(shape) for shape in shapes()["shapes"]}
    turned = {f"board {look}": table(look, i % 4) for i, look in enumerate(shapes()["looks"])}
    combs = {f"comb {look}": honeycomb(look, i % 4) for i, look in enumerate(shapes()["looks"])}
    return {**sheets, **turned, **combs, "no look": table(""), "plain comb": honeycomb("")}


def random_match(game: Game, seed: int, most: int) -> Iterator[State]:
    """The states of a random match, at most so many."""
    state, rng = game.initial_state(), Random(seed)
    for _ in range(most):
        yield state
        if state.to_play() == OVER:
            return
        state = state.apply(rng.choice(state.legal_actions()))


def some_state(entry: Entry, plies: int = 30) -> tuple[Game, State]:
    """A state in the middle of a match."""
    game = entry.game()
    *_, state = random_match(game, 3, plies)
    return game, state
