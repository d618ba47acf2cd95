"""What programs that learn get of one state: the same planes, numbers and masks as in a vector."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from everygame.contract import Game, State
from everygame.library.registry import find_game
from everygame.rl.core import DISABLED, Core, Shape
from everygame.rl.memory import Array, show, show_bytes
from everygame.search.adapter import as_fast
from everygame.tensors.discovery import discover
from everygame.tensors.encoder import Encoder, writes_itself
from everygame.tensors.layout import Layout

RULES: Final = (0, 0, DISABLED)
"""No limits, for a core that steps nothing."""


class Tensors:
    """The tensors of a game with its options. Rows of `planes` are ranks from rank 1, columns are
    files from a."""

    def __init__(self, game: Game, from_scene: bool = False) -> None:
        """With `from_scene`, planes are read from pictures even where states write them
        themselves: slow, and the same."""
        entry = find_game(game.name)
        self.game = game
        self.layout: Layout = find_layout(game)
        self.encoder = Encoder(game, entry.artist(), self.layout)
        declared = entry.layout() is not None
        self.quick = declared and not from_scene and writes_itself(game.initial_state())
        """Whether the states write their planes themselves."""
        self._core: Core | None = None

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane shows."""
        return tuple(plane.name for plane in self.layout.planes)

    @property
    def number_names(self) -> tuple[str, ...]:
        """What each number is; the first is the seat that looks."""
        return ("seat", *(number.name for number in self.layout.numbers))

    @property
    def number_limits(self) -> tuple[int, ...]:
        """The highest value of each number; the lowest is 0."""
        return (self.game.players - 1, *(number.highest for number in self.layout.numbers))

    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """The number of planes, of rows and of columns."""
        return len(self.layout.planes), self.layout.rows, self.layout.columns

    def core(self, count: int, rules: tuple[int, int, int]) -> Core:
        """Return a core of so many matches; `rules` are as `Core` has them."""
        layout, game = self.layout, self.game
        words = len(layout.planes) * layout.word_count
        shape = Shape(game.num_actions, game.players, words, layout.wide, len(self.number_names))
        look = None if self.quick else (self.encoder.planes, self.encoder.numbers)
        return Core(as_fast(game.initial_state()), count, shape, rules, look)

    def show_planes(self, packed: object, count: int) -> Array:
        """Return the planes in the memory of a core as an array: match, plane, row, column."""
        return self.arrange(show_bytes(packed), count)

    def arrange(self, found: Array, count: int) -> Array:
        """Return the planes in an array of bytes that is laid out as in a core."""
        layout, (planes, rows, columns) = self.layout, self.plane_shape
        size = layout.plane_bytes
        found = found.reshape(count, planes, size)
        steps = (planes * size, size, *layout.strides)
        return as_strided(found, (count, planes, rows, columns), steps)

    def show_numbers(self, packed: object, count: int) -> Array:
        """Return the numbers in the memory of a core as an array: match, number."""
        return show(packed).reshape(count, len(self.number_names))

    def show_mask(self, core: Core, count: int) -> Array:
        """Return the masks in the memory of a core as an array: match, action."""
        row = 8 * int(core.shape.mask)
        found = show_bytes(core.mask).reshape(count, row)[:, : self.game.num_actions]
        return found.view(np.bool_)

    def of(self, state: State, viewer: int) -> tuple[Array, Array, Array]:
        """Return what a seat may know of a state and do in it: planes, numbers, and the mask of
        legal actions, which is for the seat to move. The arrays are new."""
        if self._core is None:
            self._core = self.core(1, RULES)
        core = self._core
        core.look_at(as_fast(state), viewer)
        planes, numbers = self.show_planes(core.planes, 1), self.show_numbers(core.numbers, 1)
        return planes[0].copy(), numbers[0].copy(), self.show_mask(core, 1)[0].copy()

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "from_scene": not self.quick}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept)  # type: ignore[misc]


@lru_cache(maxsize=64)
def find_layout(game: Game) -> Layout:
    """Return the layout that a game declares, or else that of the pictures of some matches, which
    takes a while."""
    entry = find_game(game.name)
    make = entry.layout()
    return make(game) if make else discover(game, entry.artist())
