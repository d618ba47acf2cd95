"""A layout for a game that declares none: the kinds of pieces, and the places, that some random
matches show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, Game, State
from everygame.scene import Artist, Piece, Scene, cells_of, view
from everygame.tensors.encoder import owner_for
from everygame.tensors.layout import NOBODY, OWN, Layout, Plane

SEED: Final = "the kinds of a game"
"""The seed of the matches, so that a game always gets the same layout."""
MATCHES: Final = 8
PLIES: Final = 100
"""The most plies of a match that are looked at."""
PICTURES: Final = 600
"""The most pictures that are looked at, so that games with slow pictures do not take long."""


def discover(game: Game, artist: Artist) -> Layout:
    """Return the layout of a game from the pictures of random matches. The same options always give
    the same layout."""
    kinds: dict[Plane, None] = {}
    places: dict[str, None] = {}
    scenes = list(islice(draw_scenes(game, artist), PICTURES))
    for viewer, scene in scenes:
        for region in scene.regions:
            places.update(dict.fromkeys(cells_of(region)))
        for piece in scene.pieces:
            kinds[kind_of(piece, viewer, game.players)] = None
    for piece in artist.deck(game) if artist.deck else ():
        kinds[kind_of(piece, 0, game.players)] = None
    planes = (*kinds, Plane("anything else", rest=True))
    return board_of([scene for _, scene in scenes], planes, tuple(places))


def draw_scenes(game: Game, artist: Artist) -> Iterator[tuple[int, Scene]]:
    """Yield a viewer and what the viewer sees, for all seats at each ply of the matches."""
    for number in range(MATCHES):
        for state in walk(game, Random(f"{SEED}/{number}")):
            for viewer in range(game.players):
                yield viewer, artist.scene(game, view(state, viewer))


def walk(game: Game, rng: Random) -> Iterator[State]:
    """Yield the states of a random match, up to its end or for PLIES plies."""
    state = game.initial_state()
    for _ in range(PLIES):
        yield state
        who = state.to_play()
        if who == OVER:
            return
        actions = state.legal_actions()
        weights = [p for _, p in state.chance_outcomes()] if who == CHANCE else None
        state = state.apply(rng.choices(actions, weights)[0])


def kind_of(piece: Piece, viewer: int, players: int) -> Plane:
    """Return the plane of all pieces that look like this one to the viewer."""
    owner = owner_for(piece, viewer, players)
    whose = {NOBODY: "", OWN: "own "}.get(owner, f"seat +{owner}: ")
    looks = [piece.colour, *piece.tags, "face-down" if piece.hidden else "", piece.shape]
    size = {1: "small", 3: "large"}.get(piece.size, "")
    name = whose + " ".join(word for word in (size, *looks, piece.text) if word)
    tag = piece.tags[0] if piece.tags else ""
    shown = (piece.text, tag, piece.size, piece.hidden, piece.colour)
    return Plane(name, piece.shape, owner, *shown)


def board_of(scenes: list[Scene], planes: tuple[Plane, ...], places: tuple[str, ...]) -> Layout:
    """Return a layout with rows and columns where all pictures have the same grid and nothing else,
    and otherwise one with the places in a row."""
    boards = {
        tuple((region.kind, region.columns, region.rows) for region in scene.regions)
        for scene in scenes
    }
    if len(boards) == 1 and len(board := next(iter(boards))) == 1 and board[0][0] == "grid":
        return Layout(planes, board[0][2], board[0][1])
    words = (len(places) + 63) // 64
    return Layout(planes, 1, len(places), (), words, min(64, len(places)), places=places)
