"""Evaluation by patterns: each pattern in a position has a number, and each number has a weight,
which `everygame learn` fits.

The winning probability of the player to move is 1 / (1 + exp(-sum)), where the sum is over the
weights of the patterns in the position (M. Buro, Statistical Feature Combination for the Evaluation
of Game Positions, JAIR 3, 1995; S. M. Lucas, Learning to Play Othello with N-Tuple Systems, 2008).
A file of weights is text compressed by gzip, in three lines: how it was made; the differences
between successive numbers that have a weight; and the weights. The differences are small and
compress better than the numbers themselves."""

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
"""Returns the numbers of the patterns in a state, from 0 to `LARGEST`, as seen by the player to
move (by the first seat where chance decides). A pattern n of the other seat is given as −1 − n: its
weight is subtracted. A compiled function may return a `vec[i64]`, which is faster."""
LARGEST: Final = (1 << 24) - 1
"""The largest number of a pattern; it limits the size of the array of weights."""
UNIT: Final = 100
"""Weights in a file are integers: this many of them make 1 in the logarithm of the odds."""


def patterned(file: Path, patterns: Patterns) -> Evaluate:
    """Return an `evaluate` that uses the weights in a file by `everygame learn`. Raises BadGame."""
    return worth_by_patterns(read_patterns(file), patterns)


def worth_by_patterns(weights: Mapping[int, int], patterns: Patterns) -> Evaluate:
    """Return an `evaluate` with these weights, for a game of two seats."""
    return Worth(weights, patterns).evaluate


@final
class Worth:
    """An `evaluate`: the weights in an array, and the function that returns the patterns of a
    state."""

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
    """Return the numbers of the patterns in a state, as a packed array."""
    found: object = patterns(state)
    quick = isinstance(found, vec)
    return cast("vec[i64]", found) if quick else vec[i64](cast("Iterable[int]", found))


def viewer(state: State) -> int:
    """Return the seat from whose side the patterns of a state are numbered."""
    return max(state.to_play(), 0)


def worth_of(total: i64) -> float:
    """Return the expected return for a sum of weights in the unit of a file."""
    return promised(float(total) / float(UNIT))


def promised(odds: float) -> float:
    """Return the expected return for a logarithm of the odds: tanh(odds / 2)."""
    return 1.0 - 2.0 / (1.0 + exp(odds))


def whole(weights: Mapping[str, float]) -> dict[int, int]:
    """Return the weights by number, rounded to the unit of a file, without zeros."""
    rounded = {int(number): round(weight * UNIT) for number, weight in weights.items()}
    return {number: rounded[number] for number in sorted(rounded) if rounded[number]}


def write_patterns(file: Path, made: str, weights: Mapping[int, int]) -> None:
    """Write a file of weights; `made` is a line that says how it was made."""
    gaps = [after - before for before, after in pairwise([0, *weights])]
    lines = [made, *(" ".join(map(str, row)) for row in (gaps, weights.values()))]
    file.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


def read_patterns(file: Path) -> dict[int, int]:
    """Read the weight of each number from a file, in the unit of a file. Raises BadGame."""
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
