"""New levels for one player, of a wanted length: drawn at random, solved, and thinned out until
every floe matters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Final

from everygame.games.icefloes.solver import search

FEWEST: Final = 4
"""A level with fewer floes than this, the player's among them, is too bare."""
MOST_STATES: Final = 8_000
"""A level that needs a longer search is passed over."""


def make_level(length: int, rng: Random, seconds: float) -> str | None:
    """Rows of a level whose shortest solution has exactly `length` moves and becomes longer,
    shorter or impossible without any one floe; None where none was found in time."""
    end = monotonic() + seconds
    while monotonic() < end:
        level = scatter(*shape(length, rng), rng)
        if has_length(level, length):
            level = thin_out(level, length, rng)
            if level.count("*") + 1 >= FEWEST:
                return level
    return None


def shape(length: int, rng: Random) -> tuple[int, int]:
    """A size and a number of floes to begin with; longer solutions want fewer floes."""
    size = rng.choice((5, 7))
    most = 7 - length // 6 if size == 5 else 10 - length // 4
    return size, rng.randint(max(FEWEST, most - 2), most)


def scatter(size: int, floes: int, rng: Random) -> str:
    """A board with floes anywhere but on the goal, and the player on one of them."""
    squares = ["."] * size**2
    places = rng.sample([i for i in range(size**2) if i != size**2 // 2], floes)
    for place in places:
        squares[place] = "*"
    squares[places[0]] = "P"
    return "/".join("".join(squares[i : i + size]) for i in range(0, size**2, size))


def has_length(level: str, length: int) -> bool:
    """The shortest solution is known and has this length."""
    answer = search(level, MOST_STATES)
    return answer.solvable is True and answer.least == length


def thin_out(level: str, length: int, rng: Random) -> str:
    """The level without useless floes: as long as there is one, any one of them is taken away."""
    while True:
        fewer = [other for other in without_one(level) if has_length(other, length)]
        if not fewer:
            return level
        level = rng.choice(fewer)


def without_one(level: str) -> Iterator[str]:
    """The level without its first floe, without its second, …"""
    for place, letter in enumerate(level):
        if letter == "*":
            yield level[:place] + "." + level[place + 1 :]
