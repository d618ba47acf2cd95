"""Evaluation by pairs of things on a board. The weights lie in a square table, because an index
into it is faster than a look-up of the number of each pair.

A thing is a number that a game gives to a piece on a square, or to any other feature. Each pair of
things has a weight, and so has each single thing. The sum of the weights is the logarithm of the
odds that the player to move wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, final

from everygame.fast.arrays import i16, i64, vec
from everygame.search.patterns import UNIT, read_patterns


@final
class Pairs:
    """The weights of all pairs of things, which have numbers from 0 to `kinds` − 1. They come from
    a file by `everygame learn`, which is read when it is first needed. `mirrored` gives for each
    thing the thing that it becomes when the board is reflected: a pair and its reflection have one
    weight."""

    def __init__(self, kinds: int, mirrored: Sequence[int], file: Path) -> None:
        self.kinds: i64 = kinds
        self.mirrored: vec[i64] = vec[i64](mirrored)
        self.file: Final = file
        self.weights: vec[i16] = vec[i16]()

    def numbers(self, things: vec[i64], n: i64) -> vec[i64]:
        """Return the numbers of all pairs among the first n things, for `everygame learn`. A thing
        forms a pair with itself too."""
        i: i64
        j: i64
        k: i64 = 0
        found = vec[i64]([0] * (n * (n + 1) // 2))
        for i in range(n):
            for j in range(i + 1):
                found[k] = self.number(things[i], things[j])
                k += 1
        return found

    def number(self, one: i64, other: i64) -> i64:
        """Return the number of a pair in a file of weights; a pair and its reflection have the same
        number."""
        mirrored = self.mirrored
        return min(number_of(one, other), number_of(mirrored[one], mirrored[other]))

    def odds(self, things: vec[i64], n: i64) -> float:
        """Return the logarithm of the odds that the player to move wins, by the first n things.
        Raises BadGame."""
        i: i64
        j: i64
        total: i64 = 0
        if len(self.weights) == 0:
            self.weigh(read_patterns(self.file))
        weights = self.weights
        for i in range(n):
            row = things[i] * self.kinds
            for j in range(i + 1):
                total += i64(weights[row + things[j]])
        return float(total) / float(UNIT)

    def weigh(self, weights: Mapping[int, int]) -> None:
        """Fill the table from `weights`, in which the number of a pair is the key. The table holds
        each pair in both orders, so that `odds` need not sort a pair."""
        i: i64
        j: i64
        kinds = self.kinds
        table = vec[i16]([i16(0)] * (kinds * kinds))
        for i in range(kinds):
            for j in range(i + 1):
                weight = i16(weights.get(int(self.number(i, j)), 0))
                table[i * kinds + j] = table[j * kinds + i] = weight
        self.weights = table


def number_of(one: i64, other: i64) -> i64:
    """Return the number of an unordered pair of things, without regard to its reflection."""
    if one < other:
        one, other = other, one
    return one * (one + 1) // 2 + other
