"""Find the shortest solution of a level for one player by breadth-first search.

A state is one integer: the lowest eight bits are the square of the player, and above them is one
bit for each square with a floe. Squares are counted along the rows from the top left. A step and a
glide use the same table of rays, since the nearest floe in a direction decides where both end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from everygame.contract import State

PLAYER: Final = 8
"""How many bits of a state hold the player's square."""
WHERE: Final = (1 << PLAYER) - 1
"""A mask for the bits of the player's square."""
MOST_STATES: Final = 100_000
"""How many states a search may store: these take some tenths of a second and 12 megabytes."""

Ray = tuple[int, int, int]
"""One direction from a square: the bits of a state for the floes that could lie there, the last
square before the edge, and the difference from one square to the next."""


@dataclass(frozen=True)
class Answer:
    """What a search has found out about the solutions of a level."""

    solvable: bool | None
    """Whether there is a solution; None if the search was stopped before it found out."""
    least: int
    """The length of the shortest solution if one was found; else no solution has fewer moves than
    this."""


@lru_cache(maxsize=4096)
def solve(level: str, most_states: int = MOST_STATES) -> Answer:
    """Return what `search` returns, from a cache."""
    return search(level, most_states)


def search(level: str, most_states: int) -> Answer:
    """Find the shortest way for player P to come to rest on the goal of a level that `read_level`
    has checked; other players count as floes. The search stops after the first layer with which it
    has stored more than `most_states` states."""
    size = level.index("/")
    squares = level.replace("/", "")
    goal = len(squares) // 2
    start = sum(1 << PLAYER << i for i, letter in enumerate(squares) if letter != ".")
    start |= squares.index("P")
    if start & WHERE == goal:
        return Answer(True, 0)
    seen, layer, table = {start}, [start], rays(size)
    length = 0
    while layer and len(seen) <= most_states:
        length += 1
        layer, found = spread(layer, seen, table, goal)
        if found:
            return Answer(True, length)
    return Answer(None, length + 1) if layer else Answer(False, length)


def spread(
    layer: list[int], seen: set[int], table: list[list[Ray]], goal: int
) -> tuple[list[int], bool]:
    """Return the new states one move after those of `layer`, and whether the player rests on the
    goal in one of them; then the list ends early. The new states are added to `seen`."""
    fresh: list[int] = []
    for state in layer:
        for after in successors(state, table):
            if after & WHERE == goal:
                return fresh, True
            if after not in seen:
                seen.add(after)
                fresh.append(after)
    return fresh, False


def successors(state: int, table: list[list[Ray]]) -> list[int]:
    """Return the states after each move that does not lead off the board."""
    here = state & WHERE
    found = []
    for floes, last, step in table[here]:
        ahead = state & floes
        if not ahead:
            there = last
        else:
            nearest = ahead & -ahead if step > 0 else ahead
            there = nearest.bit_length() - 1 - PLAYER - step
        if there == here:  # the floe lies beside the player, who steps onto it
            found.append(state + step)
        else:
            glide = (1 << here | 1 << there) << PLAYER
            found.append((state ^ glide) + there - here)
    return found


@cache
def rays(size: int) -> list[list[Ray]]:
    """Return for each square the rays in all directions in which the next square is on the
    board."""
    table = []
    for y in range(size):
        for x in range(size):
            ways = ((-size, y), (size, size - 1 - y), (-1, x), (1, size - 1 - x))
            table.append([ray(y * size + x, step, room) for step, room in ways if room])
    return table


def ray(here: int, step: int, room: int) -> Ray:
    """Return the ray of `room` squares that starts beside the square `here`; `step` is the
    difference from one square to the next."""
    squares = [here + step * i for i in range(1, room + 1)]
    return sum(1 << PLAYER << square for square in squares), squares[-1], step


def can_be_won(state: State, most_states: int) -> bool | None:
    """Tell whether any sequence of plies of all players reaches the goal; None if the search was
    stopped after `most_states` states."""
    seen = {state.key()}
    layer = [state]
    while layer and len(seen) <= most_states:
        fresh = {}
        for before in layer:
            for action in before.legal_actions():
                after = before.apply(action)
                if after.ending() == "goal":
                    return True
                fresh[after.key()] = after
        layer = [after for key, after in fresh.items() if key not in seen]
        seen.update(fresh)
    return None if layer else False
