"""A series of matches between two contestants, in several processes, resumable from its log.

The log has a line of JSON for what is played, then one for each match. A match is the same
whenever and wherever it is played, as far as budgets are nodes and not seconds.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

from everygame.arena.contestant import parse_contestant
from everygame.arena.statistics import share
from everygame.bots.choice import answer
from everygame.contract import OVER, Game, Json
from everygame.errors import BadRecord
from everygame.match import Match
from everygame.record import Seat, record_match, to_json
from everygame.registry import find_game

REMEMBERED: Final = 60
"""Plies back that a contestant is told about, so that it need not repeat itself."""


@dataclass(frozen=True)
class Series:
    """What is played. The first contestant takes each seat in turn, the second all others; the
    matches of such a round have the same opening and the same seed."""

    game: str
    options: dict[str, str]
    first: str
    second: str
    opening: int = 2
    """Plies at random before the contestants take over."""
    seed: int = 1

    def open_game(self) -> Game:
        """Raises BadGame, BadOption."""
        return find_game(self.game).game(**self.options)


@dataclass(frozen=True)
class Played:
    """One match of a series."""

    number: int
    """Matches are numbered from 0; `number // seats` is the round."""
    seat: int
    """Where the first contestant sat."""
    returns: tuple[float, ...]
    ending: str
    plies: int
    seconds: tuple[float, float]
    """What each contestant thought."""
    record: Json

    @property
    def share(self) -> float:
        """What the first contestant got, from 0 to 1."""
        return share(self.returns[self.seat], len(self.returns))


def play_match(series: Series, number: int) -> Played:
    """Play the match of that number."""
    game = cached_game(series.game, tuple(sorted(series.options.items())))
    seat = number % game.players
    match = open_match(game, series, number // game.players)
    levels = (parse_contestant(series.first, game), parse_contestant(series.second, game))
    thought = [0.0, 0.0]
    choices = Random(f"{series.seed} {number}")
    while (who := match.to_play()) != OVER:
        side = 0 if who == seat else 1
        said = answer(game, levels[side], ask(match, who, choices.getrandbits(30)))
        thought[side] += said["seconds"]
        match.play(who, said["move"])
    outcome = match.outcome()
    assert outcome is not None
    seats = [Seat(levels[s != seat].title, "bot") for s in range(game.players)]
    return Played(
        number=number,
        seat=seat,
        returns=outcome.returns,
        ending=outcome.ending,
        plies=len(match.nodes) - 1,
        seconds=(thought[0], thought[1]),
        record=to_json(record_match(match, seats)),
    )


@cache
def cached_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return find_game(name).game(**dict(options))


def open_match(game: Game, series: Series, round: int) -> Match:
    """A match after its opening, the same for a round; openings that end it are drawn anew."""
    rng = Random(f"{series.seed} opening {round}")
    while True:
        match = Match(game, Random(f"{series.seed} chance {round}"))
        match.draw()
        for _ in range(series.opening):
            if match.to_play() != OVER:
                match.play(match.to_play(), rng.choice(match.state().legal_actions()))
        if match.to_play() != OVER:
            return match


def ask(match: Match, seat: int, seed: int) -> Json:
    """What a bot is told: what its seat sees, and saw. Its seconds are those of the processor: both
    sides have the same, however busy the machine is."""
    state, game = match.state(), match.game
    path = match.path(match.node)[-REMEMBERED:-1] if game.repetition and not game.hidden else []
    return {
        "seat": seat,
        "observation": state.observe(seat),
        "moves": [state.text(action) for action in state.legal_actions()],
        "before": [match.state(node).observe(seat) for node in path],
        "seed": seed,
        "cpu": True,
    }


class Log:
    """The matches played so far, in a file if there is one."""

    def __init__(self, series: Series, path: Path | None) -> None:
        self.path = path
        self.played: dict[int, Played] = {}
        head = json.dumps(asdict(series), sort_keys=True)
        if path is not None and path.exists():
            self.read(path, head)
        elif path is not None:
            path.write_text(head + "\n", "utf-8")

    def read(self, path: Path, head: str) -> None:
        """Go on with a log. A last line that was not written to its end is dropped. Raises
        BadRecord for anything but a log of this series."""
        text = path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        if lines[:1] != [head]:
            raise BadRecord(f"{path} is the log of another series; give a new file.")
        for number, line in enumerate(lines[1:], 2):
            try:
                self.keep(read_played(json.loads(line)))
            except (ValueError, LookupError, TypeError):
                raise BadRecord(f"{path}, line {number} is not a match.") from None
        if whole != text:
            path.write_text(whole, "utf-8")

    def keep(self, played: Played) -> None:
        self.played[played.number] = played

    def add(self, played: Played) -> None:
        """Keep a new match, also in the file."""
        self.keep(played)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played)) + "\n")

    def groups(self, seats: int) -> list[float]:
        """The first contestant's mean share in each round that is complete, in order."""
        rounds: dict[int, list[float]] = {}
        for played in sorted(self.played.values(), key=lambda p: p.number):
            rounds.setdefault(played.number // seats, []).append(played.share)
        return [sum(found) / seats for found in rounds.values() if len(found) == seats]


def read_played(data: dict[str, Any]) -> Played:
    """A line of a log."""
    return Played(
        number=data["number"],
        seat=data["seat"],
        returns=tuple(data["returns"]),
        ending=data["ending"],
        plies=data["plies"],
        seconds=(data["seconds"][0], data["seconds"][1]),
        record=data["record"],
    )


def play_series(
    series: Series, matches: int, log: Log, workers: int
) -> Generator[Played, None, None]:
    """Play the matches that the log has not, in worker processes; each is logged and then given
    out. Whoever closes the iterator ends the series after the matches under way."""
    waiting = iter(number for number in range(matches) if number not in log.played)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running: set[Future[Played]] = set()
        while True:
            for number in waiting:
                running.add(pool.submit(play_match, series, number))
                if len(running) > workers:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                log.add(future.result())
                yield future.result()
