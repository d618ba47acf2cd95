"""The standing of a series: how strong the contestants are, and how the matches went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from everygame.arena.ratings import Rating, rate
from everygame.arena.series import FORFEIT, Played, Series, Thought, rounds_of
from everygame.arena.statistics import Estimate, elo, mean_share
from everygame.contract import Game
from everygame.library.registry import find_game


@dataclass(frozen=True)
class Pairing:
    """The results of two contestants against each other, as the first contestant sees them."""

    first: int
    second: int
    won: int
    """The number of matches in which the first contestant's best seat got more than the other's
    best seat."""
    drawn: int
    """The number of matches in which the best seats of both got the same."""
    lost: int
    margin: float
    """The mean of `Played.margin`; with two seats, this is the mean return of the first
    contestant."""
    groups: tuple[float, ...]
    """For each group of two matches between which the contestants exchanged all seats: the mean
    share of the first contestant."""
    share: Estimate | None
    """The first contestant's share of the points, which is one half between equal contestants. None
    while no round is complete."""

    @property
    def results(self) -> tuple[int, int, int]:
        """The numbers of matches that the first contestant won, drew and lost."""
        return self.won, self.drawn, self.lost

    @property
    def matches(self) -> int:
        return sum(self.results)

    @property
    def elo(self) -> Estimate | None:
        """The Elo difference for which the expected share of the points is `share`."""
        if self.share is None:
            return None
        return Estimate(*map(elo, (self.share.value, self.share.low, self.share.high)))


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
    """The standing of a series, from the matches of complete rounds only."""

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
    first_seat: Estimate
    """The first seat's share of the points; each contestant had that seat equally often."""
    even: float
    """The share of the points that each seat would get in a balanced game."""
    results: dict[str, int]
    """For the name of each seat: how many matches the seat won alone; and how many matches no seat
    won alone."""
    endings: dict[str, int]
    """For each ending: the number of matches."""
    plies: tuple[int, ...]
    """The number of plies of each match, in ascending order."""

    @property
    def drawn(self) -> int:
        """The number of drawn matches of all pairs."""
        return sum(pairing.drawn for pairing in self.pairings)

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
    share = pairing.share
    return Pairing(
        pairing.second,
        pairing.first,
        pairing.lost,
        pairing.drawn,
        pairing.won,
        -pairing.margin,
        tuple(1 - group for group in pairing.groups),
        Estimate(1 - share.value, 1 - share.high, 1 - share.low) if share else None,
    )


def stand(series: Series, game: Game, played: Sequence[Played]) -> Standing | None:
    """Return the standing after some matches; None where no round is complete."""
    seats, entry = game.players, find_game(series.game)
    rounds = [rounds_of(played, series, seats, pair) for pair in range(len(series.pairs()))]
    counted = [one for found in rounds for round in found for one in round]
    if not counted:
        return None
    names = tuple(entry.artist().seat_names(game))
    pairings = tuple(map(pair_up, series.pairs(), rounds))
    return Standing(
        title=entry.facts()["title"],
        series=series,
        settings=game.settings,
        seats=names,
        matches=len(counted),
        rows=rank(series, counted, pairings),
        pairings=pairings,
        first_seat=first_seat(rounds),
        even=1 / seats,
        results=results(counted, names),
        endings=dict(Counter(one.ending for one in counted).most_common()),
        plies=tuple(sorted(one.plies for one in counted)),
    )


def pair_up(pair: tuple[int, int], rounds: Sequence[Sequence[Played]]) -> Pairing:
    """Return the results of a pair. In a round, the first and the last match have all seats
    exchanged, so have the second and the last but one, and so on (`arrangements`): such two matches
    are a group."""
    played = [one for round in rounds for one in round]
    swapped = [
        (one, other) for round in rounds for one, other in zip(round, round[::-1], strict=True)
    ]
    groups = tuple((a.share + b.share) / 2 for a, b in swapped if a.number < b.number)
    winners = [one.winner for one in played]
    won, drawn, lost = (winners.count(who) for who in (pair[0], None, pair[1]))
    margin = fmean(one.margin for one in played) if played else 0.0
    found = mean_share(groups) if groups else None
    return Pairing(*pair, won, drawn, lost, margin, groups, found)


def rank(series: Series, played: Sequence[Played], pairings: Sequence[Pairing]) -> tuple[Row, ...]:
    """Return the lines of all contestants, the strongest first."""
    ratings = rate(
        len(series.contestants), [(p.first, p.second, p.groups) for p in pairings if p.groups]
    )
    rows = [row(number, rating, played) for number, rating in enumerate(ratings)]
    return tuple(sorted(rows, key=lambda row: -row.rating.elo.value))


def row(number: int, rating: Rating, played: Sequence[Played]) -> Row:
    """Return the line of contestant `number`."""
    mine = [one for one in played if number in one.seats]
    thought, faults, points = Thought(), [], 0.0
    for one in mine:
        is_first = number == min(one.seats)
        points += one.share if is_first else 1 - one.share
        thought += one.thought[0 if is_first else 1]
        if one.fault and is_forfeited(one, number):
            faults.append(one.fault)
    return Row(number, len(mine), points, rating, thought, tuple(faults))


def is_forfeited(one: Played, number: int) -> bool:
    """Whether contestant `number` lost the match by a fault of its own."""
    return one.ending == FORFEIT and one.seats[one.returns.index(min(one.returns))] == number


def first_seat(rounds: Sequence[Sequence[Sequence[Played]]]) -> Estimate:
    """Return the first seat's share of the points, where each round of a pair counts as one
    match."""
    found = [fmean(one.first_seat for one in round) for pair in rounds for round in pair]
    return mean_share(found)


def results(played: Sequence[Played], names: Sequence[str]) -> dict[str, int]:
    """Return, for the name of each seat, how many matches the seat won alone; and how many matches
    no seat won alone."""
    found = dict.fromkeys((*names, "drawn or shared"), 0)
    for one in played:
        alone = one.returns.count(max(one.returns)) == 1
        found[names[one.returns.index(max(one.returns))] if alone else "drawn or shared"] += 1
    return found
