"""The scene: the picture of a state for one viewer, and the moves that the viewer may choose, as
data.

A game draws a `Scene` from a `View`, which holds all that one viewer may know and nothing else. The
page and the terminal know the rules of no game. They draw the cells and pieces described below,
whose shapes and styles are a fixed list, and let a player choose among `choices`: each legal move
with the places that a player touches, in order, to make it. Lengths are in squares of the board; x
grows to the right, y downwards."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from typing import Any, Final, cast

from everygame.contract import TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadGame

Point = tuple[float, float]
"""A point as x and y, in squares of the board."""
FIGURES: Final = ("pawn", "penguin")
"""The shapes of pieces that stand upright, and are as large as they are drawn."""


@dataclass(frozen=True)
class View:
    """All that one viewer may know of a state; a game draws its scenes from nothing else."""

    viewer: int | None
    """The seat that looks; None for a spectator."""
    to_play: int
    """The seat to move, or CHANCE, or OVER."""
    observation: Json
    """What the viewer observes: `State.observe(viewer)`, or `State.disclose()` where `truth` is
    set."""
    moves: tuple[str, ...] = ()
    """The legal moves, where the viewer is the seat to move; otherwise empty."""
    irrevocable: dict[str, str] = field(default_factory=dict)
    """The legal moves that cannot be taken back, each with the reason that `State.irrevocable`
    gives."""
    returns: tuple[float, ...] = ()
    ending: str = ""
    truth: bool = False
    """True when the match is over and the view shows all that was hidden: `observation` is then
    `State.disclose()`."""


def view(state: State, viewer: int | None) -> View:
    """Return the view of a state for a viewer."""
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
    """Return the view of a state in a match that is over, with all that was hidden, as drawn for
    the seat `viewer`; None where the game does not `disclose`."""
    truth = state.disclose()
    if truth is None:
        return None
    return replace(view(state, viewer), observation=truth, truth=True)


def ply_in_words(
    artist: Artist, game: Game, plies: tuple[State, State], text: str, viewer: int | None
) -> str:
    """Describe a ply to a viewer. `plies` are the states before and after the ply, and `text` is
    its move text as the viewer reads it. The artist's `in_words(game, before, text, after)` makes
    the description, from views without moves, so that the words give away no more than pictures do.
    Without that function the description is the move text."""
    if artist.in_words is None:
        return text
    return artist.in_words(game, glance(plies[0], viewer), text, glance(plies[1], viewer))


def glance(state: State, viewer: int | None) -> View:
    """Return a view of a state without moves. The viewer TRUTH sees all that was hidden."""
    truth = state.disclose() if viewer == TRUTH else None
    seat = None if viewer == TRUTH else viewer
    seen = state.observe(seat) if truth is None else truth
    return View(seat, state.to_play(), seen, truth=truth is not None)


@dataclass(frozen=True)
class Cell:
    """A place for pieces. A grid lists only the cells that differ from its plain squares."""

    id: str
    x: float = 0.0
    """The centre, in squares from the left edge of the region. In a grid the id alone gives the
    place."""
    y: float = 0.0
    terrain: str = ""
    """The style in which the cell is drawn: "water", "snow", "goal", "exit", "hole", "box", "tray",
    "star", "light" and "dark" (the two tones of a chequered board); a "bare" cell is not drawn at
    all."""
    name: str = ""
    """What a screen reader says instead of the id: "e3, the goal"."""
    label: str = ""
    """Small text drawn in the cell."""
    outline: tuple[Point, ...] = ()
    """The corners of a cell that is no square, in order, each from the cell's centre; only in
    regions of kind "spots". `everygame.boards` makes hexagons and triangles."""
    spread: Point = (0.0, 0.0)
    """The offset of each piece of a pile from the one below it."""


@dataclass(frozen=True)
class Line:
    """A line under the cells of a region that joins places, as on a board of points or around a
    ring. A line with an owner or a colour is broad, for the edge of a board that belongs to a
    seat, unless it is `thin`."""

    points: tuple[Point, ...]
    """The points that the line joins, in squares from the left and upper edges of the region."""
    owner: int | None = None
    """The seat in whose colour the line is drawn."""
    colour: str = ""
    """The name of the line's colour, where it is not the colour of the owner."""
    thin: bool = False
    """True for a thin line, such as a route or a border inside the board."""


@dataclass(frozen=True)
class Label:
    """Small text beside the cells of a region, such as a coordinate."""

    text: str
    x: float
    """The middle of the text, in squares from the left and upper edges of the region."""
    y: float


@dataclass(frozen=True)
class Region:
    """A board or an area beside it, made of a grid or of single cells."""

    id: str
    name: str
    """What a screen reader says for the region: "Board", "Captured"."""
    x: float = 0.0
    y: float = 0.0
    columns: int = 1
    rows: int = 1
    kind: str = "grid"
    """ "grid" for columns × rows of unit squares with ids a1, b1, … counted from the bottom left;
    "spots" for the listed cells at their x and y, where columns × rows is only the size."""
    cells: tuple[Cell, ...] = ()
    look: str = ""
    """The style of the whole region: "water", "board", "table", "wood" (light and dark squares),
    "green", "plain", "rack" (blue, with holes for discs), "crossings" (pieces stand where the lines
    of a grid cross). It changes only the drawing, never what the cells mean."""
    title: str = ""
    """A heading shown above a region that lies beside the board."""
    coordinates: bool = True
    """True where file letters and rank numbers are drawn at the edge of a grid."""
    picture: str = ""
    """The name of an image that lies under the cells, written as in `Piece.picture`."""
    top: bool = False
    """True where rank 1 of a grid is the top row instead of the bottom row."""
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Piece:
    """A piece on a cell."""

    id: str
    """The id stays the same as long as a person could follow the piece by eye. The page moves a
    piece that has kept its id, and fades the other pieces in or out."""
    at: str
    """The id of the cell on which the piece lies."""
    shape: str
    """The form of the piece: "pawn", "penguin", "floe", "disc", "snowflake", "pyramid", "coin",
    "card", "die", "token", "tile", "hexagon" (a tile that fills a cell of `boards.hexagons`),
    "domino" (with a text such as "3|5"), "peg", "plain" (the text alone, such as an emoji)."""
    name: str
    """What a screen reader says for the piece: "North, a penguin"."""
    owner: int | None = None
    """The seat whose colour the piece has; None for a neutral piece."""
    z: int = 0
    """The place in a stack of pieces on one cell; 0 is the lowest."""
    size: int = 2
    """1 for a small piece, 2 for a medium one, 3 for a large one."""
    text: str = ""
    """Large text on the piece: a number, a letter, a symbol."""
    corner: str = ""
    """Small text in the corner of the piece, such as the points of a card."""
    hidden: bool = False
    """True where the piece is face down for this viewer; such a piece has no text."""
    turn: float | None = None
    """The direction in which a lying piece points, in degrees clockwise from up; None for a piece
    that stands."""
    count: int = 1
    """The number of pieces in a pile that this one stands for."""
    tags: tuple[str, ...] = ()
    """Styles of the piece: "frozen", "seen", "claimed", "wild", "dim", "active", "king" (a
    crown)."""
    colour: str = ""
    """The name of the piece's colour, where it is not the colour of the owner: one of the seats'
    colours, or "red" or "yellow"."""
    picture: str = ""
    """An image from a game's folder that is drawn on the piece: "game/file.png"."""


@dataclass(frozen=True)
class Mark:
    """A drawing on cells. Under the pieces: "last" (the last move), "path", "goal", "wall",
    "threat". Over the pieces: "target" (a cell that can be entered), "bar" (a cell that cannot),
    "line" (the cells make a winning line), "way" (an arrow through the cells) and "wrong" (a
    crossed-out cell)."""

    kind: str
    cells: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class Choice:
    """A legal move, or several in a row, with the places that a player touches, in order, to make
    it."""

    move: str
    """The move text of a legal move, or of several in a row (`State.expand`)."""
    touch: tuple[str, ...] = ()
    """The ids of the cells or pieces to touch. Where several choices have the same touches, the
    player picks one by its label; a choice without touches is a button. A move may have several
    choices with different touches; a hint shows the first."""
    name: str = ""
    """The move in words, for lists and screen readers: "glide down to d3"."""
    label: str = ""
    """A short text for a button: "Done", "Claim"."""
    kind: str = "move"
    """What sort of move it is: "move", "take", "capture", "place", "freeze", "reveal", "shuffle",
    "count", "end". The kind decides how the last place is marked, and which sound and vibration the
    move has. The choices of a `Carry` have the kind "carry", and lists leave them out. While the
    page asks for an amount ("count"), cards that lie face up stay in sight."""
    path: tuple[str, ...] = ()
    """The cells that the piece passes, first to last; the page draws them while the pointer is on
    the choice."""
    key: str = ""
    """The key of the keyboard that plays the move at once, such as "ArrowUp"."""
    gesture: str = ""
    """A quicker way to make the move with a pointer: "double" (two taps), "four" (four taps),
    "hold" (a long press), or "tap" (one tap plays the move, although the piece may also be
    dragged). "drag" allows dragging alone: a tap on the last place then selects what lies there.
    "ask" is no gesture: the page shows all touched places and asks before it plays."""
    final: str = ""
    """Why the move cannot be taken back: "reveals" or "random". A game leaves it empty, and
    `depict` fills it in from the rules."""


@dataclass(frozen=True)
class Carry:
    """Short for many choices: the piece on each cell of `starts` may be moved to each other cell of
    `goals`, by the move "start-goal"."""

    starts: tuple[str, ...]
    goals: tuple[str, ...]
    final: str = ""
    gesture: str = ""
    """`final` and `gesture` hold for all these choices."""


@dataclass(frozen=True)
class Refusal:
    """Why a piece that the viewer has chosen cannot go to some places."""

    why: str
    """One sentence. The page says it when the viewer touches such a place."""
    start: str = ""
    """The id of the cell or piece that is chosen; an empty text stands for whatever is chosen."""
    goals: tuple[str, ...] = ()
    """The ids of the cells where it cannot go; an empty tuple stands for all that no refusal before
    this one names."""


@dataclass(frozen=True)
class Scene:
    """The picture of a state for one viewer, and the moves that the viewer may choose."""

    width: float
    height: float
    regions: tuple[Region, ...]
    pieces: tuple[Piece, ...]
    prompt: str = ""
    """One short sentence that says what the viewer is to do, or for whom the match waits. Where it
    is empty, the page names the seat to move."""
    choices: tuple[Choice, ...] = ()
    """The choices that are written out; `choices_of` adds the choices of `carries`."""
    carries: tuple[Carry, ...] = ()
    """Further choices in their short form."""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    """Facts for the viewer, such as "The shortest solution has 11 moves; you have made 8"."""
    scores: tuple[str, ...] = ()
    """A short text for each seat, shown beside the seat's name; empty where the game has no
    score."""
    colours: tuple[str, ...] = ()
    """The colour of each seat, where seats are named by colours: "white", "black", "red", "yellow",
    "blue", "orange", "green", "pink". An empty tuple means blue, orange, green, pink, in turn."""
    blocked: Mapping[str, str] = field(default_factory=dict)
    """For the id of a cell or piece: why the viewer cannot choose it. The page says so when the
    viewer touches it."""
    refusals: tuple[Refusal, ...] = ()
    """Why what the viewer has chosen cannot go to other cells; of several that fit, the first."""
    rotate: int = 0
    """The number of quarter turns clockwise that bring the viewer's own edge of the board to the
    bottom."""
    over: str = ""
    """When the match is over: what happened and why, in one sentence."""


@dataclass(frozen=True)
class Artist:
    """The functions that draw a game, from its module `scene` or, in a small game, from `rules`."""

    scene: Callable[[Game, View], Scene]
    """Draws a view as a scene."""
    seat_names: Callable[[Game], tuple[str, ...]]
    """The names of the seats, in turn order: "North", "South"."""
    in_words: Callable[[Game, View, str, View], str] | None = None
    """Describes a ply to people, from the view before it, the move text and the view after it."""
    deck: Callable[[Game], Sequence[Piece]] | None = None
    """Returns all cards and tiles of the game, face up, each with its count, for the printed
    kit."""


def depict(artist: Artist, game: Game, view: View) -> Scene:
    """Draw the scene of a view, and fill in `final` on each choice. Raises BadGame."""
    scene = artist.scene(game, view)
    if not isinstance(scene, Scene):
        raise BadGame(
            "{name}: scene answers {answer}, which is no Scene.",
            name=game.name,
            answer=reprlib.repr(scene),
        )
    return mark_final(scene, game, view)


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
"""Types whose values are JSON as they are. They are tested for first, because a scene holds
hundreds of such values and a scene is sent after every ply."""


def to_json(thing: object) -> AnyJson:
    """Return the JSON of a scene or of any part of it, without the fields that have their default
    value."""
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
    """Return the fields of a dataclass with their defaults. For a field with a default factory the
    default is an empty dict."""
    return tuple(
        (f.name, {} if f.default is MISSING and f.default_factory is not MISSING else f.default)
        for f in fields(cast(Any, kind))
    )


def choices_of(scene: Scene) -> list[Choice]:
    """Return all choices of a scene, with those of `carries` written out."""
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
    """Return the ids of all cells of a region."""
    if region.kind == "spots":
        return [cell.id for cell in region.cells]
    return list(grid(region.columns, region.rows, region.top))


@cache
def grid(columns: int, rows: int, top: bool) -> tuple[str, ...]:
    """Return the names of a grid's squares in reading order; with `top`, rank 1 is the top row."""
    ranks = range(rows - 1, -1, -1) if top else range(rows)
    return tuple(square(x, y, rows) for y in ranks for x in range(columns))


def square(column: int, row: int, rows: int) -> str:
    """Return the name of a square: column 0 is file a, and row 0 is the top one of `rows` ranks."""
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(rows - row)


def check(scene: Scene) -> list[str]:
    """Return a sentence for each fault of a scene."""
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
    for refusal in scene.refusals:
        named = (*refusal.goals, *([refusal.start] if refusal.start else ()))
        faults += [f"A refusal names {id}, which is not there." for id in named if id not in places]
    for mark in scene.marks:
        faults += [f"{mark.kind} marks {c}, no cell." for c in mark.cells if c not in grounds]
    return faults


def outside(scene: Scene) -> list[str]:
    """Return a sentence for each cell whose centre lies outside the picture, and for each piece of
    a pile that spreads out of it."""
    at = {cell: (x, y) for region in scene.regions for cell, x, y in middles(region)}
    spread = {cell.id: cell.spread for region in scene.regions for cell in region.cells}
    found = list(at.items())
    for piece in scene.pieces:
        if piece.at in at and piece.at in spread:
            (x, y), (across, down) = at[piece.at], spread[piece.at]
            found.append((piece.id, (x + piece.z * across, y + piece.z * down)))
    return [
        f"{thing} lies at ({x:g}, {y:g}), outside the picture,"
        f" which is {scene.width:g} wide and {scene.height:g} high."
        for thing, (x, y) in found
        if not (0 <= x <= scene.width and 0 <= y <= scene.height)
    ]


def middles(region: Region) -> list[tuple[str, float, float]]:
    """Return cells of a region with their centres. For a grid, two opposite corners are enough,
    because all other cells lie between them."""
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
    """Return the names that occur more than once."""
    return sorted(name for name, times in Counter(names).items() if times > 1)


def picture(scene: Scene) -> Json:
    """Return the JSON of a scene without its choices, for a viewer who cannot move."""
    data: Json = to_json(replace(scene, choices=(), carries=(), refusals=()))
    return data
