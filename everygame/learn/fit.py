"""Weights by logistic regression on how matches ended: the more a position promises, the likelier
its first seat won (Buro 1995; see `everygame.search.learned`), by stochastic gradient descent with
a pace for each weight (AdaGrad: Duchi, Hazan and Singer, JMLR 12, 2011)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from typing import Final

from everygame.learn.matches import Example
from everygame.search.learned import Numbers, total

PASSES: Final = 12
RATE: Final = 0.3
SHRINK: Final = 0.002
"""How much of itself a weight loses each time that it is looked at, against chance."""
STEEP: Final = 30.0
"""A greater sum says no more."""
SURE: Final = 1e-6


def fit(examples: Sequence[Example], rng: Random) -> Numbers:
    """The weights that foretell these ends."""
    weights: Numbers = {}
    paces: Numbers = {}
    order = list(examples)
    for _ in range(PASSES):
        rng.shuffle(order)
        for numbers, got in order:
            learn(weights, paces, numbers, got)
    return weights


def learn(weights: Numbers, paces: Numbers, numbers: Numbers, got: float) -> None:
    """One position."""
    wrong = got - chance(weights, numbers)
    for name, number in numbers.items():
        slope = wrong * number - SHRINK * weights.get(name, 0.0)
        paces[name] = paces.get(name, 1.0) + slope * slope
        weights[name] = weights.get(name, 0.0) + RATE * slope / sqrt(paces[name])


def chance(weights: Numbers, numbers: Numbers) -> float:
    """Of the first seat."""
    return 1 / (1 + exp(-max(-STEEP, min(STEEP, total(weights, numbers)))))


def loss(weights: Numbers, examples: Sequence[Example]) -> float:
    """Cross entropy: how far off the foretold chances are; without weights, 0.693."""
    found = 0.0
    for numbers, got in examples:
        p = min(max(chance(weights, numbers), SURE), 1 - SURE)
        found -= got * log(p) + (1 - got) * log(1 - p)
    return found / max(len(examples), 1)
