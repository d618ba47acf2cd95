"""Keeps the game of each state. The game is kept in a table beside the states, because the author
of a game may use `vars(self)` and must find only the author's own attributes there."""

from __future__ import annotations

from functools import partial
from typing import Any, Final
from weakref import ref

games_of: Final[dict[int, tuple[ref[Any], Any]]] = {}
"""For the `id` of a state: a weak reference to the state, and its game. Python reuses an `id` once
the object is gone, so the weak reference removes the entry at that moment. A WeakKeyDictionary
would compare states by `==`, which needs their game."""


class GameOf:
    """The descriptor `State.game`, which looks the game up in the table."""

    def __get__(self, state: object, kind: type) -> Any:
        found = games_of.get(id(state))
        if found is None:
            raise AttributeError(f"This {kind.__name__} was not made by a game.")
        return found[1]


def remember_game(state: object, game: object) -> None:
    """Set the game of a state.

    What Python calls when the state is gone is `games_of.pop(number, reference)`, in which nothing
    is interpreted: Python raises KeyboardInterrupt where it enters an interpreted function, and
    loses whatever is raised inside a callback of a weak reference."""
    number = id(state)
    games_of[number] = ref(state, partial(games_of.pop, number)), game
