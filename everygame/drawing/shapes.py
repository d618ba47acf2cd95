"""Draws the shapes described in `client/drawings.js` as SVG text, each in a square of side 1 around
(0, 0).

`client/view/shapes.js` does the same on the page, from the same file, and tests compare the
results. docs/reference/shapes.md explains the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from math import floor, sqrt
from typing import Any, Final

from everygame.contract import AnyJson
from everygame.errors import BadGame
from everygame.scene import Piece
from everygame.words import list_of

Part = dict[str, Any]
Numbers = Sequence[float]
Point = tuple[float, float]

SIZES: Final = {1: "small", 2: "medium", 3: "large"}
PREFIX: Final = "eg-"
"""The beginning of the ids of gradients, because a web page may have other elements with the same
ids."""


NOBODY: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True)
class Thing:
    """The conditions and values that decide how a shape is drawn."""

    words: frozenset[str] = frozenset()
    """The conditions that hold: the shape, the colour, "text", "hidden", "is-king" …"""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts on the thing, by the names that `drawings.js` uses for them."""
    owner: int | None = None
    turn: float = 0
    colour: str = "neutral"
    image: str = ""
    """The address of the image on the thing."""
    theme: int = 0
    """0 for the light theme, 1 for the dark one."""
    outline: Sequence[Numbers] = ()
    """The corners of a cell that is no square."""
    points: Sequence[Point] = ()
    """The points of a mark's path."""


@cache
def shapes() -> dict[str, AnyJson]:
    """Read the file `client/drawings.js`, once for each process, and return its content."""
    text = (files("everygame") / "client" / "drawings.js").read_text("utf-8")
    # a module, because browsers before Firefox 138 import no JSON
    found: dict[str, Any] = json.loads(text.partition("export default ")[2])
    return found


@cache
def styles() -> dict[str, list[tuple[list[str], dict[str, AnyJson]]]]:
    """Return for each name its styles, each with the conditions that it needs."""
    found: dict[str, list[tuple[list[str], dict[str, Any]]]] = {}
    for key, style in shapes()["styles"].items():
        name, *conditions = key.split()
        found.setdefault(name, []).append((conditions, style))
    return found


def find(kind: str, name: str, what: str) -> AnyJson:
    """Return an entry of one part of the file, such as "marks". Raises BadGame where there is none;
    `what` names the kind of entry in the message."""
    entries = shapes()[kind]
    if name not in entries:
        raise BadGame(
            "There is no {what} {name}; there are {entries}.",
            what=what,
            name=repr(name),
            entries=list_of(entries),
        )
    return entries[name]


def art(piece: Piece, colour: str, image: str = "", theme: int = 0) -> str:
    """Draw a piece without its place. `colour` is the name of its colour, or empty; `image` is the
    address of its picture. Raises BadGame for a shape or colour that is not in the file."""
    find("shapes", piece.shape, "shape")
    find("seats", colour or "neutral", "colour")
    thing = describe(piece, colour or "neutral", image, theme)
    scale = None if piece.shape == "pyramid" else shapes()["sizes"].get(SIZES.get(piece.size))
    body: Part = {"use": piece.shape, **({"scale": scale} if scale else {})}
    inner = draw([{"use": "piece below"}, body, {"use": "piece above"}], thing)
    return element("g", {}, {"as": "art"}, thing, inner)


def describe(piece: Piece, colour: str, image: str, theme: int) -> Thing:
    left, _, rest = piece.text.partition("|")
    right = rest.partition("|")[0]
    court = court_of(piece.text)
    holds = {
        "text": piece.text,
        "corner": piece.corner,
        "court": court,
        court: court,
        "hidden": piece.hidden,
        "owned": piece.owner is not None,
        "lying": piece.turn is not None,
        "many": piece.count > 1,
        "pictured": piece.picture,
        "coloured": piece.colour,
    }
    words = {word for word, holding in holds.items() if holding}
    words |= {piece.shape, colour, SIZES.get(piece.size, "medium"), variant(piece.id)}
    words |= {f"is-{tag}" for tag in piece.tags}
    texts = {
        "text": piece.text,
        "corner": piece.corner,
        "left": "" if left == "0" else left,
        "right": "" if right == "0" else right,
        "rank": piece.text[:1],
        "suit": piece.text[1:2],
        "count": str(piece.count),
    }
    owner, turn = piece.owner, piece.turn or 0
    return Thing(frozenset(words), texts, owner, turn, colour, image, theme)


def court_of(text: str) -> str:
    """Return the figure that a card has by its rank, where it has a suit: of "K♠" the king;
    otherwise an empty text."""
    found: str = shapes()["courts"].get(text[:1], "") if text[1:] in shapes()["suits"] else ""
    return found


def variant(name: str) -> str:
    """Choose one of three variants by the name, so that pieces of one kind differ a little."""
    total = 0
    for letter in name:
        total = (total * 31 + ord(letter)) % 997
    return f"variant-{total % 3 + 1}"


def draw(parts: Iterable[Part], thing: Thing) -> str:
    """Draw some lines of the file as SVG text."""
    drawn = (lines(part, thing) for part in parts if holds(part.get("when", ""), thing))
    return joined(chain.from_iterable(drawn))


STROKE: Final = re.compile(r'<path d="(M[^"]*)"((?![^>]* transform=)[^>]* fill="none"[^>]*/>)')
"""A line that is not filled and not moved: its path, and how it looks."""


def joined(elements: Iterable[str]) -> str:
    """Join lines in a row that look alike to one element: a browser keeps a kilobyte of each."""
    every: list[str] = []
    for one in filter(None, elements):
        last = STROKE.fullmatch(every[-1]) if every else None
        more = STROKE.fullmatch(one) if last else None
        if last and more and last[2] == more[2]:
            every[-1] = f'<path d="{last[1]}{more[1]}"{last[2]}'
        else:
            every.append(one)
    return "".join(every)


def lines(part: Part, thing: Thing) -> Iterator[str]:
    """Draw one line of the file, as often as it stands around the middle; its first key names the
    kind of element."""
    kind, how = next(iter(part.items()))
    around = part.get("around", 1)
    yield LINES[kind](how, part, thing)
    for i in range(1, around):
        yield LINES[kind](how, {**part, "turn": 360 / around * i}, thing)


def holds(when: str, thing: Thing) -> bool:
    """Whether all conditions in `when` hold; a condition with "!" before it holds where its word is
    absent."""
    words = thing.words
    return all(word[1:] not in words if word[0] == "!" else word in words for word in when.split())


# -- styles


@lru_cache(maxsize=10_000)
def styled(name: str, words: frozenset[str], colour: str, theme: int) -> dict[str, AnyJson]:
    """Merge all styles of a name whose conditions hold; a later style overrides an earlier one."""
    style: dict[str, Any] = {}
    for conditions, more in styles().get(name, ()):
        if words.issuperset(conditions):
            style.update(more)
    seat = find("seats", colour, "colour")
    for key in {"fill", "stroke"} & style.keys():
        style[key] = paint(style[key], theme, seat)
    return style


def paint(name: AnyJson, theme: int, seat: Mapping[str, AnyJson] = NOBODY) -> str:
    """Return a paint as SVG writes it: a colour, or a reference to a gradient."""
    if isinstance(name, list):
        return paint(name[theme], theme, seat)
    if name in shapes()["gradients"]:
        return f"url(#{PREFIX}{name})"
    named = seat.get(name) or shapes()["colours"].get(name)
    return paint(named, theme, seat) if named else str(name)


def gradients(drawn: str, theme: int) -> str:
    """Return the definitions of the gradients that a drawing refers to."""
    used = [name for name in shapes()["gradients"] if f"url(#{PREFIX}{name})" in drawn]
    return f"<defs>{''.join(gradient(name, theme) for name in used)}</defs>" if used else ""


def gradient(name: str, theme: int) -> str:
    (x, y), stops = shapes()["gradients"][name]["to"], shapes()["gradients"][name]["stops"]
    drawn = "".join(
        f'<stop offset="{short(i / (len(stops) - 1))}" stop-color="{paint(stop, theme)}"/>'
        for i, stop in enumerate(stops)
    )
    ends = f'x1="0" y1="0" x2="{short(x)}" y2="{short(y)}"'
    return f'<linearGradient id="{PREFIX}{name}" {ends}>{drawn}</linearGradient>'


# -- elements


def escape(text: str) -> str:
    """Escape a text for an element or an attribute, and remove the characters that XML forbids."""
    kept = re.sub("[\x00-\x1f\ud800-\udfff\ufffe\uffff]", "", text)
    return re.sub('[&<>"]', lambda sign: f"&#{ord(sign[0])};", kept)


def short(number: float) -> str:
    """Write a length as text, rounded to a ten-thousandth of a square."""
    short = floor(number * 1e4 + 0.5) / 1e4
    return str(int(short) if short == int(short) else short)


def transform(part: Part, thing: Thing) -> str:
    turn = thing.turn if part.get("turned") else part.get("turn", 0)
    steps = []
    if "move" in part:
        steps.append(f"translate({' '.join(map(short, part['move']))})")
    if turn:
        steps.append(f"rotate({short(turn)})")
    if "scale" in part:
        steps.append(f"scale({short(part['scale'])})")
    return " ".join(steps)


def element(
    tag: str, place: Mapping[str, AnyJson], part: Part, thing: Thing, inner: str = ""
) -> str:
    """Return an SVG element with the style and the place that a line of the file gives it."""
    style = styled(part.get("as", ""), thing.words, thing.colour, thing.theme)
    every = {**place, **style, "transform": transform(part, thing)}
    written = "".join(
        f' {key}="{value if isinstance(value, str) else short(value)}"'
        for key, value in every.items()
        if value != ""
    )
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


def simple(tag: str, *names: str) -> Callable[[AnyJson, Part, Thing], str]:
    """Return a function that draws an element whose attributes are the numbers of a line; the last
    ones may be left out."""
    return lambda how, part, thing: element(tag, dict(zip(names, how, strict=False)), part, thing)


def path(how: str, part: Part, thing: Thing) -> str:
    return element("path", {"d": how}, part, thing)


def through_points(tag: str) -> Callable[[Sequence[Numbers], Part, Thing], str]:
    """Return a function that draws a polygon or a polyline."""

    def drawn(how: Sequence[Numbers], part: Part, thing: Thing) -> str:
        points = " ".join(short(number) for point in how for number in point)
        return element(tag, {"points": points}, part, thing)

    return drawn


polygon: Final = through_points("polygon")


def outline(how: float, part: Part, thing: Thing) -> str:
    """Draw the outline of a cell that is no square, `thing.outline`, enlarged by the factor `how`.
    `part` gives the colours and lines."""
    return polygon([[x * how, y * how] for x, y in thing.outline], part, thing)


SINGLE: Final = re.compile(r"<\w+(?![^>]* transform=)[^<>]*/>")
"""An element without any in it and without a place of its own."""
PLACED: Final = re.compile(r'<g( transform="[^"]*")?>')


def group(how: Sequence[Part], part: Part, thing: Thing) -> str:
    """Draw lines in a group; without one where it would say nothing of what is in it, or where the
    only element in it can stand at its place."""
    inner = draw(how, thing)
    drawn = element("g", {}, part, thing, inner) if inner else ""
    found = PLACED.match(drawn)
    if not found:
        return drawn
    if not found[1]:
        return inner
    return f"{inner.removesuffix('/>')}{found[1]}/>" if SINGLE.fullmatch(inner) else drawn


def use(how: str, part: Part, thing: Thing) -> str:
    return group(shapes()["parts"].get(how) or shapes()["shapes"][how], part, thing)


def text(how: Numbers, part: Part, thing: Thing) -> str:
    """Draw a text so that the middle of its capitals is at the given point; a longer text is drawn
    smaller."""
    words = part.get("says") or thing.texts.get(part["of"], "")
    if not words:
        return ""
    x, y, size = how
    fit = part.get("fit", [1])
    height = size * fit[min(len(words), len(fit) - 1)]
    place = {"x": x, "y": y + 0.35 * height, "font-size": height, "text-anchor": "middle"}
    return element("text", place, part, thing, escape(words))


def dots(how: Numbers, part: Part, thing: Thing) -> str:
    """Draw a number up to six as dots, as on a die; draw anything else as the line's `else`
    says."""
    x, y, gap, r = how
    found = shapes()["dots"].get(thing.texts.get(part["of"], ""))
    if not found:
        return draw([part["else"]], thing)
    points = [[x + across * gap, y + down * gap, r] for across, down in found]
    return draw([{"circle": point, "as": part["as"]} for point in points], thing)


def emblem(how: Numbers, part: Part, thing: Thing) -> str:
    """Draw the sign of a seat, for people who cannot tell its colour."""
    if thing.owner is None:
        return ""
    x, y, r = how
    signs = shapes()["emblems"]
    sign = signs[thing.owner % len(signs)]
    if "circle" in sign:
        across, down, radius = sign["circle"]
        return draw([{"circle": [x + across * r, y + down * r, radius * r], "as": "emblem"}], thing)
    points = [[x + across * r, y + down * r] for across, down in sign["polygon"]]
    return draw([{"polygon": points, "as": "emblem"}], thing)


def image(how: Numbers, part: Part, thing: Thing) -> str:
    x, y, width, height = how
    place = {"href": escape(thing.image), "x": x, "y": y, "width": width, "height": height}
    return element("image", place, part, thing)


def through(gaps: Numbers, part: Part, thing: Thing) -> str:
    """Draw a line through two or more points, which begins one gap after the first point and ends
    another gap before the last."""
    if len(thing.points) < 2:
        return ""
    after, before = gaps
    start, _ = tip(thing.points[1::-1], after)
    end, _ = tip(thing.points, before)
    points = [start, *thing.points[1:-1], end]
    return path("M" + "L".join(map(spot, points)), part, thing)


def head(how: Numbers, part: Part, thing: Thing) -> str:
    """Draw the arrow head at the end of such a line, of this length and this width to each side."""
    if len(thing.points) < 2:
        return ""
    gap, long, wide = how
    (x, y), (ux, uy) = tip(thing.points, gap)
    back = [(x - ux * long - uy * side, y - uy * long + ux * side) for side in (wide, -wide)]
    return path("M" + "L".join(map(spot, (back[0], (x, y), back[1]))), part, thing)


def tip(points: Sequence[Point], gap: float) -> tuple[Point, Point]:
    """Return the point `gap` before the end of a path, and the direction of the path there."""
    (x1, y1), (x2, y2) = points[-2:]
    length = sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)) or 1
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    return (x2 - ux * gap, y2 - uy * gap), (ux, uy)


def spot(point: Point) -> str:
    return " ".join(map(short, point))


LINES: Final[dict[str, Callable[[Any, Part, Thing], str]]] = {
    "circle": simple("circle", "cx", "cy", "r"),
    "ellipse": simple("ellipse", "cx", "cy", "rx", "ry"),
    "rect": simple("rect", "x", "y", "width", "height", "rx"),
    "path": path,
    "polygon": polygon,
    "polyline": through_points("polyline"),
    "outline": outline,
    "group": group,
    "use": use,
    "text": text,
    "dots": dots,
    "emblem": emblem,
    "image": image,
    "through": through,
    "head": head,
}
