"""The findings of a study: what its matches say about the game, with 95 % confidence limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, sqrt
from statistics import StatisticsError, correlation
from typing import Final

from everygame.arena.statistics import (
    SURE,
    Estimate,
    mean,
    mean_share,
    quartiles,
    ratio,
    shares,
)
from everygame.contract import Game
from everygame.library.registry import find_game
from everygame.sides import by_side, side_names
from everygame.study.leads import Leads
from everygame.study.matches import RANDOM, Plan, Sample

DRAW: Final = "draw"
"""The result of a match in which no seat has a return above 0."""
ALONE: Final = "no success"
"""The result that takes the place of a draw where all seats are one side."""
GIVEN_UP: Final = "given up"
"""The result of a match that was too long and was given up."""


@dataclass(frozen=True)
class Result:
    """A result, and how many matches had it."""

    who: str
    """The sides with the greatest return, "draw", "no success" or "given up"."""
    matches: int
    share: Estimate
    """The share of all matches that had this result."""
    endings: dict[str, int]
    """For each ending: how many of these matches had it, the most frequent ending first."""


@dataclass(frozen=True)
class Spread:
    """The distribution of a count, such as the number of plies, over the matches."""

    mean: Estimate
    quartiles: tuple[float, float, float]
    """The three quartiles; the second is the median."""
    least: int
    most: int


@dataclass(frozen=True)
class Findings:
    """The findings of one study."""

    title: str
    plan: Plan
    settings: dict[str, str]
    """All options of the game, with the default values of those that the designer did not
    choose."""
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    """The name of each side: a seat, or the seats that share the side."""
    matches: int
    different: int
    """The number of different matches: matches with the same plies count as one."""
    results: tuple[Result, ...]
    """The results; the single sides come first, also a side that never won."""
    first: Estimate | None
    """The first side's share of the points in the finished matches; a draw gives each side an even
    share. None where all seats are one side."""
    values: tuple[Estimate, ...]
    """The mean return of each side, from −1 to 1; empty where every win gives the same return."""
    plies: Spread
    turns: Spread | None
    """The number of turns of a match. None in a game for one player, who has only one turn."""
    branching: Estimate
    """The mean number of legal moves, over all plies of seats."""
    widest: int
    """The greatest number of legal moves at one ply of any match."""
    leads: Spread | None
    """How often the lead changed from one side to another; None where all seats are one side."""
    followed: int
    """The number of matches in which changes of the lead were counted."""
    judge: str
    """How the chances of the seats were estimated, in words."""
    lengths: tuple[tuple[int, int], ...]
    """Pairs of a number of plies and the number of matches of this length."""

    def how(self) -> str:
        """Return how the matches were played, in words."""
        if self.plan.players == RANDOM:
            return f"random moves, seed {self.plan.seed}"
        opening = ", first turns at random" if self.plan.is_opened() else ""
        return f"{self.plan.players}{opening}, seed {self.plan.seed}"


def find(plan: Plan, samples: Sequence[Sample]) -> Findings:
    """Return the findings from the samples of a plan; there must be at least one sample."""
    game, entry = plan.open_game(), find_game(plan.game)
    seats = tuple(entry.artist().seat_names(game))
    sides = side_names(game, seats)
    samples = [on_sides(game, sample) for sample in samples]
    leads = [sample.leads for sample in samples if sample.leads is not None]
    return Findings(
        title=entry.facts()["title"],
        plan=plan,
        settings=game.settings,
        seats=seats,
        sides=sides,
        matches=len(samples),
        different=len({sample.mark for sample in samples}),
        results=results(samples, sides),
        first=first_share(samples, len(sides)),
        values=values(samples, len(sides)),
        plies=spread([sample.plies for sample in samples]),
        turns=spread([sample.turns for sample in samples]) if len(seats) > 1 else None,
        branching=ratio([(sample.choices, sample.plies) for sample in samples]),
        widest=max(sample.widest for sample in samples),
        leads=spread(leads) if leads else None,
        followed=len(leads),
        judge=Leads(game).judge,
        lengths=tuple(sorted(Counter(sample.plies for sample in samples).items())),
    )


def on_sides(game: Game, sample: Sample) -> Sample:
    """Return a sample whose returns are those of the sides."""
    return (
        replace(sample, returns=tuple(by_side(game, sample.returns))) if sample.returns else sample
    )


def results(samples: Sequence[Sample], sides: Sequence[str]) -> tuple[Result, ...]:
    """Return the results in order: single sides, sides that won together, draws, matches that were
    given up."""
    endings: dict[str, Counter[str]] = {side: Counter() for side in sides}
    last = (ALONE if len(sides) == 1 else DRAW, GIVEN_UP)
    for sample in samples:
        endings.setdefault(winner(sample, sides), Counter())[sample.ending] += 1
    order = [who for who in endings if who not in last]
    order += [who for who in last if who in endings or who == last[0]]
    return tuple(result(who, endings.get(who, Counter()), len(samples)) for who in order)


def winner(sample: Sample, sides: Sequence[str]) -> str:
    """Return the sides with the greatest return, if it is above 0; otherwise the name of another
    result."""
    if not sample.returns:
        return GIVEN_UP
    most = max(sample.returns)
    if most <= 0:
        return ALONE if len(sides) == 1 else DRAW
    return " and ".join(s for s, got in zip(sides, sample.returns, strict=True) if got == most)


def result(who: str, endings: Counter[str], matches: int) -> Result:
    """Return the result `who`, from the endings of its matches and the number of all matches."""
    won = endings.total()
    return Result(who, won, wilson(won, matches), dict(endings.most_common()))


def first_share(samples: Sequence[Sample], sides: int) -> Estimate | None:
    """Return the first side's share of the points; None where all seats are one side or no match
    was finished."""
    found = [shares(sample.returns)[0] for sample in samples if sample.returns]
    return None if sides == 1 or not found else mean_share(found)


def values(samples: Sequence[Sample], sides: int) -> tuple[Estimate, ...]:
    """Return the mean return of each side, where not all wins give the same return; else empty. Of
    a side alone, each return but 1 and 0 says more than a win does."""
    ended = [sample.returns for sample in samples if sample.returns]
    wins = {round(max(returns), 9) for returns in ended if returns.count(max(returns)) == 1}
    if len(wins - {0.0} if sides == 1 else wins) < 2:
        return ()
    return tuple(mean_return([returns[side] for returns in ended]) for side in range(sides))


def mean_return(numbers: Sequence[float]) -> Estimate:
    """Return the mean of returns; its limits lie in [-1, 1], as returns do."""
    found = mean(numbers)
    return Estimate(found.value, max(-1.0, found.low), min(1.0, found.high))


# -- estimates


def wilson(hits: int, tries: int) -> Estimate:
    """Return the share of hits in tries with the confidence limits of Wilson (1927), which are
    valid for a few hits and also for none."""
    square = SURE * SURE
    middle = (hits + square / 2) / (tries + square)
    reach = SURE / (tries + square) * sqrt(hits * (tries - hits) / tries + square / 4)
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    high = 1.0 if hits == tries else min(1.0, middle + reach)
    return Estimate(hits / tries, low, high)


def spread(counts: list[int]) -> Spread:
    """Return the distribution of counts; the limits of its mean are those of the normal
    distribution."""
    return Spread(mean(counts), quartiles(counts), min(counts), max(counts))


# -- the comparison of two studies


@dataclass(frozen=True)
class Difference:
    """A number of the second study minus the same number of the first study."""

    what: str
    first: Estimate
    second: Estimate
    more: Estimate
    is_share: bool

    @property
    def is_clear(self) -> bool:
        """Whether chance alone would make such a difference in less than 5 of 100 cases."""
        return self.more.low > 0 or self.more.high < 0


Number = Callable[[Findings, Sample], float | None]
"""What a match adds to a number of its study; None where it adds nothing."""


def compare(
    studies: tuple[Findings, Findings], samples: tuple[Sequence[Sample], Sequence[Sample]]
) -> tuple[Difference, ...]:
    """Return the differences of all numbers that both studies have. Matches with the same number
    have the same seed, so they are compared in pairs."""
    first, second = studies
    names = dict.fromkeys(result.who for study in studies for result in study.results)
    rows: list[tuple[str, Estimate | None, Estimate | None, bool, Number]] = [
        (who, find_share(first, who), find_share(second, who), True, has_result(who))
        for who in names
    ]
    rows.append(("first seat, beyond even", beyond(first), beyond(second), True, points))
    rows.append(("plies, mean", first.plies.mean, second.plies.mean, False, plies))
    if first.turns and second.turns and (first.turns, second.turns) != (first.plies, second.plies):
        rows.append(("turns, mean", first.turns.mean, second.turns.mean, False, turns))
    rows.append(("legal moves, mean", first.branching, second.branching, False, choices))
    if first.leads and second.leads:
        rows.append(("lead changes, mean", first.leads.mean, second.leads.mean, False, leads))
    return tuple(
        Difference(what, one, two, difference(one, two, alike(studies, samples, of)), is_share)
        for what, one, two, is_share, of in rows
        if one is not None and two is not None
    )


def beyond(study: Findings) -> Estimate | None:
    """Return by how much the first side's share of the points exceeds an even share."""
    found, even = study.first, 1 / len(study.sides)
    return found and Estimate(found.value - even, found.low - even, found.high - even)


def has_result(who: str) -> Number:
    """Return the function that says whether a match had a result: 1 or 0."""
    return lambda study, sample: float(winner(on_sides(game_of(study), sample), study.sides) == who)


def points(study: Findings, sample: Sample) -> float | None:
    """Return the first side's share of a match."""
    return shares(by_side(game_of(study), sample.returns))[0] if sample.returns else None


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


def alike(
    studies: tuple[Findings, Findings],
    samples: tuple[Sequence[Sample], Sequence[Sample]],
    of: Number,
) -> float:
    """Return the correlation of two means, from the pairs of matches with the same number; 0 where
    it is not known."""
    first, second = (
        [of(study, one) for one in played] for study, played in zip(studies, samples, strict=True)
    )
    both = zip(first, second, strict=False)  # a study that was stopped has fewer
    pairs = [(a, b) for a, b in both if a is not None and b is not None]
    if not pairs:
        return 0.0
    counts = [sum(one is not None for one in found) for found in (first, second)]
    return correlation_of(pairs) * len(pairs) / sqrt(counts[0] * counts[1])


def correlation_of(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the correlation of pairs of numbers; 0 where it is not known."""
    try:
        return correlation(*zip(*pairs, strict=True)) if len(pairs) > 1 else 0.0
    except StatisticsError:  # all numbers of a study are equal
        return 0.0


def find_share(study: Findings, who: str) -> Estimate | None:
    """Return the share of matches with a result; None for a seat that the study does not have."""
    for result in study.results:
        if result.who == who:
            return result.share
    return wilson(0, study.matches) if who in (DRAW, ALONE, GIVEN_UP) else None


def difference(one: Estimate, two: Estimate, alike: float = 0.0) -> Estimate:
    """Return the second of two estimates with the correlation `alike` minus the first. Its
    confidence limits follow from the limits of the two: Newcombe (1998) for shares, Zou and Donner
    (2008) for all estimates; for means in pairs these are the limits of the mean difference."""
    value = two.value - one.value
    down = apart(two.value - two.low, one.high - one.value, alike)
    up = apart(two.high - two.value, one.value - one.low, alike)
    return Estimate(value, value - down, value + up)


def apart(one: float, two: float, alike: float) -> float:
    """Return how far the limit of a difference lies from it, from the distances of the limits of
    its two parts."""
    if not (isfinite(one) and isfinite(two)):
        return inf
    return sqrt(max(0.0, one**2 - 2 * alike * one * two + two**2))
