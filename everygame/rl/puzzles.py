"""Levels of a wanted length, in games that make such levels."""

from __future__ import annotations

from random import Random
from typing import Final

from everygame.contract import Game
from everygame.errors import BadOption
from everygame.library.registry import find_game
from everygame.rl.tensors import Tensors

PATIENCE: Final = 600.0
"""Seconds in which a level is looked for."""


def make_puzzle(game: Game, length: int, rng: Random) -> Game:
    """Return a game with a new level whose shortest solution has `length` moves; its other options
    are those of `game`, and its planes have the same shape. Raises BadOption."""
    entry = find_game(game.name)
    option = next((one for one in game.options if one.lengths), None)
    generate = entry.editor().generate
    if option is None or generate is None:
        raise BadOption("{name} makes no levels of a wanted length.", name=game.name)
    shape = Tensors(game).plane_shape
    while True:
        value = generate(type(game), game.settings, option.name, length, rng, PATIENCE)
        made = entry.game(**{**game.settings, option.name: value})
        if Tensors(made).plane_shape == shape:
            return made
