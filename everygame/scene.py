"""The picture of a state for one viewer, and the choices that it offers, as data.

A game draws a `Scene` from a `View`, which holds all that one viewer may know and nothing else.
Whoever shows it (page, terminal) knows no game: it draws cells and pieces from the closed
vocabulary below, and walks `choices`: each legal move with the places to touch for it in order.
Lengths are in squares of the board; x grows to the right, y downwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from typing import Any, Final, cast

from everygame.contract import TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadGame

Point = tuple[float, float]
"""x and y, in squares."""


@dataclass(frozen=True)
class View:
    """All that one viewer may know of a state."""

    viewer: int | None
    """The seat that looks; None is a spectator."""
    to_play: int
    """The seat that decides, or CHANCE, or OVER."""
    observation: Json
    """`State.observe(viewer)`."""
    moves: tuple[str, ...] = ()
    """The legal moves, where the viewer decides; empty for everybody else."""
    irrevocable: dict[str, str] = field(default_factory=dict)
    """Those of them that cannot be taken back, each with why (`State.irrevocable`)."""
    returns: tuple[float, ...] = ()
    ending: str = ""
    truth: bool = False
    """The match is over and the viewer looks back at what was hidden: `observation` is
    `State.disclose()`, and nothing is kept from the picture."""


def view(state: State, viewer: int | None) -> View:
    """What `viewer` may know of `state`."""
    mine = viewer is not None and state.to_play() == viewer
    moves = {state.text(action): action for action in state.legal_actions()} if mine else {}
    final = {move: state.irrevocable(action) for move, action in moves.items()}
    return View(
        viewer=viewer,
        to_play=state.to_play(),
        observation=state.observe(viewer),
        moves=tuple(moves),
        irrevocable={move: why for move, why in final.items() if why},
        returns=tuple(state.returns()),
        ending=state.ending(),
    )


def look_back(state: State, viewer: int | None) -> View | None:
    """`state` with all that was hidden in it, from where `viewer` sits, for a match that is over;
    None where the game has no such picture."""
    truth = state.disclose()
    if truth is None:
        return None
    return replace(view(state, viewer), observation=truth, truth=True)


def ply_in_words(
    artist: Artist, game: Game, plies: tuple[State, State], text: str, viewer: int | None
) -> str:
    """A ply for people, as `viewer` may read it: it led from the first of two states to the other
    and is `text` in the viewer's history. A game says it in `in_words(game, before, text, after)`
    of its artist, from views without moves, so that words can tell no more than pictures; else
    the move text serves."""
    tell = artist.in_words
    if tell is None:
        return text
    told: str = tell(game, glance(plies[0], viewer), text, glance(plies[1], viewer))
    return told


def glance(state: State, viewer: int | None) -> View:
    """A view without moves; with TRUTH as the viewer, of all that was hidden."""
    truth = state.disclose() if viewer == TRUTH else None
    seat = None if viewer == TRUTH else viewer
    seen = state.observe(seat) if truth is None else truth
    return View(seat, state.to_play(), seen, truth=truth is not None)


@dataclass(frozen=True)
class Cell:
    """A place. In a grid only cells that differ from the others are listed."""

    id: str
    x: float = 0.0
    """Centre, in squares from the region's left edge; a grid works it out."""
    y: float = 0.0
    terrain: str = ""
    """A style: "water", "snow", "goal", "exit", "hole", "box", "tray", "star",
    "light" and "dark" (cells of two tones); "bare"
    is a place of which nothing is drawn."""
    name: str = ""
    """Spoken name where it is not the id: "e3, the goal"."""
    label: str = ""
    """Small text drawn in the cell."""
    outline: tuple[Point, ...] = ()
    """The corners of a cell that is no square, from its centre, in order; only in "spots".
    `everygame.boards` makes hexagons and triangles."""
    spread: Point = (0.0, 0.0)
    """How far each piece of a pile lies from the one below it; (0, 0): on each other."""


@dataclass(frozen=True)
class Line:
    """What is drawn under the cells of a region: a line that joins places, as on a board of points
    or around a ring; with a colour it is a broad one, such as the side of a board that is a
    seat's."""

    points: tuple[Point, ...]
    """In squares from the region's left and upper edge."""
    owner: int | None = None
    """The seat whose colour it has."""
    colour: str = ""
    """The name of a colour, where it is not that of its owner."""


@dataclass(frozen=True)
class Label:
    """Small text beside the cells of a region: a coordinate."""

    text: str
    x: float
    """Its middle, in squares from the region's left and upper edge."""
    y: float


@dataclass(frozen=True)
class Region:
    """A board (grid) or an area beside it (spots)."""

    id: str
    name: str
    """Spoken name: "Board", "Captured"."""
    x: float = 0.0
    y: float = 0.0
    columns: int = 1
    rows: int = 1
    kind: str = "grid"
    """"grid": columns × rows unit cells with ids a1, b1, … counted from the bottom left;
    "spots": the listed cells at their x and y; columns × rows is only the size."""
    cells: tuple[Cell, ...] = ()
    look: str = ""
    """A style for the whole: "water", "board", "table", "wood" (light and dark squares), "green",
    "plain", "rack" (blue, with holes for discs), "crossings" (the places of a grid are where its
    lines cross); decides looks, never meaning."""
    title: str = ""
    """Shown above a region that stands beside the board."""
    coordinates: bool = True
    """Draw file letters and rank numbers at the edge of a grid."""
    picture: str = ""
    """An image that lies under its cells, as in `Piece.picture`."""
    top: bool = False
    """Rank 1 is the top row of a grid, not the bottom one."""
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Piece:
    """A thing on a cell."""

    id: str
    """Stable for as long as a person could follow the thing by eye; the client animates by it."""
    at: str
    """The id of a cell."""
    shape: str
    """"floe", "pawn", "disc", "snowflake", "pyramid", "coin", "card", "die", "token", "tile",
    "domino" (text "3|5"), "peg", "plain" (its text alone, such as an emoji)."""
    name: str
    """What a screen reader says: "North, a penguin"."""
    owner: int | None = None
    """The seat whose colour it has; None is neutral."""
    z: int = 0
    """Order in a stack, 0 the lowest."""
    size: int = 2
    """1 small, 2 medium, 3 large."""
    text: str = ""
    """Big text on it: a number, a letter, a symbol."""
    corner: str = ""
    """Small text in its corner: the points of a card."""
    hidden: bool = False
    """Face down for this viewer; then it carries no text."""
    turn: float | None = None
    """Lies and points in this direction, degrees clockwise from up; None: stands upright."""
    count: int = 1
    """How many of them there are, where one stands for a pile."""
    tags: tuple[str, ...] = ()
    """Styles: "frozen", "seen", "claimed", "wild", "dim", "active", "king" (a crown)."""
    colour: str = ""
    """The name of a colour, where it is not that of its owner: those of seats, "red", "yellow"."""
    picture: str = ""
    """An image in the folder of a game that is drawn on it: "game/file.png"."""


@dataclass(frozen=True)
class Mark:
    """Something drawn on cells: "last" (the last move), "path", "goal", "wall", "threat"; and over
    the pieces: "target" (one that can be gone onto), "bar" (where one may not go), "line" (its
    cells make a winning line), "way" (an arrow through its cells) and "wrong" (one crossed out)."""

    kind: str
    cells: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class Choice:
    """A legal move and the places to touch for it, in order."""

    move: str
    """The move text."""
    touch: tuple[str, ...] = ()
    """Ids of cells or pieces. Choices with the same touches are offered by their label; a choice
    without touches is a button. A move may have several choices (touched in another order, or
    elsewhere); the first is the one to point out."""
    name: str = ""
    """In words, for lists and screen readers: "glide down to d3"."""
    label: str = ""
    """Short, for a button: "Done", "Claim"."""
    kind: str = "move"
    """"move", "take", "capture", "place", "freeze", "reveal", "shuffle", "count", "end": how the
    last place is marked, and what is heard and felt; "carry" is that of a `Carry`. While it is
    asked how much to "count", what lies face up stays in sight."""
    path: tuple[str, ...] = ()
    """Cells that the piece passes, first to last, drawn when the choice is pointed at."""
    key: str = ""
    """A key that plays it at once: "ArrowUp"."""
    gesture: str = ""
    """A quicker way with a pointer: "double" (tap twice), "four" (four times), "hold", or "tap":
    one tap plays it, although the piece may also be dragged. "drag" is the only way: a tap on the
    last place chooses what lies there."""
    final: str = ""
    """Why it cannot be taken back: "reveals" or "random". `depict` writes it, from what the rules
    say; a game leaves it empty."""


@dataclass(frozen=True)
class Carry:
    """Many choices alike, as one: what lies on each of these cells may be moved to each of those
    cells but its own, by the move "start-goal"."""

    starts: tuple[str, ...]
    goals: tuple[str, ...]
    final: str = ""
    gesture: str = ""
    """Both as for a choice."""


@dataclass(frozen=True)
class Scene:
    """What one viewer sees."""

    width: float
    height: float
    regions: tuple[Region, ...]
    pieces: tuple[Piece, ...]
    prompt: str = ""
    """What is to be done now, or what is waited for, in one short sentence; where it is empty,
    the page says for whom."""
    choices: tuple[Choice, ...] = ()
    """Read them with `choices_of`."""
    carries: tuple[Carry, ...] = ()
    """Further choices, in short."""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    """Facts worth showing: "The shortest solution has 11 moves; you have made 8."."""
    scores: tuple[str, ...] = ()
    """One short text a seat, beside its name; empty where the game counts nothing."""
    colours: tuple[str, ...] = ()
    """The colour of each seat, for seats that are called by one: "white", "black", "red",
    "yellow", "blue", "orange", "green", "pink"; empty means the last four, in turn."""
    blocked: Mapping[str, str] = field(default_factory=dict)
    """Cell or piece id → why it cannot be chosen, told to who touches it."""
    rotate: int = 0
    """Quarter turns clockwise that bring the viewer's own edge to the bottom."""
    over: str = ""
    """At the end: what happened and why, in one sentence."""


@dataclass(frozen=True)
class Artist:
    """Who draws a game: the functions of its module `scene` (or, in a small game, `rules`)."""

    scene: Callable[[Game, View], Scene]
    """Draw what the view knows."""
    seat_names: Callable[[Game], tuple[str, ...]]
    """What the seats are called, in turn order: "North", "South"."""
    in_words: Callable[[Game, View, str, View], str] | None = None
    """A ply for people: the view before, the move text, the view after."""
    deck: Callable[[Game], Sequence[Piece]] | None = None
    """The things that lie face down at the start, face up, each with how many there are; for who
    makes them of paper."""


def depict(artist: Artist, game: Game, view: View) -> Scene:
    """The scene that a game draws of a view, with what cannot be taken back. Raises BadGame."""
    return mark_final(artist.scene(game, view), game, view)


def mark_final(scene: Scene, game: Game, view: View) -> Scene:
    """Write on each choice of a scene whether it can be taken back. Raises BadGame for a game that
    says of a choice what its rules do not."""
    if not view.irrevocable and not any(choice.final for choice in scene.choices):
        return scene
    for choice in scene.choices:
        if choice.final and choice.final != view.irrevocable.get(choice.move):
            raise BadGame(
                "{name}: the scene says that {move} cannot be taken back, and"
                " `State.irrevocable` of the rules does not; since version 0.2 the rules say it.",
                name=game.name,
                move=repr(choice.move),
            )
    choices = (replace(c, final=view.irrevocable.get(c.move, "")) for c in scene.choices)
    return replace(scene, choices=tuple(choices))


PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""What is JSON as it is; a scene holds hundreds of them, and every ply sends scenes."""


def to_json(thing: object) -> AnyJson:
    """Plain JSON of a scene or any part of it; fields that have their default are left out."""
    if type(thing) in PLAIN or isinstance(thing, (str, int, float)):
        return thing
    if isinstance(thing, (tuple, list)):
        return [item if type(item) in PLAIN else to_json(item) for item in thing]
    if isinstance(thing, dict):
        return {key: to_json(value) for key, value in thing.items()}
    kind: Any = type(thing)
    found = {}
    for name, default in defaults(kind):
        value = getattr(thing, name)
        if value != default:
            found[name] = value if type(value) in PLAIN else to_json(value)
    return found


@cache
def defaults(kind: type[object]) -> tuple[tuple[str, AnyJson], ...]:
    """The fields of a dataclass with their defaults; an empty dict for one made on demand."""
    return tuple(
        (f.name, {} if f.default is MISSING and f.default_factory is not MISSING else f.default)
        for f in fields(cast(Any, kind))
    )


def choices_of(scene: Scene) -> list[Choice]:
    """All choices, one by one."""
    carried = (
        replace(alike, move=f"{start}-{goal}", touch=(start, goal), name=f"{start} to {goal}")
        for c in scene.carries
        for alike in (Choice("", kind="carry", gesture=c.gesture, final=c.final),)
        for start in c.starts
        for goal in c.goals
        if goal != start
    )
    return [*scene.choices, *carried]


def cells_of(region: Region) -> list[str]:
    """The ids of all cells of a region."""
    if region.kind == "spots":
        return [cell.id for cell in region.cells]
    return list(grid(region.columns, region.rows, region.top))


@cache
def grid(columns: int, rows: int, top: bool) -> tuple[str, ...]:
    """The squares of a grid in reading order; `top`: rank 1 is the top row."""
    ranks = range(rows - 1, -1, -1) if top else range(rows)
    return tuple(square(x, y, rows) for y in ranks for x in range(columns))


def square(column: int, row: int, rows: int) -> str:
    """The name of a square: column 0 is file a, row 0 the top rank."""
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(rows - row)


def check(scene: Scene) -> list[str]:
    """What is wrong with a scene, one sentence a fault; empty for a sound one."""
    cells = [cell for region in scene.regions for cell in cells_of(region)]
    pieces = [piece.id for piece in scene.pieces]
    grounds = set(cells)
    places = grounds | set(pieces)
    faults = [f"Two cells are called {cell}." for cell in duplicates(cells)]
    faults += [f"Two things are called {piece}." for piece in duplicates(cells + pieces)]
    faults += outside(scene)
    for piece in scene.pieces:
        if piece.at not in grounds:
            faults.append(f"{piece.id} stands on {piece.at}, which is no cell.")
        if not piece.name:
            faults.append(f"{piece.id} has no name to speak.")
        if piece.hidden and (piece.text or piece.corner):
            faults.append(f"{piece.id} is face down but carries text.")
    for choice in scene.choices:
        faults += [
            f"{choice.move} touches {place}, which is not there."
            for place in (*choice.touch, *choice.path)
            if place not in places
        ]
        if not choice.touch and not choice.label:
            faults.append(f"{choice.move} is a button without a label.")
    for carry in scene.carries:
        ends = (*carry.starts, *carry.goals)
        faults += [
            f"{place} is carried from or to, but no cell." for place in ends if place not in grounds
        ]
    for mark in scene.marks:
        faults += [f"{mark.kind} marks {c}, no cell." for c in mark.cells if c not in grounds]
    return faults


def outside(scene: Scene) -> list[str]:
    """The places whose middle lies outside the picture, a sentence each."""
    return [
        f"{cell} lies at ({x:g}, {y:g}), outside the picture,"
        f" which is {scene.width:g} wide and {scene.height:g} high."
        for region in scene.regions
        for cell, x, y in middles(region)
        if not (0 <= x <= scene.width and 0 <= y <= scene.height)
    ]


def middles(region: Region) -> list[tuple[str, float, float]]:
    """Each cell with where its middle is; of a grid the two outermost, between which all lie."""
    if region.kind == "spots":
        return [(cell.id, region.x + cell.x, region.y + cell.y) for cell in region.cells]
    right, low = region.columns - 1, region.rows - 1
    ends = ((0, 0), (right, low))
    names = cells_of(region)
    return [
        (names[row * region.columns + column], region.x + column + 0.5, region.y + row + 0.5)
        for column, row in ends
    ]


def duplicates(names: Sequence[str]) -> list[str]:
    """The names that occur more than once."""
    return sorted(name for name, times in Counter(names).items() if times > 1)


def picture(scene: Scene) -> Json:
    """The JSON of a scene that is only looked at."""
    data: Json = to_json(replace(scene, choices=(), carries=()))
    return data
