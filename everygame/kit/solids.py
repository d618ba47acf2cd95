"""Makes the things of a kit as solids, in millimetres; each lies on the plane z = 0, as it is
printed.

Signs stand in sunken fields, level with the surface around the field, or are engraved themselves.
So a thing lies flat on every side, and people can read it by touch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import atan, cos, degrees, sin, sqrt
from typing import Final

from manifold3d import CrossSection, Manifold

from everygame.drawing.shapes import shapes, variant
from everygame.kit.box import Part
from everygame.kit.nets import ACROSS, STEEP, TALL, base_of, dice_faces
from everygame.kit.relief import ROUND, emblem, filled, lines_of, polygon, regular, sign, terrain

DEEP: Final = 0.8
"""The depth of engraved signs and sunken fields, in millimetres."""
STROKE: Final = 1.0
"""The width of the lines of signs, in millimetres."""
WALL: Final = 1.2
"""The thickness of the walls of hollow things, in millimetres."""
STUD: Final = 1.0
"""The radius of the studs between the lanes of a board on which things slide, in millimetres."""
FLOE: Final = 5.0
"""The thickness of a sliding ice floe, in millimetres."""
HOLLOW: Final = 1.2
"""The depth of the hollow in a floe for the foot of a figure, in millimetres."""


@dataclass(frozen=True)
class Plastic:
    """The measures of all plastic things of a kit."""

    scale: float
    """The width of a square of the board, in millimetres."""
    gap: float
    """The gap between things that fit into each other, in millimetres."""


def solid_of(part: Part, how: Plastic) -> Manifold | None:
    """Return a part as a solid; None for a part of paper alone, such as a card."""
    make = FORMS.get(part.form) or SHAPES.get(part.front.shape)
    return make(part, how) if make else None


def spread(figure: CrossSection, height: float, z: float = 0) -> Manifold:
    """Extrude a figure by `height`, from the height z upwards."""
    return figure.extrude(height).translate((0, 0, z))


# -- pyramids


def pyramid(part: Part, how: Plastic) -> Manifold:
    """Return a hollow pyramid that is open below, so that it stands, stacks on a pyramid of its
    size or a larger one, and covers a smaller one. Two sides have pips for its size, and the others
    the sign of its seat."""
    base = base_of(part.front.size) * how.scale
    outer = spike(base, 0)
    inner = spike(base, WALL)
    solid = outer - inner
    for turn in (0, 180):
        for n in range(part.front.size):
            x = (n - (part.front.size - 1) / 2) * 2.4
            solid += knob(CrossSection.circle(0.8, 24), base, x).rotate((0, 0, turn))
    if part.front.owner is not None:
        for turn in (90, 270):
            solid += knob(emblem(part.front.owner, 0.85), base, 0).rotate((0, 0, turn))
    return solid.trim_by_plane((0, 0, 1), 0)


def spike(base: float, inwards: float) -> Manifold:
    """Return a pyramid with this base whose faces are moved inwards by `inwards`; its tip is
    blunt."""
    lean = atan(0.5 / STEEP)
    half = base / 2 - inwards / cos(lean)
    tip = 1.0 if inwards == 0 else 0.02
    high = (half - tip) * 2 * STEEP
    square = CrossSection.square((2 * half, 2 * half), True)
    return square.extrude(high, scale_top=(tip / half, tip / half))


def knob(figure: CrossSection, base: float, x: float) -> Manifold:
    """Return a figure that stands out of the front face of a pyramid a little above the base,
    shifted sideways by `x`."""
    lean = atan(0.5 / STEEP)
    up = 2.1
    flat = figure.translate((x, 0)).extrude(1.2).translate((0, 0, -0.6))
    turned = flat.rotate((90 - degrees(lean), 0, 0))
    y = -(base / 2 - up * sin(lean))
    return turned.translate((0, y, up * cos(lean)))


def rise(how: Plastic) -> float:
    """Return how much higher a pyramid stands when it covers another of its size."""
    return WALL / sin(atan(0.5 / STEEP))


# -- coins, floes, figures


def disc(part: Part, how: Plastic) -> Manifold:
    """Return a disc with the sign of its seat on both sides."""
    radius, high = 0.37 * how.scale, 4.0
    solid = Manifold.cylinder(high, radius, radius, 96)
    if part.front.owner is not None:
        mark = emblem(part.front.owner, radius * 0.4)
        solid -= spread(mark, DEEP, high - DEEP) + spread(mark.mirror((1, 0)), DEEP)
    return solid


def coin(part: Part, how: Plastic) -> Manifold:
    """Return a coin. Its upper side is the same for all coins of a seat; a recess in its lower side
    shows its text."""
    radius, high = 0.37 * how.scale, 4.5
    solid = Manifold.cylinder(high, radius, radius, 96)
    ring = CrossSection.circle(radius * 0.8, ROUND) - CrossSection.circle(radius * 0.8 - 1, ROUND)
    above = ring + (
        emblem(part.front.owner, radius * 0.4) if part.front.owner is not None else ring
    )
    solid -= spread(above, DEEP, high - DEEP)
    recess = CrossSection.circle(radius * 0.72, ROUND)
    secret = sign(part.front.text, radius * 0.95, STROKE).mirror((1, 0))
    solid -= spread(recess, 1.4)
    return solid + spread(secret ^ recess, 1.2, 0.4) if part.front.text else solid


def floe(part: Part, how: Plastic) -> Manifold:
    """Return an ice floe as wide as its lane allows, with a hollow for the figure that stands on
    it."""
    number = variant(part.front.id)
    lines = shapes()["shapes"]["floe"]
    path = next(
        line["path"] for line in lines if line.get("as") == "floe" and line.get("when") == number
    )
    figure = filled(path)
    left, low, right, high = figure.bounds()
    wide = lane(how) - 2 * how.gap
    size = (wide / (right - left), wide / (high - low))
    placed = figure.translate((-(left + right) / 2, -(low + high) / 2)).scale(size)
    foot = CrossSection.circle(foot_of(how) + how.gap, ROUND)
    return spread(placed, FLOE) - spread(foot, HOLLOW, FLOE - HOLLOW)


def lane(how: Plastic) -> float:
    """Return the room between the studs of a board."""
    return how.scale - 2 * STUD


def figure(part: Part, how: Plastic) -> Manifold:
    """Return a penguin, a body of revolution with a beak and the sign of its seat on its belly."""
    half = body_outline(how)
    body = polygon(half).revolve(64)
    high = max(z for _, z in half)
    beak = Manifold.cylinder(0.14 * how.scale, 0.085 * how.scale, 0.03 * how.scale, 32)
    solid = body + beak.rotate((65, 0, 0)).translate((0, -0.15 * how.scale, 0.66 * high))
    if part.front.owner is not None:
        mark = emblem(part.front.owner, 0.085 * how.scale).extrude(0.26 * how.scale + DEEP)
        solid += mark.rotate((90, 0, 0)).translate((0, 0, 0.36 * high))
    return solid.trim_by_plane((0, 0, 1), 0)


def body_outline(how: Plastic) -> list[tuple[float, float]]:
    """Return the right half of the drawn body as points, standing on a flat foot."""
    lines = shapes()["shapes"]["penguin"]
    path = next(line["path"] for line in lines if line.get("path", "").endswith("-.42Z"))
    points = next(lines_of(path))
    foot = max(y for _, y in points) - 0.02
    half = [(x * how.scale, (foot - y) * how.scale) for x, y in points if x >= 0]
    stands = [point for point in half if point[1] > HOLLOW + 0.2]
    radius = foot_of(how)
    return [(0.0, 0.0), (radius, 0.0), (radius, HOLLOW + 0.2), *stands[::-1]]


def pawn(part: Part, how: Plastic) -> Manifold:
    """Return a pawn, a body of revolution under a ball with the sign of its seat."""
    body, ball = (
        line
        for line in shapes()["shapes"]["pawn"]
        if line.get("as") == "body" and "ellipse" not in line
    )
    points = next(lines_of(body["path"]))
    foot = max(y for _, y in points)
    half = [(x * how.scale, (foot - y) * how.scale) for x, y in points if x >= 0]
    half += [(0.0, half[0][1]), (0.0, half[-1][1])]
    _, y, radius = ball["circle"]
    high = (foot - y) * how.scale
    solid = polygon(half).revolve(64) + Manifold.sphere(radius * how.scale, 64).translate(
        (0, 0, high)
    )
    if part.front.owner is not None:
        mark = emblem(part.front.owner, 0.075 * how.scale).extrude(radius * how.scale + DEEP)
        solid += mark.rotate((90, 0, 0)).translate((0, 0, high))
    return solid


def foot_of(how: Plastic) -> float:
    """Return the radius of a figure's foot."""
    return 0.19 * how.scale


# -- dice


def roll_marks(part: Part, number: int, wide: float, long: float) -> CrossSection:
    """Return the number on a side of a bar, between two signs of the seat if it is a seat's."""
    marks = sign(part.faces[number % len(part.faces)], wide * 0.62, STROKE)
    if part.front.owner is not None:
        own = emblem(part.front.owner, 0.9)
        marks += own.translate((-long * 0.27, 0)) + own.translate((long * 0.27, 0))
    return marks


def roll(part: Part, how: Plastic) -> Manifold:
    """Return a six-sided bar. Each side has a number in a sunken field between signs of the seat,
    and each end a snowflake, for the bar when it stands frozen."""
    across, long = ACROSS * how.scale, TALL * how.scale
    wide = across / sqrt(3)
    solid = regular(6, wide, 30).extrude(long).rotate((0, 90, 0)).translate((-long / 2, 0, 0))
    field = CrossSection.square((long - 4.4, wide - 2.2), True)
    for number in range(6):
        marks = roll_marks(part, number, wide, long)
        sunk = spread(field - marks, DEEP, across / 2 - DEEP)
        solid -= sunk.rotate((60 * number, 0, 0))
    ends = CrossSection.circle(across / 2 - 2 * DEEP - 0.4, ROUND) - flake(how)
    for turn in (90, -90):
        solid -= spread(ends, DEEP, long / 2 - DEEP).rotate((0, turn, 0))
    return solid.translate((0, 0, across / 2))


def flake(how: Plastic) -> CrossSection:
    """Return a snowflake as large as the end of the bar."""
    return terrain("snow", ACROSS * how.scale * 0.85, STROKE)


def die(part: Part, how: Plastic) -> Manifold:
    """Return a cube with blunt corners and a sign in a sunken field on each side."""
    side = 0.72 * how.scale
    solid = Manifold.cube((side, side, side), True) ^ Manifold.sphere(side * 0.74, 96)
    first, second, third, fourth, fifth, sixth = dice_faces(part)
    field = CrossSection.circle(side * 0.42, ROUND)
    turns = ((0, 0), (180, 0), (90, 0), (-90, 0), (0, 90), (0, -90))
    for (x, y), text in zip(turns, (first, sixth, second, fifth, third, fourth), strict=True):
        size = side * (0.5 if len(text) == 1 else 0.42)
        sunk = field - sign(text, size, STROKE)
        solid -= spread(sunk, DEEP, side / 2 - DEEP).rotate((x, y, 0))
    return solid.translate((0, 0, side / 2))


Maker = Callable[[Part, Plastic], Manifold]
FORMS: Final[Mapping[str, Maker]] = {"pyramid": pyramid, "roll": roll, "die": die}
SHAPES: Final[Mapping[str, Maker]] = {
    "disc": disc,
    "coin": coin,
    "floe": floe,
    "pawn": pawn,
    "penguin": figure,
}
