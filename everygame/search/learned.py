"""Evaluation by a weighted sum of features, whose weights `everygame learn` fits to matches.

The winning probability of the first of two seats is 1 / (1 + exp(-sum)), the model of logistic
regression (M. Buro, Statistical Feature Combination for the Evaluation of Game Positions, JAIR 3,
1995); for a return that is tanh(sum / 2). The features are the differences of
what the game's `describe` answers for the two seats, or else the pieces of its public picture.
"""

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
"""The feature that is always 1 for the first seat,"""
MOVE: Final = "move"
"""and the feature that is 1 if the first seat is to play and -1 if the other is."""
Numbers = dict[str, float]
"""The features of a position by name, as seen by the first seat."""
Describe = Callable[[State, int], Sequence[float]]
"""Answers numbers that describe the position of a seat in a state, always equally many."""


def learned(file: Path, describe: Describe) -> Evaluate:
    """An `evaluate` by the weights in a file that `everygame learn` wrote, for a game of two seats
    with this `describe`."""
    return worth_by(read_weights(file), partial(by_game, describe))


def pictured(file: Path, scene: Callable[..., Scene], rules: type[Game]) -> Evaluate:
    """The same for a game without `describe`, from the pictures that its `scene` draws. It is for
    the options that it was learned with."""
    game = rules(**json.loads(file.read_text("utf-8"))["options"])
    return worth_by(read_weights(file), partial(by_picture, scene, game))


def read_weights(file: Path) -> Numbers:
    found: Numbers = json.loads(file.read_text("utf-8"))["weights"]
    return found


def worth_by(weights: Mapping[str, float], read: Callable[[State], Numbers]) -> Evaluate:
    """An `evaluate` with these weights; `read` answers the features of a state."""

    def evaluate(state: State, seat: int) -> float:
        value = tanh(total(weights, read(state)) / 2)
        return value if seat == 0 else -value

    return evaluate


def total(weights: Mapping[str, float], numbers: Numbers) -> float:
    """The logarithm of the first seat's odds."""
    return sum([weights.get(name, 0.0) * number for name, number in numbers.items()])


def by_game(describe: Describe, state: State) -> Numbers:
    """The features by the game's `describe`."""
    both = zip(describe(state, 0), describe(state, 1), strict=True)
    return bases(state) | {str(place): one - other for place, (one, other) in enumerate(both)}


def by_picture(scene: Callable[..., Scene], game: Game, state: State) -> Numbers:
    """The features by the picture: 1 for each kind of piece at each cell where one lies."""
    shown = scene(game, view(state, None))
    things = [f"{p.at} {p.shape} {p.owner} {p.size} {p.text}" for p in shown.pieces]
    return bases(state) | dict.fromkeys(things, 1.0)


def bases(state: State) -> Numbers:
    """The features that every game has."""
    return {FIRST: 1.0, MOVE: {0: 1.0, 1: -1.0}.get(state.to_play(), 0.0)}
