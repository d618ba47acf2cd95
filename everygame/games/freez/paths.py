"""Find the paths that a live piece of Freez! can take.

A piece takes exactly as many steps as its number says, straight on in one of eight directions. On
one snowflake square along the way it may turn by 45° or 135°: if it entered the square orthogonally
it leaves diagonally, and if it entered diagonally it leaves orthogonally. A path reversed is a path
as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

Path = tuple[int, ...]
"""The squares that a piece visits, from its start to its end, both included."""
Step = tuple[int, int]
"""A direction: how many files to the right and how many ranks up."""

STEPS: Final[tuple[Step, ...]] = tuple(
    (file, rank) for rank in (-1, 0, 1) for file in (-1, 0, 1) if file or rank
)
"""All eight directions, in ascending order of the squares that they lead to from one square."""


OFF: Final = 64
"""Stands for a square beyond the edge; real squares are 0 to 63."""


def find_square(start: int, step: Step, size: int) -> int:
    """Return the square one step from `start`, or OFF if it lies beyond the edge."""
    file, rank = start % 8 + step[0], start // 8 + step[1]
    return 8 * rank + file if 0 <= file < size and 0 <= rank < size else OFF


@cache
def paths(start: int, number: int, size: int, snow: frozenset[int]) -> tuple[Path, ...]:
    """Return all paths of a piece with this number from `start` on an empty board, sorted by the
    squares where they end; `snow` are the snowflake squares."""
    found = [path for step in STEPS for path in go_on((start,), step, number, size, snow)]
    return tuple(sorted(found, key=lambda path: (path[-1], path)))


def go_on(path: Path, step: Step, left: int, size: int, snow: frozenset[int]) -> Iterator[Path]:
    """Yield every way to finish a path with `left` more steps, the first of them in direction
    `step`. A piece turns at most once: after a turn the search goes on with no snowflakes."""
    square = find_square(path[-1], step, size)
    if square == OFF:
        return
    path = (*path, square)
    if left == 1:
        yield path
        return
    yield from go_on(path, step, left - 1, size, snow)
    if square in snow:
        for turned in STEPS:
            if (0 in turned) != (0 in step):  # orthogonal steps are those with a 0
                yield from go_on(path, turned, left - 1, size, frozenset())
