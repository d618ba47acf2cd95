"""What a series of matches says, with error bars.

Matches come in groups of two: the same opening and the same chance, and the contestants have
exchanged all seats. They resemble each other, so errors are those of the means of groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import fmean, variance
from typing import Final

SURE: Final = 1.96
"""Standard errors to either side that hold the truth in 95 of 100 cases."""
FLOOR: Final = 0.5
"""Groups that are added as evidence of the opposite, so that a clean sweep is not certainty."""


@dataclass(frozen=True)
class Estimate:
    """A number and the interval that holds the truth in 95 of 100 cases."""

    value: float
    low: float
    high: float


def share(gained: float, seats: int) -> float:
    """A return as a share of the match from 0 to 1: a win 1, a draw 1/seats."""
    return (gained * (seats - 1) + 1) / seats


def mean_share(groups: Sequence[float]) -> Estimate:
    """The mean of the groups' mean shares."""
    mean = fmean(groups)
    spread = SURE * sqrt(spread_of(groups) / len(groups))
    return Estimate(mean, max(0.0, mean - spread), min(1.0, mean + spread))


def spread_of(groups: Sequence[float]) -> float:
    """The variance of a group's mean, as if half a group each had been won and lost as well."""
    n, mean = len(groups), fmean(groups)
    squares = variance(groups) * (n - 1) if n > 1 else 0.0
    return (squares + FLOOR * ((1 - mean) ** 2 + mean**2)) / n


def elo(points: float) -> float:
    """The Elo difference of two that share a match so."""
    if points <= 0 or points >= 1:
        return inf if points >= 1 else -inf
    return -400 * log10(1 / points - 1)


def expected(difference: float) -> float:
    """The share that an Elo difference stands for."""
    return float(1 / (1 + 10 ** (-difference / 400)))


@dataclass(frozen=True)
class Sprt:
    """A sequential test whether the Elo difference of two is `low` or `high`, with this risk of
    error either way: the generalised likelihood ratio of fishtest, for means of groups."""

    low: float
    high: float
    risk: float = 0.05

    def ratio(self, groups: Sequence[float]) -> float:
        """The logarithm of how much likelier `high` is than `low`."""
        if len(groups) < 2:
            return 0.0
        least, most = expected(self.low), expected(self.high)
        half = (2 * fmean(groups) - least - most) / 2
        return len(groups) * (most - least) * half / spread_of(groups)

    @property
    def bound(self) -> float:
        """Beyond this, to either side, the test is over."""
        return log((1 - self.risk) / self.risk)

    def verdict(self, groups: Sequence[float]) -> float | None:
        """The Elo difference that is accepted, or None as long as it is open."""
        ratio = self.ratio(groups)
        if abs(ratio) < self.bound:
            return None
        return self.high if ratio > 0 else self.low
