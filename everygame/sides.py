"""The sides of a game: which seats win and lose together (`Game.sides`)."""

from __future__ import annotations

from collections.abc import Sequence

from everygame.contract import Game
from everygame.words import all_of


def sides_of(game: Game) -> tuple[int, ...]:
    """Return the side of each seat; each seat is a side of its own where the game names none."""
    return game.sides or tuple(range(game.players))


def side_count(game: Game) -> int:
    return len(set(sides_of(game)))


def by_side(game: Game, numbers: Sequence[float]) -> list[float]:
    """Return the number of each side, from a number for each seat that the seats of a side have in
    common, such as a return."""
    return [numbers[seat] for seat in first_seats(game)]


def first_seats(game: Game) -> list[int]:
    """Return the first seat of each side."""
    sides = sides_of(game)
    return [sides.index(side) for side in range(side_count(game))]


def side_names(game: Game, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each side, such as "South and North", from the names of the seats."""
    sides = sides_of(game)
    return tuple(
        all_of([name for name, one in zip(seats, sides, strict=True) if one == side])
        for side in range(side_count(game))
    )
