"""Estimates from the matches of a series, with confidence limits.

Matches come in groups of two, with the same opening and the same random numbers for chance, between
which the contestants exchange all seats. The two results are not independent, so errors are
computed from the mean of each group, as if each group were one match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import fmean, quantiles, variance
from typing import Final

SURE: Final = 1.96
"""The number of standard errors to either side in a 95 % confidence interval."""
FLOOR: Final = 0.5
"""The number of groups that are added as won, and also as lost, when the variance is computed:
where one contestant wins everything, the variance would be 0 and the estimate would look
certain."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def quartiles(counts: Sequence[int]) -> tuple[float, float, float]:
    """Return the three quartiles of some numbers; the second is the median."""
    if len(counts) == 1:
        return (counts[0],) * 3
    one, two, three = quantiles(counts, n=4, method="inclusive")
    return one, two, three


def share(gained: float, seats: int) -> float:
    """Convert a return to a share of the match from 0 to 1: a win is 1, a draw is 1/seats."""
    return (gained * (seats - 1) + 1) / seats


def mean_share(groups: Sequence[float]) -> Estimate:
    """Return the estimate of a share of the points from the mean shares of groups."""
    mean = fmean(groups)
    spread = SURE * sqrt(spread_of(groups) / len(groups))
    return Estimate(mean, max(0.0, mean - spread), min(1.0, mean + spread))


def spread_of(groups: Sequence[float]) -> float:
    """Return the variance of the mean shares of groups, with `FLOOR` groups added on either
    side."""
    n, mean = len(groups), fmean(groups)
    squares = variance(groups) * (n - 1) if n > 1 else 0.0
    return (squares + FLOOR * ((1 - mean) ** 2 + mean**2)) / n


def elo(points: float) -> float:
    """Return the Elo difference for which this share of the points is expected."""
    if points <= 0 or points >= 1:
        return inf if points >= 1 else -inf
    return -400 * log10(1 / points - 1)


def expected(difference: float) -> float:
    """Return the share of the points that is expected for an Elo difference."""
    return float(1 / (1 + 10 ** (-difference / 400)))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of whether the Elo difference is `low` or `high`, with
    the same `risk` of either error: the generalised likelihood ratio test of fishtest, applied to
    the mean shares of groups."""

    low: float
    high: float
    risk: float = 0.05

    def ratio(self, groups: Sequence[float]) -> float:
        """Return the log-likelihood ratio: positive where `high` is likelier than `low`."""
        if len(groups) < 2:
            return 0.0
        least, most = expected(self.low), expected(self.high)
        half = (2 * fmean(groups) - least - most) / 2
        return len(groups) * (most - least) * half / spread_of(groups)

    @property
    def bound(self) -> float:
        """The test ends when the absolute value of the log-likelihood ratio is at least this."""
        return log((1 - self.risk) / self.risk)

    def verdict(self, groups: Sequence[float]) -> float | None:
        """Return the Elo difference that the test accepts; None while the test goes on."""
        ratio = self.ratio(groups)
        if abs(ratio) < self.bound:
            return None
        return self.high if ratio > 0 else self.low
