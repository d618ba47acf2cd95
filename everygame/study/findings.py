"""The findings of a study from its matches, with 95 % confidence limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, quantiles, variance
from typing import Final

from everygame.arena.statistics import SURE, Estimate, mean_share, share
from everygame.library.registry import find_game
from everygame.study.leads import Leads
from everygame.study.matches import RANDOM, Plan, Sample

DRAW: Final = "draw"
ALONE: Final = "no success"
"""The result that takes the place of a draw in a game for one player."""
GIVEN_UP: Final = "given up"


@dataclass(frozen=True)
class Result:
    """A result that some matches had."""

    who: str
    """The seats that got most, "draw", "no success" or "given up"."""
    matches: int
    share: Estimate
    """The share of all matches that had this result."""
    endings: dict[str, int]
    """How many of these matches had each ending, the most frequent first."""


@dataclass(frozen=True)
class Spread:
    """A count that differs from match to match."""

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
    """All options, with their defaults where the designer gave none."""
    seats: tuple[str, ...]
    matches: int
    different: int
    """How many matches differ in some ply from all others."""
    results: tuple[Result, ...]
    """First the results of the single seats, also of one that never won."""
    advantage: Estimate | None
    """By how much the first seat's share of the points exceeds an even share, in the finished
    matches; a draw gives even shares. None in a game for one player."""
    values: tuple[Estimate, ...]
    """The mean return of each seat, from −1 to 1; empty where all wins are worth the same."""
    plies: Spread
    turns: Spread | None
    """None in a game for one player, whose turn never ends."""
    branching: Estimate
    """The mean number of legal moves over all plies of seats."""
    widest: int
    """The greatest number of legal moves in any match."""
    leads: Spread | None
    """How often the lead changed; None in a game for one player."""
    followed: int
    """In how many matches the lead was followed."""
    judge: str
    """What estimated how well a seat stands, in words."""
    lengths: tuple[tuple[int, int], ...]
    """How many matches there are of each number of plies."""

    def how(self) -> str:
        """How the matches were played, in words."""
        if self.plan.players == RANDOM:
            return f"random moves, seed {self.plan.seed}"
        opening = ", first turns at random" if self.plan.is_opened() else ""
        return f"{self.plan.players}{opening}, seed {self.plan.seed}"


def find(plan: Plan, samples: Sequence[Sample]) -> Findings:
    """The findings from samples of a plan, of which there is at least one."""
    game, entry = plan.open_game(), find_game(plan.game)
    seats = tuple(entry.artist().seat_names(game))
    leads = [sample.leads for sample in samples if sample.leads is not None]
    return Findings(
        title=entry.facts()["title"],
        plan=plan,
        settings=game.settings,
        seats=seats,
        matches=len(samples),
        different=len({sample.mark for sample in samples}),
        results=results(samples, seats),
        advantage=advantage(samples, len(seats)),
        values=values(samples, len(seats)),
        plies=spread([sample.plies for sample in samples]),
        turns=spread([sample.turns for sample in samples]) if len(seats) > 1 else None,
        branching=ratio([(sample.choices, sample.plies) for sample in samples]),
        widest=max(sample.widest for sample in samples),
        leads=spread(leads) if leads else None,
        followed=len(leads),
        judge=Leads(game).judge,
        lengths=tuple(sorted(Counter(sample.plies for sample in samples).items())),
    )


def results(samples: Sequence[Sample], seats: Sequence[str]) -> tuple[Result, ...]:
    """The results in order: single seats, seats that won together, draws, matches given up."""
    endings: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    last = (ALONE if len(seats) == 1 else DRAW, GIVEN_UP)
    for sample in samples:
        endings.setdefault(winner(sample, seats), Counter())[sample.ending] += 1
    order = [who for who in endings if who not in last]
    order += [who for who in last if who in endings or who == last[0]]
    return tuple(result(who, endings.get(who, Counter()), len(samples)) for who in order)


def winner(sample: Sample, seats: Sequence[str]) -> str:
    """The seats that got the most, if that is more than nothing."""
    if not sample.returns:
        return GIVEN_UP
    most = max(sample.returns)
    if most <= 0:
        return ALONE if len(seats) == 1 else DRAW
    return " and ".join(s for s, got in zip(seats, sample.returns, strict=True) if got == most)


def result(who: str, endings: Counter[str], matches: int) -> Result:
    won = endings.total()
    return Result(who, won, wilson(won, matches), dict(endings.most_common()))


def advantage(samples: Sequence[Sample], seats: int) -> Estimate | None:
    """The advantage of the first seat."""
    shares = [share(sample.returns[0], seats) for sample in samples if sample.returns]
    if seats == 1 or not shares:
        return None
    found = mean_share(shares)
    return Estimate(found.value - 1 / seats, found.low - 1 / seats, found.high - 1 / seats)


def values(samples: Sequence[Sample], seats: int) -> tuple[Estimate, ...]:
    """The mean return of each seat, where returns are graded: not all wins are worth the same."""
    ended = [sample.returns for sample in samples if sample.returns]
    wins = {round(max(returns), 9) for returns in ended if returns.count(max(returns)) == 1}
    if seats == 1 or len(wins) < 2:
        return ()
    return tuple(mean([returns[seat] for returns in ended]) for seat in range(seats))


# -- estimates


def mean(numbers: Sequence[float]) -> Estimate:
    """With limits of the normal distribution; of one number none are known."""
    value = fmean(numbers)
    if len(numbers) == 1:
        return Estimate(value, float("-inf"), float("inf"))
    reach = SURE * sqrt(variance(numbers) / len(numbers))
    return Estimate(value, value - reach, value + reach)


def wilson(hits: int, tries: int) -> Estimate:
    """A share of hits with the limits of Wilson (1927), which are sound for few and for none."""
    square = SURE * SURE
    middle = (hits + square / 2) / (tries + square)
    reach = SURE / (tries + square) * sqrt(hits * (tries - hits) / tries + square / 4)
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    high = 1.0 if hits == tries else min(1.0, middle + reach)
    return Estimate(hits / tries, low, high)


def spread(counts: list[int]) -> Spread:
    """The mean with limits of the normal distribution, and the order statistics."""
    one, two, three = quantiles(counts, n=4, method="inclusive") if len(counts) > 1 else counts * 3
    mean = ratio([(count, 1) for count in counts])
    return Spread(mean, (one, two, three), min(counts), max(counts))


def ratio(parts: Sequence[tuple[int, int]]) -> Estimate:
    """The sum of the first over the sum of the second, for parts that are independent: the plies
    of one match are not. Limits by the delta method; of one part none are known."""
    below = fmean(part[1] for part in parts)
    value = fmean(part[0] for part in parts) / below
    if len(parts) == 1:
        return Estimate(value, float("-inf"), float("inf"))
    rests = [upper - value * lower for upper, lower in parts]
    reach = SURE * sqrt(variance(rests) / len(parts)) / below
    return Estimate(value, value - reach, value + reach)


# -- one study against another


@dataclass(frozen=True)
class Difference:
    """A figure of the second study, minus that of the first."""

    what: str
    first: Estimate
    second: Estimate
    more: Estimate
    is_share: bool

    @property
    def is_clear(self) -> bool:
        """Chance alone would make such a difference in less than 5 of 100 cases."""
        return self.more.low > 0 or self.more.high < 0


def compare(first: Findings, second: Findings) -> tuple[Difference, ...]:
    """The differences of all figures that both studies have."""
    names = dict.fromkeys(result.who for study in (first, second) for result in study.results)
    pairs: list[tuple[str, Estimate | None, Estimate | None, bool]] = [
        (who, find_share(first, who), find_share(second, who), True) for who in names
    ]
    pairs.append(("first seat, beyond even", first.advantage, second.advantage, True))
    pairs.append(("plies, mean", first.plies.mean, second.plies.mean, False))
    if first.turns and second.turns and (first.turns, second.turns) != (first.plies, second.plies):
        pairs.append(("turns, mean", first.turns.mean, second.turns.mean, False))
    pairs.append(("legal moves, mean", first.branching, second.branching, False))
    if first.leads and second.leads:
        pairs.append(("lead changes, mean", first.leads.mean, second.leads.mean, False))
    return tuple(
        Difference(what, one, two, difference(one, two), is_share)
        for what, one, two, is_share in pairs
        if one is not None and two is not None
    )


def find_share(study: Findings, who: str) -> Estimate | None:
    """How often a result came; None for a seat that the study does not have."""
    for result in study.results:
        if result.who == who:
            return result.share
    return wilson(0, study.matches) if who in (DRAW, ALONE, GIVEN_UP) else None


def difference(one: Estimate, two: Estimate) -> Estimate:
    """What the second of two independent estimates has more, with limits recovered from theirs:
    Newcombe (1998) for shares, Zou and Donner (2008) for any."""
    value = two.value - one.value
    down = sqrt((two.value - two.low) ** 2 + (one.high - one.value) ** 2)
    up = sqrt((two.high - two.value) ** 2 + (one.value - one.low) ** 2)
    return Estimate(value, value - down, value + up)
