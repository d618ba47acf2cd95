"""Evaluation by a weighted sum of features; `everygame learn` fits the weights to the results of
matches.

The winning probability of the first of two seats is 1 / (1 + exp(-sum)), which is the model of
logistic regression (M. Buro, Statistical Feature Combination for the Evaluation of Game Positions,
JAIR 3, 1995). As an expected return, this is tanh(sum / 2). The features are the differences
between the numbers that the game's `describe` returns for the two seats, or else the pieces in the
game's public picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import tanh
from pathlib import Path
from typing import Final

from everygame.contract import Game, State
from everygame.scene import Scene, view
from everygame.search.adapter import Evaluate

FIRST: Final = "first"
"""The name of the feature that is always 1."""
MOVE: Final = "move"
"""The name of the feature that is 1 if the first seat is to move, −1 if the other seat is, and 0
else."""
Numbers = dict[str, float]
"""The features of a position by name, as seen by the first seat."""
Describe = Callable[[State, int], Sequence[float]]
"""Returns numbers that describe the position of a seat in a state; their count is always the
same."""


def learned(file: Path, describe: Describe) -> Evaluate:
    """Return an `evaluate` that uses the weights in a file by `everygame learn`, for a game of two
    seats with this `describe`."""
    return worth_by(read_weights(file), partial(by_game, describe))


def pictured(file: Path, scene: Callable[..., Scene], rules: type[Game]) -> Evaluate:
    """Return an `evaluate` that uses the weights in a file by `everygame learn`, for a game without
    `describe`: the features are the pieces in the pictures that its `scene` draws. It is valid only
    for the options with which the weights were learned, which the file names."""
    game = rules(**json.loads(file.read_text("utf-8"))["options"])
    return worth_by(read_weights(file), partial(by_picture, scene, game))


def read_weights(file: Path) -> Numbers:
    """Return the weights in a file by `everygame learn`, by the names of their features."""
    found: Numbers = json.loads(file.read_text("utf-8"))["weights"]
    return found


def worth_by(weights: Mapping[str, float], read: Callable[[State], Numbers]) -> Evaluate:
    """Return an `evaluate` with these weights; `read` returns the features of a state."""

    def evaluate(state: State, seat: int) -> float:
        value = tanh(total(weights, read(state)) / 2)
        return value if seat == 0 else -value

    return evaluate


def total(weights: Mapping[str, float], numbers: Numbers) -> float:
    """Return the weighted sum of the features: the logarithm of the odds that the first seat
    wins."""
    return sum([weights.get(name, 0.0) * number for name, number in numbers.items()])


def by_game(describe: Describe, state: State) -> Numbers:
    """Return the features of a state by the game's `describe`: the numbers of the first seat minus
    those of the second."""
    both = zip(describe(state, 0), describe(state, 1), strict=True)
    return bases(state) | {str(place): one - other for place, (one, other) in enumerate(both)}


def by_picture(scene: Callable[..., Scene], game: Game, state: State) -> Numbers:
    """Return the features of a state by its picture: 1 for each kind of piece on each cell of the
    picture where such a piece lies."""
    shown = scene(game, view(state, None))
    things = [f"{p.at} {p.shape} {p.owner} {p.size} {p.text}" for p in shown.pieces]
    return bases(state) | dict.fromkeys(things, 1.0)


def bases(state: State) -> Numbers:
    """Return the features that exist in every game."""
    return {FIRST: 1.0, MOVE: {0: 1.0, 1: -1.0}.get(state.to_play(), 0.0)}
