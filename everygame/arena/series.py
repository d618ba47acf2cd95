"""A series of matches in which each two contestants meet, and how one of these matches is played.

The match with a certain number is the same whenever and wherever it is played, provided that
budgets are in nodes, not in seconds, and that contestants which are programs play the same for the
same seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from statistics import fmean
from typing import Final

from everygame.arena.contestant import Player, seat_player
from everygame.arena.statistics import share
from everygame.bots import request
from everygame.bots.request import recalled
from everygame.contract import OVER, Game, Json
from everygame.errors import BadGame, BadOption
from everygame.library.registry import find_game
from everygame.match import Match, Outcome
from everygame.process.program import SECONDS, BotFault
from everygame.record import Seat, record_match, to_json

NAME: Final = 60
"""The most characters of a contestant's name in a record."""
SEARCHED: Final = ("value", "nodes", "visits")
"""What the record of a match keeps of the search before a ply."""
FORFEIT: Final = "forfeit"
"""The ending of a match that a program lost because it broke the protocol, took too long, or played
an illegal move."""
MOST_OPENINGS: Final = 200
"""The most openings that are drawn for a round; if all of them end the match, the options are
refused."""


@dataclass(frozen=True)
class Series:
    """The settings of a series. In a round, each pair of contestants plays one match in each
    arrangement of the two on the seats. All matches of a round have the same opening and the same
    random numbers for chance. The fields are the first line of a log, so their names must not
    change."""

    game: str
    options: dict[str, str]
    contestants: tuple[str, ...]
    opening: int = 2
    """The number of random plies before the contestants take over."""
    seed: int = 1
    limit: float = SECONDS
    """The time limit of a program for a move, in seconds."""

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

    def fixture(self, number: int, seats: int) -> Fixture:
        """Return the fixture with this number, counted from 0. It does not depend on the number of
        rounds, so that a series can be continued with more rounds."""
        seatings = arrangements(seats)
        rest, seating = divmod(number, len(seatings))
        round, pair = divmod(rest, len(self.pairs()))
        both = self.pairs()[pair]
        return Fixture(number, round, pair, tuple(both[second] for second in seatings[seating]))

    def length(self, rounds: int, seats: int) -> int:
        """Return the number of matches in this number of rounds."""
        return rounds * len(self.pairs()) * len(arrangements(seats))


@dataclass(frozen=True)
class Fixture:
    """Which contestants play a match, and in which round."""

    number: int
    round: int
    pair: int
    seats: tuple[int, ...]
    """The contestant in each seat, as an index in `Series.contestants`."""


@cache
def arrangements(seats: int) -> list[tuple[int, ...]]:
    """Return all ways to give each seat to one of two contestants (0 and 1) so that each contestant
    has a seat. The first way and the last are the same with the contestants exchanged; so are the
    second and the last but one, and so on."""
    return [table for table in product((0, 1), repeat=seats) if len(set(table)) == 2]


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
    seats: tuple[int, ...]
    """The contestant in each seat, as an index in `Series.contestants`."""
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

    @property
    def share(self) -> float:
        """The share of the match, from 0 to 1, that the first contestant of the pair got in all its
        seats."""
        first, got = min(self.seats), zip(self.seats, self.returns, strict=True)
        return sum(share(gained, len(self.seats)) for who, gained in got if who == first)

    @property
    def winner(self) -> int | None:
        """The contestant that has the seat with the greatest return; None where seats of both
        contestants have it."""
        most = max(self.returns)
        best = {who for who, got in zip(self.seats, self.returns, strict=True) if got == most}
        return best.pop() if len(best) == 1 else None

    @property
    def margin(self) -> float:
        """Half the difference between the mean return of the first contestant's seats and that of
        the other's. With two seats, this is the return of the first contestant."""
        first, got = min(self.seats), list(zip(self.seats, self.returns, strict=True))
        mine = fmean(gained for who, gained in got if who == first)
        return (mine - fmean(gained for who, gained in got if who != first)) / 2

    @property
    def first_seat(self) -> float:
        """The share of the match that the first seat got, from 0 to 1."""
        return share(self.returns[0], len(self.returns))


def play_match(series: Series, number: int) -> Played:
    """Play the match with this number. Raises EveryGameError where a contestant cannot play."""
    game = series.open_game()
    fixture = series.fixture(number, game.players)
    match = open_match(game, series, fixture.round)
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
        seats=fixture.seats,
        returns=outcome.returns,
        ending=FORFEIT if played.fault else outcome.ending,
        plies=sum(node.seat >= 0 for node in match.nodes),
        thought=(played.thought[min(fixture.seats)], played.thought[max(fixture.seats)]),
        record=to_json(record_match(match, names, tags=played.tags())),
        fault=played.fault,
    )


def shorten(name: str) -> str:
    """Return the name, cut to the length that a record allows."""
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


class Playing:
    """A match while it is played: a player for each seat, and what the contestants have spent."""

    def __init__(self, series: Series, game: Game, fixture: Fixture) -> None:
        self.series, self.game, self.fixture = series, game, fixture
        self.seeds = Random(f"{series.seed} {fixture.number}")
        self.thought = {who: Thought() for who in fixture.seats}
        self.players: list[Player] = []
        self.searches: dict[str, Json] = {}
        """What the searches said, by the number of the ply that followed."""
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


def open_match(game: Game, series: Series, round: int) -> Match:
    """Return a match after the opening of a round. An opening that ends the match is drawn again.
    Raises BadOption where MOST_OPENINGS openings all end the match."""
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
    played: Sequence[Played], series: Series, seats: int, pair: int
) -> list[list[Played]]:
    """Return the matches of a pair, round by round, up to the first round that is not complete.
    Later complete rounds do not count: rounds of quick matches are complete first, so quick matches
    would be too frequent in the results."""
    most = len(arrangements(seats))
    found: dict[int, list[Played]] = {}
    for one in played:
        fixture = series.fixture(one.number, seats)
        if fixture.pair == pair:
            found.setdefault(fixture.round, []).append(one)
    rounds: list[list[Played]] = []
    while len(found.get(len(rounds), ())) == most:
        rounds.append(sorted(found[len(rounds)], key=lambda one: one.number))
    return rounds
