"""The comparison of two studies of a game under different options, with 95 % confidence limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, sqrt
from statistics import StatisticsError, correlation

from everygame.arena.statistics import RISK, Estimate, chance_of, holm, shares
from everygame.contract import Game
from everygame.sides import by_side
from everygame.study.findings import (
    ALONE,
    DRAW,
    GIVEN_UP,
    Findings,
    Spread,
    find,
    on_sides,
    wilson,
    winner,
)
from everygame.study.matches import Plan, Sample

Samples = tuple[Sequence[Sample], Sequence[Sample]]


@dataclass(frozen=True)
class Difference:
    """A number of the second study minus the same number of the first study."""

    what: str
    first: Estimate
    second: Estimate
    more: Estimate
    is_share: bool
    pairing: float
    """The correlation of matches with the same number, from −1 to 1; 0 where it is not known."""
    chance: float | None = None
    """The chance of such a difference where there is none, corrected for the number of rows that
    have one (`statistics.holm`). None where the rules explain the difference."""

    @property
    def is_clear(self) -> bool:
        """Whether one such difference in the whole table would be chance in less than 5 of 100
        cases."""
        return self.chance is not None and self.chance < RISK


@dataclass(frozen=True)
class Comparison:
    """Two studies of a game under different options. Matches with the same number have the same
    seed, so they are compared in pairs."""

    first: Findings
    second: Findings
    differences: tuple[Difference, ...]
    """What the second study has more than the first, number by number."""


Number = Callable[[Findings, Sample], float | None]
"""What a match adds to a number of its study; None where it adds nothing."""


@dataclass(frozen=True)
class Row:
    """A number that two studies have, before it is compared."""

    what: str
    first: Estimate | None
    second: Estimate | None
    of: Number
    is_share: bool = False
    is_judged: bool = True
    """Whether the same is to be expected of both studies where the option changes nothing."""


def conclude(
    plans: Sequence[Plan], samples: Sequence[tuple[Sample, ...]]
) -> tuple[list[Findings], tuple[Difference, ...]]:
    """Return the findings of each plan and, of two plans, the differences. `samples` holds, for
    each number of a match, the sample of each plan."""
    played = list(zip(*samples, strict=True))
    studies = [find(plan, mine) for plan, mine in zip(plans, played, strict=True)]
    if len(studies) == 1:
        return studies, ()
    return studies, compare((studies[0], studies[1]), (played[0], played[1]))


def compare(studies: tuple[Findings, Findings], samples: Samples) -> tuple[Difference, ...]:
    """Return the differences of all numbers that both studies have. The samples of both are in the
    order of the numbers of their matches."""
    rows = [*result_rows(*studies), *point_rows(*studies), *count_rows(*studies)]
    found = [(row, one) for row in rows if (one := differ(row, studies, samples)) is not None]
    judged = [one for row, one in found if row.is_judged and isfinite(reach(one.more))]
    corrected = dict(
        zip(map(id, judged), holm([chance_of(one.more) for one in judged]), strict=True)
    )
    return tuple(replace(one, chance=corrected.get(id(one))) for _, one in found)


def differ(row: Row, studies: tuple[Findings, Findings], samples: Samples) -> Difference | None:
    """Return the difference in a row; None where a study does not have the number."""
    if row.first is None or row.second is None:
        return None
    r = pairing(studies, samples, row.of)
    more = difference(row.first, row.second, r)
    return Difference(row.what, row.first, row.second, more, row.is_share, r)


def reach(found: Estimate) -> float:
    """Return the distance of the limits; it is infinite where all matches of a study had the same
    number, as the rules may fix it: nothing is known then of chance."""
    return found.high - found.low


# -- the rows


def result_rows(first: Findings, second: Findings) -> Iterator[Row]:
    """Yield the shares of the results. Among more sides each wins less often, so shares are not
    judged where the numbers of sides differ."""
    names = dict.fromkeys(result.who for study in (first, second) for result in study.results)
    judged = len(first.sides) == len(second.sides)
    for who in names:
        yield Row(
            who, find_share(first, who), find_share(second, who), has_result(who), True, judged
        )


def point_rows(first: Findings, second: Findings) -> Iterator[Row]:
    """Yield the points beyond an even share of each side that has the same name in both studies. Of
    the same two sides the second has what the first leaves."""
    both = [side for side in first.sides if side in second.sides]
    if len(first.sides) == len(second.sides) == len(both) == 2:
        both = both[:1]
    for side in both:
        one, two = (
            next((found.more for found in study.points if found.side == side), None)
            for study in (first, second)
        )
        yield Row(f"{side}, points beyond even", one, two, points_of(side), True)


def count_rows(first: Findings, second: Findings) -> Iterator[Row]:
    """Yield the means of what is counted."""
    yield Row("plies, mean", first.plies.mean, second.plies.mean, plies)
    if (first.turns, second.turns) != (first.plies, second.plies):
        yield Row("turns, mean", mean_of(first.turns), mean_of(second.turns), turns)
    yield Row("legal moves, mean", first.branching, second.branching, choices)
    yield Row("lead changes, mean", mean_of(first.leads), mean_of(second.leads), leads)


def mean_of(spread: Spread | None) -> Estimate | None:
    return spread.mean if spread else None


def find_share(study: Findings, who: str) -> Estimate | None:
    """Return the share of matches with a result; None for a seat that the study does not have."""
    for result in study.results:
        if result.who == who:
            return result.share
    return wilson(0, study.matches) if who in (DRAW, ALONE, GIVEN_UP) else None


# -- what a match adds


def has_result(who: str) -> Number:
    """Return the function that says whether a match had a result: 1 or 0."""
    return lambda study, sample: float(winner(on_sides(game_of(study), sample), study.sides) == who)


def points_of(side: str) -> Number:
    """Return the function that gives a side's share of a match."""

    def share(study: Findings, sample: Sample) -> float | None:
        if not sample.returns:
            return None
        return shares(by_side(game_of(study), sample.returns))[study.sides.index(side)]

    return share


def plies(study: Findings, sample: Sample) -> float:
    return sample.plies


def turns(study: Findings, sample: Sample) -> float:
    return sample.turns


def choices(study: Findings, sample: Sample) -> float:
    """Return by how much a match has more legal moves than matches of its length have."""
    return sample.choices - study.branching.value * sample.plies


def leads(study: Findings, sample: Sample) -> float | None:
    return sample.leads


def game_of(study: Findings) -> Game:
    return study.plan.open_game()


# -- differences


def pairing(studies: tuple[Findings, Findings], samples: Samples, of: Number) -> float:
    """Return the correlation of two means, from the pairs of matches with the same number; 0 where
    it is not known."""
    first, second = (
        [of(study, one) for one in played] for study, played in zip(studies, samples, strict=True)
    )
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    counts = [sum(one is not None for one in found) for found in (first, second)]
    try:
        found = correlation(*zip(*pairs, strict=True)) if len(pairs) > 1 else 0.0
    except StatisticsError:  # all numbers of a study are equal
        return 0.0
    return found * len(pairs) / sqrt(counts[0] * counts[1])


def difference(one: Estimate, two: Estimate, pairing: float = 0.0) -> Estimate:
    """Return the second of two estimates with the correlation `pairing` minus the first. Its
    confidence limits follow from the limits of the two: Newcombe (1998) for shares, Zou and Donner
    (2008) for all estimates; for means in pairs these are the limits of the mean difference."""
    value = two.value - one.value
    down = apart(two.value - two.low, one.high - one.value, pairing)
    up = apart(two.high - two.value, one.value - one.low, pairing)
    return Estimate(value, value - down, value + up)


def apart(one: float, two: float, pairing: float) -> float:
    """Return how far the limit of a difference lies from it, from the distances of the limits of
    its two parts."""
    if not (isfinite(one) and isfinite(two)):
        return inf
    return sqrt(max(0.0, one**2 - 2 * pairing * one * two + two**2))
