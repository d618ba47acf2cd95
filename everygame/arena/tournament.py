"""The command `everygame arena GAME CONTESTANT CONTESTANT …`, which measures which of the
contestants is stronger."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from functools import partial

from everygame.arena.contestant import parse_contestant, seat_player
from everygame.arena.log import Log
from everygame.arena.number_formats import percent, without_infinities
from everygame.arena.origin import Origin, doubts, origin, warn, words_for
from everygame.arena.output_files import check_place, write_if_named
from everygame.arena.picture import picture
from everygame.arena.progress import Progress
from everygame.arena.report import report
from everygame.arena.series import Series, play_match, rounds_for, rounds_of, tables
from everygame.arena.standing import Standing, shares_of, stand
from everygame.arena.statistics import Sprt, Tables, mean_share
from everygame.arena.text import summary
from everygame.bots.request import OUTSIDE
from everygame.contract import Game, Json, read_settings
from everygame.errors import BadOption
from everygame.library.game_digest import source_of
from everygame.library.registry import find_game
from everygame.process.farm import Farm, Local
from everygame.search.game_advice import Level
from everygame.sides import side_count


def run(given: argparse.Namespace) -> None:
    """Play a series and print its standing, also after Ctrl+C. Raises EveryGameError."""
    series = read_series(given)
    game = series.open_game()
    sprt = read_sprt(given, series)
    check_place(given.report)
    check_place(given.picture)
    who = [describe(text, game, series.limit) for text in series.contestants]
    tournament = Tournament(series, game, Log(series, given.log), sprt, given.matches)
    warn(doubts(given.contestants, game))
    try:
        tournament.play(find_farm(given), place(given))
    except KeyboardInterrupt:
        show(tournament, who, given)
        raise
    show(tournament, who, given)


def read_series(given: argparse.Namespace) -> Series:
    """Return the settings of the series from the arguments. Raises BadOption."""
    if len(given.contestants) < 2:
        raise BadOption("An arena needs two contestants or more.")
    return Series(
        given.game,
        read_settings(given.option),
        tuple(given.contestants),
        given.opening,
        given.seed,
        given.limit,
        source_of(find_game(given.game)),
    )


def read_sprt(given: argparse.Namespace, series: Series) -> Sprt | None:
    """Return the sequential probability ratio test from the arguments, or None. Raises
    BadOption."""
    if given.sprt is None:
        return None
    if len(series.contestants) > 2:
        raise BadOption("--sprt compares two contestants, not more.")
    if not given.sprt[0] < given.sprt[1]:
        raise BadOption("--sprt needs the smaller difference first.")
    return Sprt(*given.sprt)


def describe(text: str, game: Game, limit: float) -> str:
    """Return a description of a contestant. A program is started for it, so that a program which
    does not answer is refused before anything is played. Raises BadOption, BotFault."""
    if not text.startswith(OUTSIDE):
        return describe_level(parse_contestant(text, game))
    player = seat_player(text, game, limit)
    try:
        return f"{player.start(0, 0)}, a program from outside, at most {limit:g} s a move"
    finally:
        player.close()


def describe_level(level: Level) -> str:
    """Return the sentence of a level, unless its settings were changed; and the settings that
    differ from the defaults."""
    sentence = level.sentence if level.search == level.name or ":" not in level.title else ""
    usual = {field.name: field.default for field in fields(level)}
    settings = [
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in asdict(level).items()
        if name not in ("name", "title", "sentence") and value and value != usual[name]
    ]
    return " ".join(filter(None, (sentence, ", ".join(settings))))


def find_farm(given: argparse.Namespace) -> Farm:
    """Return the farm, which runs the matches in worker processes. Raises EveryGameError where it
    is a cluster and Ray is missing."""
    if given.cluster is None:
        return Local(given.workers)
    from everygame.arena.cluster import Cluster  # Ray is optional

    return Cluster(given.cluster)


def place(given: argparse.Namespace) -> str:
    """Return where the matches of this session are played, for the log."""
    if given.cluster is not None:
        return f"Ray at {given.cluster}"
    return "1 process" if given.workers == 1 else f"{given.workers} processes"


@dataclass
class Tournament:
    """A series, its log, and the rules that say when enough matches have been played."""

    series: Series
    game: Game
    log: Log
    sprt: Sprt | None
    matches: int
    """The most matches for each pair, which is rounded up to whole rounds."""
    open: int = 0
    """The number of rounds after which the test was known to be open."""

    def play(self, farm: Farm, where: str) -> None:
        """Play the missing matches. Each match is logged as soon as it is over, so that a crash
        loses no finished match."""
        missing = [n for n in range(self.all) if n not in self.log.played]
        if not missing or self.is_decided():
            return
        self.log.begin(where)
        progress = Progress(self.all, len(self.log.played))
        tasks = iter(missing)
        try:
            with closing(farm.run(partial(play_match, self.series), tasks)) as played:
                for one in played:
                    self.log.add(one)
                    progress.show(len(self.log.played), self.so_far())
                    if self.is_decided():
                        return
        finally:
            progress.clear()

    @property
    def all(self) -> int:
        """The number of matches of the whole series."""
        return self.series.length(rounds_for(self.matches, self.game), self.game)

    def groups(self) -> tuple[float, ...]:
        """Return the results of the first two contestants as the sequential probability ratio test
        takes them: for each round, the mean share of the points that the first contestant got."""
        return shares_of(rounds_of(self.log.all(), self.series, self.game, 0))

    def is_decided(self) -> bool:
        """Whether the sequential probability ratio test has accepted one of the differences."""
        return self.decided() is not None

    def decided(self) -> int | None:
        """Return the number of rounds after which the test first accepted a difference, so that
        the result does not depend on how many matches were under way then."""
        if self.sprt is None:
            return None
        groups = self.groups()
        for rounds in range(self.open + 1, len(groups) + 1):
            if self.sprt.verdict(groups[:rounds], self.tables(rounds)) is not None:
                return rounds
            self.open = rounds
        return None

    def tables(self, rounds: int) -> Tables:
        """Return how many sides each contestant had in so many rounds."""
        return tables(side_count(self.game), rounds)

    def so_far(self) -> str:
        """Return the result of two contestants so far, for the progress line."""
        groups = self.groups()
        if len(self.series.contestants) > 2 or not groups:
            return ""
        share = mean_share(groups)
        said = f", {percent(share.value)} ({100 * share.low:.0f} to {100 * share.high:.0f})"
        if self.sprt is not None:
            ratio = self.sprt.ratio(groups, self.tables(len(groups)))
            said += f", LLR {ratio:+.2f} of {self.sprt.bound:.2f}"
        return said

    def standing(self) -> Standing | None:
        """Return the standing after the matches that have been played; None where not all pairs
        have completed a round."""
        rounds = self.decided()
        end = self.all if rounds is None else self.series.length(rounds, self.game)
        wanted = [one for one in self.log.all() if one.number < end]
        return stand(self.series, self.game, wanted)


# -- output


def show(tournament: Tournament, who: Sequence[str], given: argparse.Namespace) -> None:
    """Print the standing, and write the report and the figure if the arguments name files for them.
    Raises EveryGameError."""
    standing = tournament.standing()
    if standing is None:
        print("Not all pairs have completed a round.")
        return
    found = source(tournament, standing, given)
    if given.json:
        print(json.dumps(to_json(standing, who, tournament, found), ensure_ascii=False, indent=1))
    else:
        print(summary(standing, who, tournament.sprt, found.doubts))
    sessions, sprt = tournament.log.sessions, tournament.sprt
    write_if_named(given.report, lambda: report(standing, who, sessions, sprt, found))
    write_if_named(given.picture, lambda: picture(standing))


def source(tournament: Tournament, standing: Standing, given: argparse.Namespace) -> Origin:
    """Return what makes the same figures again."""
    figures = asdict(standing)
    for row in figures["rows"]:
        del row["thought"]["seconds"]
    found = [*doubts(given.contestants, tournament.game)]
    if standing.matches < tournament.all and not tournament.is_decided():
        counted = f"{standing.matches} of {tournament.all} matches"
        found.append(f"The run was stopped: the figures are of its first {counted}.")
    return origin(tournament.game, command(standing, given), figures, found)


def to_json(standing: Standing, who: Sequence[str], tournament: Tournament, found: Origin) -> Json:
    """Return all numbers of a standing as JSON; infinite limits are null."""
    contestants = zip(standing.series.contestants, who, strict=True)
    told = {
        "contestants": [{"name": name, "what": what} for name, what in contestants],
        "sessions": tournament.log.sessions,
        "origin": asdict(found),
    }
    all_of_it: Json = without_infinities(asdict(standing) | told)
    return all_of_it


def command(standing: Standing, given: argparse.Namespace) -> str:
    """Return the command line that plays the same matches again, as many as are counted."""
    game, *place = words_for(given.game)
    words = ["everygame", "arena", game, *given.contestants, *place]
    words += [word for option in given.option for word in ("--option", option)]
    words += ["--matches", str(standing.matches // len(standing.pairings))]
    if given.sprt:
        words += ["--sprt", *(f"{elo:g}" for elo in given.sprt)]
    words += ["--opening", str(given.opening), "--seed", str(given.seed)]
    if any(text.startswith(OUTSIDE) for text in given.contestants):
        words += ["--limit", f"{given.limit:g}"]
    return shlex.join(words)
