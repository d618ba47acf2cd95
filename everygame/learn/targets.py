"""The targets for learning: the expected result of each position of a match.

A target combines the result of the match with the values that the searches found on the way: a
later position knows more than the one before it (temporal differences: R. S. Sutton, Learning to
Predict by the Methods of Temporal Differences, Machine Learning 3, 1988), but nothing is carried
back over a random move. How strongly the values of searches are trusted, the `faith`, is fitted to
all matches of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atanh, exp
from typing import Final

from everygame.learn.fit import Example, Features

TRUST: Final = 0.5
"""The part of a target that comes from the positions after it; the rest comes from the position's
own search."""
SURE: Final = 0.999
"""The greatest value of a search that is used: the logarithm of the odds of a value of ±1 would be
infinite."""
STEPS: Final = 20
"""The number of steps of Newton's method."""
MOST: Final = 20.0
"""The greatest `faith`."""


@dataclass(frozen=True)
class Met:
    """A position that occurred in a match."""

    features: Features
    viewpoint: int
    """The seat from whose side the features are."""
    foretold: float
    """The return of the first seat that the search predicts, from −1 to 1."""
    slipped: bool
    """Whether a random move was played in this position."""


@dataclass(frozen=True)
class Played:
    """A match to learn from."""

    number: int
    met: list[Met]
    got: float
    """The result of the first seat: 1 for a win, 0.5 for a draw, 0 for a loss."""


def judged(played: Played, faith: float) -> Iterator[Example]:
    """Yield the positions of a match, the last one first. Each has its target, from 0 to 1: the
    expected result of the seat from whose side its features are."""
    got = played.got
    for one in reversed(played.met):
        trust = 0.0 if one.slipped else TRUST
        got = trust * got + (1 - trust) * chance(one.foretold, faith)
        yield one.features, got if one.viewpoint == 0 else 1 - got


def chance(foretold: float, faith: float) -> float:
    """Return the probability, by a predicted return of the first seat, that this seat wins. `faith`
    multiplies the logarithm of its odds: 0 ignores the prediction, and 1 takes it as it is."""
    return 1 / (1 + exp(-2 * faith * atanh(max(-SURE, min(SURE, foretold)))))


def find_faith(matches: Sequence[Played]) -> float:
    """Return the `faith` with which the predictions of searches fit the results of these matches
    best, by Newton's method."""
    pairs = [
        (2 * atanh(max(-SURE, min(SURE, one.foretold))), match.got)
        for match in matches
        for one in match.met
    ]
    faith = 1.0
    for _ in range(STEPS):
        slope, bend = 0.0, 1e-6
        for odds, got in pairs:
            p = 1 / (1 + exp(-faith * odds))
            slope += odds * (got - p)
            bend += odds * odds * p * (1 - p)
        faith = max(0.0, min(MOST, faith + slope / bend))
    return faith
