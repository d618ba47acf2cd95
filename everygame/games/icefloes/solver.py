"""The shortest solution of a level for one player, by breadth-first search.

A state is one whole number: a bit for each square that holds a floe, and below those bits the
square of the player. Squares are counted along the rows from the top left; the same ray serves a
step and a glide, since the nearest floe on it is all that matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from everygame.contract import State
from everygame.games.icefloes.rules import MOVES

PLAYER: Final = 8
"""Bits for the player's square."""
WHERE: Final = (1 << PLAYER) - 1
MOST_STATES: Final = 100_000
"""States that a search may remember: some tenths of a second, 12 megabytes."""

Ray = tuple[int, int, int, bool]
"""The floes that could lie in a direction, the last square there, the step to the next square,
and whether squares count upwards."""


@dataclass(frozen=True)
class Answer:
    """What is known about a level."""

    solvable: bool | None
    """None where the search was given up."""
    least: int
    """No solution has fewer moves; where there is one, it has as many."""
    moves: tuple[str, ...] = ()
    """A shortest solution."""


@lru_cache(maxsize=4096)
def solve(level: str, most_states: int = MOST_STATES) -> Answer:
    """`search`, remembered."""
    return search(level, most_states)


def search(level: str, most_states: int) -> Answer:
    """The shortest way of the player P of a sound level to rest on the goal; all other players
    are floes. Gives up after the first layer that leaves more than `most_states` states."""
    size = level.index("/")
    squares = level.replace("/", "")
    goal = len(squares) // 2
    start = sum(1 << PLAYER << i for i, letter in enumerate(squares) if letter != ".")
    start |= squares.index("P")
    if start & WHERE == goal:
        return Answer(True, 0)
    came = {start: start}
    layer = [start]
    length = 0
    while layer and len(came) <= most_states:
        length += 1
        layer, last = spread(layer, came, rays(size), goal)
        if last is not None:
            return Answer(True, length, moves(came, last, size))
    return Answer(None, length + 1) if layer else Answer(False, length)


def spread(
    layer: list[int], came: dict[int, int], table: list[list[Ray]], goal: int
) -> tuple[list[int], int | None]:
    """The new states one move after those of `layer`, noting in `came` where from; and the first
    found at rest on the goal, if there is one."""
    fresh: list[int] = []
    for state in layer:
        for after in successors(state, table):
            if after not in came:
                came[after] = state
                if after & WHERE == goal:
                    return fresh, after
                fresh.append(after)
    return fresh, None


def successors(state: int, table: list[list[Ray]]) -> list[int]:
    """The states after each move that is on the board."""
    here = state & WHERE
    found = []
    for floes, last, step, upwards in table[here]:
        ahead = state & floes
        if not ahead:
            there = last
        elif upwards:
            there = (ahead & -ahead).bit_length() - 1 - PLAYER - step
        else:
            there = ahead.bit_length() - 1 - PLAYER - step
        if there == here:  # a floe beside him: he steps onto it
            found.append(state + step)
        else:
            glide = (1 << here | 1 << there) << PLAYER
            found.append((state ^ glide) + there - here)
    return found


@cache
def rays(size: int) -> list[list[Ray]]:
    """For each square the directions that stay on the board."""
    table = []
    for y in range(size):
        for x in range(size):
            ways = ((-size, y), (size, size - 1 - y), (-1, x), (1, size - 1 - x))
            table.append([ray(y * size + x, step, room) for step, room in ways if room])
    return table


def ray(here: int, step: int, room: int) -> Ray:
    """`room` squares from a square in a direction."""
    squares = [here + step * i for i in range(1, room + 1)]
    return sum(1 << PLAYER << square for square in squares), squares[-1], step, step > 0


def moves(came: dict[int, int], state: int, size: int) -> tuple[str, ...]:
    """The moves from the start to a state."""
    names: list[str] = []
    while came[state] != state:
        before, state = state, came[state]
        apart = (before & WHERE) - (state & WHERE)
        if abs(apart) < size:
            names.append(MOVES[2 if apart < 0 else 3])
        else:
            names.append(MOVES[0 if apart < 0 else 1])
    return tuple(reversed(names))


def can_be_won(state: State, most_states: int) -> bool | None:
    """Whether any play of any players leads to the goal; None where it was given up."""
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
