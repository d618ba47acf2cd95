"""Checks that scenes use only the words that EveryGame can draw, which `client/drawings.js`
lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from everygame.contract import AnyJson
from everygame.drawing.shapes import SIZES, shapes
from everygame.scene import Line, Piece, Region, Scene

REGIONS = ("grid", "spots")


def unknown(scene: Scene) -> tuple[str, str] | None:
    """Return the first word of a scene that cannot be drawn, with a sentence about it; None where
    all can."""
    for what, word, known in words(scene):
        if word != "" and word not in known:
            said = ", ".join(map(str, known))
            return str(word), f"there is no {what} {word!r}; there are {said}."
    return None


def words(scene: Scene) -> Iterator[tuple[str, str | int, AnyJson]]:
    """Yield each such word of a scene, with its kind and the words allowed for that kind."""
    known = shapes()
    for region in scene.regions:
        yield from region_words(region)
    for piece in scene.pieces:
        yield "size", piece.size, SIZES
        yield "shape", piece.shape or "''", known["shapes"]
        yield colour(piece)
        yield from (("tag", tag, known["tags"]) for tag in piece.tags)
    yield from (("colour", name, known["seats"]) for name in scene.colours)
    yield from (("mark", mark.kind, known["marks"]) for mark in scene.marks)
    for choice in scene.choices:
        yield "kind of choice", choice.kind, known["kinds"]
        yield "gesture", choice.gesture, known["gestures"]


def region_words(region: Region) -> Iterator[tuple[str, str, AnyJson]]:
    known = shapes()
    terrains = [*known["terrains"], "bare"]
    yield "kind of region", region.kind, REGIONS
    yield "look", region.look, known["looks"]
    yield from (("terrain", cell.terrain, terrains) for cell in region.cells)
    yield from (colour(line) for line in region.lines)


def colour(thing: Piece | Line) -> tuple[str, str, AnyJson]:
    return "colour", thing.colour, shapes()["seats"]


def find_word(folder: str, word: str) -> str:
    """Return a sentence with the file and line in which a game's program has this word; an empty
    text where none has."""
    written = re.compile(rf"""["']{re.escape(word)}["']""")
    for file in sorted(Path(folder).glob("*.py"), key=lambda path: path.name != "scene.py"):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if written.search(line):
                return f" See {file.name}, line {number}."
    return ""
