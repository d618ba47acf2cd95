"""What an estimate that was learned gains over the idea that learning began with.

    python bench/learned.py reversi --seconds 0.3 --matches 60

plays alpha-beta with the game's `evaluate` against alpha-beta with its `idea`, both with so many
seconds of the processor a move (or with `--nodes` positions), two matches from each opening of some
plies at random, seats exchanged.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.statistics import mean_share, shares
from everygame.bots.level import find_advice
from everygame.bots.thinker import table_bits
from everygame.build import build
from everygame.contract import OVER
from everygame.library.registry import find_game
from everygame.search.adapter import Evaluate
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S")
    parser.add_argument("--nodes", type=int, default=0, metavar="N")
    parser.add_argument("--matches", type=int, default=60, metavar="N")
    parser.add_argument("--opening", type=int, default=6, metavar="N", help="plies at random (6)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(words)
    advice = find_advice(given.game)
    if advice.evaluate is None or advice.idea is None:
        raise SystemExit("This compares a game's `evaluate` with its `idea`.")
    print(build(), flush=True)
    both, looked = (advice.evaluate, advice.idea), [0, 0]
    groups: list[float] = []
    for pair in range((given.matches + 1) // 2):
        got = [play(given, pair, seat, both, looked) for seat in (0, 1)]
        groups.append(sum(got) / 2)
        found = mean_share(groups)
        print(
            f"{2 * len(groups)} matches: {found.value:.1%} of the points ({found.low:.1%} to"
            f" {found.high:.1%}), {looked[0]:,} positions and {looked[1]:,}",
            flush=True,
        )


def play(
    given: argparse.Namespace,
    pair: int,
    seat: int,
    both: tuple[Evaluate, Evaluate],
    looked: list[int],
) -> float:
    """The share of the first estimate, in that seat."""
    rng = Random(f"{given.seed} {pair}")
    state = find_game(given.game).game().initial_state()
    for _ in range(given.opening):
        state = state.apply(rng.choice(state.legal_actions()))
    while (who := state.to_play()) != OVER:
        actions = state.legal_actions()
        if len(actions) == 1:
            state = state.apply(actions[0])
            continue
        side = int(who != seat)
        seconds = 0.0 if given.nodes else given.seconds
        budget = Budget(given.nodes, seconds, cpu=True)
        found = alphabeta(state, budget, rng.getrandbits(30), both[side], table_bits=table_bits)
        looked[side] += found.nodes
        state = state.apply(found.action)
    return shares(state.returns())[seat]


if __name__ == "__main__":
    main(sys.argv[1:])
