"""The findings of a study: what its matches say about the game, with 95 % confidence limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from everygame.arena.statistics import (
    SURE,
    Estimate,
    Friedman,
    alike,
    at_least_zero,
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


AND: Final = " and "
"""It stands between sides that won together."""


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
class Points:
    """What a side got."""

    side: str
    alone: int
    """The number of matches that the side won alone."""
    shared: int
    """The number of matches that it won together with others, but not with all."""
    share: Estimate
    """Its share of the points: 1 for the only winner, an even share for all sides of a draw."""
    more: Estimate
    """By how much the share exceeds an even one."""


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
    points: tuple[Points, ...]
    """The points of each side in the finished matches; empty where all seats are one side or no
    match was finished."""
    equal: Friedman | None
    """The test of whether all sides are alike; None where there are no points."""
    values: tuple[Estimate, ...]
    """The mean return of each side, from −1 to 1; empty where the number of the winners says what
    each side gets."""
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
        points=points(samples, sides),
        equal=equal(samples),
        values=values(samples, len(sides)),
        plies=spread([sample.plies for sample in samples]),
        turns=spread([sample.turns for sample in samples]) if len(seats) > 1 else None,
        branching=at_least_zero(ratio([(sample.choices, sample.plies) for sample in samples])),
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
    nobody = ALONE if len(sides) == 1 else DRAW
    endings: dict[str, Counter[str]] = {who: Counter() for who in (*sides, nobody)}
    ranks: dict[str, tuple[int, ...]] = {side: (1, n) for n, side in enumerate(sides)}
    ranks |= {nobody: (len(sides) + 1,), GIVEN_UP: (len(sides) + 2,)}
    for sample in samples:
        who = winner(sample, sides)
        endings.setdefault(who, Counter())[sample.ending] += 1
        won = winners(sample.returns)
        ranks.setdefault(who, (len(won), *won))
    order = sorted(endings, key=ranks.__getitem__)
    return tuple(result(who, endings[who], len(samples)) for who in order)


def winner(sample: Sample, sides: Sequence[str]) -> str:
    """Return the sides with the greatest return, if it is above 0; otherwise the name of another
    result."""
    if not sample.returns:
        return GIVEN_UP
    if max(sample.returns) <= 0:
        return ALONE if len(sides) == 1 else DRAW
    return AND.join(sides[side] for side in winners(sample.returns))


def result(who: str, endings: Counter[str], matches: int) -> Result:
    """Return the result `who`, from the endings of its matches and the number of all matches."""
    won = endings.total()
    return Result(who, won, wilson(won, matches), dict(endings.most_common()))


def points(samples: Sequence[Sample], sides: Sequence[str]) -> tuple[Points, ...]:
    """Return the points of each side; empty where all seats are one side or no match was
    finished."""
    ended = [sample for sample in samples if sample.returns]
    if len(sides) == 1 or not ended:
        return ()
    found = [mean_share(of_side) for of_side in zip(*divided(ended), strict=True)]
    won = [tuple(winners(sample.returns)) for sample in ended]
    return tuple(
        Points(
            name,
            won.count((side,)),
            sum(side in one for one in won if 1 < len(one) < len(sides)),
            found[side],
            beyond(found[side], 1 / len(sides)),
        )
        for side, name in enumerate(sides)
    )


def beyond(share: Estimate, even: float) -> Estimate:
    """Return by how much a share exceeds an even share."""
    return Estimate(share.value - even, share.low - even, share.high - even)


def divided(samples: Sequence[Sample]) -> list[list[float]]:
    """Return the share of each side in each match that was finished."""
    return [shares(sample.returns) for sample in samples if sample.returns]


def equal(samples: Sequence[Sample]) -> Friedman | None:
    """Return the test of whether all sides are alike."""
    found = divided(samples)
    return alike(found) if found and len(found[0]) > 1 else None


def winners(returns: Sequence[float]) -> list[int]:
    """Return the sides with the greatest return."""
    most = max(returns, default=0.0)
    return [side for side, got in enumerate(returns) if got == most]


def values(samples: Sequence[Sample], sides: int) -> tuple[Estimate, ...]:
    """Return the mean return of each side, where the number of the winners does not say what each
    side gets; else empty. Of a side alone, each return but 1 and 0 says more than a win does."""
    ended = [sample.returns for sample in samples if sample.returns]
    if not (is_graded_alone(ended) if sides == 1 else is_graded(ended)):
        return ()
    return tuple(mean_return([returns[side] for returns in ended]) for side in range(sides))


def is_graded(ended: Sequence[Sequence[float]]) -> bool:
    """Whether losers of a match get different returns, or winners of different matches do that are
    equally many."""
    kinds: dict[int, set[tuple[float, ...]]] = {}
    for returns in ended:
        got = tuple(sorted({round(one, 9) for one in returns}))
        kinds.setdefault(len(winners(returns)), set()).add(got)
    return any(len(got) > 2 for seen in kinds.values() for got in seen) or any(
        len(seen) > 1 for seen in kinds.values()
    )


def is_graded_alone(ended: Sequence[Sequence[float]]) -> bool:
    return len({round(returns[0], 9) for returns in ended} - {0.0}) > 1


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
    """Return the distribution of counts; the limits of its mean are Student's, cut at 0."""
    return Spread(at_least_zero(mean(counts)), quartiles(counts), min(counts), max(counts))
