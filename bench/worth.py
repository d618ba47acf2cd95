"""How many simulations of the yardstick is a level worth?

    PYTHONPATH=. python bench/worth.py GAME LEVEL [--matches 40] [--steps 6] [--option K=V]

Looks for the N, from 10 to 10,000, at which LEVEL and `yardstick:nodes=N` share the points: each
step plays so many matches, seats swapped, in the middle of what is left of log N, and goes on in
the half that their result points to. LEVEL is any contestant of the arena.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from statistics import fmean

from everygame.arena.series import Series, play_match
from everygame.arena.statistics import Estimate, mean_share
from everygame.contract import read_settings

LEAST, MOST = 10.0, 10_000.0


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("--matches", type=int, default=40, help="in each step")
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    given = parser.parse_args(words)
    low, high = LEAST, MOST
    shares: dict[int, Estimate] = {}
    for step in range(given.steps):
        middle = round(sqrt(low * high))
        share = shares[middle] = play(given, middle, step)
        print(f"  N = {middle}: {share.value:.3f} [{share.low:.3f}, {share.high:.3f}]", flush=True)
        low, high = (middle, high) if share.value > 0.5 else (low, middle)
    print(f"{given.level} in {given.game} is worth N = {verdict(shares, low, high)}")
    return 0


def play(given: argparse.Namespace, simulations: int, step: int) -> Estimate:
    """The level's share against the yardstick."""
    contestants = (given.level, f"yardstick:nodes={simulations}")
    series = Series(given.game, read_settings(given.option), contestants, seed=step + 1)
    tables = series.length(1, series.open_game().players)
    shares = [play_match(series, number).share for number in range(given.matches)]
    return mean_share([fmean(shares[i : i + tables]) for i in range(0, len(shares), tables)])


def verdict(shares: dict[int, Estimate], low: float, high: float) -> str:
    """The middle of what is left, and which N may be even as far as the intervals tell."""
    if high == MOST:
        return f"more than {low:.0f}"
    if low == LEAST:
        return f"less than {high:.0f}"
    less = [n for n, share in shares.items() if share.low > 0.5]
    more = [n for n, share in shares.items() if share.high < 0.5]
    rest = f"between {max(less, default=LEAST):.0f} and {min(more, default=MOST):.0f}"
    return f"{sqrt(low * high):.0f}, surely {rest}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
