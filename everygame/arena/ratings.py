"""Elo ratings of several contestants, with confidence limits.

The model is that of Bradley and Terry (1952), fitted by Hunter's algorithm (Annals of Statistics
32, 2004, 384) to the points of each pair. The limits come from fits to shares that are drawn at
random within the limits of each pair. The loser of a pair counts as having got at least a quarter
of two matches, so that the rating after a clean sweep is finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt
from random import Random
from statistics import fmean
from typing import Final

from everygame.arena.statistics import FLOOR, Estimate, mean_share, spread_of

DRAWS: Final = 200
"""How many fits to random shares there are."""
STEPS: Final = 10_000
"""How many steps a fit has at most."""
CLOSE: Final = 1e-5
"""A fit ends when no strength changes by a greater share."""

Meeting = tuple[int, int, Sequence[float]]
"""Two contestants, and the share of the first in each two matches with exchanged seats."""


@dataclass(frozen=True)
class Rating:
    """The strength of a contestant in a series."""

    elo: Estimate
    """Its Elo, where the mean of all contestants is 0."""
    share: Estimate
    """Its share of the points of its matches."""


def rate(contestants: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """The rating of each."""
    best = fit(contestants, [(a, b, len(g) * fmean(g), len(g)) for a, b, g in meetings])
    rng = Random(1)
    others = [fit(contestants, [drawn(meeting, rng) for meeting in meetings]) for _ in range(DRAWS)]
    return [
        Rating(spread(best[who], [other[who] for other in others]), all_shares(who, meetings))
        for who in range(contestants)
    ]


def drawn(meeting: Meeting, rng: Random) -> tuple[int, int, float, int]:
    """The pair with a share that may as well be the true one."""
    one, other, groups = meeting
    n = len(groups)
    share = rng.gauss(fmean(groups), sqrt(spread_of(groups) / n))
    return one, other, n * min(1.0, max(0.0, share)), n


def fit(contestants: int, met: Sequence[tuple[int, int, float, int]]) -> list[float]:
    """The Elo of each, their mean 0: strengths that make the points of each pair likeliest."""
    points = [0.0] * contestants
    played: list[dict[int, float]] = [{} for _ in range(contestants)]
    for one, other, share, rounds in met:
        kept = min(max(share, FLOOR / 2), rounds - FLOOR / 2)
        points[one] += kept
        points[other] += rounds - kept
        played[one][other] = played[other][one] = rounds
    strength = [1.0] * contestants
    for _ in range(STEPS):
        before = strength
        strength = [
            points[who] / sum(n / (before[who] + before[other]) for other, n in played[who].items())
            if played[who]
            else 1.0
            for who in range(contestants)
        ]
        mean = fmean(map(log10, strength))
        strength = [one / 10**mean for one in strength]
        if all(abs(a / b - 1) < CLOSE for a, b in zip(strength, before, strict=True)):
            break
    return [400 * log10(one) for one in strength]


def spread(value: float, others: Sequence[float]) -> Estimate:
    """The middle 95 of 100 of what was drawn anew."""
    found = sorted(others)
    edge = round(0.025 * len(found))
    return Estimate(value, min(value, found[edge]), max(value, found[-1 - edge]))


def all_shares(who: int, meetings: Sequence[Meeting]) -> Estimate:
    """Its points against all, with each two matches as one."""
    shares = [group for one, _, groups in meetings if one == who for group in groups]
    shares += [1 - group for _, other, groups in meetings if other == who for group in groups]
    return mean_share(shares)
