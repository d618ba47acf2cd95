"""Determines what the printed kit of a game contains: its board, and how many copies of each part.

Most is read from the scene of the initial state, so that the kit has every piece of the set-up.
Pieces that lie face down there come from the function `deck` of the game's artist, and `kit.toml`
gives the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

from everygame.contract import Game
from everygame.drawing.picture import colour
from everygame.errors import BadGame
from everygame.kit.as_printed import as_printed
from everygame.kit.missing import by_shape, refuse_missing
from everygame.library.kit_file import FILE, KitFile, PartFile
from everygame.library.registry import Entry
from everygame.scene import Piece, Region, Scene, cells_of, depict, view
from everygame.words import say

FORMS: Final = {"pyramid": "pyramid", "pawn": "standee", "penguin": "standee", "die": "die"}
"""The usual form of a part, by the shape of its piece; all other shapes are flat."""
BOARDS: Final = ("water", "board", "wood", "green", "rack", "crossings")
"""The looks of regions that are boards."""
ADDED: Final[Mapping[str, str]] = {
    "die": say("die"),
    "disc": say("disc"),
    "token": say("marker"),
    "coin": say("coin"),
}
"""The names of added pieces by their shape, where `kit.toml` gives no name."""
MOST: Final = 1000
"""The number of things that a kit may contain; a game that needs more gets no kit."""


@dataclass(frozen=True)
class Part:
    """Things of a kit that all look the same."""

    name: str
    count: int
    form: str
    """How the thing is made: "flat" has two sides glued together; a "standee" is the same, but
    stands upright; a "pyramid" is folded and open below; a "roll" is a six-sided bar that shows
    another side when it is rolled; a "die" is a cube."""
    front: Piece
    back: Piece
    colour: str
    """The name of the front's colour; empty where it has none."""
    back_colour: str
    faces: tuple[str, ...] = ()
    """The texts on the sides of a "die" or a "roll"."""
    instead: str = ""
    """Everyday things that serve as well."""


@dataclass(frozen=True)
class Box:
    """All the content of a printed kit."""

    entry: Entry
    game: Game
    scene: Scene
    """The initial state as a spectator sees it."""
    board: tuple[Region, ...]
    parts: tuple[Part, ...]
    file: KitFile


def pack(entry: Entry, game: Game) -> Box:
    """Return the content of the printed kit for a game with its options. Raises BadGame."""
    file, artist = entry.kit(), entry.artist()
    scene = depict(artist, game, view(game.initial_state(), None))
    board = tuple(find_board(file, scene))
    hidden = [piece for piece in scene.pieces if piece.hidden]
    deck = tuple(artist.deck(game)) if artist.deck else ()
    there = [p for p in scene.pieces if not (deck and p.hidden)]
    pieces = [*there, *deck, *added(file, scene.pieces, board)]
    parts = tuple(group(file, scene, pieces, hidden, artist.seat_names(game)))
    if sum(part.count for part in parts) > MOST:
        raise BadGame("{name} has more than {most} things.", name=entry.name, most=MOST)
    if not entry.has(FILE):  # else its designer has said what is in the box
        refuse_missing(entry.name, artist, game, by_shape(pieces))
    return Box(entry, game, scene, board, parts, file)


def find_board(file: KitFile, scene: Scene) -> Iterator[Region]:
    for region in scene.regions:
        grid = region.kind != "spots" and region.look != "table"
        cells = len(region.cells) > 1 and any(cell.outline for cell in region.cells)
        drawn = region.picture or region.lines or cells
        usual = grid or region.look in BOARDS or bool(drawn)
        if region.id in file.board if file.board is not None else usual:
            yield region


def added(file: KitFile, pieces: Sequence[Piece], board: Sequence[Region]) -> Iterator[Piece]:
    """Yield the pieces that `kit.toml` adds to those of the initial state."""
    squares = sum(len(cells_of(region)) for region in board)
    for number, part in enumerate(file.part):
        wanted = part.count
        if part.share:
            both = "owner" in file.about(part.shape).back
            alike = [p for p in pieces if p.shape == part.shape]
            there = sum(p.count for p in alike if both or p.owner == part.owner)
            rounded = floor if part.owner else ceil
            wanted = rounded(part.share * squares) - there
        if wanted > 0:
            yield addition(part, number, wanted, pieces)


def addition(part: PartFile, number: int, count: int, pieces: Sequence[Piece]) -> Piece:
    """Return an added piece with its count. It looks like a piece of the initial state with the
    same shape and owner, where there is one."""
    for piece in pieces:
        if piece.shape == part.shape and piece.owner == part.owner and not piece.hidden:
            return replace(piece, id=f"added{number}", count=count)
    name = say(part.name) if part.name else ADDED.get(part.shape, part.shape)
    return Piece(f"added{number}", "", part.shape, name, part.owner, text=part.text, count=count)


# -- parts


def group(
    file: KitFile,
    scene: Scene,
    pieces: Sequence[Piece],
    hidden: Sequence[Piece],
    names: Sequence[str],
) -> Iterator[Part]:
    """Yield one part for all pieces that look the same, in the order of the initial state."""
    found: dict[object, list[Piece]] = {}
    for piece in pieces:
        plain = as_printed(file, piece)
        look = (plain.shape, plain.owner, plain.size, plain.text, plain.corner, plain.colour)
        found.setdefault((*look, plain.picture, plain.tags, plain.hidden), []).append(plain)
    for alike in found.values():
        yield part_of(file, scene, alike, hidden, names)


def part_of(
    file: KitFile,
    scene: Scene,
    alike: Sequence[Piece],
    hidden: Sequence[Piece],
    names: Sequence[str],
) -> Part:
    front, said = alike[-1], file.about(alike[0].shape)
    told = next((p for p in file.part if p.adds and is_about(p, front)), said)
    faces = said.faces or told.faces
    back = turned(said, front, hidden)
    return Part(
        name=name_of(said, front, names),
        count=sum(piece.count for piece in alike),
        form=said.form or FORMS.get(front.shape, "flat"),
        front=replace(front, count=1),
        back=replace(back, count=1),
        colour=colour(scene, front),
        back_colour=colour(scene, back),
        faces=faces,
        instead=say(said.instead or told.instead),
    )


def is_about(part: PartFile, piece: Piece) -> bool:
    return part.shape == piece.shape and part.owner == piece.owner


def name_of(said: PartFile, front: Piece, names: Sequence[str]) -> str:
    if not said.name:
        return front.name
    return say(said.name, **({} if front.owner is None else {"name": names[front.owner]}))


def turned(said: PartFile, front: Piece, hidden: Iterable[Piece]) -> Piece:
    """Return the back of a piece: the back that `kit.toml` gives, or the piece as it looks face
    down, or else its front."""
    if said.ends:
        return replace(front, shape=said.ends, text="")
    if said.back.get("hidden"):
        return Piece("back", "", front.shape, front.name, front.owner, size=front.size, hidden=True)
    if said.back:
        return replace(front, **{**said.back, "tags": tuple(said.back.get("tags", front.tags))})
    for down in hidden:
        if down.shape == front.shape and down.owner in (None, front.owner):
            return down
    return front
