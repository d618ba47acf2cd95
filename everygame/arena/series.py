"""A series of matches in which each two contestants meet, and how one of these matches is played.

A round of two contestants is one deal and one opening, played in a rotation of seats, so that
neither has the better seat or cards. Other rounds and other pairs have other deals: a round is what
is independent of all others.

The match with a certain number is the same whenever and wherever it is played, provided that
budgets are in nodes, not in seconds, and that contestants which are programs play the same for the
same seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from statistics import fmean
from typing import Final

from everygame.arena.contestant import Player, seat_player
from everygame.arena.statistics import DUEL, Tables, shares
from everygame.bots import request
from everygame.bots.request import recalled
from everygame.contract import OVER, Game, Json
from everygame.errors import BadGame, BadOption
from everygame.library.registry import find_game
from everygame.match import Match, Outcome
from everygame.process.bot_program import SECONDS, BotFault
from everygame.record import Seat, record_match, to_json
from everygame.sides import side_count, sides_of

NAME: Final = 60
"""The most characters of a contestant's name in a record."""
SEARCHED: Final = ("value", "nodes", "visits")
"""The fields of a search's answer that the record of a match keeps."""
FORFEIT: Final = "forfeit"
"""The ending of a match that a program lost because it broke the protocol, took too long, or played
an illegal move."""
MOST_OPENINGS: Final = 200
"""The most openings that are drawn for a round; if all of them end the match, the options are
refused."""


@dataclass(frozen=True)
class Series:
    """The settings of a series. The fields are the first line of a log, so their names must not
    change."""

    game: str
    options: dict[str, str]
    contestants: tuple[str, ...]
    opening: int = 2
    """The number of random plies before the contestants take over."""
    seed: int = 1
    limit: float = SECONDS
    """The time limit of a program for a move, in seconds."""
    source: str = ""
    """The digest of the game's files (`library.source`): a log goes on with the same rules only."""

    def open_game(self) -> Game:
        """Return the game of the series. Raises BadGame, BadOption."""
        game = cached_game(self.game, tuple(sorted(self.options.items())))
        if game.endless:
            raise BadGame("{game} is a table without rules: nobody wins there.", game=self.game)
        if game.players < 2:
            raise BadOption(
                "An arena is for two players or more; {game} is for one here.", game=self.game
            )
        return game

    def pairs(self) -> list[tuple[int, int]]:
        """Return all pairs of contestants, as indices in `contestants`."""
        return list(combinations(range(len(self.contestants)), 2))

    def fixture(self, number: int, game: Game) -> Fixture:
        """Return the fixture with this number, counted from 0. It does not depend on the number of
        rounds, so that a series can be continued with more rounds."""
        sides = side_count(game)
        order = cycle(len(self.pairs()), sides)
        cycles, place = divmod(number, len(order))
        round, pair, table = order[place]
        both = self.pairs()[pair]
        seats = tuple(both[table[side]] for side in sides_of(game))
        return Fixture(number, cycles * len(rotations(sides)) + round, pair, both, seats)

    def length(self, rounds: int, game: Game) -> int:
        """Return the number of matches in this number of rounds."""
        return len(self.pairs()) * sum(round_size(n, game) for n in range(rounds))


@dataclass(frozen=True)
class Fixture:
    """Which contestants play a match, and in which round."""

    number: int
    round: int
    pair: int
    both: tuple[int, int]
    """The contestants of the pair, as indices in `Series.contestants`."""
    seats: tuple[int, ...]
    """The contestant in each seat, as an index in `Series.contestants`."""


@cache
def arrangements(sides: int) -> list[tuple[int, ...]]:
    """Return all ways to give each side to one of two contestants (0 and 1) so that each contestant
    has a side. Where all seats are one side, each contestant has it in turn."""
    both = min(2, sides)
    return [table for table in product((0, 1), repeat=sides) if len(set(table)) == both]


@cache
def rotations(sides: int) -> list[list[tuple[int, ...]]]:
    """Return the arrangements in groups, each of which is a round: an arrangement, what follows
    from it as all move on by a side, and the same with the two contestants exchanged. The smallest
    groups come first, so that few matches have more than one deal."""
    found: list[list[tuple[int, ...]]] = []
    left = arrangements(sides)
    while left:
        turned = {left[0][n:] + left[0][:n] for n in range(sides)}
        group = sorted(turned | {tuple(1 - who for who in table) for table in turned})
        found.append(group)
        left = [table for table in left if table not in group]
    return sorted(found, key=len)


@cache
def cycle(pairs: int, sides: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the matches after which all arrangements have been played once, in order: for each its
    round, pair and arrangement."""
    return [
        (round, pair, table)
        for round, group in enumerate(rotations(sides))
        for pair in range(pairs)
        for table in group
    ]


@cache
def tables(sides: int, rounds: int) -> Tables:
    """Return how many sides the two of a pair had in so many rounds. A round counts once, however
    many matches it has. Where all seats are one side, two matches are compared as if the
    contestants had met."""
    if sides == 1:
        return DUEL
    groups, found = rotations(sides), defaultdict[tuple[int, int], float](float)
    for place, group in enumerate(groups):
        part = len(range(place, rounds, len(groups))) / rounds / len(group)
        for table in group:
            found[table.count(0), table.count(1)] += part
    return {shape: part for shape, part in found.items() if part}


def round_size(round: int, game: Game) -> int:
    """Return the number of matches that a pair plays in a round."""
    groups = rotations(side_count(game))
    return len(groups[round % len(groups)])


def rounds_for(matches: int, game: Game) -> int:
    """Return the number of rounds in which a pair plays at least so many matches."""
    rounds = 0
    while matches > 0:
        matches -= round_size(rounds, game)
        rounds += 1
    return rounds


@dataclass(frozen=True)
class Thought:
    """The moves, seconds and nodes that a contestant spent in a match, summed over its seats."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def __add__(self, other: Thought) -> Thought:
        return Thought(
            self.moves + other.moves, self.seconds + other.seconds, self.nodes + other.nodes
        )


@dataclass(frozen=True)
class Played:
    """One finished match of a series."""

    number: int
    both: tuple[int, int]
    """The contestants of the pair, as indices in `Series.contestants`."""
    seats: tuple[int, ...]
    """The contestant in each seat."""
    returns: tuple[float, ...]
    ending: str
    plies: int
    """The number of plies that seats played; plies of chance do not count."""
    thought: tuple[Thought, Thought]
    """The moves, seconds and nodes of the two contestants of the pair, in their order in the
    series."""
    record: Json
    fault: str = ""
    """A sentence about the fault by which a program lost the match; empty where there was none."""
    sides: tuple[int, ...] = ()
    """The side of each seat, as `Game.sides`."""

    def of_sides(self) -> list[tuple[int, float]]:
        """Return the contestant and the return of each side."""
        sides = self.sides or tuple(range(len(self.seats)))
        first = [sides.index(side) for side in range(len(set(sides)))]
        return [(self.seats[seat], self.returns[seat]) for seat in first]

    @property
    def is_shared(self) -> bool:
        """Whether all seats are one side, so that one contestant plays alone against the game."""
        return len(set(self.seats)) == 1

    @property
    def shares(self) -> list[float]:
        """The share of the match that each side got."""
        return shares([gained for _, gained in self.of_sides()])

    @property
    def share(self) -> float:
        """The share of the match, from 0 to 1, that the first contestant of the pair got on all its
        sides. Where one contestant plays against the game, the other gets what this one leaves: so
        both have one half if they do equally well."""
        got = zip(self.of_sides(), self.shares, strict=True)
        mine = sum(share for (who, _), share in got if who == self.both[0])
        return 1 - self.shares[0] if self.is_shared and self.seats[0] != self.both[0] else mine

    @property
    def winner(self) -> int | None:
        """The contestant that has the side with the greatest return; None where sides of both
        contestants have it."""
        most = max(self.returns)
        best = {who for who, gained in self.of_sides() if gained == most}
        return best.pop() if len(best) == 1 else None

    @property
    def margin(self) -> float:
        """Half the difference between the mean return of the first contestant's sides and that of
        the other's. With two sides, this is the return of the first contestant. Where one
        contestant plays against the game: its return, negative for the second contestant."""
        got = self.of_sides()
        mine = [gained for who, gained in got if who == self.both[0]]
        others = [gained for who, gained in got if who != self.both[0]]
        if self.is_shared:
            return sum(mine) - sum(others)
        return (fmean(mine) - fmean(others)) / 2


def play_match(series: Series, number: int) -> Played:
    """Play the match with this number. Raises EveryGameError where a contestant cannot play."""
    game = series.open_game()
    fixture = series.fixture(number, game)
    match = open_match(game, series, fixture)
    played = Playing(series, game, fixture)
    try:
        played.go(match)
    finally:
        played.close()
    outcome = match.outcome()
    assert outcome is not None
    names = [Seat(shorten(series.contestants[who]), "bot") for who in fixture.seats]
    return Played(
        number=number,
        both=fixture.both,
        seats=fixture.seats,
        returns=outcome.returns,
        ending=FORFEIT if played.fault else outcome.ending,
        plies=sum(node.seat >= 0 for node in match.nodes),
        thought=(played.thought[fixture.both[0]], played.thought[fixture.both[1]]),
        record=to_json(record_match(match, names, tags=played.tags())),
        fault=played.fault,
        sides=game.sides,
    )


def shorten(name: str) -> str:
    """Return the name, cut to the length that a record allows."""
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


class Playing:
    """A match while it is played: a player for each seat, and what the contestants have spent."""

    def __init__(self, series: Series, game: Game, fixture: Fixture) -> None:
        self.series, self.game, self.fixture = series, game, fixture
        self.seeds = Random(f"{series.seed} {fixture.number}")
        self.thought = {who: Thought() for who in fixture.both}
        self.players: list[Player] = []
        self.searches: dict[str, Json] = {}
        """The kept fields of each search, by the number of the ply that the bot then played."""
        self.fault = ""

    def go(self, match: Match) -> None:
        """Play the match to its end. A program that commits a fault loses the match at once."""
        who = 0
        try:
            for who in range(self.game.players):
                self.sit_down(who)
            while (who := match.to_play()) != OVER:
                self.play(match, who)
        except BotFault as error:
            self.fault = str(error)
            match.resign(who)
        self.end_players(match.outcome())

    def sit_down(self, seat: int) -> None:
        """Make the player for a seat and start it."""
        text = self.series.contestants[self.fixture.seats[seat]]
        player = seat_player(text, self.game, self.series.limit)
        self.players.append(player)
        player.start(seat, self.seeds.getrandbits(30))

    def play(self, match: Match, seat: int) -> None:
        """Let the player of a seat choose a move, play the move, and add up what the player spent
        on it."""
        said = self.players[seat].choose(ask(match, seat, self.seeds.getrandbits(30)))
        self.thought[self.fixture.seats[seat]] += Thought(1, said["seconds"], said["nodes"])
        if said["nodes"]:
            told = {name: said[name] for name in SEARCHED if said.get(name) not in (None, {})}
            self.searches[str(len(match.nodes))] = told
        match.play(seat, said["move"])

    def tags(self) -> Json:
        """Return what the record of the match says beside the plies."""
        return {"searches": self.searches} if self.searches else {}

    def end_players(self, outcome: Outcome | None) -> None:
        """Tell all players how the match has ended."""
        assert outcome is not None
        for player in self.players:
            player.end(outcome.returns, FORFEIT if self.fault else outcome.ending)

    def close(self) -> None:
        """Free what the players use."""
        for player in self.players:
            player.close()


@cache
def cached_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    """Return the game with these options, from a cache. Raises BadGame, BadOption."""
    return find_game(name).game(**dict(options))


def open_match(game: Game, series: Series, fixture: Fixture) -> Match:
    """Return a match after the opening of its round. An opening that ends the match is drawn again.
    Raises BadOption where MOST_OPENINGS openings all end the match."""
    round = f"{fixture.round} {fixture.pair}"
    rng = Random(f"{series.seed} opening {round}")
    for _ in range(MOST_OPENINGS):
        match = Match(game, Random(f"{series.seed} chance {round}"))
        play_at_random(match, rng, series.opening)
        if match.to_play() != OVER:
            return match
    raise BadOption(
        "A match of {game} is over before {plies} plies at random are played; --opening must be"
        " smaller.",
        game=game.name,
        plies=series.opening,
    )


def play_at_random(match: Match, rng: Random, plies: int) -> None:
    """Begin a match, and play this number of random plies of seats, or fewer if it is over then."""
    match.draw()
    for _ in range(plies):
        if match.to_play() != OVER:
            match.play(match.to_play(), rng.choice(match.state().legal_actions()))


def ask(match: Match, seat: int, seed: int) -> Json:
    """Return the request for a bot's move: what its seat observes now and has observed before.
    Times are processor time, so that all contestants have the same time however busy the machine
    is."""
    path = match.path(match.node)[-recalled(match.game) - 1 :]
    told = request.ask(match.game, [match.state(node) for node in path], seat)
    return {**told, "seed": seed, "cpu": True}


def rounds_of(
    played: Sequence[Played], series: Series, game: Game, pair: int
) -> list[list[Played]]:
    """Return the matches of a pair, round by round, up to the first round that is not complete.
    Later complete rounds do not count: rounds of quick matches are complete first, so quick matches
    would be too frequent in the results."""
    found: dict[int, list[Played]] = {}
    for one in played:
        fixture = series.fixture(one.number, game)
        if fixture.pair == pair:
            found.setdefault(fixture.round, []).append(one)
    rounds: list[list[Played]] = []
    while len(found.get(len(rounds), ())) == round_size(len(rounds), game):
        rounds.append(sorted(found[len(rounds)], key=lambda one: one.number))
    return rounds
