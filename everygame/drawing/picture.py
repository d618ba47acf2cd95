"""Draws the whole picture of a scene as SVG text; `client/view/` draws the same on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from everygame.drawing.places import (
    Box,
    Place,
    coordinates,
    extent,
    frame,
    outward,
    places,
    turned,
)
from everygame.drawing.shapes import (
    Part,
    Thing,
    art,
    escape,
    find,
    gradients,
    paint,
    shapes,
    short,
)
from everygame.drawing.shapes import draw as drawn
from everygame.errors import BadGame
from everygame.scene import Line, Piece, Point, Region, Scene
from everygame.words import list_of

SQUARE: Final = 64
"""The default width of a square, in pixels."""
THEMES: Final = ("light", "dark")
Address = Callable[[str], str]
"""Returns the address of an image that a scene names: for "game/file.png", the value of the SVG
attribute `href`."""


@dataclass(frozen=True)
class Pen:
    """A scene and the settings for drawing it."""

    scene: Scene
    address: Address
    theme: int
    """The index of the theme in `THEMES`."""

    @property
    def climate(self) -> str:
        """The word that decides the colours of marks in the whole picture: "wet" on water, "wooden"
        on wood, otherwise "dry"."""
        looks = {region.look for region in self.scene.regions}
        if looks.intersection(shapes()["wet"]):
            return "wet"
        return "wooden" if looks.intersection(shapes()["wooden"]) else "dry"


def picture(scene: Scene, title: str, address: Address, theme: str, square: float) -> str:
    """Draw a scene as an SVG document; `square` is the width of a square in pixels."""
    if theme not in THEMES:
        raise ValueError(f"A theme is one of {', '.join(THEMES)}, not {theme!r}.")
    pen = Pen(scene, address, THEMES.index(theme))
    left, top, width, height = view_box(scene)
    inner = ground(pen) + marks(pen, False) + pieces(pen) + marks(pen, True)
    paper = paint("paper", pen.theme)
    box = " ".join(map(short, (left, top, width, height)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        f' width="{short(width * square)}" height="{short(height * square)}" role="img"'
        f' font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f"<desc>{escape(describe(scene))}</desc>{gradients(inner, pen.theme)}"
        f'<rect x="{short(left)}" y="{short(top)}" width="100%" height="100%" fill="{paper}"/>'
        f"{inner}</svg>"
    )


def describe(scene: Scene) -> str:
    """Describe the scene for screen readers: each piece and its place."""
    names = {cell.id: cell.name for region in scene.regions for cell in region.cells if cell.name}
    said = (f"{names.get(piece.at, piece.at)}: {counted(piece)}" for piece in scene.pieces)
    return "; ".join(said) + "." if scene.pieces else "Empty."


def counted(piece: Piece) -> str:
    return f"{piece.count} × {piece.name}" if piece.count > 1 else piece.name


def view_box(scene: Scene) -> tuple[float, float, float, float]:
    """Return the view box of the picture: left, top, width, height. It leaves room for titles above
    regions, and for labels and lines outside them, as they lie after the scene's rotation."""
    board = shapes()["board"]
    width, height = extent(scene)
    above = right = board["margin"]
    for region in scene.regions:
        if region.title:
            box = frame(scene, region)
            rim = 0 if region.kind == "spots" else board["rim"]["by"]
            above = max(above, board["title"]["room"] + rim - box.y)
            right = max(right, box.x + board["title"]["letter"] * len(region.title) - width)
    left = below = board["margin"]
    for x, y in beside(scene):
        left, above = max(left, board["reach"] - x), max(above, board["reach"] - y)
        right, below = (
            max(right, board["reach"] + x - width),
            max(below, board["reach"] + y - height),
        )
    return -left, -above, width + left + right, height + above + below


def beside(scene: Scene) -> Iterator[tuple[float, float]]:
    """Yield the points of lines and labels, which may lie outside the regions."""
    for region in scene.regions:
        labels = [(label.x, label.y) for label in region.labels]
        for x, y in (*labels, *(point for line in region.lines for point in line.points)):
            yield turned(scene, region.x + x, region.y + y)


# -- boards and areas


def ground(pen: Pen) -> str:
    """Draw all boards and areas with their cells."""
    regions = pen.scene.regions
    panels = [panel(pen, region) for region in regions]
    return "".join([*panels, *(inside(pen, region) for region in regions)])


def thing_of(pen: Pen, region: Region) -> Thing:
    look = region.look or "board"
    if look not in shapes()["looks"]:
        raise BadGame(
            "There is no look {look}; there are {looks}.",
            look=repr(look),
            looks=list_of(shapes()["looks"]),
        )
    words = {f"on-{look}", pen.climate}
    if region.kind != "spots":
        words.add("grid")
    if region.picture:
        words.add("pictured")
    return Thing(frozenset(words), turn=outward(pen.scene, region), theme=pen.theme)


def panel(pen: Pen, region: Region) -> str:
    """Draw the frame of a board, or the ground of an area beside it."""
    loose = region.kind == "spots"
    if region.look == "table" or (loose and not region.title and not region.look):
        return ""
    box, names = frame(pen.scene, region), ["area"] if loose else ["rim", "bed"]
    return drawn([around(box, name) for name in names], thing_of(pen, region))


def around(box: Box, name: str) -> Part:
    by, corner = shapes()["board"][name]["by"], shapes()["board"][name]["round"]
    rect = [box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by, corner]
    return {"rect": rect, "as": name}


def inside(pen: Pen, region: Region) -> str:
    box, thing = frame(pen.scene, region), thing_of(pen, region)
    here = places(pen.scene, region)
    lines = "".join(joined(pen, region, line) for line in region.lines)
    cells = "".join(cell(place, thing, box) for place in here)
    edges = "".join([*edge(region, thing, here, box), *labelled(pen, region, thing)])
    return underlay(pen, region, box) + lines + cells + edges + title(region, thing, box)


def joined(pen: Pen, region: Region, line: Line) -> str:
    """Draw a line between places, or the coloured edge of a board."""
    points = [turned(pen.scene, region.x + x, region.y + y) for x, y in line.points]
    paint = colour(pen.scene, line)
    known = replace(thing_of(pen, region), colour=paint or "neutral")
    if line.thin:
        names, known = (
            (["thread"] if paint else ["join"]),
            replace(known, words=known.words | {"thin"}),
        )
    else:
        names = ["side-edge", "side"] if paint else ["join"]
    return drawn([{"polyline": points, "as": name} for name in names], known)


def labelled(pen: Pen, region: Region, thing: Thing) -> Iterator[str]:
    size = shapes()["board"]["coordinate"]
    for label in region.labels:
        x, y = turned(pen.scene, region.x + label.x, region.y + label.y)
        yield write(label.text, [x, y, size], "coordinate", thing)


def underlay(pen: Pen, region: Region, box: Box) -> str:
    """Draw the image under a region, rotated with the scene."""
    if not region.picture:
        return ""
    part: Part = {
        "image": [-region.columns / 2, -region.rows / 2, region.columns, region.rows],
        "as": "underlay",
        "move": [box.x + box.width / 2, box.y + box.height / 2],
        "turn": 90 * pen.scene.rotate,
    }
    return drawn([part], Thing(image=pen.address(region.picture)))


def edge(region: Region, thing: Thing, here: list[Place], box: Box) -> Iterator[str]:
    """Yield the letters and numbers at the edge of a grid, drawn."""
    if region.kind == "spots" or not region.coordinates or region.look == "table":
        return
    board = shapes()["board"]
    half = board["rim"]["by"] / 2
    for text, x, y in coordinates(here, box):
        left = half if x == box.x else 0
        low = half if y == box.y + box.height else 0
        yield write(text, [x - left, y + low, board["coordinate"]], "coordinate", thing)


def title(region: Region, thing: Thing, box: Box) -> str:
    board = shapes()["board"]
    up = board["area" if region.kind == "spots" else "rim"]["by"] + board["title"]["gap"]
    return write(region.title, [box.x + 0.02, box.y - up, board["title"]["size"]], "title", thing)


def write(text: str, at: list[float], style: str, thing: Thing) -> str:
    return drawn([{"text": at, "of": "label", "as": style}], replace(thing, texts={"label": text}))


def cell(place: Place, thing: Thing, box: Box) -> str:
    if place.terrain == "bare":
        return ""
    words = {*thing.words, *neighbours(place, box)}
    if "grid" in thing.words and (place.file + place.rank) % 2:
        words.add("odd")
    terrain = []
    if place.terrain:
        terrain = find("terrains", place.terrain, "terrain")
        words.add(place.terrain)
    if place.outline:
        words.add("outlined")
    parts = [*shapes()["parts"]["place"], *terrain, *shapes()["parts"]["label"]]
    texts = {"label": place.label}
    known = replace(thing, words=frozenset(words), texts=texts, outline=place.outline)
    return drawn([{"group": parts, "move": [place.x, place.y]}], known)


def neighbours(place: Place, box: Box) -> Iterator[str]:
    """Yield the sides on which a place has a neighbour in its grid."""
    sides = {
        "left": place.x - 0.6 > box.x,
        "right": place.x + 0.6 < box.x + box.width,
        "up": place.y - 0.6 > box.y,
        "down": place.y + 0.6 < box.y + box.height,
    }
    return (side for side, there in sides.items() if there)


# -- marks and pieces


def marks(pen: Pen, over: bool) -> str:
    """Draw the marks that lie under the pieces, or, with `over`, those over them."""
    found = by_id(pen.scene)
    chosen = (mark for mark in pen.scene.marks if (mark.kind in shapes()["over"]) == over)
    return "".join(mark(pen, one.kind, [at(found, id) for id in one.cells]) for one in chosen)


def mark(pen: Pen, kind: str, way: list[Place]) -> str:
    """Draw a mark along its places and on each of them."""
    group = find("marks", kind, "mark")
    points = [(place.x, place.y) for place in way]
    on = Thing(frozenset({pen.climate}), theme=pen.theme)
    through = drawn(shapes()["ways"].get(kind, ()), replace(on, points=points))
    last = len(way) - 1
    return through + "".join(
        drawn([{"group": group, "move": points[i]}], marked(on, place, i == last))
        for i, place in enumerate(way)
    )


def marked(thing: Thing, place: Place, last: bool) -> Thing:
    """Add the conditions for drawing a mark on this place: whether the place has an outline, and
    whether it is the last of the mark."""
    more = {word for word, holds in (("outlined", place.outline), ("end", last)) if holds}
    return replace(thing, words=thing.words | more, outline=place.outline)


def by_id(scene: Scene) -> dict[str, Place]:
    return {place.id: place for region in scene.regions for place in places(scene, region)}


def at(found: dict[str, Place], id: str) -> Place:
    if id not in found:
        raise BadGame("There is no cell {id} in the picture.", id=repr(id))
    return found[id]


def pieces(pen: Pen) -> str:
    """Draw the pieces, the lower ones of a stack first."""
    found = by_id(pen.scene)
    tops: dict[str, int] = {}
    for piece in pen.scene.pieces:
        tops[piece.at] = max(tops.get(piece.at, piece.z), piece.z)
    ordered = sorted(pen.scene.pieces, key=lambda piece: piece.z)
    return "".join(stand(pen, piece, found, tops[piece.at] > piece.z) for piece in ordered)


def stand(pen: Pen, piece: Piece, found: dict[str, Place], covered: bool) -> str:
    """Draw a piece at its place."""
    place = at(found, piece.at)
    tags = (*piece.tags, "covered") if covered else piece.tags
    turn = None if piece.turn is None else piece.turn + 90 * pen.scene.rotate
    seen = replace(piece, tags=tags, turn=turn)
    image = pen.address(piece.picture) if piece.picture and not piece.hidden else ""
    inner = art(seen, colour(pen.scene, piece), image, pen.theme)
    x, y = standing(place, piece)
    move = f"translate({short(x)} {short(y)})"
    return f'<g class="piece" transform="{move}">{inner}</g>'


def standing(place: Place, piece: Piece) -> Point:
    """Return the point at which a piece is drawn. Each further piece of a pile lies a little
    higher, or along the cell's `spread`."""
    across, down = place.spread
    if across or down:
        return place.x + piece.z * across, place.y + piece.z * down
    return place.x, place.y - lift(piece)


def lift(piece: Piece) -> float:
    lifts: dict[str, Any] = shapes()["lift"]
    if piece.shape in lifts:
        return float(min(piece.z, 1) * lifts[piece.shape])
    return float(piece.z * lifts["other"])


def colour(scene: Scene, piece: Piece | Line) -> str:
    """Return the colour of a piece or line: its own, or that of its seat; an empty text where it
    has neither."""
    if piece.colour or piece.owner is None:
        return piece.colour
    if piece.owner < len(scene.colours):
        return scene.colours[piece.owner]
    seats: list[str] = [name for name in shapes()["seats"] if name != "neutral"]
    return seats[piece.owner % len(seats)]
