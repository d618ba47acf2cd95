"""A fit of weights to the results of matches by logistic regression: the greater the weighted sum
of a position's features, the likelier a win of the seat from whose side the features are (Buro
1995; see `everygame.search.learned`). The method is stochastic gradient descent with a learning
rate of its own for each weight (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final, final

from everygame.fast.arrays import append, i64, vec
from everygame.fast.pulse import Pulse
from everygame.search.learned import Numbers

PASSES: Final = 8
"""How many times the fit goes through all examples."""
RATE: Final = 0.3
"""The first learning rate of a weight. It is divided by the square root of the number of features
of the position."""
SHRINK: Final = 0.001
"""The fraction of itself that a weight loses at each step, times the number of features of the
position: weights that only chance explains shrink (L2 regularisation)."""
STEEP: Final = 30.0
"""Weighted sums are limited to ± this number: `exp` of much greater ones overflows, and their
probability is almost 0 or 1 anyway."""
SURE: Final = 1e-6
"""Predicted probabilities are kept this far from 0 and 1, so that their logarithms are finite."""

Features = Numbers | Sequence[int]
"""The features of a position: values by name, or the numbers of the position's patterns."""
Example = tuple[Features, float]
"""The features of a position, and the result from the side of the features: 1 for a win, 0.5 for a
draw, 0 for a loss."""


def fit(examples: Sequence[Example], rng: Random) -> Numbers:
    """Return the weights that predict the results of the examples best."""
    fitting = Fitting({})
    fitting.take(examples)
    order = list(range(len(examples)))
    pulse = Pulse()
    for _ in range(PASSES):
        rng.shuffle(order)
        for number in order:
            pulse.step()
            fitting.learn(number)
    return fitting.found()


def loss(weights: Numbers, examples: Sequence[Example]) -> float:
    """Return the mean cross entropy between the predicted probabilities and the results; without
    weights it is ln 2 = 0.693."""
    fitting = Fitting(weights)
    fitting.take(examples)
    total = sum([fitting.miss(number) for number in range(len(examples))])
    return total / max(len(examples), 1)


@final
class Fitting:
    """Weights while they are fitted, and the examples in packed arrays: example `n` has the indices
    of its weights in `named[starts[n]:starts[n + 1]]`, and the values of its features at the same
    indices of `numbers`."""

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
        """Return the index of a name in `weights`; a new name gets a new weight, 0."""
        found = self.places.get(name)
        if found is None:
            found = len(self.places)
            self.places[name] = found
            self.weights = append(self.weights, 0.0)
            self.paces = append(self.paces, 1.0)
        return found

    def take(self, examples: Sequence[Example]) -> None:
        """Append the examples to the packed arrays."""
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
        """Append one feature to the packed arrays."""
        self.named = append(self.named, i64(self.place(name)))
        self.numbers = append(self.numbers, number)

    def learn(self, example: i64) -> None:
        """Do one step of the fit, with one example."""
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
        """Return the predicted probability that the seat of an example wins."""
        i: i64
        named, numbers, weights = self.named, self.numbers, self.weights
        total = 0.0
        for i in range(self.starts[example], self.starts[example + 1]):
            total += weights[named[i]] * numbers[i]
        return 1 / (1 + exp(-max(-STEEP, min(STEEP, total))))

    def miss(self, example: i64) -> float:
        """Return the cross entropy of one example."""
        got = self.got[example]
        p = min(max(self.chance(example), SURE), 1 - SURE)
        return -got * log(p) - (1 - got) * log(1 - p)

    def found(self) -> Numbers:
        """Return the weights by name."""
        return {str(name): self.weights[place] for name, place in self.places.items()}
