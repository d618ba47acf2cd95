"""Elo ratings of several contestants, with confidence limits.

The model is that of Bradley and Terry (1952) and, where a match has more than two sides, of Luce
(1959): each side wins in proportion to its strength. It is fitted by Hunter's algorithm (Annals of
Statistics 32, 2004, 384) to the points of each pair of contestants. The confidence limits come from
more fits, to shares that are drawn at random from the distribution of each pair's mean share. The
loser of a pair counts as having got at least a quarter of a round of two matches, so that the
rating is finite where one contestant won everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log10, sqrt
from random import Random
from statistics import fmean
from typing import Final

from everygame.arena.statistics import (
    DUEL,
    FLOOR,
    Estimate,
    Tables,
    mean_share,
    spread_of,
)

DRAWS: Final = 200
"""The number of fits to shares drawn at random."""
STEPS: Final = 10_000
"""The most steps of a fit."""
CLOSE: Final = 1e-5
"""A fit ends when no strength changes by a greater fraction than this in one step."""

Meeting = tuple[int, int, Sequence[float]]
"""Two contestants, and for each round of theirs the mean share of the first contestant."""


@dataclass(frozen=True)
class Rating:
    """The strength of a contestant in a series."""

    elo: Estimate
    """The Elo rating of the contestant, where the mean of all contestants is 0."""
    share: Estimate
    """The contestant's share of the points of its matches, from 0 to 1."""


def rate(contestants: int, meetings: Sequence[Meeting], tables: Tables = DUEL) -> list[Rating]:
    """Return the rating of each contestant, from all meetings, which were all at these tables."""
    best = fit(contestants, [(a, b, len(g) * fmean(g), len(g)) for a, b, g in meetings], tables)
    rng = Random(1)
    others = [
        fit(contestants, [drawn(meeting, rng) for meeting in meetings], tables)
        for _ in range(DRAWS)
    ]
    return [
        Rating(spread(best[who], [other[who] for other in others]), all_shares(who, meetings))
        for who in range(contestants)
    ]


def drawn(meeting: Meeting, rng: Random) -> tuple[int, int, float, int]:
    """Return a meeting as `fit` takes it, with a share drawn at random from the distribution of the
    mean share."""
    one, other, groups = meeting
    n = len(groups)
    share = rng.gauss(fmean(groups), sqrt(spread_of(groups) / n))
    return one, other, n * min(1.0, max(0.0, share)), n


def fit(
    contestants: int, met: Sequence[tuple[int, int, float, int]], tables: Tables
) -> list[float]:
    """Return the Elo rating of each contestant, with mean 0: the strengths for which the points of
    all pairs are most likely. Each entry of `met` holds two contestants, the points of the first,
    and the number of rounds."""
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
            points[who]
            / sum(
                n * a_unit(before[who], before[other], tables) for other, n in played[who].items()
            )
            if played[who]
            else 1.0
            for who in range(contestants)
        ]
        mean = fmean(map(log10, strength))
        strength = [one / 10**mean for one in strength]
        if all(abs(a / b - 1) < CLOSE for a, b in zip(strength, before, strict=True)):
            break
    return [400 * log10(one) for one in strength]


def a_unit(mine: float, other: float, tables: Tables) -> float:
    """Return the share of a round that is expected for each unit of a contestant's strength."""
    return fsum(part * k / (k * mine + n * other) for (k, n), part in tables.items())


def spread(value: float, others: Sequence[float]) -> Estimate:
    """Return an estimate with this value, whose limits enclose the middle 95 % of `others`, the
    values that were found from shares drawn at random."""
    found = sorted(others)
    edge = round(0.025 * len(found))
    return Estimate(value, min(value, found[edge]), max(value, found[-1 - edge]))


def all_shares(who: int, meetings: Sequence[Meeting]) -> Estimate:
    """Return the contestant's share of the points in its matches against all others, where each
    round counts as one."""
    shares = [group for one, _, groups in meetings if one == who for group in groups]
    shares += [1 - group for _, other, groups in meetings if other == who for group in groups]
    return mean_share(shares)
