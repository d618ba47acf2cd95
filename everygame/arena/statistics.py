"""Estimates from the matches of a series, with confidence limits.

Matches come in groups: those of a round have the same opening and the same deal, and the
contestants change places between them. Results of one group depend on each other, so errors are
computed from the mean of each group, as if each group were one match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import erfc, exp, fsum, gamma, inf, isfinite, lgamma, log, sqrt
from statistics import NormalDist, fmean, quantiles, variance
from typing import Final

SURE: Final = 1.96
"""The number of standard errors to either side in a 95 % confidence interval."""
NORMAL: Final = NormalDist().inv_cdf(0.975)
"""The same to all digits, from which quantiles of Student's distribution are computed."""
FOUND: Final = 0.8
"""The share of the cases in which a difference is to be found."""
TERMS: Final = 100
"""How many terms of the noncentral chi-square distribution are added; the rest is nothing."""
POWER: Final = NormalDist().inv_cdf(FOUND)
"""The standard errors by which a difference must exceed its limit to be found in four of five
cases."""
RISK: Final = 0.05
"""What is less likely by chance alone than this is called certain."""
SAME: Final = 1e-9
"""Numbers that are nearer to each other than this differ by rounding alone."""
FEW: Final = (inf, 12.706205, 4.302653)
"""The quantiles of Student's distribution for 0, 1 and 2 degrees of freedom."""
FLOOR: Final = 0.5
"""The number of groups that are added as won, and also as lost, when the variance is computed, as
Agresti and Coull (1998) add some to a share: where one contestant wins everything, the variance
would be 0 and the estimate would look certain. The mean is left as it is."""


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


def shares(returns: Sequence[float]) -> list[float]:
    """Divide a match among n sides by their returns, which sum to 0: each gets a share from 0 to 1,
    and all shares sum to 1.

    The share for the return r is (1 + k·r)/n, where k is n − 1: the only winner gets 1, each side
    of a draw 1/n. Where a return is below −1/(n − 1), k is so much smaller that the worst side gets
    0. A side alone, which plays against the game, gets (1 + r)/2."""
    n = len(returns)
    if n == 1:
        return [(1 + returns[0]) / 2]
    k = min(n - 1.0, -1 / min(-1 / (n - 1), *returns))
    return [min(1.0, max(0.0, (1 + k * gained) / n)) for gained in returns]  # rounding


def student(freedom: int) -> float:
    """Return the number of standard errors to either side in a 95 % confidence interval of a mean,
    for the degrees of freedom of its variance: the quantile of Student's distribution, by the
    expansion of Fisher and Cornish (1960), which is exact to 0.004 from 3 degrees on."""
    if freedom < len(FEW):
        return FEW[freedom]
    z, n = NORMAL, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / float(n) ** power for power, term in enumerate(terms, 1))


def mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of independent numbers; the limits are infinite where all are alike."""
    return ratio([(number, 1) for number in numbers])


def ratio(parts: Sequence[tuple[float, int]]) -> Estimate:
    """Return the sum of the first numbers divided by the sum of the second numbers. The parts must
    be independent, so a part is one match and not one ply. The confidence limits follow from the
    delta method. They are infinite where all parts are alike, as a single one is: nothing is known
    then of how much others differ."""
    below = fmean(part[1] for part in parts)
    value = fmean(part[0] for part in parts) / below
    rests = [upper - value * lower for upper, lower in parts]
    if all(abs(rest) < SAME * below for rest in rests):
        return Estimate(value, -inf, inf)
    reach = student(len(parts) - 1) * sqrt(variance(rests) / len(parts)) / below
    return Estimate(value, value - reach, value + reach)


def mean_share(groups: Sequence[float]) -> Estimate:
    """Return the estimate of a share of the points from the mean shares of groups. Its limits are
    Student's, with the variance of `spread_of`; they are cut at 0 and 1."""
    mean = fmean(groups)
    reach = student(len(groups) - 1) * sqrt(spread_of(groups) / len(groups))
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach))


def spread_of(groups: Sequence[float]) -> float:
    """Return the variance of the mean shares of groups, with `FLOOR` groups added on either
    side."""
    n, mean = len(groups), fmean(groups)
    squares = variance(groups) * (n - 1) if n > 1 else 0.0
    return (squares + FLOOR * ((1 - mean) ** 2 + mean**2)) / n


def at_least_zero(found: Estimate) -> Estimate:
    """Return the estimate of a number that cannot be negative: its limits are cut at 0."""
    return Estimate(found.value, max(0.0, found.low), found.high) if isfinite(found.low) else found


def needed(found: Estimate, matches: int, more: float, strength: float) -> float:
    """Return how many matches show a difference of `more`, whose squared number of standard errors
    must then be `strength`. The spread of a match is that behind the limits of `found`, which has
    `matches` matches."""
    reach = max(found.value - found.low, found.high - found.value)
    return matches * strength * (reach / SURE / more) ** 2


def strength_of(tests: int) -> float:
    """Return the `strength` with which one of so many tests, each at its part of a risk of 5 in
    100, finds its difference in four of five cases."""
    return (NormalDist().inv_cdf(1 - RISK / 2 / tests) + POWER) ** 2


@cache
def strength_of_all(freedom: int) -> float:
    """Return the `strength` with which a chi-square test of this many degrees of freedom finds, in
    four of five cases, that not all are alike: the noncentrality of the statistic. With one degree
    it is that of a single test."""
    critical = middle(lambda chi: tail(chi, freedom) > RISK)
    return middle(lambda strength: found_by(critical, freedom, strength) < FOUND)


def found_by(critical: float, freedom: int, strength: float) -> float:
    """Return the chance that the noncentral chi-square distribution exceeds `critical`."""
    weights = (exp(-strength / 2 + n * log(strength / 2) - lgamma(n + 1)) for n in range(TERMS))
    return fsum(weight * tail(critical, freedom + 2 * n) for n, weight in enumerate(weights))


def middle(is_below: Callable[[float], bool]) -> float:
    """Return the number from 0 to 100 up to which `is_below` is true, by halving."""
    low, high = 0.0, 100.0
    for _ in range(HALVINGS):
        here = (low + high) / 2
        low, high = (here, high) if is_below(here) else (low, here)
    return high


# -- tests


def tail(chi: float, freedom: int) -> float:
    """Return the chance that the chi-square distribution exceeds `chi`: the incomplete gamma
    function, from one or two degrees of freedom upwards."""
    half, size = chi / 2, 0.5 if freedom % 2 else 1.0
    found = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    while size < freedom / 2:
        found += half**size * exp(-half) / gamma(size + 1)
        size += 1
    return found


@dataclass(frozen=True)
class Friedman:
    """Friedman's test (1937) of whether all sides are alike: whether any permutation of the sides
    was equally likely in each match."""

    chi_square: float
    """The statistic, which has a chi-square distribution where all sides are alike."""
    freedom: int
    """The degrees of freedom of that distribution: one less than there are sides."""
    chance: float
    """The chance of such a statistic or a greater one where all sides are alike, called p."""


def alike(matches: Sequence[Sequence[float]]) -> Friedman:
    """Return Friedman's test of whether k sides are alike, with their shares of each match in place
    of ranks. Where each match has one winner, it is the chi-square test of the wins."""
    k, n = len(matches[0]), len(matches)
    spread = fsum((share - 1 / k) ** 2 for shares in matches for share in shares)
    if not spread:
        return Friedman(0.0, k - 1, 1.0)
    sums = (fsum(side) - n / k for side in zip(*matches, strict=True))
    chi_square = (k - 1) * fsum(more**2 for more in sums) / spread
    return Friedman(chi_square, k - 1, tail(chi_square, k - 1))


def chance_of(found: Estimate) -> float:
    """Return the chance of an estimate at least so far from 0 where the truth is 0, from its limits
    (Altman and Bland 2011); it is below 0.05 where the limits exclude 0."""
    reach = found.value - found.low if found.value > 0 else found.high - found.value
    if found.value == 0 or not isfinite(reach):
        return 1.0
    return erfc(SURE * abs(found.value) / reach / sqrt(2)) if reach else 0.0


def holm(chances: Sequence[float]) -> list[float]:
    """Return chances corrected for their number (Holm 1979): if all differences were chance, one
    below 0.05 would be among them in less than 5 of 100 cases."""
    found, least = [0.0] * len(chances), 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = least
    return found


# -- Elo


Tables = Mapping[tuple[int, int], float]
"""For a number of sides that the first contestant of a pair has and a number that the other has:
which part of the rounds was played so. The parts sum to 1, and each contestant has the greater
number equally often."""
DUEL: Final[Tables] = {(1, 1): 1.0}
"""Two sides, one for each contestant."""
FARTHEST: Final = 40_000.0
"""A greater Elo difference than any share below 1 stands for."""
HALVINGS: Final = 60
"""How often an interval of this length is halved until a millionth of an Elo is left, and less."""


def elo(points: float, tables: Tables = DUEL) -> float:
    """Return the Elo difference for which this share of the points is expected."""
    if points <= 0 or points >= 1:
        return inf if points >= 1 else -inf
    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, tables) < points else (low, middle)
    return high


def expected(difference: float, tables: Tables = DUEL) -> float:
    """Return the share of the points that is expected for an Elo difference: each side wins in
    proportion to its strength, 10^(Elo/400), as Luce (1959) has it. Of two sides this is Elo's own
    formula."""
    ratio = 10 ** (difference / 400)
    parts = (part * mine * ratio / (mine * ratio + other) for (mine, other), part in tables.items())
    return float(fsum(parts))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of whether the Elo difference is `low` or `high`, with
    the same `risk` of either error: the generalised likelihood ratio test of fishtest, applied to
    the mean shares of groups."""

    low: float
    high: float
    risk: float = 0.05

    def ratio(self, groups: Sequence[float], tables: Tables = DUEL) -> float:
        """Return the log-likelihood ratio: positive where `high` is likelier than `low`."""
        if len(groups) < 2:
            return 0.0
        least, most = expected(self.low, tables), expected(self.high, tables)
        half = (2 * fmean(groups) - least - most) / 2
        return len(groups) * (most - least) * half / spread_of(groups)

    @property
    def bound(self) -> float:
        """The test ends when the absolute value of the log-likelihood ratio is at least this."""
        return log((1 - self.risk) / self.risk)

    def verdict(self, groups: Sequence[float], tables: Tables = DUEL) -> float | None:
        """Return the Elo difference that the test accepts; None while the test goes on."""
        ratio = self.ratio(groups, tables)
        if abs(ratio) < self.bound:
            return None
        return self.high if ratio > 0 else self.low
