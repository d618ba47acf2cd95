"""What a position is worth by what was learned from matches: a weighted sum of numbers.

The chance of the first of two seats is 1 / (1 + exp(-sum)), as the regression has it that finds the
weights (M. Buro, Statistical Feature Combination for the Evaluation of Game Positions, JAIR 3,
1995); for a return that is tanh(sum / 2). The numbers are those that the game's `describe` tells of
each seat, one less the other, or else what its picture shows to everybody.
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
"""The number that is always 1, as seen from the first seat,"""
MOVE: Final = "move"
"""and the one that is 1 if it is to play, and -1 if the other is."""
Numbers = dict[str, float]
"""What describes a position from the first seat's side, by name."""
Describe = Callable[[State, int], Sequence[float]]
"""Numbers that tell how a seat stands in a state, always equally many."""


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
    """An `evaluate` of these weights and what tells the numbers."""

    def evaluate(state: State, seat: int) -> float:
        value = tanh(total(weights, read(state)) / 2)
        return value if seat == 0 else -value

    return evaluate


def total(weights: Mapping[str, float], numbers: Numbers) -> float:
    """The logarithm of the first seat's odds."""
    return sum([weights.get(name, 0.0) * number for name, number in numbers.items()])


def by_game(describe: Describe, state: State) -> Numbers:
    """As the game describes it."""
    both = zip(describe(state, 0), describe(state, 1), strict=True)
    return bases(state) | {str(place): one - other for place, (one, other) in enumerate(both)}


def by_picture(scene: Callable[..., Scene], game: Game, state: State) -> Numbers:
    """A 1 for each thing that lies somewhere, by what it is and where."""
    shown = scene(game, view(state, None))
    things = [f"{p.at} {p.shape} {p.owner} {p.size} {p.text}" for p in shown.pieces]
    return bases(state) | dict.fromkeys(things, 1.0)


def bases(state: State) -> Numbers:
    """What can be told of any game."""
    return {FIRST: 1.0, MOVE: {0: 1.0, 1: -1.0}.get(state.to_play(), 0.0)}
