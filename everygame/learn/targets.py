"""The targets for learning: what each position of a match was worth.

A target is made of the result of the match and of what the searches predicted on the way: a later
position knows more than the one before it (temporal differences: R. S. Sutton, Learning to Predict
by the Methods of Temporal Differences, Machine Learning 3, 1988), but not beyond a random move. How
far searches can be believed is fitted to all matches of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atanh, exp
from typing import Final

from everygame.learn.fit import Example, Features

TRUST: Final = 0.5
"""The part of a target that comes from the positions after it; the rest is from its own search."""
SURE: Final = 0.999
"""The greatest value that a search is believed: of ±1 the logarithm would be infinite."""
STEPS: Final = 20
MOST: Final = 20.0


@dataclass(frozen=True)
class Met:
    """A position that a match has met."""

    features: Features
    viewpoint: int
    """The seat from whose side the features are."""
    foretold: float
    """The return of the first seat that the search predicts, from −1 to 1."""
    slipped: bool
    """A random move was played in this position."""


@dataclass(frozen=True)
class Played:
    """A match to learn from."""

    number: int
    met: list[Met]
    got: float
    """The share of the first seat, from 0 to 1."""


def judged(played: Played, faith: float) -> Iterator[Example]:
    """The positions of a match, the last one first, each with its target: the share that the seat
    of its viewpoint may expect."""
    got = played.got
    for one in reversed(played.met):
        trust = 0.0 if one.slipped else TRUST
        got = trust * got + (1 - trust) * chance(one.foretold, faith)
        yield one.features, got if one.viewpoint == 0 else 1 - got


def chance(foretold: float, faith: float) -> float:
    """The chance of the first seat, where searches are believed as far as `faith` says."""
    return 1 / (1 + exp(-2 * faith * atanh(max(-SURE, min(SURE, foretold)))))


def find_faith(matches: Sequence[Played]) -> float:
    """The `faith` with which searches predict the results of these matches best, by Newton's
    method."""
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
