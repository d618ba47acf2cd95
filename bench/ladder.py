"""Whether levels mean what they say: a ladder of players of a game, each met by those that matter.

    python bench/ladder.py freezetag --matches 60 [--strong nodes=2000] [--option K=V]

plays, in pairs with exchanged seats: First steps against greedy (one ply: wins, avoids, else the
game's idea; wanted about 33 %) and against chance (80 %), Steady against greedy (75 %) and against
the strongest level (25 %), the strongest against greedy, and with --uct Steady against plain UCT
with 100, 1,000 and 10,000 simulations. `--strong` is the budget of the strongest. Where it is in
nodes, and levels stop by theirs, all of it is the same on any machine. The exit status is 1 if a
wanted figure lies outside of the limits.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.progress import Progress
from everygame.arena.series import Series, play_match
from everygame.arena.statistics import Estimate, mean_share
from everygame.bots import levels
from everygame.build import build
from everygame.contract import read_settings

UCT: Final = (100, 1000, 10_000)
Rung = tuple[str, str, float | None]
"""Two contestants, and what share of the points the first shall have."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=60, metavar="N")
    parser.add_argument("--strong", default="nodes=2000", metavar="BUDGET")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--uct", action="store_true")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(words)
    options = read_settings(given.option)
    print(build(), flush=True)
    print("| match | matches | points | 95 % limits | wanted |\n|---|---|---|---|---|", flush=True)
    missed = 0
    for first, second, wanted in rungs(given.game, options, given.strong, given.uct):
        series = Series(given.game, options, (first, second), seed=given.seed)
        found = meet(series, given.matches)
        said = "" if wanted is None else f"{wanted:.0%}"
        limits = f"{found.low:.0%} to {found.high:.0%}"
        row = (f"{first} – {second}", str(given.matches), f"{found.value:.0%}", limits, said)
        print(f"| {' | '.join(row)} |", flush=True)
        missed += wanted is not None and not found.low <= wanted <= found.high
    return int(missed > 0)


def rungs(game: str, options: dict[str, str], strong: str, uct: bool) -> Iterator[Rung]:
    names = [level.name for level in levels(Series(game, options, ()).open_game())]
    first, *_, strongest = names
    steady = names[len(names) // 2]
    yield first, "greedy", 1 / 3
    yield first, "random", 0.8
    yield steady, "greedy", 0.75
    yield steady, f"{strongest}:{strong}", 0.25
    yield f"{strongest}:{strong}", "greedy", None
    for simulations in UCT if uct else ():
        yield steady, f"baseline:nodes={simulations}", None


def meet(series: Series, matches: int) -> Estimate:
    """The first contestant's share of so many matches, two by two with exchanged seats."""
    if series.open_game().players > 2:
        raise SystemExit("A ladder is for two players.")
    played, progress = [], Progress(matches)
    for number in range(matches):
        played.append(play_match(series, number))
        progress.show(number + 1)
    progress.clear()
    groups = [(a.share + b.share) / 2 for a, b in zip(played[::2], played[1::2], strict=True)]
    return mean_share(groups)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
