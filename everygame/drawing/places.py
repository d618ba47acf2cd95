"""Computes where the cells of a scene lie in its picture, which is rotated so that the viewer's
edge of the board is at the bottom.

`client/scene/places.js` does the same on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor

from everygame.scene import Cell, Point, Region, Scene

FILES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Box:
    """A rectangle of the picture, in squares."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Place:
    """A cell in the picture; x and y are its centre in squares, and file and rank are -1 where it
    belongs to no grid."""

    id: str
    x: float
    y: float
    terrain: str
    label: str
    file: int = -1
    rank: int = -1
    outline: tuple[Point, ...] = ()
    """The corners of the cell, each from its centre; empty for a square."""
    spread: Point = (0.0, 0.0)
    """The offset of each piece of a pile from the piece below it."""


def turned(scene: Scene, x: float, y: float) -> tuple[float, float]:
    """Return a point of the scene after the scene's rotation."""
    quarters = scene.rotate % 4
    if quarters == 1:
        return scene.height - y, x
    if quarters == 2:
        return scene.width - x, scene.height - y
    return (y, scene.width - x) if quarters == 3 else (x, y)


def pointed(scene: Scene, x: float, y: float) -> Point:
    """Return a direction in the scene after the scene's rotation."""
    return [(x, y), (-y, x), (-x, -y), (y, -x)][scene.rotate % 4]


def extent(scene: Scene) -> tuple[float, float]:
    """Return the width and height of the rotated scene, without titles and coordinates."""
    size = scene.width, scene.height
    return size if scene.rotate % 2 == 0 else size[::-1]


def frame(scene: Scene, region: Region) -> Box:
    """Return the rectangle of a region in the picture."""
    x1, y1 = turned(scene, region.x, region.y)
    x2, y2 = turned(scene, region.x + region.columns, region.y + region.rows)
    return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def places(scene: Scene, region: Region) -> list[Place]:
    """Return the places of a region in reading order."""
    found = loose(scene, region) if region.kind == "spots" else squares(scene, region)
    return sorted(found, key=lambda place: (floor(place.y * 4 + 0.5), place.x))


def loose(scene: Scene, region: Region) -> Iterator[Place]:
    for cell in region.cells:
        x, y = turned(scene, region.x + cell.x, region.y + cell.y)
        outline = tuple(pointed(scene, *corner) for corner in cell.outline)
        spread = pointed(scene, *cell.spread)
        yield Place(cell.id, x, y, cell.terrain, cell.label, outline=outline, spread=spread)


def squares(scene: Scene, region: Region) -> Iterator[Place]:
    special = {cell.id: cell for cell in region.cells}
    for row in range(region.rows):
        rank = row + 1 if region.top else region.rows - row
        for file in range(region.columns):
            cell = special.get(f"{FILES[file]}{rank}", Cell(f"{FILES[file]}{rank}"))
            x, y = turned(scene, region.x + file + 0.5, region.y + row + 0.5)
            yield Place(cell.id, x, y, cell.terrain, cell.label, file, rank)


def outward(scene: Scene, region: Region) -> float:
    """Return the direction from the board to an area beside it, in degrees clockwise from up."""
    grids = [one for one in scene.regions if one.kind == "grid"]
    if not grids:
        return 0
    area = frame(scene, region)
    board = frame(scene, max(grids, key=lambda one: one.columns * one.rows))
    if area.x >= board.x + board.width:
        return 90
    if area.y >= board.y + board.height:
        return 180
    return 270 if area.x + area.width <= board.x else 0


def coordinates(here: Sequence[Place], box: Box) -> Iterator[tuple[str, float, float]]:
    """Yield the letters and numbers at the left and the bottom edge of a board, each with its
    point."""
    sideways = any(a.file == b.file and a.y == b.y and a is not b for a in here[:1] for b in here)
    for place in here:
        names = [FILES[place.file], str(place.rank)]
        below, beside = names[::-1] if sideways else names
        if place.x - box.x < 0.6:
            yield beside, box.x, place.y
        if box.y + box.height - place.y < 0.6:
            yield below, place.x, box.y + box.height
