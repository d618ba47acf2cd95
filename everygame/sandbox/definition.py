"""Reads `table.json`, which describes a table without rules (docs/reference/table-format.md).

Places are numbered: the squares of the board in reading order, then the spots of each area.
Pieces are numbered in the order of the file: by kind, then place, then face, then copy.
"""

from __future__ import annotations

import json
import pathlib
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from math import cos, radians, sin
from typing import Final

from everygame.contract import AnyJson, Json
from everygame.errors import BadGame
from everygame.foreign_json import read_json
from everygame.sandbox.names import UNNAMED, UNTOLD, as_messages
from everygame.sandbox.schema import DEEPEST, Path, find_fault, line_of, schema, shown, spoken
from everygame.scene import square
from everygame.words import say

FILE: Final = "table.json"
MOST_CHARACTERS: Final = 400_000
"""The number of characters that table.json may have."""
MOST_PIECES: Final = 500
MOST_PLACES: Final = 500
"""The number of squares and spots that a table may have together."""
HIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""The Unicode categories of characters that are invisible or change how other characters look."""
JOINERS: Final = "\u200d\ufe0f"
"""The only invisible characters that are allowed: they join emoji."""
BLANKS: Final = JOINERS + "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like spaces."""
SIDES: Final = {"bottom": 0, "left": 3, "top": 2, "right": 1}
"""The number of quarter turns clockwise that bring a side of the table to the bottom."""


@dataclass(frozen=True)
class Place:
    """A place for pieces: a square of the board, or a spot of an area. `version_of` uses the `repr`
    of all places and pieces."""

    id: str
    area: int
    """The index of the place's area; -1 for a square of the board."""
    hand: int = -1
    """The seat to whose hand the place belongs; -1 for none."""
    face: str = ""
    """How a piece with a back lies here: "up", "down", or empty where it stays as it was."""
    single: bool = False
    """True where a piece put here takes the piece that lies here."""
    taken: bool = False
    """True where pieces taken from the board are put."""
    track: bool = field(default=False, repr=False)
    """True where a counter walks along and no other piece may be put."""


@dataclass(frozen=True)
class Kind:
    """An entry of `pieces` in table.json."""

    data: Json
    faces: tuple[Json, ...]
    back: Json | None
    seat: int
    """The seat that owns the pieces of this kind; -1 for none."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of a die; empty for other pieces."""
        return tuple(self.data.get("die", ()))

    @property
    def counter(self) -> Json | None:
        found: Json | None = self.data.get("counter")
        return found

    @property
    def track(self) -> str:
        """The id of the area along which the counter walks; empty where the counter stays at its
        place."""
        return str((self.counter or {}).get("track", ""))

    @property
    def degrees(self) -> int:
        """The degrees by which a player turns the piece at a time; 0 where it cannot be turned."""
        return int(self.data.get("rotate", 0))

    @property
    def deck(self) -> bool:
        return bool(self.data.get("deck")) and self.back is not None


@dataclass(frozen=True)
class Piece:
    """One piece on the table at the start."""

    kind: int
    face: int
    """The index of the piece's face among the faces of its kind."""
    place: int


@dataclass(frozen=True)
class Setting:
    """A table as it is laid out for a number of players."""

    places: tuple[Place, ...]
    areas: tuple[Json, ...]
    kinds: tuple[Kind, ...]
    pieces: tuple[Piece, ...]
    players: int

    @cached_property
    def index(self) -> dict[str, int]:
        """For each id of a place: the number of the place."""
        return {place.id: number for number, place in enumerate(self.places)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """For each piece: a short text that no other piece has."""
        faces = [self.kinds[p.kind].faces[p.face] for p in self.pieces]
        texts = [face.get("text", "") for face in faces]
        ids = [self.kinds[p.kind].data["id"] for p in self.pieces]
        short = [t if t and not set(t) & set(" ?.") else i for t, i in zip(texts, ids, strict=True)]
        times, count = Counter(short), Counter[str]()
        for number, name in enumerate(short):
            count[name] += 1
            short[number] = f"{name}.{count[name]}" if times[name] > 1 else name
        return tuple(short)

    @cached_property
    def back(self) -> tuple[str, ...]:
        """For each piece: its back as text, empty where it has none. Pieces with the same back
        cannot be told apart when they lie face down."""
        backs = [self.kinds[piece.kind].back for piece in self.pieces]
        return tuple("" if back is None else json.dumps(back, sort_keys=True) for back in backs)

    @cached_property
    def taken(self) -> tuple[int, ...]:
        """The places to which pieces taken from the board go."""
        return tuple(n for n, place in enumerate(self.places) if place.taken)


class Definition:
    """The content of a table.json in which no fault was found."""

    def __init__(self, data: Json, translated: bool = False) -> None:
        """With `translated` the names of seats, areas and pieces are messages; otherwise they stay
        as the author of the table wrote them."""
        self.data = data
        self.worded: Json = as_messages(data) if translated else data
        seats: list[Json] = self.worded.get("seats", list(UNNAMED))
        self.seats = seats
        self.turns: str = data.get("turns", "tap")
        self.board: Json | None = data.get("board")

    @property
    def fewest(self) -> int:
        """The least number of players."""
        return int(self.data.get("fewest", len(self.seats)))

    @property
    def tracks(self) -> set[str]:
        """The areas along which counters walk, and the places where these counters start."""
        walkers = [piece for piece in self.data["pieces"] if "track" in piece.get("counter", {})]
        return {name for one in walkers for name in (one["counter"]["track"], *one["at"])}

    @property
    def facts(self) -> Json:
        """The facts about the table that the library shows."""
        words = ("title", "designer", "year", "tags", "also", "source")
        facts = {word: self.data[word] for word in words if word in self.data}
        sentence = self.data.get("sentence", UNTOLD)
        return {"sentence": sentence, "minutes": self.data.get("minutes", []), **facts}

    @property
    def pictures(self) -> dict[str, Path]:
        """For the file name of each picture: where table.json first names it."""
        found: dict[str, Path] = {}
        collect(self.data, (), found)
        return found

    def setting(self, players: int) -> Setting:
        """Lay the table out for a number of players, without the hands and pieces of other
        seats."""
        areas = tuple(a for a in self.worded.get("areas", []) if a.get("hand", 1) <= players)
        places = (*self.squares(), *(p for n, a in enumerate(areas) for p in self.spots(n, a)))
        known = {place.id: number for number, place in enumerate(places)}
        present = [p for p in self.worded["pieces"] if p.get("seat", 1) <= players]
        kinds = tuple(read_kind(piece) for piece in present)
        pieces = tuple(
            Piece(number, face, known[at])
            for number, kind in enumerate(kinds)
            for at in kind.data["at"]
            if at in known
            for face in range(len(kind.faces))
            for _ in range(kind.data.get("copies", 1))
        )
        return Setting(places, areas, kinds, pieces, players)

    def squares(self) -> list[Place]:
        board = self.board
        if board is None:
            return []
        columns, rows = board["columns"], board["rows"]
        names = [square(x, y, rows) for y in range(rows) for x in range(columns)]
        return [Place(name, -1, single="taken" in board) for name in names]

    def spots(self, number: int, area: Json) -> list[Place]:
        """Return the places of an area; `number` is the index of the area."""
        count = len(spots_of(area))
        hand, face = area.get("hand", 0) - 1, area.get("face", "")
        taken = self.board is not None and self.board.get("taken") == area["id"]
        names = [area["id"]] if count == 1 else [f"{area['id']}.{n + 1}" for n in range(count)]
        tracks = self.tracks
        return [
            Place(name, number, hand, face, taken=taken, track=bool({area["id"], name} & tracks))
            for name in names
        ]


def spots_of(area: Json) -> list[tuple[float, float]]:
    """Return the centres of an area's spots, measured from the area's `x` and `y`."""
    if "spots" in area:
        found = [(x, y) for x, y in area["spots"]]
    else:
        step, columns, rows = step_of(area), area.get("columns", 1), area.get("rows", 1)
        found = [(step * (x + 0.5), step * (y + 0.5)) for y in range(rows) for x in range(columns)]
    return rotated_together(found, area["turn"]) if area.get("turn") else found


def step_of(area: Json) -> float:
    """Return the distance between neighbouring spots of an area made of columns and rows."""
    found: float = area.get("step") or area.get("size", 1)
    return found


def rotated_together(
    points: list[tuple[float, float]], degrees: float
) -> list[tuple[float, float]]:
    """Rotate points clockwise around the middle of the smallest rectangle that contains them."""
    xs, ys = zip(*points, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    found = [rotated((u - x, v - y), degrees) for u, v in points]
    return [(round(x + u, 4), round(y + v, 4)) for u, v in found]


def rotated(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """Rotate a point clockwise around 0, 0."""
    (x, y), angle = point, radians(degrees)
    c, s = cos(angle), sin(angle)
    return round(x * c - y * s, 4), round(x * s + y * c, 4)


def read_kind(data: Json) -> Kind:
    own = {key: data[key] for key in ("name", "text", "corner", "colour", "picture") if key in data}
    faces = tuple({**own, **face} for face in data.get("faces", [{}]))
    back = data.get("back")
    return Kind(data, faces, back, data.get("seat", 0) - 1)


def collect(data: AnyJson, path: Path, found: dict[str, Path]) -> None:
    """Add the value of every key `picture` in some JSON to `found`, with its path."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "picture" and isinstance(value, str):
                found.setdefault(value, (*path, key))
            else:
                collect(value, (*path, key), found)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            collect(value, (*path, index), found)


# -- reading


def read(folder: Traversable, translated: bool = False) -> Definition:
    """Read the table in a folder with `table.json` and pictures; `translated` as in Definition.
    Raises BadGame, which names the file, the line and the path of a fault."""
    text = read_text(folder)
    definition = parse(text, translated)
    for picture, path in definition.pictures.items():
        if not has_file(folder, picture):
            raise fault(text, path, say("there is no file {picture} beside it", picture=picture))
    return definition


def has_file(folder: Traversable, name: str) -> bool:
    """Whether a file of this name lies in the folder. A symbolic link to a file outside does not
    count, because it would show any file of the server to everybody."""
    file = folder / name
    if isinstance(file, pathlib.Path) and file.resolve().parent != file.parent.resolve():
        return False
    return file.is_file()


def read_text(folder: Traversable, name: str = FILE) -> str:
    """Read table.json, or another file beside it. Raises BadGame."""
    try:
        with (folder / name).open("rb") as file:
            text = file.read(4 * MOST_CHARACTERS + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadGame("{file} cannot be read: {error}.", file=name, error=error) from None
    if len(text) > MOST_CHARACTERS:
        raise BadGame(
            "{file} has more than {most_characters} characters.",
            file=name,
            most_characters=format(MOST_CHARACTERS, ","),
        )
    return text


def parse(text: str, translated: bool = False) -> Definition:
    """Read the table from the text of a table.json; its pictures need not exist. `translated` as in
    Definition. Raises BadGame."""
    try:
        data = read_json(text, object_pairs_hook=read_object, parse_float=read_float)
    except BadGame:
        raise
    except json.JSONDecodeError as error:
        where = say("line {lineno}, column {colno}", lineno=error.lineno, colno=error.colno)
        raise BadGame(
            "{file}, {where}: this is no JSON: {msg}.", file=FILE, where=where, msg=error.msg
        ) from None
    except (ValueError, RecursionError):
        raise BadGame(
            "{file} is nested too deeply or has a number that is too long.", file=FILE
        ) from None
    refuse_newer(data)
    found = find_fault(data, schema(), schema()) or find_text(data) or find_nonsense(data)
    if found:
        raise fault(text, *found)
    return Definition(data, translated)


def refuse_newer(data: AnyJson) -> None:
    """Raise BadGame for a table of a newer format. This is checked first, because all other checks
    know only the formats so far."""
    form = data.get("format") if isinstance(data, dict) else None
    if type(form) is int and form > schema()["properties"]["format"]["maximum"]:
        raise BadGame(
            "{file} was made by a newer EveryGame, and this one cannot read it.", file=FILE
        )


def read_object(pairs: list[tuple[str, AnyJson]]) -> Json:
    """Return an object of JSON. Raises BadGame where the object has one key twice, because the
    module `json` would silently drop one value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadGame(
            "{file}: {shown} stands twice in one object, {shown2}.",
            file=FILE,
            shown=shown(twice),
            shown2=shown(found),
        )
    return found


def read_float(text: str) -> int | float:
    """Convert a number with a point or an exponent. 8.0 becomes a whole number, as in JSON
    Schema."""
    number = float(text)
    return int(number) if number.is_integer() else number


def fault(text: str, path: Path, sentence: str) -> BadGame:
    place = say("{file}, line {line}", file=FILE, line=line_of(text, path))
    if path:
        place = say("{place}, {path}", place=place, path=spoken(path))
    return BadGame("{place}: {sentence}.", place=place, sentence=sentence)


def find_text(data: AnyJson, path: Path = ()) -> tuple[Path, str] | None:
    """Return the path of the first text with a forbidden invisible character, or of the first name
    in which nothing is visible, and a sentence about it; None where there is none. Characters that
    join emoji are allowed."""
    if isinstance(data, str):
        kinds = {unicodedata.category(c) for c in data if c not in JOINERS}
        if kinds & HIDDEN:
            return path, say("{shown} has a character that cannot be seen", shown=shown(data))
        is_name = data and path[-1:] in (("title",), ("name",))
        empty = is_name and all(c in BLANKS or unicodedata.category(c)[0] in "ZM" for c in data)
        return (
            (path, say("in {shown} there is nothing to be seen", shown=shown(data)))
            if empty
            else None
        )
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    inner = ((key, value) for key, value in pairs if isinstance(value, (str, dict, list)))
    found = (find_text(value, (*path, key)) for key, value in inner)
    return next(filter(None, found), None) if len(path) < DEEPEST else None


def find_nonsense(data: Json) -> tuple[Path, str] | None:
    """Return the path of the first fault that the schema cannot express, such as a reference to
    something missing or too many things together, and a sentence about it; None where there is
    none."""
    definition = Definition(data)
    seats = len(definition.seats)
    if definition.fewest > seats:
        return ("fewest",), say("there are only {seats} seats", seats=seats)
    areas: list[Json] = data.get("areas", [])
    for number, area in enumerate(areas):
        if area.get("hand", 1) > seats:
            return ("areas", number, "hand"), say("there is no seat {hand}", hand=area["hand"])
    squares = len(definition.squares())
    if squares + sum(len(spots_of(area)) for area in areas) > MOST_PLACES:
        return ("areas",), say(
            "a table has at most {most_places} squares and spots", most_places=MOST_PLACES
        )
    names = [p.id for p in definition.squares()]
    for number, area in enumerate(areas):
        for place in definition.spots(number, area):
            if place.id in names:
                return ("areas", number, "id"), say("two places are called {id}", id=repr(place.id))
            names.append(place.id)
    taken = (definition.board or {}).get("taken")
    if taken is not None and taken not in [area["id"] for area in areas]:
        return ("board", "taken"), say("there is no area {taken}", taken=repr(taken))
    return find_bad_piece(data, set(names), seats)


def find_bad_piece(data: Json, places: set[str], seats: int) -> tuple[Path, str] | None:
    count, ids = 0, set()
    for number, piece in enumerate(data["pieces"]):
        path: Path = ("pieces", number)
        if piece["id"] in ids:
            return (*path, "id"), say("two pieces are called {id}", id=repr(piece["id"]))
        ids.add(piece["id"])
        if piece.get("seat", 1) > seats:
            return (*path, "seat"), say("there is no seat {seat}", seat=piece["seat"])
        for index, at in enumerate(piece["at"]):
            if at not in places:
                return (*path, "at", index), say("there is no place {at}", at=repr(at))
        if sum(key in piece for key in ("die", "counter", "faces")) > 1:
            return path, say("a piece is a die, a counter or has faces, only one of them")
        if ("die" in piece or "counter" in piece) and "back" in piece:
            return (*path, "back"), say("a die or a counter has no back")
        for word in ("deck", "down"):
            if piece.get(word) and "back" not in piece:
                return (*path, word), say("a piece without a back cannot lie face down")
        if len(set(piece.get("die", ()))) != len(piece.get("die", ())):
            return (*path, "die"), say("two sides are the same")
        counter = read_counter(piece.get("counter") or {})
        if not counter[0] <= counter[1] <= counter[2]:
            return (*path, "counter"), say("it starts between its least and its most")
        track = piece.get("counter", {}).get("track")
        if track is not None and f"{track}.1" not in places:
            return (*path, "counter", "track"), say("no area {track} has spots", track=repr(track))
        count += len(piece["at"]) * len(piece.get("faces", "1")) * piece.get("copies", 1)
        if count > MOST_PIECES:
            return path, say("a table has at most {most_pieces} pieces", most_pieces=MOST_PIECES)
    return None


def read_counter(counter: Json) -> tuple[int, int, int]:
    """Return the least number of a counter, its number at the start, and its greatest number."""
    start = counter.get("start", 0)
    return counter.get("least", min(0, start)), start, counter.get("most", 999_999)
