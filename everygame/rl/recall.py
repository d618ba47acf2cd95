"""All that a seat has seen and done since the start of a match, as one row of numbers."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from everygame.contract import Game
from everygame.rl.line import Line
from everygame.rl.memory import Array
from everygame.rl.tensors import Tensors

MOST: Final = 100_000
"""The most numbers of a row. Longer rows are of little use to a network."""


class Recall:
    """Writes rows for a game whose matches have so many plies at most.

    A row begins with a number for each seat, 1 for the seat that looks. Then each ply that the seat
    has noticed has its place, in order, and what is left is 0. A place holds 1, a number for each
    seat, 1 for the seat that moves then, a number for each action, 1 for the one that the seat has
    played itself, and the planes and numbers that the seat then sees. What others have played is
    seen in these alone, because the number of an action may tell more than the seat may know."""

    def __init__(self, game: Game, plies: int) -> None:
        self.players = game.players
        self.actions = game.num_actions
        self.plies = plies
        self.tensors = Tensors(game)
        self.each = prod(self.tensors.plane_shape) + len(self.tensors.number_names)
        self.each += 1 + self.players + self.actions

    @property
    def size(self) -> int:
        """The numbers of a row."""
        return self.players + self.plies * self.each

    def of(self, line: Line, seat: int) -> Array:
        """Return the row of a seat after a match has come so far."""
        row: Array = np.zeros(self.size, np.float32)
        row[seat] = 1
        noticed = [one for one in line.back() if one.notice(seat)]
        places = row[self.players :].reshape(self.plies, self.each)
        for place, one in zip(places, reversed(noticed), strict=False):
            self.write(place, one, seat)
        return row

    def write(self, place: Array, line: Line, seat: int) -> None:
        """Write what a seat noticed of the last ply."""
        place[0] = 1
        if line.who >= 0:
            place[1 + line.who] = 1
        if line.before and line.before.who == seat:
            place[1 + self.players + line.action] = 1
        planes, numbers, _ = self.tensors.of(line.state, seat)
        place[1 + self.players + self.actions :] = np.concatenate((planes.ravel(), numbers))


def make_recall(game: Game, plies: int) -> Recall | None:
    """Return what writes rows; None where they would have more than MOST numbers."""
    if plies * game.num_actions > MOST:  # known without planes, which may take a while to find
        return None
    found = Recall(game, plies)
    return found if found.size <= MOST else None
