"""Draws the things of a kit that are cut out of paper, in millimetres, with solid lines to cut
along and dashed lines to fold along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import asin, cos, degrees, hypot, pi, sin, tan
from typing import Any, Final

from everygame.drawing.shapes import SIZES, art, describe, draw, shapes, short
from everygame.drawing.shapes import Part as Line
from everygame.kit.box import Part
from everygame.scene import FIGURES, Piece

Address = Callable[[str], str]
Point = tuple[float, float]

CUT: Final = 'fill="none" stroke="#222" stroke-width=".25"'
FOLD: Final = 'fill="none" stroke="#222" stroke-width=".2" stroke-dasharray="1.6 1.2"'
GAPS: Final = 'fill="none" stroke="#fff" stroke-width=".2"'
GLUE: Final = 'fill="#e9e9e9" stroke="#222" stroke-width=".2"'
GREY: Final = 'fill="#e9e9e9"'
STEEP: Final = 1.75
"""The height of a pyramid divided by the side of its base, as common plastic pyramids have it."""
LIP: Final = 0.07
"""The width of the rim of a pyramid that is folded inwards, in squares; the rim makes a pyramid
that covers another stand higher."""
TALL: Final = 0.7
"""The length of a "roll" bar, in squares."""
ACROSS: Final = 0.6
"""The thickness of a "roll" bar from side to side, in squares."""
BOXES: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "card": (-0.41, -0.45, 0.82, 0.9),
    "domino": (-0.48, -0.24, 0.96, 0.48),
    "tile": (-0.42, -0.42, 0.84, 0.84),
    "pawn": (-0.28, -0.44, 0.56, 0.82),
    "penguin": (-0.35, -0.44, 0.7, 0.8),
    "hexagon": (-0.45, -0.52, 0.9, 1.04),
    "peg": (-0.22, -0.22, 0.44, 0.44),
    "disc": (-0.39, -0.385, 0.78, 0.83),
    "coin": (-0.39, -0.385, 0.78, 0.83),
}
"""The rectangle that is cut out around a shape: left, top, width and height in squares."""
USUAL: Final = (-0.46, -0.46, 0.92, 0.96)
ROUND: Final = ("disc", "coin", "peg")


@dataclass(frozen=True)
class Cutting:
    """A drawing to cut out, whose upper left corner is at 0, 0; all lengths are in millimetres."""

    width: float
    height: float
    drawing: str


@dataclass(frozen=True)
class Paper:
    """The settings for drawing things on paper."""

    scale: float
    """The width of a square of the board, in millimetres."""
    address: Address
    """Returns the address of a picture of the game."""


def cut_out(part: Part, paper: Paper) -> Cutting:
    """Draw one copy of a part."""
    return NETS[part.form](part, paper)


def group(inner: str, *steps: str) -> str:
    return f'<g transform="{" ".join(steps)}">{inner}</g>'


def move(x: float, y: float) -> str:
    return f"translate({short(x)} {short(y)})"


def polygon(points: Sequence[Point], look: str) -> str:
    drawn = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    return f'<polygon points="{drawn}" {look}/>'


def flap_of(points: Sequence[Point]) -> str:
    """Draw a grey flap. It is folded along its edge from the last point to the first, where
    whoever draws it adds a dashed line; its other edges are cut."""
    drawn = " ".join(f"{short(x)},{short(y)}" for x, y in points)
    return polygon(points, GREY) + f'<polyline points="{drawn}" {CUT}/>'


def line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<path d="M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}" {look}/>'


def fold(x1: float, y1: float, x2: float, y2: float) -> str:
    """Draw a dashed line to fold along, with white gaps, which are seen on dark things."""
    return line(x1, y1, x2, y2, GAPS) + line(x1, y1, x2, y2, FOLD)


def rectangle(x: float, y: float, width: float, height: float, look: str) -> str:
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], look)


def picture_of(piece: Piece, colour: str, paper: Paper) -> str:
    """Draw a piece around 0, 0 without its shadow, with a square as unit."""
    bare = replace(piece, tags=(*piece.tags, "printed"))
    image = paper.address(piece.picture) if piece.picture and not piece.hidden else ""
    return art(bare, colour, image)


# -- two sides


def box_of(piece: Piece) -> tuple[float, float, float, float]:
    """Return the rectangle that is cut out around a piece: left, top, width and height in
    squares."""
    x, y, width, height = BOXES.get(piece.shape, USUAL)
    by = 1.0 if piece.shape in FIGURES else shapes()["sizes"].get(SIZES.get(piece.size), 1.0)
    return x * by, y * by, width * by, height * by


def both_sides(part: Part, paper: Paper, front: Point, back: Point) -> str:
    """Draw the front around one point, and the back around another point, upside down."""
    size = f"scale({short(paper.scale)})"
    shown = group(picture_of(part.front, part.colour, paper), move(*front), size)
    turned = picture_of(part.back, part.back_colour, paper)
    return shown + group(turned, move(*back), "rotate(180)", size)


def flat(part: Part, paper: Paper) -> Cutting:
    """Draw the front and the back one above the other, to be folded, glued and cut out."""
    x, y, width, height = (length * paper.scale for length in box_of(part.front))
    drawing = (
        both_sides(part, paper, (-x, -y), (width + x, 2 * height + y))
        + outline(part.front.shape, width, height)
        + fold(0, height, width, height)
    )
    return Cutting(width, 2 * height, drawing)


def outline(shape: str, width: float, height: float) -> str:
    """Draw the lines along which both sides are cut out, one of them above the other."""
    if shape not in ROUND:
        return rectangle(0, 0, width, 2 * height, CUT)
    rx, ry = width / 2 - 0.13, height / 2 - 0.13
    middles = (f'cx="{short(width / 2)}" cy="{short(y)}"' for y in (height / 2, 1.5 * height))
    return "".join(f'<ellipse {at} rx="{short(rx)}" ry="{short(ry)}" {CUT}/>' for at in middles)


def standee(part: Part, paper: Paper) -> Cutting:
    """Draw front and back of a figure with two feet, which are folded apart and glued to each
    other."""
    x, y, width, height = (length * paper.scale for length in box_of(part.front))
    foot = 0.3 * paper.scale
    top = foot + height
    feet = (rectangle(0, at, width, foot, GREY) for at in (0, foot + 2 * height))
    drawing = (
        "".join(feet)
        + both_sides(part, paper, (-x, top - y), (width + x, top + y))
        + rectangle(0, 0, width, 2 * top, CUT)
        + "".join(fold(0, at, width, at) for at in (foot, top, top + height))
    )
    return Cutting(width, 2 * top, drawing)


# -- solids


def base_of(size: int) -> float:
    """Return the side of a pyramid's base in squares, as the pyramid is drawn from above."""
    rect: Sequence[float] = shapes()["parts"][f"upright pyramid {SIZES[size]}"][0]["rect"]
    return rect[2]


def pyramid(part: Part, paper: Paper) -> Cutting:
    """Draw the four faces of a pyramid around its tip, with a rim that is folded inwards; the
    pyramid is open below."""
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
    """Draw face `number` of the four, below its tip at 0, 0."""
    half, in_ = base / 2, base / 2 - lip
    rim = flap_of([(half, slant), (in_, slant + lip), (-in_, slant + lip), (-half, slant)])
    thing = describe(part.front, part.colour or "neutral", "", 0)
    unit = paper.scale
    corners = [[0, 0], [half / unit, slant / unit], [-half / unit, slant / unit]]
    pips = [(n - (part.front.size - 1) / 2) * 0.14 for n in range(part.front.size)]
    lines: list[Line] = [
        {"polygon": corners, "as": "paper"},
        *({"circle": [x, slant / unit - 0.1, 0.04], "as": "pip"} for x in pips),
        {"emblem": [0, slant / unit * 0.62, 0.055]},
    ]
    drawn = group(draw(lines, thing), f"scale({short(unit)})")
    crease = fold(-half, slant, half, slant)
    first = line(0, 0, half, slant, CUT) if number == 0 else ""
    return rim + drawn + crease + first + (fold(0, 0, -half, slant) if number < 3 else "")


def side_tab(side: float, wide: float) -> str:
    """Draw the strip beside the last face, which is glued under the first face."""
    top, low = (0.0, side * 0.12), (0.0, side * 0.97)
    grey = flap_of([low, (-wide, side * 0.9), (-wide * 0.7, side * 0.3), top])
    return grey + fold(*top, *low)


def prism(
    part: Part, paper: Paper, sides: int, wide: float, long: float, ends: Sequence[str]
) -> Cutting:
    """Draw the sides of a bar one below the other, with an end to the left and to the right of the
    second side."""
    tab = min(0.16 * paper.scale, wide * 0.7)
    cap = end_points(sides, wide)
    deep = max(x for x, _ in cap)
    high = max(y for _, y in cap)
    left, top = deep + tab, max(0.0, high + tab - 1.5 * wide)
    drawn = [glue_strip(left, top + sides * wide, long, tab)]
    at = top + 1.5 * wide
    for x, mirror, inner in ((left + long, 1, ends[0]), (left, -1, ends[1])):
        drawn.append(group(end(cap, tab, inner, mirror), move(x, at), f"scale({mirror} 1)"))
    inner = "".join(drawn) + side_faces(part, paper, left, top, wide, long, sides)
    inner += "".join(
        fold(left, top + n * wide, left + long, top + n * wide) for n in range(1, sides + 1)
    )
    inner += "".join(edges(left, top, wide, long, sides))
    return Cutting(2 * left + long, top + sides * wide + tab, inner)


def edges(left: float, top: float, wide: float, long: float, sides: int) -> Iterator[str]:
    """Draw where the strip of sides is cut: above it, and at both ends of all sides but the second,
    where the ends of the bar are folded."""
    yield line(left, top, left + long, top, CUT)
    for x in (left, left + long):
        yield line(x, top, x, top + wide, CUT)
        yield line(x, top + 2 * wide, x, top + sides * wide, CUT)


def end_points(sides: int, wide: float) -> list[Point]:
    """Return the corners of a regular end that begins at the middle of its edge at 0, 0 and lies to
    the right of it."""
    apothem = wide / 2 / tan(pi / sides)
    radius = wide / 2 / sin(pi / sides)
    turns = [pi + pi / sides + 2 * pi * n / sides for n in range(sides)]
    return [(apothem + radius * cos(t), radius * sin(t)) for t in turns]


def end(cap: Sequence[Point], tab: float, inner: str, mirror: int) -> str:
    """Draw an end with its flaps."""
    crease = polygon(cap, GAPS) + polygon(cap, FOLD)
    middle = sum(x for x, _ in cap) / len(cap)
    flaps = "".join(
        flap_of(flap(a, b, (middle, 0), tab))
        for a, b in zip(cap, [*cap[1:], cap[0]], strict=True)
        if a[0] + b[0] > 1e-6
    )
    return flaps + group(inner, move(middle, 0), f"scale({mirror} 1)") + crease


def flap(a: Point, b: Point, middle: Point, tab: float) -> list[Point]:
    """Return the corners of a trapezium beyond the edge from `b` to `a`, to be glued."""
    x, y = (a[0] + b[0]) / 2 - middle[0], (a[1] + b[1]) / 2 - middle[1]
    length = hypot(x, y)
    out = x / length * tab, y / length * tab
    cut = min(0.35, tab / hypot(b[0] - a[0], b[1] - a[1]))
    near = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (cut, 1 - cut)]
    return [a, *((px + out[0], py + out[1]) for px, py in near), b]


def glue_strip(left: float, y: float, long: float, tab: float) -> str:
    slope = tab * 0.5
    right = left + long
    return flap_of([(right, y), (right - slope, y + tab), (left + slope, y + tab), (left, y)])


def side_faces(
    part: Part, paper: Paper, left: float, top: float, wide: float, long: float, sides: int
) -> str:
    """Draw the texts on the sides."""
    return "".join(
        group(
            written(part, text, long, wide),
            move(left + long / 2, top + (number + 0.5) * wide),
        )
        for number, text in enumerate(sides_of(part)[:sides])
    )


def sides_of(part: Part) -> list[str]:
    """Return the texts in the order of the strip of sides; of a die, the two ends come last."""
    if part.form == "die":
        first, second, third, fourth, fifth, sixth = dice_faces(part)
        return [first, second, sixth, fifth, third, fourth]
    return [part.faces[n % len(part.faces)] for n in range(6)]


def dice_faces(part: Part) -> tuple[str, ...]:
    """Return the six texts of a die; the first is opposite the last, the second the fifth, and so
    on."""
    faces = part.faces or tuple("123456")
    return tuple(faces[n % len(faces)] for n in range(6))


def written(part: Part, text: str, width: float, height: float) -> str:
    """Draw a side with its text around 0, 0."""
    colour = part.colour or "neutral"
    thing = describe(replace(part.front, text=text), colour, "", 0)
    unit = min(width, height)
    rect = [-width / 2 / unit, -height / 2 / unit, width / unit, height / unit]
    lines = die_face() if part.form == "die" else label(width / unit)
    if part.colour or part.form != "die":
        lines = [{"rect": rect, "as": "paper"}, *lines]
    return group(draw(lines, thing), f"scale({short(unit)})")


def die_face() -> list[dict[str, Any]]:
    """Return the lines of `drawings.js` for a face of a die: dots for a number, else letters."""
    letters = {"text": [0, 0, 0.5], "of": "text", "as": "letters", "fit": [1, 1, 0.8, 0.62]}
    return [{"dots": [0, 0, 0.25, 0.09], "of": "text", "as": "eye-dot", "else": letters}]


def label(width: float) -> list[dict[str, Any]]:
    """Return the lines of `drawings.js` for a text between two emblems."""
    emblems = [{"emblem": [side * width * 0.36, 0, 0.1]} for side in (-1, 1)]
    return [{"text": [0, 0, 0.8], "of": "text", "as": "letters"}, *emblems]


def roll(part: Part, paper: Paper) -> Cutting:
    """Draw a six-sided bar that is rolled to show another side and can stand on its end."""
    wide = ACROSS * paper.scale * tan(pi / 6)
    return prism(part, paper, 6, wide, TALL * paper.scale, [cap_art(part, paper)] * 2)


def cap_art(part: Part, paper: Paper) -> str:
    """Draw the shape of the part's back, as large as the end of the bar; an empty text where it has
    the shape of the front."""
    if part.back.shape == part.front.shape:
        return ""
    inner = picture_of(part.back, part.back_colour, paper)
    return group(inner, f"scale({short(ACROSS * paper.scale * 0.98)})")


def die(part: Part, paper: Paper) -> Cutting:
    """Draw a cube."""
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
    """Yield the drawings of all parts, each as often as the kit contains the part."""
    for part in parts:
        yield from [cut_out(part, paper)] * part.count
