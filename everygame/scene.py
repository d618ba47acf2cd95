"""The scene: the picture of a state for one viewer and the moves that it offers, as data.

A game draws a `Scene` from a `View`, which holds all that one viewer may know and nothing else. The
page and the terminal know no game: they draw the cells and pieces of the closed vocabulary below,
and let a player choose among `choices`, the legal moves with the places to touch for each, in
order. Lengths are in squares of the board; x grows to the right, y downwards."""

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
    """A seat; None is a spectator."""
    to_play: int
    """The seat that decides, or CHANCE, or OVER."""
    observation: Json
    """`State.observe(viewer)`."""
    moves: tuple[str, ...] = ()
    """The legal moves where the viewer is the player to move; else empty."""
    irrevocable: dict[str, str] = field(default_factory=dict)
    """The moves that cannot be taken back, each with the reason (`State.irrevocable`)."""
    returns: tuple[float, ...] = ()
    ending: str = ""
    truth: bool = False
    """The match is over and the view shows all that was hidden: `observation` is
    `State.disclose()`."""


def view(state: State, viewer: int | None) -> View:
    """The view of a state for a viewer."""
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
    """The view of a state in a match that is over, with all that was hidden, from the seat of
    `viewer`; None where the game does not `disclose`."""
    truth = state.disclose()
    if truth is None:
        return None
    return replace(view(state, viewer), observation=truth, truth=True)


def ply_in_words(
    artist: Artist, game: Game, plies: tuple[State, State], text: str, viewer: int | None
) -> str:
    """Describe a ply to a viewer: it led from the first of two states to the other and is `text` in
    the viewer's history. A game does so by `in_words(game, before, text, after)` of its artist.
    That gets views without moves, so that words give away no more than pictures. Without it the
    description is the move text."""
    if artist.in_words is None:
        return text
    return artist.in_words(game, glance(plies[0], viewer), text, glance(plies[1], viewer))


def glance(state: State, viewer: int | None) -> View:
    """A view without moves. The viewer TRUTH sees all that was hidden."""
    truth = state.disclose() if viewer == TRUTH else None
    seat = None if viewer == TRUTH else viewer
    seen = state.observe(seat) if truth is None else truth
    return View(seat, state.to_play(), seen, truth=truth is not None)


@dataclass(frozen=True)
class Cell:
    """A place for pieces. Of a grid, only the cells that differ from the others are listed."""

    id: str
    x: float = 0.0
    """The centre, in squares from the region's left edge. In a grid it follows from the id."""
    y: float = 0.0
    terrain: str = ""
    """A style: "water", "snow", "goal", "exit", "hole", "box", "tray", "star",
    "light" and "dark" (cells of two tones); "bare"
    is a place of which nothing is drawn."""
    name: str = ""
    """What a screen reader says instead of the id: "e3, the goal"."""
    label: str = ""
    """Small text drawn in the cell."""
    outline: tuple[Point, ...] = ()
    """The corners of a cell that is no square, from its centre, in order; only in "spots".
    `everygame.boards` makes hexagons and triangles."""
    spread: Point = (0.0, 0.0)
    """The offset of each piece of a pile from the one below it."""


@dataclass(frozen=True)
class Line:
    """A line under the cells of a region, which joins places, as on a board of points or around a
    ring. With an owner or a colour it is broad, such as the side of a board that belongs to a
    seat."""

    points: tuple[Point, ...]
    """In squares from the region's left and upper edge."""
    owner: int | None = None
    """The seat in whose colour the line is drawn."""
    colour: str = ""
    """The name of a colour, where it is not that of its owner."""


@dataclass(frozen=True)
class Label:
    """Small text beside the cells of a region: a coordinate."""

    text: str
    x: float
    """The middle of the text, in squares from the region's left and upper edge."""
    y: float


@dataclass(frozen=True)
class Region:
    """A board, or an area beside it: a grid, or single cells."""

    id: str
    name: str
    """What a screen reader says: "Board", "Captured"."""
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
    """A piece on a cell."""

    id: str
    """The same for as long as a person could follow the piece by eye: the page moves a piece that
    has kept its id, and fades others in and out."""
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
    """Large text on the piece: a number, a letter, a symbol."""
    corner: str = ""
    """Small text in its corner: the points of a card."""
    hidden: bool = False
    """Face down for this viewer; then it carries no text."""
    turn: float | None = None
    """Lies and points in this direction, degrees clockwise from up; None: stands upright."""
    count: int = 1
    """The number of pieces in a pile that this one stands for."""
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
    """The ids of cells or pieces. Among choices with the same touches the player picks by their
    labels; a choice without touches is a button. A move may have several choices, with touches in
    another order or elsewhere; a hint points out the first."""
    name: str = ""
    """The move in words, for lists and screen readers: "glide down to d3"."""
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
    """Why the move cannot be taken back: "reveals" or "random". A game leaves it empty, and
    `depict` fills it in from the rules."""


@dataclass(frozen=True)
class Carry:
    """An abbreviation for many choices: the piece on each of the cells `starts` may be moved to
    each other cell of `goals`, by the move "start-goal"."""

    starts: tuple[str, ...]
    goals: tuple[str, ...]
    final: str = ""
    gesture: str = ""
    """`final` and `gesture` are those of all these choices."""


@dataclass(frozen=True)
class Scene:
    """The picture and the choices for one viewer."""

    width: float
    height: float
    regions: tuple[Region, ...]
    pieces: tuple[Piece, ...]
    prompt: str = ""
    """What the viewer is to do, or whom the match waits for, in one short sentence. Where it is
    empty the page names the player to move."""
    choices: tuple[Choice, ...] = ()
    """The choices written out; `choices_of` adds those of `carries`."""
    carries: tuple[Carry, ...] = ()
    """Further choices, abbreviated."""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    """Facts for the viewer, as "The shortest solution has 11 moves; you have made 8" is one."""
    scores: tuple[str, ...] = ()
    """A short text for each seat, shown beside its name; empty where the game has no score."""
    colours: tuple[str, ...] = ()
    """The colour of each seat, for seats that are called by one: "white", "black", "red",
    "yellow", "blue", "orange", "green", "pink"; empty means the last four, in turn."""
    blocked: Mapping[str, str] = field(default_factory=dict)
    """For the id of a cell or piece: why it cannot be chosen. The page says so when the viewer
    touches it."""
    rotate: int = 0
    """Quarter turns clockwise that bring the viewer's own edge to the bottom."""
    over: str = ""
    """At the end: what happened and why, in one sentence."""


@dataclass(frozen=True)
class Artist:
    """The drawing functions of a game, from its module `scene` (or, in a small game, `rules`)."""

    scene: Callable[[Game, View], Scene]
    """Draws a view."""
    seat_names: Callable[[Game], tuple[str, ...]]
    """The names of the seats, in turn order: "North", "South"."""
    in_words: Callable[[Game, View, str, View], str] | None = None
    """Describes a ply to people, from the view before, the move text, and the view after."""
    deck: Callable[[Game], Sequence[Piece]] | None = None
    """All cards and tiles of the game, face up, each with its count, for printing them."""


def depict(artist: Artist, game: Game, view: View) -> Scene:
    """The scene of a view, with `final` filled in on each choice. Raises BadGame."""
    return mark_final(artist.scene(game, view), game, view)


def mark_final(scene: Scene, game: Game, view: View) -> Scene:
    """Fill in `final` on each choice of a scene. Raises BadGame where the game has filled it in
    itself and its rules say otherwise."""
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


ATOMS: Final = frozenset({str, int, float, bool, type(None)})
"""Types that are JSON unchanged. They are tested for first, because a scene holds hundreds of them
and scenes are sent after every ply."""


def to_json(thing: object) -> AnyJson:
    """The JSON of a scene or of any part of it, without the fields that have their default."""
    if type(thing) in ATOMS or isinstance(thing, (str, int, float)):
        return thing
    if isinstance(thing, (tuple, list)):
        return [item if type(item) in ATOMS else to_json(item) for item in thing]
    if isinstance(thing, dict):
        return {key: to_json(value) for key, value in thing.items()}
    kind: Any = type(thing)
    found = {}
    for name, default in defaults(kind):
        value = getattr(thing, name)
        if value != default:
            found[name] = value if type(value) in ATOMS else to_json(value)
    return found


@cache
def defaults(kind: type[object]) -> tuple[tuple[str, AnyJson], ...]:
    """The fields of a dataclass with their defaults. A default factory makes an empty dict here."""
    return tuple(
        (f.name, {} if f.default is MISSING and f.default_factory is not MISSING else f.default)
        for f in fields(cast(Any, kind))
    )


def choices_of(scene: Scene) -> list[Choice]:
    """All choices of a scene, those of `carries` written out."""
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
    """The faults of a scene, in a sentence each."""
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
    """The cells whose middle lies outside the picture, in a sentence each."""
    return [
        f"{cell} lies at ({x:g}, {y:g}), outside the picture,"
        f" which is {scene.width:g} wide and {scene.height:g} high."
        for region in scene.regions
        for cell, x, y in middles(region)
        if not (0 <= x <= scene.width and 0 <= y <= scene.height)
    ]


def middles(region: Region) -> list[tuple[str, float, float]]:
    """Cells with their middles. Of a grid two corners are enough, for all cells lie between
    them."""
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
    """The JSON of a scene without its choices, for a viewer who cannot move."""
    data: Json = to_json(replace(scene, choices=(), carries=()))
    return data
