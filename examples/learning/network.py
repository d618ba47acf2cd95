"""A small network of numpy for the examples beside it: layers of weights, between which only what
is positive goes on, trained by Adam."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

Array = Any
FADING = (0.9, 0.999)
"""How much is kept at each step of the means that Adam takes of slopes and of their squares."""


class Network:
    """Answers a row of numbers for each row of inputs."""

    def __init__(self, sizes: Sequence[int], seed: int, rate: float = 1e-3) -> None:
        """`sizes` are the numbers of inputs, of places in each layer between, and of answers."""
        rng = np.random.default_rng(seed)
        shapes = list(pairwise(sizes))
        scales = [(2 / size) ** 0.5 for size, _ in shapes[:-1]] + [0.01]
        self.weights: list[Array] = []
        for shape, scale in zip(shapes, scales, strict=True):
            self.weights.append(rng.normal(0, scale, shape).astype(np.float32))
            self.weights.append(np.zeros(shape[1], np.float32))
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.rate, self.steps = rate, 0

    def answer(self, inputs: Array) -> Array:
        """Return a row of answers for each row of inputs, which may be of several dimensions."""
        self.passed = [np.asarray(inputs, np.float32).reshape(len(inputs), -1)]
        *first, last = zip(self.weights[::2], self.weights[1::2], strict=True)
        for weights, bias in first:
            self.passed.append(np.maximum(self.passed[-1] @ weights + bias, 0))
        return self.passed[-1] @ last[0] + last[1]

    def learn(self, slope: Array) -> None:
        """Make the loss smaller, of which `slope` is the derivative by each of the last answers."""
        slope, slopes = slope.astype(np.float32), []
        for inputs, weights in zip(self.passed[::-1], self.weights[-2::-2], strict=True):
            slopes += [slope.sum(0), inputs.T @ slope]
            slope = slope @ weights.T * (inputs > 0)
        self.steps += 1
        for k, one in enumerate(reversed(slopes)):
            self.means[k] += (1 - FADING[0]) * (one - self.means[k])
            self.squares[k] += (1 - FADING[1]) * (one**2 - self.squares[k])
            mean = self.means[k] / (1 - FADING[0] ** self.steps)
            square = self.squares[k] / (1 - FADING[1] ** self.steps)
            self.weights[k] -= self.rate * mean / (np.sqrt(square) + 1e-8)

    def take(self, other: Network) -> None:
        """Take over the weights of another network of the same sizes."""
        self.weights = [weight.copy() for weight in other.weights]


def shares(scores: Array, mask: Array) -> Array:
    """Return for each row how probable each action is by these scores, 0 where it is illegal."""
    allowed = np.where(mask, scores, -np.inf)
    weights = np.exp(allowed - allowed.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def draw(shares: Array, rng: Any) -> Array:
    """Draw an action for each row by these probabilities."""
    found = (shares.cumsum(1) < rng.random((len(shares), 1))).sum(1)
    last = shares.shape[1] - 1 - (shares[:, ::-1] > 0).argmax(1)
    return np.minimum(found, last)  # where the shares sum to less than 1 by rounding
