"""What is thinking longer worth in Evade to players who know all leaders?

    python bench/evade_depth.py 0.1 0.01 --pairs 50

plays alpha-beta with what was learned against itself, each with so many seconds of the processor a
move, from leaders and two moves each at random, in pairs of matches with exchanged seats; nothing
is hidden from either. Beside the points stands in how many pairs each got one half. Run it where
the package was compiled in place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.statistics import mean_share, shares
from everygame.build import build
from everygame.contract import OVER, State
from everygame.games.evade.bots import evaluate
from everygame.library.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget

OPENING: Final = 4
"""Plies at random once the leaders are chosen."""
LONGEST: Final = 300
"""Plies, then it counts as a draw."""
TABLE_BITS: Final = 18


def main(words: Sequence[str]) -> None:
    given = parse(words)
    print(build(), flush=True)
    groups: list[float] = []
    looked: list[list[int]] = [[], []]
    for pair in range(given.pairs):
        start = opening(Random(f"opening {given.seed} {pair}"))
        groups.append(sum(play(start, given, pair, seat, looked) for seat in (0, 1)) / 2)
        if len(groups) % 5 == 0:
            report(groups, looked)


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seconds", nargs=2, type=float)
    parser.add_argument("--pairs", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def opening(rng: Random) -> State:
    state = find_game("evade").game(information="hidden").initial_state()
    while not all(state.observe(0)["chosen"]):
        state = state.apply(rng.choice(state.legal_actions()))
    for _ in range(OPENING):
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def play(
    state: State, given: argparse.Namespace, pair: int, seat: int, looked: list[list[int]]
) -> float:
    """What the first of the two times gets in that seat, from 0 to 1."""
    rng = Random(f"bots {given.seed} {pair} {seat}")
    for _ in range(LONGEST):
        if (who := state.to_play()) == OVER:
            return shares(state.returns())[seat]
        side = int(who != seat)
        budget = Budget(seconds=given.seconds[side], cpu=True)
        found = alphabeta(state, budget, rng.getrandbits(30), evaluate, table_bits=TABLE_BITS)
        looked[side].append(found.nodes)
        state = state.apply(found.action)
    return 0.5


def report(groups: list[float], looked: list[list[int]]) -> None:
    found = mean_share(groups)
    means = " and ".join(f"{sum(nodes) // len(nodes):,}" for nodes in looked)
    print(
        f"{2 * len(groups)} matches: {found.value:.1%} of the points ({found.low:.1%} to"
        f" {found.high:.1%}), {groups.count(0.5)} of {len(groups)} pairs even;"
        f" {means} positions a move",
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
