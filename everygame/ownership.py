"""Which game a state is of. It is kept beside the states and not in them, because authors write
`vars(self)`: that is what they put there and nothing else."""

from __future__ import annotations

from typing import Any, Final
from weakref import ref

games_of: Final[dict[int, tuple[ref[Any], Any]]] = {}
"""The games of states, by `id`, for as long as the states are there."""


class NumberedRef(ref[Any]):
    """A weak reference that knows the `id` of what is gone."""

    __slots__ = ("number",)
    number: int


def forget(gone: ref[Any]) -> None:
    """A state is gone."""
    if isinstance(gone, NumberedRef):
        games_of.pop(gone.number, None)


class GameOf:
    """`State.game`."""

    def __get__(self, state: object, kind: type) -> Any:
        found = games_of.get(id(state))
        if found is None:
            raise AttributeError(f"This {kind.__name__} was not made by a game.")
        return found[1]


def remember_game(state: object, game: object) -> None:
    """Let a state know its game."""
    number = id(state)
    mark = NumberedRef(state, forget)
    mark.number = number
    games_of[number] = mark, game
