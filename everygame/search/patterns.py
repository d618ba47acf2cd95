"""What a position is worth by the patterns that it shows: each has a number, and each number a
weight, which `everygame learn` finds.

The chance of who sees them is 1 / (1 + exp(-sum)), where the sum is of the weights of all patterns
(M. Buro, Statistical Feature Combination for the Evaluation of Game Positions, JAIR 3, 1995; S. M.
Lucas, Learning to Play Othello with N-Tuple Systems, 2008). The file of weights is text, packed by
gzip: how it was made, the distances between the numbers that have a weight, and these weights.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, pairwise
from math import exp
from pathlib import Path
from typing import Final, cast, final

from everygame.contract import State
from everygame.errors import BadGame
from everygame.fast.arrays import i16, i64, vec
from everygame.search.adapter import Evaluate

Patterns = Callable[[State], Iterable[int]]
"""The numbers of the patterns that a state shows, as who is to play sees them, or the first seat
where chance decides: from 0 to `LARGEST`. What speaks as loudly for the other seat is told by the
complement of the number, −1 − n: its weight is taken away. What is compiled may answer with a
`vec[i64]`, which is quicker."""
LARGEST: Final = (1 << 24) - 1
UNIT: Final = 100
"""A weight in a file is a whole number of so many to one of the logarithm of the odds."""


def patterned(file: Path, patterns: Patterns) -> Evaluate:
    """An `evaluate` by the weights in a file that `everygame learn` wrote. Raises BadGame."""
    return worth_by_patterns(read_patterns(file), patterns)


def worth_by_patterns(weights: Mapping[int, int], patterns: Patterns) -> Evaluate:
    """An `evaluate` of these weights for a game of two seats."""
    return Worth(weights, patterns).evaluate


@final
class Worth:
    """Weights by their numbers, and what tells the numbers of a state."""

    def __init__(self, weights: Mapping[int, int], patterns: Patterns) -> None:
        room = max(weights, default=0) + 1
        self.weights: vec[i16] = vec[i16]([i16(weights.get(number, 0)) for number in range(room)])
        self.patterns = patterns

    def evaluate(self, state: State, seat: int) -> float:
        i: i64
        total: i64 = 0
        weights, numbers = self.weights, shown(self.patterns, state)
        for i in range(len(numbers)):
            number = numbers[i]
            if 0 <= number < len(weights):
                total += i64(weights[number])
            elif number < 0 and ~number < len(weights):
                total -= i64(weights[~number])
        return worth_of(total) if seat == viewer(state) else -worth_of(total)


def shown(patterns: Patterns, state: State) -> vec[i64]:
    """The numbers of a state."""
    found: object = patterns(state)
    quick = isinstance(found, vec)
    return cast("vec[i64]", found) if quick else vec[i64](cast("Iterable[int]", found))


def viewer(state: State) -> int:
    """Who sees the patterns of a state."""
    return max(state.to_play(), 0)


def worth_of(total: i64) -> float:
    """The return that a sum of weights in a file promises."""
    return promised(float(total) / float(UNIT))


def promised(odds: float) -> float:
    """The return that a logarithm of odds promises: the hyperbolic tangent of half of it."""
    return 1.0 - 2.0 / (1.0 + exp(odds))


def whole(weights: Mapping[str, float]) -> dict[int, int]:
    """The weights as a file has them; what is worth nothing is left out."""
    rounded = {int(number): round(weight * UNIT) for number, weight in weights.items()}
    return {number: rounded[number] for number in sorted(rounded) if rounded[number]}


def write_patterns(file: Path, made: str, weights: Mapping[int, int]) -> None:
    """Write a file of weights, with a line that says how it was made."""
    gaps = [after - before for before, after in pairwise([0, *weights])]
    lines = [made, *(" ".join(map(str, row)) for row in (gaps, weights.values()))]
    file.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


def read_patterns(file: Path) -> dict[int, int]:
    """The weight of each number, in units. Raises BadGame."""
    try:
        _, gaps, weights = gzip.decompress(file.read_bytes()).decode().splitlines()
        numbers = accumulate(map(int, gaps.split()))
        return dict(zip(numbers, map(int, weights.split()), strict=True))
    except (OSError, EOFError, zlib.error, ValueError):
        raise BadGame(
            "{file} does not hold weights of patterns, or is damaged; `everygame learn` makes it"
            " anew.",
            file=str(file),
        ) from None
