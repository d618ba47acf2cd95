"""Converts outlines and strokes of `client/drawings.js` into plane figures, from which solids are
made.

Lengths are in squares unless a function says otherwise, and y grows upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, radians, sin
from typing import Any, Final

from manifold3d import CrossSection

from everygame.drawing.shapes import shapes

Point = tuple[float, float]
STEPS: Final = 8
"""The number of straight pieces by which a curve is approximated."""
ROUND: Final = 64
"""The number of sides of a polygon that stands for a circle."""
TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
STROKES: Final[Mapping[str, str]] = {
    "0": "M0-.4Q.24-.4.24 0Q.24.4 0 .4Q-.24.4-.24 0Q-.24-.4 0-.4",
    "1": "M-.14-.24L.04-.4V.4",
    "2": "M-.23-.2Q-.2-.4 0-.4Q.23-.4.23-.18Q.23-.04-.23.4H.25",
    "3": "M-.22-.32Q-.12-.4 0-.4Q.22-.4.22-.2Q.22-.02-.06-.02Q.24-.02.24.2Q.24.4 0 .4Q-.16.4-.24.3",
    "4": "M.12.4V-.4L-.24.16H.26",
    "5": "M.2-.4H-.18L-.2-.06Q0-.14.14-.06Q.24 0 .24.14Q.24.4 0 .4Q-.14.4-.24.3",
    "6": "M.18-.36Q-.24-.3-.24.12Q-.24.4 0 .4Q.24.4.24.14Q.24-.1 0-.1Q-.18-.1-.22.06",
    "S": "M.22-.3Q.12-.4 0-.4Q-.22-.4-.22-.2Q-.22-.02 0 0Q.24.02.24.2Q.24.4 0 .4Q-.16.4-.24.28",
    "M": "M-.28.4V-.4L0 .06L.28-.4V.4",
    "L": "M-.18-.4V.4H.24",
    "♛": "M-.36.34H.36M-.26.2L-.36-.26L-.15-.02L0-.4L.15-.02L.36-.26L.26.2Z",
    "♜": "M-.28.36H.28M-.18.2V-.12M.18.2V-.12M-.28-.12H.28M-.28-.12V-.38M0-.12V-.38M.28-.12V-.38",
}
"""Signs made of strokes that a finger can read, as SVG paths in a square around 0, 0 whose y grows
downwards."""


def lines_of(path: str) -> Iterator[list[Point]]:
    """Yield the lines of an SVG path as points, whose y grows downwards. The path may use the
    commands M, L, H, V, Q, C and Z."""
    words: list[str] = TOKEN.findall(path)
    line: list[Point] = []
    command = "M"
    while words:
        if words[0].isalpha():
            command = words.pop(0)
        if command == "Z":
            yield [*line, line[0]]
            line = []
            continue
        here = line[-1] if line else (0.0, 0.0)
        points = take(words, command, here)
        if command == "M":
            if len(line) > 1:
                yield line
            line, command = points, "L"
        else:
            line += curve([here, *points])
    if len(line) > 1:
        yield line


def take(words: list[str], command: str, here: Point) -> list[Point]:
    """Take the points of a command from the front of `words`."""
    if command in "HV":
        value = float(words.pop(0))
        return [(value, here[1]) if command == "H" else (here[0], value)]
    count = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
    numbers = [float(words.pop(0)) for _ in range(2 * count)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def curve(points: Sequence[Point]) -> list[Point]:
    """Return the points of a line, or of a Bézier curve given by its control points, without the
    first point."""
    if len(points) == 2:
        return [points[1]]
    return [bezier(points, n / STEPS) for n in range(1, STEPS + 1)]


def bezier(points: Sequence[Point], t: float) -> Point:
    """Return the point of a Bézier curve at t, from 0 to 1 (de Casteljau's algorithm)."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def filled(path: str) -> CrossSection:
    """Return the area of a closed path."""
    found = CrossSection()
    for line in lines_of(path):
        points = [(x, -y) for x, y in line]
        found += polygon(points)
    return found


def polygon(points: Sequence[Point]) -> CrossSection:
    """Return the area with these corners, in either direction of rotation."""
    turned = points if area(points) > 0 else points[::-1]
    return CrossSection([turned])


def area(points: Sequence[Point]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def stroked(path: str, width: float) -> CrossSection:
    """Return the lines of a path as an area, `width` wide and with round ends."""
    dot = CrossSection.circle(width / 2, 16)
    found = []
    for line in lines_of(path):
        for a, b in pairwise(line):
            ends = [dot.translate((x, -y)) for x, y in (a, b)]
            found.append(CrossSection.batch_hull(ends))
    return joined(found)


def joined(figures: Sequence[CrossSection]) -> CrossSection:
    """Return the union of all figures."""
    found = CrossSection()
    for figure in figures:
        found += figure
    return found


def emblem(seat: int, radius: float) -> CrossSection:
    """Return the sign of a seat."""
    sign: Mapping[str, Any] = shapes()["emblems"][seat % len(shapes()["emblems"])]
    if "circle" in sign:
        return CrossSection.circle(sign["circle"][2] * radius, 32)
    return polygon([(x * radius, -y * radius) for x, y in sign["polygon"]])


def sign(text: str, size: float, width: float) -> CrossSection:
    """Return a text as strokes, `size` high and with strokes `width` wide; a character without
    strokes becomes a dot."""
    gap = size * 0.75
    found = []
    for number, letter in enumerate(text):
        x = (number - (len(text) - 1) / 2) * gap
        path = STROKES.get(letter)
        drawn = stroked(scaled(path, size), width) if path else CrossSection.circle(width, 16)
        found.append(drawn.translate((x, 0)))
    return joined(found)


def scaled(path: str, size: float) -> str:
    """Return the path with all its numbers multiplied by `size`."""
    return TOKEN.sub(
        lambda word: word[0] if word[0].isalpha() else f" {float(word[0]) * size:.5f}", path
    )


def terrain(name: str, scale: float, least: float) -> CrossSection:
    """Return the drawing on a place, in millimetres; its strokes are at least as wide as a finger
    can feel (`least`)."""
    found = [figure(part, scale, least) for part in shapes()["terrains"].get(name, ())]
    return joined([one for one in found if one is not None])


def disc(r: float, width: float) -> CrossSection:
    """Return a disc around 0, 0; with a width, the stroke of that width along its edge."""
    outer = CrossSection.circle(r + width / 2, ROUND)
    return outer - CrossSection.circle(r - width / 2, ROUND) if width else outer


def figure(part: Mapping[str, Any], scale: float, least: float) -> CrossSection | None:
    """Return the figure of one line of a drawing: an area where the line has a fill, otherwise
    strokes; None where the line is neither a circle nor a path."""
    style = shapes()["styles"].get(part["as"], {})
    width = max(least, style.get("stroke-width", 0) * scale)
    full = style.get("fill", "none") != "none"
    if "circle" in part:
        x, y, r = (length * scale for length in part["circle"])
        return disc(r, 0 if full else width).translate((x, -y))
    if "path" in part:
        path = scaled(part["path"], scale)
        one = filled(path) if full else stroked(path, width)
        around = part.get("around", 1)
        return joined([one.rotate(360 / around * n) for n in range(around)])
    return None


def regular(sides: int, radius: float, turn: float = 0) -> CrossSection:
    """Return a regular polygon around 0, 0, whose first corner lies `turn` degrees from the
    right."""
    turns = [radians(turn) + 2 * pi * n / sides for n in range(sides)]
    return polygon([(radius * cos(t), radius * sin(t)) for t in turns])
