"""Build the tables of Evade's board. A set of squares has 36 bits; the square at `file` and `rank`,
both from 0, is bit rank * 6 + file."""

from __future__ import annotations

from itertools import combinations
from typing import Final

CELLS: Final = range(36)
WAYS: Final = [(right, up) for up in (-1, 0, 1) for right in (-1, 0, 1) if right or up]


def inside(right: int, up: int) -> int:
    """Return the squares from which a step of so many files right and ranks up stays on the board,
    as bits."""
    return sum(1 << c for c in CELLS if 0 <= c % 6 + right < 6 and 0 <= c // 6 + up < 6)


STEPS: Final = [6 * up + right for right, up in WAYS]
"""By how many bits each of the eight king steps shifts, ascending."""
STAYS: Final = [inside(right, up) for right, up in WAYS]
"""For each king step the squares from which it stays on the board."""
PLACE: Final = [next((c for c in CELLS if (1 << c) % 37 == rest), 0) for rest in range(37)]
"""At 2^n mod 37: n, the number of a square from its bit. The powers of 2 below 2^36 have different
remainders."""
PAIRS_OF_FILES: Final = [1 << a | 1 << b for a, b in combinations(range(6), 2)]
"""The fifteen pairs of squares on rank 1 where White's two leaders can be, as bits."""
