"""Fits weights by logistic regression on the results of matches: the greater the weighted sum of a
position's features, the likelier its seat won (Buro 1995; see `everygame.search.learned`). The fit
is stochastic gradient descent with a rate of its own for each weight (AdaGrad: Duchi, Hazan and
Singer, JMLR 12, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.search.learned import Numbers

PASSES: Final = 8
RATE: Final = 0.3
"""The rate of a weight at first, divided by the root of the number of features of the position."""
SHRINK: Final = 0.001
"""The part of itself that a weight loses at each step, times the number of features of the
position: weights that only chance explains shrink (L2 regularisation)."""
STEEP: Final = 30.0
"""Sums are cut off here, for `exp` of greater ones overflows and the chance is 0 or 1 anyway."""
SURE: Final = 1e-6

Features = Numbers | Sequence[int]
"""The features of a position: values by name, or the numbers of its patterns."""
Example = tuple[Features, float]
"""The features of a position, and the share that its seat got, from 0 to 1."""


def fit(examples: Sequence[Example], rng: Random) -> Numbers:
    """The weights that predict the results of examples."""
    fitting = Fitting({})
    fitting.take(examples)
    order = list(range(len(examples)))
    for _ in range(PASSES):
        rng.shuffle(order)
        for number in order:
            fitting.learn(number)
    return fitting.found()


def loss(weights: Numbers, examples: Sequence[Example]) -> float:
    """The mean cross entropy of the predicted chances; without weights it is 0.693."""
    fitting = Fitting(weights)
    fitting.take(examples)
    total = sum([fitting.miss(number) for number in range(len(examples))])
    return total / max(len(examples), 1)


@final
class Fitting:
    """Weights that are being fitted, and the examples, packed one after the other: those of example
    `n` are `named` and `numbers` from `starts[n]` to `starts[n + 1]`."""

    def __init__(self, weights: Numbers) -> None:
        self.places: dict[object, int] = {}
        """The index in `weights` of each name."""
        self.weights: vec[float] = vec[float]()
        self.paces: vec[float] = vec[float]()
        for name, weight in weights.items():
            place = self.place(name)
            self.weights[place] = weight
        self.starts: vec[i64] = vec[i64]([0])
        self.named: vec[i64] = vec[i64]()
        self.numbers: vec[float] = vec[float]()
        self.got: vec[float] = vec[float]()

    def place(self, name: object) -> int:
        """The index of a name in `weights`, which grow for a new one."""
        found = self.places.get(name)
        if found is None:
            found = len(self.places)
            self.places[name] = found
            self.weights = append(self.weights, 0.0)
            self.paces = append(self.paces, 1.0)
        return found

    def take(self, examples: Sequence[Example]) -> None:
        """Pack the examples."""
        for shown, got in examples:
            if isinstance(shown, dict):
                for name, number in shown.items():
                    self.lay(name, number)
            else:
                for pattern in shown:
                    self.lay(str(max(pattern, ~pattern)), 1.0 if pattern >= 0 else -1.0)
            self.starts = append(self.starts, i64(len(self.named)))
            self.got = append(self.got, got)

    def lay(self, name: str, number: float) -> None:
        self.named = append(self.named, i64(self.place(name)))
        self.numbers = append(self.numbers, number)

    def learn(self, example: i64) -> None:
        """A step of the fit for one example."""
        i: i64
        named, numbers, weights, paces = self.named, self.numbers, self.weights, self.paces
        start, end = self.starts[example], self.starts[example + 1]
        wrong = self.got[example] - self.chance(example)
        rate, shrink = RATE / sqrt(float(end - start)), SHRINK * float(end - start)
        for i in range(start, end):
            place = named[i]
            slope = wrong * numbers[i] - shrink * weights[place]
            paces[place] += slope * slope
            weights[place] += rate * slope / sqrt(paces[place])

    def chance(self, example: i64) -> float:
        """The predicted chance of an example's seat."""
        i: i64
        named, numbers, weights = self.named, self.numbers, self.weights
        total = 0.0
        for i in range(self.starts[example], self.starts[example + 1]):
            total += weights[named[i]] * numbers[i]
        return 1 / (1 + exp(-max(-STEEP, min(STEEP, total))))

    def miss(self, example: i64) -> float:
        got = self.got[example]
        p = min(max(self.chance(example), SURE), 1 - SURE)
        return -got * log(p) - (1 - got) * log(1 - p)

    def found(self) -> Numbers:
        return {str(name): self.weights[place] for name, place in self.places.items()}
