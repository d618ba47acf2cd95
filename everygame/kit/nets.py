"""What is cut out of paper: each a drawing in millimetres with lines to cut (solid) and to fold
(dashed)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import asin, cos, degrees, hypot, pi, sin, tan
from typing import Any, Final

from everygame.drawing.shapes import SIZES, Thing, art, describe, draw, shapes, short
from everygame.drawing.shapes import Part as Line
from everygame.kit.box import Part
from everygame.scene import Piece

Address = Callable[[str], str]
Point = tuple[float, float]

CUT: Final = 'fill="none" stroke="#222" stroke-width=".25"'
FOLD: Final = 'fill="none" stroke="#222" stroke-width=".2" stroke-dasharray="1.6 1.2"'
GLUE: Final = 'fill="#e9e9e9" stroke="#222" stroke-width=".2"'
STEEP: Final = 1.75
"""The height of a pyramid as a share of its base, as pyramids of plastic have it."""
LIP: Final = 0.07
"""Of a pyramid's rim folded inwards, in squares: so one that covers another stands higher."""
TALL: Final = 0.7
"""The length of what is rolled, in squares."""
ACROSS: Final = 0.6
"""Its thickness from side to side."""
BOXES: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "card": (-0.41, -0.45, 0.82, 0.9),
    "domino": (-0.48, -0.24, 0.96, 0.48),
    "tile": (-0.42, -0.42, 0.84, 0.84),
    "pawn": (-0.35, -0.44, 0.7, 0.8),
    "peg": (-0.22, -0.22, 0.44, 0.44),
    "disc": (-0.39, -0.385, 0.78, 0.83),
    "coin": (-0.39, -0.385, 0.78, 0.83),
}
"""What is cut out around a shape: left, top, width and height in squares."""
USUAL: Final = (-0.46, -0.46, 0.92, 0.96)
ROUND: Final = ("disc", "coin", "peg")


@dataclass(frozen=True)
class Cutting:
    """A drawing with its upper left corner at 0, 0; lengths in millimetres."""

    width: float
    height: float
    drawing: str


@dataclass(frozen=True)
class Paper:
    """How things are drawn on paper."""

    scale: float
    """Millimetres of a square of the board."""
    address: Address
    """Where a picture of the game is."""


def cut_out(part: Part, paper: Paper) -> Cutting:
    """One of a part."""
    return NETS[part.form](part, paper)


def group(inner: str, *steps: str) -> str:
    return f'<g transform="{" ".join(steps)}">{inner}</g>'


def move(x: float, y: float) -> str:
    return f"translate({short(x)} {short(y)})"


def polygon(points: Sequence[Point], look: str) -> str:
    drawn = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    return f'<polygon points="{drawn}" {look}/>'


def line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<path d="M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}" {look}/>'


def picture_of(piece: Piece, colour: str, paper: Paper) -> str:
    """A piece in squares around 0, 0, without its shadow."""
    bare = replace(piece, tags=(*piece.tags, "printed"))
    image = paper.address(piece.picture) if piece.picture and not piece.hidden else ""
    return art(bare, colour, image)


# -- two sides


def box_of(piece: Piece, colour: str) -> tuple[float, float, float, float]:
    """What is cut out around a piece, in squares."""
    x, y, width, height = BOXES.get(piece.shape, USUAL)
    by = 1.0 if piece.shape == "pawn" else shapes()["sizes"].get(SIZES.get(piece.size), 1.0)
    return x * by, y * by, width * by, height * by


def flat(part: Part, paper: Paper) -> Cutting:
    """Front and back, one above the other: folded, glued, and cut out around."""
    x, y, width, height = (length * paper.scale for length in box_of(part.front, part.colour))
    front = picture_of(part.front, part.colour, paper)
    back = picture_of(part.back, part.back_colour, paper)
    size = f"scale({short(paper.scale)})"
    drawing = (
        group(front, move(-x, -y), size)
        + group(back, move(width + x, 2 * height + y), "rotate(180)", size)
        + outline(part.front.shape, width, height)
        + outline(part.front.shape, width, height, height)
        + line(0, height, width, height, FOLD)
    )
    return Cutting(width, 2 * height, drawing)


def outline(shape: str, width: float, height: float, down: float = 0) -> str:
    """Where one side is cut out."""
    if shape in ROUND:
        rx, ry = width / 2 - 0.13, height / 2 - 0.13
        middle = f'cx="{short(width / 2)}" cy="{short(down + height / 2)}"'
        return f'<ellipse {middle} rx="{short(rx)}" ry="{short(ry)}" {CUT}/>'
    place = f'y="{short(down)}" width="{short(width)}" height="{short(height)}"'
    return f'<rect x="0" {place} {CUT}/>'


def standee(part: Part, paper: Paper) -> Cutting:
    """Front and back of a figure with two feet, which are folded apart and glued to each other."""
    x, y, width, height = (length * paper.scale for length in box_of(part.front, part.colour))
    foot = 0.3 * paper.scale
    size = f"scale({short(paper.scale)})"
    front = picture_of(part.front, part.colour, paper)
    back = picture_of(part.back, part.back_colour, paper)
    top = foot + height
    feet = "".join(
        polygon([(0, at), (width, at), (width, at + foot), (0, at + foot)], GLUE)
        for at in (0, foot + 2 * height)
    )
    drawing = (
        feet
        + group(back, move(width + x, top + y), "rotate(180)", size)
        + group(front, move(-x, top - y), size)
        + polygon([(0, 0), (width, 0), (width, 2 * top), (0, 2 * top)], CUT)
        + "".join(line(0, at, width, at, FOLD) for at in (foot, top, top + height))
    )
    return Cutting(width, 2 * top, drawing)


# -- solids


def base_of(size: int) -> float:
    """The side of a pyramid's base in squares, as it is drawn from above."""
    rect: Sequence[float] = shapes()["parts"][f"upright pyramid {SIZES[size]}"][0]["rect"]
    return rect[2]


def pyramid(part: Part, paper: Paper) -> Cutting:
    """Four faces around a tip, with a rim below that is folded inwards, open at the bottom."""
    base = base_of(part.front.size) * paper.scale
    slant = hypot(base * STEEP, base / 2)
    side = hypot(slant, base / 2)
    turn = 2 * asin(base / 2 / side)
    lip = LIP * paper.scale
    faces = "".join(
        group(
            face(part, paper, base, slant, lip, number), f"rotate({short(degrees(turn * number))})"
        )
        for number in range(4)
    )
    tab = group(side_tab(side, lip * 2), f"rotate({short(degrees(turn * 3.5))})")
    first = f"rotate({short(-degrees(turn * 1.5))})"
    reach = side + 2 * lip
    half = side * sin(2 * turn) + 2.2 * lip
    return Cutting(2 * half, reach, group(group(tab + faces, first), move(half, 0)))


def face(part: Part, paper: Paper, base: float, slant: float, lip: float, number: int) -> str:
    """One face below its tip at 0, 0."""
    half, in_ = base / 2, base / 2 - lip
    rim = polygon([(-half, slant), (half, slant), (in_, slant + lip), (-in_, slant + lip)], GLUE)
    thing = describe(part.front, part.colour or "neutral", "", 0)
    unit = paper.scale
    corners = [[0, 0], [half / unit, slant / unit], [-half / unit, slant / unit]]
    pips = [(n - (part.front.size - 1) / 2) * 0.14 for n in range(part.front.size)]
    lines: list[Line] = [
        {"polygon": corners, "as": "body"},
        *({"circle": [x, slant / unit - 0.1, 0.04], "as": "pip"} for x in pips),
        {"emblem": [0, slant / unit * 0.62, 0.055]},
    ]
    drawn = group(draw(lines, thing), f"scale({short(unit)})")
    fold = line(-half, slant, half, slant, FOLD)
    return rim + drawn + fold + (line(0, 0, -half, slant, FOLD) if number < 3 else "")


def side_tab(side: float, wide: float) -> str:
    """The strip beside the last face that is glued under the first one."""
    points = [
        (0.0, side * 0.12),
        (0.0, side * 0.97),
        (-wide, side * 0.9),
        (-wide * 0.7, side * 0.3),
    ]
    return polygon(points, GLUE)


def prism(
    part: Part, paper: Paper, sides: int, wide: float, long: float, ends: Sequence[str]
) -> Cutting:
    """Sides one below the other, with an end on the left and on the right of the second one."""
    tab = min(0.16 * paper.scale, wide * 0.7)
    cap = end_points(sides, wide)
    deep = max(x for x, _ in cap)
    high = max(y for _, y in cap)
    left, top = deep + tab, max(0.0, high + tab - 1.5 * wide)
    drawn = [strip(number, left, top, wide, long) for number in range(sides)]
    drawn.append(glue_strip(left, top + sides * wide, long, tab))
    at = top + 1.5 * wide
    for x, mirror, inner in ((left + long, 1, ends[0]), (left, -1, ends[1])):
        drawn.append(group(end(cap, tab, inner, mirror), move(x, at), f"scale({mirror} 1)"))
    inner = "".join(drawn) + side_faces(part, paper, left, top, wide, long, sides)
    inner += "".join(
        line(left, top + n * wide, left + long, top + n * wide, FOLD) for n in range(1, sides + 1)
    )
    return Cutting(2 * left + long, top + sides * wide + tab, inner)


def end_points(sides: int, wide: float) -> list[Point]:
    """A regular end beside a side: from the middle of its edge at 0, 0 to the right."""
    apothem = wide / 2 / tan(pi / sides)
    radius = wide / 2 / sin(pi / sides)
    turns = [pi + pi / sides + 2 * pi * n / sides for n in range(sides)]
    return [(apothem + radius * cos(t), radius * sin(t)) for t in turns]


def end(cap: Sequence[Point], tab: float, inner: str, mirror: int) -> str:
    """An end with its flaps."""
    middle = sum(x for x, _ in cap) / len(cap)
    flaps = "".join(
        polygon(flap(a, b, (middle, 0), tab), GLUE)
        for a, b in zip(cap, [*cap[1:], cap[0]], strict=True)
        if a[0] + b[0] > 1e-6
    )
    fold = polygon(cap, FOLD)
    return flaps + group(inner, move(middle, 0), f"scale({mirror} 1)") + fold


def flap(a: Point, b: Point, middle: Point, tab: float) -> list[Point]:
    """A trapezium beyond an edge."""
    x, y = (a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1]
    length = hypot(x, y)
    out = x / length * tab, y / length * tab
    cut = min(0.35, tab / hypot(b[0] - a[0], b[1] - a[1]))
    near = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (cut, 1 - cut)]
    return [a, *((px + out[0], py + out[1]) for px, py in near), b]


def strip(number: int, left: float, top: float, wide: float, long: float) -> str:
    y = top + number * wide
    return polygon([(left, y), (left + long, y), (left + long, y + wide), (left, y + wide)], CUT)


def glue_strip(left: float, y: float, long: float, tab: float) -> str:
    slope = tab * 0.5
    return polygon(
        [(left, y), (left + long, y), (left + long - slope, y + tab), (left + slope, y + tab)], GLUE
    )


def side_faces(
    part: Part, paper: Paper, left: float, top: float, wide: float, long: float, sides: int
) -> str:
    """What stands on the sides."""
    return "".join(
        group(
            written(part, text, long, wide),
            move(left + long / 2, top + (number + 0.5) * wide),
        )
        for number, text in enumerate(sides_of(part)[:sides])
    )


def sides_of(part: Part) -> list[str]:
    """The texts in the order of the strip; of a die the two ends come last."""
    if part.form == "die":
        first, second, third, fourth, fifth, sixth = dice_faces(part)
        return [first, second, sixth, fifth, third, fourth]
    return [part.faces[n % len(part.faces)] for n in range(6)]


def dice_faces(part: Part) -> tuple[str, ...]:
    """Six texts, each opposite to that which is as far from the other end."""
    faces = part.faces or tuple("123456")
    return tuple(faces[n % len(faces)] for n in range(6))


def written(part: Part, text: str, width: float, height: float) -> str:
    """A side with its text around 0, 0."""
    colour = part.colour or "neutral"
    thing = described(part, text, colour)
    unit = min(width, height)
    rect = [-width / 2 / unit, -height / 2 / unit, width / unit, height / unit]
    if part.form == "die":
        letters: dict[str, Any] = {"text": [0, 0, 0.5], "of": "text", "as": "letters"}
        letters["fit"] = [1, 1, 0.8, 0.62]
        lines = [{"dots": [0, 0, 0.25, 0.09], "of": "text", "as": "eye-dot", "else": letters}]
        if not part.colour:
            return group(draw(lines, thing), f"scale({short(unit)})")
    else:
        lines = [{"text": [0, 0, 0.8], "of": "text", "as": "letters"}]
        lines.append({"emblem": [-width / unit * 0.36, 0, 0.1]})
        lines.append({"emblem": [width / unit * 0.36, 0, 0.1]})
    return group(draw([{"rect": rect, "as": "body"}, *lines], thing), f"scale({short(unit)})")


def described(part: Part, text: str, colour: str) -> Thing:
    return describe(replace(part.front, text=text), colour, "", 0)


def roll(part: Part, paper: Paper) -> Cutting:
    """What is rolled to show another side and stands on an end."""
    wide = ACROSS * paper.scale * tan(pi / 6)
    return prism(part, paper, 6, wide, TALL * paper.scale, [cap_art(part, paper)] * 2)


def cap_art(part: Part, paper: Paper) -> str:
    """The shape that the back has, as large as an end."""
    if part.back.shape == part.front.shape:
        return ""
    inner = picture_of(part.back, part.back_colour, paper)
    return group(inner, f"scale({short(ACROSS * paper.scale * 0.98)})")


def die(part: Part, paper: Paper) -> Cutting:
    """A cube."""
    wide = 0.72 * paper.scale
    ends = [written(part, text, wide, wide) for text in sides_of(part)[4:]]
    return prism(part, paper, 4, wide, wide, ends)


NETS: Final[Mapping[str, Callable[[Part, Paper], Cutting]]] = {
    "flat": flat,
    "standee": standee,
    "pyramid": pyramid,
    "roll": roll,
    "die": die,
}


def cuttings(parts: Sequence[Part], paper: Paper) -> Iterator[Cutting]:
    """Of all parts, each as often as it is needed."""
    for part in parts:
        yield from [cut_out(part, paper)] * part.count
