"""Planes and numbers of a state for one seat, read from its scene or written by the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from everygame.contract import Game, Json, State
from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled
from everygame.fast.bits import word
from everygame.fast.state import FastState
from everygame.scene import Artist, Piece, Scene, view
from everygame.tensors.layout import NOBODY, Layout, Plane

Look = tuple[int, tuple[str, str, int, bool, str, tuple[str, ...]]]
"""Whose a piece is, and how it looks."""


def writes_itself(state: State) -> bool:
    """Whether a state writes its planes itself (`FastState.planes_into`)."""
    own = getattr(type(state), "planes_into", None)
    return own is not None and own is not FastState.planes_into


@final
class Encoder:
    """Reads planes and numbers from what a seat sees."""

    def __init__(self, game: Game, artist: Artist, layout: Layout) -> None:
        self.game = game
        self.artist = artist
        self.layout = layout
        self.found: dict[Look, frozenset[int]] = {}
        """For each look of a piece that has been met: the planes that show it."""
        self.reads = [plane.read for plane in layout.planes if plane.read is not None]
        """The functions that read planes from an observation, in the order of the layout."""

    def planes(self, state: State, viewer: int) -> list[int]:
        """Return the words of all planes, plane after plane, as a seat sees the state. No picture
        is drawn where none is needed."""
        if len(self.reads) == len(self.layout.planes):
            observation = state.observe(viewer)
            return [word for read in self.reads for word in self.words(read(observation))]
        seen = view(state, viewer)
        return self.planes_in(self.artist.scene(self.game, seen), seen.observation, viewer)

    def planes_in(self, scene: Scene, observation: Json, viewer: int) -> list[int]:
        """Return what `planes` does, of a picture that has been drawn already."""
        places: list[list[str]] = [[] for _ in self.layout.planes]
        for piece in scene.pieces:
            for number in self.showing(piece, viewer):
                places[number].append(piece.at)
        words: list[int] = []
        for plane, found in zip(self.layout.planes, places, strict=True):
            words += self.words(
                found if is_of_pieces(plane) else places_of(plane, observation, scene)
            )
        return words

    def showing(self, piece: Piece, viewer: int) -> frozenset[int]:
        """Return the numbers of the planes that show a viewer this piece."""
        owner = owner_for(piece, viewer, self.game.players)
        looks = (piece.shape, piece.text, piece.size, piece.hidden, piece.colour, piece.tags)
        known = self.found.get((owner, looks))
        if known is None:
            planes = list(enumerate(self.layout.planes))
            shown = [n for n, plane in planes if is_of_kind(plane, piece, owner)]
            rest = [n for n, plane in planes if plane.rest]
            known = self.found[owner, looks] = frozenset(shown or rest)
        return known

    def words(self, places: Iterable[str]) -> list[int]:
        """Return the words of a plane in which these cells are set; others than those of the board
        are left out."""
        words, cells = [0] * self.layout.word_count, self.layout.cells
        for place in places:
            found = cells.get(place)
            if found is not None:
                words[found[0]] |= 1 << found[1]
        return [word(bits) for bits in words]

    def numbers(self, state: State, viewer: int) -> list[int]:
        """Return the numbers of the game, as a seat may know them."""
        seen = state.observe(viewer)
        return [number.read(seen, viewer) for number in self.layout.numbers]


def owner_for(piece: Piece, viewer: int, players: int) -> int:
    """Return whose a piece is, counted from the viewer's seat."""
    return NOBODY if piece.owner is None else (piece.owner - viewer) % players


def is_of_kind(plane: Plane, piece: Piece, owner: int) -> bool:
    """Whether a piece is of the kind that a plane stands for."""
    return is_of_pieces(plane) and (
        not plane.rest
        and plane.shape in ("", piece.shape)
        and plane.owner in (None, owner)
        and plane.text in (None, piece.text)
        and plane.size in (0, piece.size)
        and plane.hidden in (None, piece.hidden)
        and plane.colour in (None, piece.colour)
        and has_tag(plane.tag, piece.tags)
    )


def is_of_pieces(plane: Plane) -> bool:
    """Whether a plane shows pieces."""
    return plane.read is None and not plane.terrain


def places_of(plane: Plane, observation: Json, scene: Scene) -> Iterable[str]:
    """Return the ids of the cells that are set in a plane that shows no pieces."""
    if plane.read is not None:
        return plane.read(observation)
    cells = (cell for region in scene.regions for cell in region.cells)
    return [cell.id for cell in cells if cell.terrain == plane.terrain]


def has_tag(tag: str, tags: tuple[str, ...]) -> bool:
    return tag[1:] not in tags if tag.startswith("-") else not tag or tag in tags


def written(state: FastState, layout: Layout, viewer: int) -> tuple[list[int], list[int]]:
    """Return the words of all planes and the numbers that a state writes itself."""
    words, numbers = len(layout.planes) * layout.word_count, len(layout.numbers)
    planes, few = (arrays.vec[arrays.i64]([0] * n) for n in (words, numbers))
    state.planes_into(planes, viewer)
    if numbers:
        state.numbers_into(few, viewer)
    return [int(planes[k]) for k in range(words)], [int(few[k]) for k in range(numbers)]
