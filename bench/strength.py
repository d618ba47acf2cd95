"""How strong the bots of a game are: a table of series against the baseline and each other.

    python bench/strength.py icefloes --cpu 0.1 --matches 400 [--option K=V] [--worth]

The strongest level meets the baseline at the same processor time a move and itself at a tenth of
it; each level meets the one below, the strongest with that time and the others as they are. With
--worth, each level meets the baseline at 10 to 10,000 simulations, to say which it is worth. Logs
in --logs let it go on where it was cut off. What is played is the build beside this file.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.arguments import read_count
from everygame.arena.log import Log, machine
from everygame.arena.series import Series
from everygame.arena.standing import Pairing
from everygame.arena.tournament import Tournament
from everygame.bots import levels
from everygame.build import build
from everygame.contract import read_settings
from everygame.errors import EveryGameError
from everygame.process.farm import Local

HEAD: Final = (
    "| game | match | matches | won | drawn | lost | points | 95 % limits | wanted |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
LADDER: Final = (10, 32, 100, 316, 1000, 3162, 10_000)
"""Simulations of the baseline that levels are compared with."""
AGAINST_BASELINE, AGAINST_BELOW, AGAINST_TENTH = 0.75, 0.65, 0.5
"""The points that are wanted; against a tenth of the time more than this."""


@dataclass(frozen=True)
class Bench:
    """A game and how it is played."""

    game: str
    options: dict[str, str]
    cpu: float
    """Seconds of the processor a move."""
    matches: int
    workers: int
    seed: int
    logs: Path

    def table(self) -> Iterator[str]:
        """A row for each series, as soon as it is played."""
        strongest = self.names()[-1]
        full = f"{strongest}:seconds={self.cpu:g}"
        yield self.row(full, f"baseline:seconds={self.cpu:g}", AGAINST_BASELINE)
        for below, above in zip(self.names(), self.names()[1:], strict=False):
            yield self.row(full if above == strongest else above, below, AGAINST_BELOW)
        yield self.row(full, f"{strongest}:seconds={self.cpu / 10:g}", AGAINST_TENTH)

    def names(self) -> list[str]:
        """The levels, the weakest first."""
        series = Series(self.game, self.options, ())
        return [level.name for level in levels(series.open_game())]

    def row(self, first: str, second: str, wanted: float) -> str:
        """A line of the table; bold what does not reach what is wanted."""
        found = self.meet(first, second, self.matches)
        share = found.share
        assert share is not None
        mark = "" if share.value >= wanted else "**"
        options = " ".join(f"{k}={v}" for k, v in self.options.items())
        cells = (
            f"{self.game} {options}".strip(),
            f"{first} – {second}",
            *map(str, (found.matches, found.won, found.drawn, found.lost)),
            f"{mark}{100 * share.value:.1f} %{mark}",
            f"{100 * share.low:.1f} to {100 * share.high:.1f}",
            f"{100 * wanted:.0f} %",
        )
        return f"| {' | '.join(cells)} |"

    def meet(self, first: str, second: str, matches: int) -> Pairing:
        """Play a series, or what is missing of it."""
        series = Series(self.game, self.options, (first, second), seed=self.seed)
        words = [self.game, *(f"{k}={v}" for k, v in self.options.items()), first, second]
        name = re.sub(r"[^\w.=]+", "_", " ".join([*words, str(self.seed)]))
        tournament = Tournament(
            series, series.open_game(), Log(series, self.logs / f"{name}.log"), None, matches
        )
        tournament.play(Local(self.workers), f"bench/strength.py, workers: {self.workers}")
        standing = tournament.standing()
        assert standing is not None
        return standing.pairings[0]

    # -- which baseline a level is worth

    def worths(self, matches: int) -> Iterator[str]:
        strongest = self.names()[-1]
        for name in self.names():
            text = f"{name}:seconds={self.cpu:g}" if name == strongest else name
            yield f"{self.game} {text} is worth baseline:nodes={self.worth(text, matches)}"

    def worth(self, level: str, matches: int) -> str:
        """The simulations at which level and baseline would be even, between the two steps of
        the ladder on either side of it, by the logarithm."""
        low, high = -1, len(LADDER)
        shares = {-1: 1.0, len(LADDER): 0.0}
        while high - low > 1:
            middle = (low + high) // 2
            found = self.meet(level, f"baseline:nodes={LADDER[middle]}", matches).share
            assert found is not None
            shares[middle] = found.value
            low, high = (middle, high) if found.value >= 0.5 else (low, middle)
        if low < 0 or high == len(LADDER):
            return f"{'less than' if low < 0 else 'more than'} {LADDER[max(low, 0)]:,}"
        part = (shares[low] - 0.5) / (shares[low] - shares[high])
        steps = log10(LADDER[low]), log10(LADDER[high])
        found_nodes = 10 ** (steps[0] + part * (steps[1] - steps[0]))
        return f"{float(f'{found_nodes:.2g}'):,.0f} (from {LADDER[low]:,} to {LADDER[high]:,})"


def main(words: list[str]) -> int:
    given = read(words)
    print(f"{build()}; {machine()}; {given.cpu:g} s of the processor a move\n")
    try:
        bench = Bench(
            given.game,
            read_settings(given.option),
            given.cpu,
            given.matches,
            given.workers,
            given.seed,
            given.logs,
        )
        given.logs.mkdir(parents=True, exist_ok=True)
        print(HEAD, flush=True)
        for line in bench.table():
            print(line, flush=True)
        for line in bench.worths(given.worth) if given.worth else ():
            print(f"\n{line}", flush=True)
    except EveryGameError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def read(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--cpu", type=float, default=0.1, metavar="SECONDS")
    parser.add_argument("--matches", type=read_count, default=400, metavar="N")
    parser.add_argument("--workers", type=read_count, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--logs", type=Path, default=Path("strength"), metavar="FOLDER")
    parser.add_argument(
        "--worth", type=read_count, nargs="?", const=60, metavar="N", help="with N matches a step"
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
