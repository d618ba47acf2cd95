"""Generate levels for one player with a solution of a given length: draw levels at random, solve
them, and remove floes until each one that is left matters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Final

from everygame.games.icefloes.solver import search

FEWEST: Final = 4
"""A level with fewer floes than this, counting the one under the player, is discarded as too
bare."""
MOST_STATES: Final = 8_000
"""A level is discarded if its solution is not found within so many states, to save time."""


def make_level(length: int, rng: Random, seconds: float) -> str | None:
    """Return the rows of a level whose shortest solution has exactly `length` moves, while without
    any one of its loose floes it would have another length or no solution. Return None if none was
    found within `seconds`."""
    end = monotonic() + seconds
    while monotonic() < end:
        level = scatter(*shape(length, rng), rng)
        if has_length(level, length):
            level = thin_out(level, length, rng)
            if level.count("*") + 1 >= FEWEST:
                return level
    return None


def shape(length: int, rng: Random) -> tuple[int, int]:
    """Draw a board size and a number of floes to start from; fewer floes are drawn for longer
    solutions."""
    size = rng.choice((5, 7))
    most = 7 - length // 6 if size == 5 else 10 - length // 4
    return size, rng.randint(max(FEWEST, most - 2), most)


def scatter(size: int, floes: int, rng: Random) -> str:
    """Draw a level of `size` squares a side with so many floes anywhere but on the goal, and the
    player on one of them."""
    squares = ["."] * size**2
    places = rng.sample([i for i in range(size**2) if i != size**2 // 2], floes)
    for place in places:
        squares[place] = "*"
    squares[places[0]] = "P"
    return "/".join("".join(squares[i : i + size]) for i in range(0, size**2, size))


def has_length(level: str, length: int) -> bool:
    """Tell whether the shortest solution of a level is found and has this length."""
    answer = search(level, MOST_STATES)
    return answer.solvable is True and answer.least == length


def thin_out(level: str, length: int, rng: Random) -> str:
    """Remove floes at random, one by one, as long as the shortest solution keeps its length; return
    the level."""
    while True:
        fewer = [other for other in without_one(level) if has_length(other, length)]
        if not fewer:
            return level
        level = rng.choice(fewer)


def without_one(level: str) -> Iterator[str]:
    """Yield the level without its first loose floe, then without its second, and so on."""
    for place, letter in enumerate(level):
        if letter == "*":
            yield level[:place] + "." + level[place + 1 :]
