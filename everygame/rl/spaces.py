"""The spaces of Gymnasium for the actions of a game and for what its seats observe."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from everygame.rl.lacking import lacking
from everygame.rl.memory import Array
from everygame.rl.tensors import Tensors

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise lacking(error) from None

MASK: Final = "action_mask"
"""The name of the mask among observations and in info."""


class Legal(spaces.Discrete):  # type: ignore[misc]
    """The actions of a game. Without a mask, `sample` draws from the actions that are legal now, so
    that tools which know no masks play by the rules."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.now: Array = np.ones(count, np.int8)
        """The mask of the actions that are legal now."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action, as `Discrete` does."""
        if mask is None and probability is None:
            mask = self.now
        return super().sample(mask, probability)


class LegalRows(spaces.MultiDiscrete):  # type: ignore[misc]
    """An action for each of many matches. Without a mask, `sample` draws legal ones."""

    def __init__(self, rows: int, count: int) -> None:
        super().__init__(np.full(rows, count))
        self.now: Array = np.ones((rows, count), np.int8)
        """For each match: the mask of its legal actions."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return random actions, as `MultiDiscrete` does."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        return (self.np_random.random(self.now.shape) * self.now).argmax(1)


def observation_space(tensors: Tensors) -> Any:
    """Return the space of what a seat gets: "observation" are its planes, "numbers" its numbers,
    "action_mask" the actions that it may play."""
    limits = np.maximum(tensors.number_limits, 1)  # a space of one value would warn
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, tensors.plane_shape, np.uint8),
            "numbers": spaces.Box(np.zeros_like(limits), limits, dtype=np.int64),
            MASK: spaces.Box(0, 1, (tensors.game.num_actions,), np.int8),
        }
    )
