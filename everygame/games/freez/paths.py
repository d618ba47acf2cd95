"""The ways that a live piece can go.

A piece goes as many steps as its number says, straight on in one of eight directions. On one
snowflake square on its way it may turn: entered over a side it leaves over a corner, entered over
a corner it leaves over a side. Every way can be gone backwards just as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

Path = tuple[int, ...]
"""The squares from the start to the end, both included."""
Step = tuple[int, int]
"""Files to the right, ranks up."""

SIDES: Final[tuple[Step, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS: Final[tuple[Step, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STEPS: Final[tuple[Step, ...]] = tuple(
    sorted(SIDES + CORNERS, key=lambda step: 8 * step[1] + step[0])
)
"""By the square that they lead to."""


def find_square(start: int, step: Step, size: int) -> int | None:
    """The square one step further; None beyond the edge."""
    file, rank = start % 8 + step[0], start // 8 + step[1]
    return 8 * rank + file if 0 <= file < size and 0 <= rank < size else None


@cache
def paths(start: int, number: int, size: int, snow: frozenset[int]) -> tuple[Path, ...]:
    """All ways of a piece on an empty board, by where they end."""
    found = [path for step in STEPS for path in go_on((start,), step, number, size, snow)]
    return tuple(sorted(found, key=lambda path: (path[-1], path)))


def go_on(path: Path, step: Step, left: int, size: int, snow: frozenset[int]) -> Iterator[Path]:
    """The ways that go on with this step. A piece that has turned takes no more notice of snow."""
    square = find_square(path[-1], step, size)
    if square is None:
        return
    path = (*path, square)
    if left == 1:
        yield path
        return
    yield from go_on(path, step, left - 1, size, snow)
    if square in snow:
        for turned in CORNERS if step in SIDES else SIDES:
            yield from go_on(path, turned, left - 1, size, frozenset())
