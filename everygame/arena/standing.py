"""The standing of a series: how strong the contestants are, and how the matches went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from everygame.arena.ratings import Rating, rate
from everygame.arena.series import FORFEIT, Played, Series, Thought, rounds_of, tables
from everygame.arena.statistics import Estimate, Tables, elo, mean_share
from everygame.contract import Game
from everygame.library.registry import find_game
from everygame.sides import side_names

ENOUGH: Final = 10
"""The fewest rounds from which an order of contestants is told."""


@dataclass(frozen=True)
class Pairing:
    """The results of two contestants against each other, as the first contestant sees them."""

    first: int
    second: int
    won: int
    """The number of matches in which the first contestant's best side got more than the other's
    best side. Where a contestant plays alone against the game, each of its matches is compared with
    the match of the other one with the same deal, and the two count as one."""
    drawn: int
    """The number of matches in which the best sides of both got the same."""
    lost: int
    margin: Estimate
    """The mean of `Played.margin`; with two sides, this is the mean return of the first
    contestant."""
    groups: tuple[float, ...]
    """For each round: the mean share of the first contestant. Rounds are independent, and matches
    of one round are not."""
    share: Estimate
    """The first contestant's share of the points, which is one half between equal contestants."""
    elo: Estimate
    """The Elo difference for which the expected share of the points is `share`."""

    @property
    def results(self) -> tuple[int, int, int]:
        """The numbers of matches that the first contestant won, drew and lost."""
        return self.won, self.drawn, self.lost

    @property
    def matches(self) -> int:
        return sum(self.results)


@dataclass(frozen=True)
class Row:
    """One contestant's line of the standing."""

    contestant: int
    matches: int
    points: float
    """The sum of the shares of its matches: a win is 1, a draw one half."""
    rating: Rating
    thought: Thought
    forfeits: tuple[str, ...]
    """The faults by which the contestant lost a match, a sentence each."""


@dataclass(frozen=True)
class Standing:
    """The standing of a series, from the rounds that all pairs have completed. So a series that was
    stopped is the same as one of fewer rounds."""

    title: str
    series: Series
    settings: dict[str, str]
    """All options of the game, with the default values of those that the operator did not
    choose."""
    seats: tuple[str, ...]
    matches: int
    rows: tuple[Row, ...]
    """The lines of the contestants, the strongest first."""
    pairings: tuple[Pairing, ...]
    sides: tuple[str, ...]
    """The name of each side: a seat, or the seats that share the side."""
    rounds: int
    """The number of rounds of each pair, each with a deal of its own."""
    different: int
    """The number of different matches: matches with the same plies count as one."""
    first_side: Estimate
    """The first side's share of the points; each contestant had that side equally often."""
    even: float
    """The share of the points that each side would get in a balanced game."""
    results: dict[str, int]
    """For the name of each side: how many matches it won alone; and how many matches no side won
    alone. Where all seats are one side: how many it won, and how many not."""
    endings: dict[str, int]
    """For each ending: the number of matches."""
    plies: tuple[int, ...]
    """The number of plies of each match, in ascending order."""

    @property
    def drawn(self) -> float:
        """The part of the matches of all pairs that was drawn."""
        counted = sum(pairing.matches for pairing in self.pairings)
        return sum(pairing.drawn for pairing in self.pairings) / counted

    @property
    def is_rough(self) -> bool:
        """Whether there are too few independent rounds to say much."""
        return self.rounds < ENOUGH

    def pairing(self, one: int, other: int) -> Pairing:
        """Return the results of two contestants against each other, as `one` sees them."""
        for found in self.pairings:
            if (found.first, found.second) == (one, other):
                return found
            if (found.first, found.second) == (other, one):
                return reversed_pairing(found)
        raise LookupError(f"{one} and {other} did not meet.")


def reversed_pairing(pairing: Pairing) -> Pairing:
    """Return the same results as the other contestant sees them."""
    return Pairing(
        pairing.second,
        pairing.first,
        pairing.lost,
        pairing.drawn,
        pairing.won,
        turned(pairing.margin, 0),
        tuple(1 - group for group in pairing.groups),
        turned(pairing.share, 1),
        turned(pairing.elo, 0),
    )


def turned(found: Estimate, whole: float) -> Estimate:
    """Return what an estimate leaves of `whole` for the other contestant."""
    return Estimate(whole - found.value, whole - found.high, whole - found.low)


def stand(series: Series, game: Game, played: Sequence[Played]) -> Standing | None:
    """Return the standing after some matches; None where not all pairs have completed a round."""
    entry = find_game(series.game)
    found = [rounds_of(played, series, game, pair) for pair in range(len(series.pairs()))]
    complete = min(map(len, found))
    if not complete:
        return None
    rounds = [pair[:complete] for pair in found]
    counted = [one for pair in rounds for round in pair for one in round]
    names = tuple(entry.artist().seat_names(game))
    sides = side_names(game, names)
    seated = tables(len(sides), complete)
    pairings = tuple(pair_up(*pair, seated) for pair in zip(series.pairs(), rounds, strict=True))
    return Standing(
        title=entry.facts()["title"],
        series=series,
        settings=game.settings,
        seats=names,
        matches=len(counted),
        rows=rank(series, counted, pairings, seated),
        pairings=pairings,
        sides=sides,
        rounds=complete,
        different=len({tuple(plies_of(one)) for one in counted}),
        first_side=first_side(rounds),
        even=1 / len(sides),
        results=results(counted, sides),
        endings=dict(Counter(one.ending for one in counted).most_common()),
        plies=tuple(sorted(one.plies for one in counted)),
    )


def shares_of(rounds: Sequence[Sequence[Played]]) -> tuple[float, ...]:
    """Return the mean share of the first contestant of a pair in each round."""
    return tuple(fmean(one.share for one in round) for round in rounds)


def pair_up(pair: tuple[int, int], rounds: Sequence[Sequence[Played]], seated: Tables) -> Pairing:
    """Return the results of a pair, from its matches round by round."""
    groups = shares_of(rounds)
    margins = [fmean(one.margin for one in round) for round in rounds]
    share = mean_share(groups)
    difference = Estimate(*(elo(part, seated) for part in (share.value, share.low, share.high)))
    winners = [who for round in rounds for who in winners_of(round)]
    won, drawn, lost = (winners.count(who) for who in (pair[0], None, pair[1]))
    return Pairing(*pair, won, drawn, lost, mean_margin(margins), groups, share, difference)


def mean_margin(margins: Sequence[float]) -> Estimate:
    """Return the mean of margins from −1 to 1, with limits like those of a share."""
    found = mean_share([(margin + 1) / 2 for margin in margins])
    return Estimate(*(2 * number - 1 for number in (found.value, found.low, found.high)))


def winners_of(round: Sequence[Played]) -> list[int | None]:
    """Return the contestant that won each match of a round; None for a draw. Of two matches in
    which a contestant plays alone against the game, the better one wins."""
    if not round[0].is_shared:
        return [one.winner for one in round]
    first, second = round
    best = max(first.returns[0], second.returns[0])
    winners = [one.seats[0] for one in round if one.returns[0] == best]
    return [winners[0] if len(winners) == 1 else None]


def rank(
    series: Series, played: Sequence[Played], pairings: Sequence[Pairing], seated: Tables
) -> tuple[Row, ...]:
    """Return the lines of all contestants, the strongest first."""
    meetings = [(pairing.first, pairing.second, pairing.groups) for pairing in pairings]
    ratings = rate(len(series.contestants), meetings, seated)
    rows = [row(number, rating, played) for number, rating in enumerate(ratings)]
    return tuple(sorted(rows, key=lambda row: -row.rating.elo.value))


def row(number: int, rating: Rating, played: Sequence[Played]) -> Row:
    """Return the line of contestant `number`."""
    mine = [one for one in played if number in one.both]
    thought, faults, points = Thought(), [], 0.0
    for one in mine:
        is_first = number == one.both[0]
        points += one.share if is_first else 1 - one.share
        thought += one.thought[0 if is_first else 1]
        if one.fault and is_forfeited(one, number):
            faults.append(one.fault)
    return Row(number, len(mine), points, rating, thought, tuple(faults))


def is_forfeited(one: Played, number: int) -> bool:
    """Whether contestant `number` lost the match by a fault of its own."""
    return one.ending == FORFEIT and one.seats[one.returns.index(min(one.returns))] == number


def first_side(rounds: Sequence[Sequence[Sequence[Played]]]) -> Estimate:
    """Return the first side's share of the points, where each round of a pair counts as one
    match."""
    found = [fmean(one.shares[0] for one in round) for pair in rounds for round in pair]
    return mean_share(found)


def plies_of(one: Played) -> Iterator[str]:
    """Yield the moves of a match, those of chance too."""
    for ply in one.record.get("plies", ()):
        yield str(ply)


def results(played: Sequence[Played], names: Sequence[str]) -> dict[str, int]:
    """Return, for the name of each side, how many matches the side won alone; and how many matches
    no side won alone."""
    rest = "not won" if len(names) == 1 else "drawn or shared"
    found = dict.fromkeys((*names, rest), 0)
    for one in played:
        got = [gained for _, gained in one.of_sides()]
        alone = got.count(max(got)) == 1 and (len(names) > 1 or got[0] > 0)
        found[names[got.index(max(got))] if alone else rest] += 1
    return found
