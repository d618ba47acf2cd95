"""One match, for interfaces that step one at a time."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from everygame.arguments import whole
from everygame.contract import Game
from everygame.errors import IllegalMove
from everygame.rl.core import ILLEGAL
from everygame.rl.matches import SEEDS, Vector
from everygame.rl.memory import Array
from everygame.words import say


class Single(Vector):
    """A vector of one match, which waits when it is over. What it returns are new arrays."""

    def __init__(self, game: Game, max_steps: int = 0, seed: int | None = None) -> None:
        super().__init__(game, 1, autoreset="disabled", max_steps=max_steps, seed=seed)

    def _open(self) -> None:
        super()._open()
        self._core.deferred = True  # `look` is asked for some positions alone
        self._planes, self._numbers = self.planes[0], self.numbers[0]
        self._mask = self.mask[0].view(np.int8)

    def reset(self, seed: Any = None, which: Any = None) -> None:
        """Begin the match anew, as `Vector.reset` does; `seed` is one whole number."""
        if seed is not None:
            self._core.seed(0, whole(seed, say("The seed"), 0, SEEDS - 1))
        self._core.reset(0)

    def play(self, action: int) -> int:
        """Play an action. Return the seat that moves then, or OVER, or CUT_OFF. Raises IllegalMove;
        then nothing has been played."""
        who: int = self._core.step_one(0, index(action))
        if who == ILLEGAL:
            raise IllegalMove("The action {action} is not legal here.", action=int(action))
        return who

    def look(self, seat: int) -> tuple[Array, Array]:
        """Return the planes and numbers of a seat, whoever is to move."""
        self._core.show(0, seat)
        return self._planes.copy(), self._numbers.copy()

    def legal(self) -> Array:
        """Return the mask of the seat to move, as integers of 8 bits."""
        return self._mask.copy()
