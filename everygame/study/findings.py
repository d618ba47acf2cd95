"""The findings of a study: what its matches say about the game, with 95 % confidence limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance
from typing import Final

from everygame.arena.statistics import SURE, Estimate, mean_share, quartiles, share
from everygame.library.registry import find_game
from everygame.study.leads import Leads
from everygame.study.matches import RANDOM, Plan, Sample

DRAW: Final = "draw"
"""The result of a match in which no seat has a return above 0."""
ALONE: Final = "no success"
"""The result that takes the place of a draw in a game for one player."""
GIVEN_UP: Final = "given up"
"""The result of a match that was too long and was given up."""


@dataclass(frozen=True)
class Result:
    """A result, and how many matches had it."""

    who: str
    """The seats with the greatest return, "draw", "no success" or "given up"."""
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
    matches: int
    different: int
    """The number of different matches: matches with the same plies count as one."""
    results: tuple[Result, ...]
    """The results; the single seats come first, also a seat that never won."""
    advantage: Estimate | None
    """By how much the first seat's share of the points exceeds an even share, in the finished
    matches; a draw gives each seat an even share. None in a game for one player."""
    values: tuple[Estimate, ...]
    """The mean return of each seat, from −1 to 1; empty where every win gives the same return."""
    plies: Spread
    turns: Spread | None
    """The number of turns of a match. None in a game for one player, who has only one turn."""
    branching: Estimate
    """The mean number of legal moves, over all plies of seats."""
    widest: int
    """The greatest number of legal moves at one ply of any match."""
    leads: Spread | None
    """How often the lead changed from one seat to another; None in a game for one player."""
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
    """Return the results in order: single seats, seats that won together, draws, matches that were
    given up."""
    endings: dict[str, Counter[str]] = {seat: Counter() for seat in seats}
    last = (ALONE if len(seats) == 1 else DRAW, GIVEN_UP)
    for sample in samples:
        endings.setdefault(winner(sample, seats), Counter())[sample.ending] += 1
    order = [who for who in endings if who not in last]
    order += [who for who in last if who in endings or who == last[0]]
    return tuple(result(who, endings.get(who, Counter()), len(samples)) for who in order)


def winner(sample: Sample, seats: Sequence[str]) -> str:
    """Return the seats with the greatest return, if it is above 0; otherwise the name of another
    result."""
    if not sample.returns:
        return GIVEN_UP
    most = max(sample.returns)
    if most <= 0:
        return ALONE if len(seats) == 1 else DRAW
    return " and ".join(s for s, got in zip(seats, sample.returns, strict=True) if got == most)


def result(who: str, endings: Counter[str], matches: int) -> Result:
    """Return the result `who`, from the endings of its matches and the number of all matches."""
    won = endings.total()
    return Result(who, won, wilson(won, matches), dict(endings.most_common()))


def advantage(samples: Sequence[Sample], seats: int) -> Estimate | None:
    """Return by how much the first seat's share of the points exceeds an even share; None in a game
    for one player or where no match was finished."""
    shares = [share(sample.returns[0], seats) for sample in samples if sample.returns]
    if seats == 1 or not shares:
        return None
    found = mean_share(shares)
    return Estimate(found.value - 1 / seats, found.low - 1 / seats, found.high - 1 / seats)


def values(samples: Sequence[Sample], seats: int) -> tuple[Estimate, ...]:
    """Return the mean return of each seat, where not all wins give the same return; else empty."""
    ended = [sample.returns for sample in samples if sample.returns]
    wins = {round(max(returns), 9) for returns in ended if returns.count(max(returns)) == 1}
    if seats == 1 or len(wins) < 2:
        return ()
    return tuple(mean([returns[seat] for returns in ended]) for seat in range(seats))


# -- estimates


def mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean with confidence limits of the normal distribution; the limits of a single
    number are infinite."""
    return ratio([(number, 1) for number in numbers])


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


def ratio(parts: Sequence[tuple[float, int]]) -> Estimate:
    """Return the sum of the first numbers divided by the sum of the second numbers. The parts must
    be independent, so a part is one match and not one ply. The confidence limits follow from the
    delta method; those of a single part are infinite."""
    below = fmean(part[1] for part in parts)
    value = fmean(part[0] for part in parts) / below
    if len(parts) == 1:
        return Estimate(value, float("-inf"), float("inf"))
    rests = [upper - value * lower for upper, lower in parts]
    reach = SURE * sqrt(variance(rests) / len(parts)) / below
    return Estimate(value, value - reach, value + reach)


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


def compare(first: Findings, second: Findings) -> tuple[Difference, ...]:
    """Return the differences of all numbers that both studies have."""
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
    """Return the share of matches with a result; None for a seat that the study does not have."""
    for result in study.results:
        if result.who == who:
            return result.share
    return wilson(0, study.matches) if who in (DRAW, ALONE, GIVEN_UP) else None


def difference(one: Estimate, two: Estimate) -> Estimate:
    """Return the second of two independent estimates minus the first. Its confidence limits follow
    from the limits of the two: Newcombe (1998) for shares, Zou and Donner (2008) for all
    estimates."""
    value = two.value - one.value
    down = sqrt((two.value - two.low) ** 2 + (one.high - one.value) ** 2)
    up = sqrt((two.high - two.value) ** 2 + (one.value - one.low) ** 2)
    return Estimate(value, value - down, value + up)
