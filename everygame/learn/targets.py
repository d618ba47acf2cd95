"""What positions of a match were worth: what came of it, and what the search foretold on the way.

Of neighbours, the later one knows more (temporal differences: R. S. Sutton, Learning to Predict by
the Methods of Temporal Differences, Machine Learning 3, 1988), until a move at random breaks the
thread. How far a search can be believed, all matches of a round tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atanh, exp
from typing import Final

from everygame.learn.fit import Example, Shown

TRUST: Final = 0.5
"""How much of what a position is worth comes from what followed, and not from its own search."""
SURE: Final = 0.999
"""A search is not believed to know more than this."""
STEPS: Final = 20
MOST: Final = 20.0


@dataclass(frozen=True)
class Met:
    """A position of a match."""

    shown: Shown
    seer: int
    """The seat that sees it so."""
    foretold: float
    """What the search says of the first seat, from −1 to 1."""
    slipped: bool
    """Just any move was played there."""


@dataclass(frozen=True)
class Played:
    """A match."""

    number: int
    met: list[Met]
    got: float
    """By the first seat, from 0 to 1."""


def judged(played: Played, faith: float) -> Iterator[Example]:
    """The positions, the last one first, each with what its seer may expect."""
    got = played.got
    for one in reversed(played.met):
        trust = 0.0 if one.slipped else TRUST
        got = trust * got + (1 - trust) * chance(one.foretold, faith)
        yield one.shown, got if one.seer == 0 else 1 - got


def chance(foretold: float, faith: float) -> float:
    """Of the first seat, if what searches foretell is believed so much."""
    return 1 / (1 + exp(-2 * faith * atanh(max(-SURE, min(SURE, foretold)))))


def find_faith(matches: Sequence[Played]) -> float:
    """How much to believe: what foretells best how these matches ended, by Newton's method."""
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
