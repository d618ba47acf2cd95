"""Finds what a game has and its box would not: things that neither the start of a match, nor the
function `deck` of its artist, nor `kit.toml` shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Final

from everygame.contract import CHANCE, OVER, Game, State
from everygame.errors import BadGame
from everygame.scene import Artist, Piece, depict, view
from everygame.words import all_of

PLIES: Final = 120
"""The plies of the random match in which things are counted."""


def refuse_missing(name: str, artist: Artist, game: Game, there: Mapping[str, int]) -> None:
    """Raise BadGame where a match shows more things of a shape at once than the box has; `there`
    says how many of each shape it has."""
    most = count_shapes(artist, game)
    missing = sorted(shape for shape, count in most.items() if count > there.get(shape, 0))
    if missing:
        raise BadGame(
            "The box of {name} would lack things that a match has: {shapes}. Let deck(game) beside"
            " its scene return them, or kit.toml add them.",
            name=name,
            shapes=all_of(f"{shape} × {most[shape]}" for shape in missing),
        )


def count_shapes(artist: Artist, game: Game) -> Mapping[str, int]:
    """Return for each shape how many things of it a spectator sees at once in a random match, at
    most."""
    found: Counter[str] = Counter()
    for state in walk(game):
        found |= by_shape(depict(artist, game, view(state, None)).pieces)
    return found


def walk(game: Game) -> Iterator[State]:
    """Yield the states of a random match, which is the same each time."""
    rng, state = Random(0), game.initial_state()
    for _ in range(PLIES):
        yield state
        who = state.to_play()
        if who == OVER:
            return
        weights = [share for _, share in state.chance_outcomes()] if who == CHANCE else None
        state = state.apply(rng.choices(state.legal_actions(), weights)[0])


def by_shape(pieces: Iterable[Piece]) -> Counter[str]:
    found: Counter[str] = Counter()
    for piece in pieces:
        found[piece.shape] += piece.count
    return found
