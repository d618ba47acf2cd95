"""The weights of the patterns of reversi, from the file that `everygame learn reversi` made."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, final

from everygame.fast.arrays import i16, i64, vec
from everygame.games.reversi.patterns import KINDS, NUMBERS, SHOWN, find, shared, stage
from everygame.search.patterns import read_patterns

FILE: Final = Path(__file__).with_name("weights.gz")


@final
class Table:
    """The weight of each number of a pattern; the file is read when a weight is first needed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.weights: vec[i16] = vec[i16]()

    def total(self, mine: i64, theirs: i64, places: i64) -> i64:
        """Return the sum of the weights for the seat to play, which has the discs `mine`, in the
        unit of a file of weights. Raises BadGame."""
        i: i64
        if len(self.weights) == 0:
            self.weights = spread(read_patterns(self.file))
        weights, shown = self.weights, vec[i64]([0] * SHOWN)
        find(mine, theirs, places, shown)
        start = stage(mine, theirs)
        total: i64 = 0
        for i in range(SHOWN):
            total += i64(weights[start + shown[i]])
        return total


def spread(weights: dict[int, int]) -> vec[i16]:
    """Return the weight of each number of a pattern. The file has a weight for only one of the
    numbers that share it."""
    numbers, starts = shared(), range(0, NUMBERS, KINDS)
    return vec[i16]([i16(weights.get(start + one, 0)) for start in starts for one in numbers])


@cache
def alike() -> vec[i64]:
    """Return, for each number of a stage, the number whose weight it has."""
    return vec[i64](shared())


TABLE: Final = Table(FILE)
