"""Does reversi's search play its last empty squares exactly, and how long does that take?

    python bench/reversi_end.py --empty 14 --positions 20

plays to so many empty squares, mostly by the best estimate of one ply, and lets alpha-beta search
there, a second of the processor at most: proven is that with best play it is a win, a draw or a
loss. The exit status is 1 if anything is left open.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.bots.thinker import table_bits
from everygame.build import build
from everygame.contract import OVER, State
from everygame.games.reversi.bots import evaluate
from everygame.library.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Budget

SQUARES = 64


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--empty", type=int, default=14, metavar="N")
    parser.add_argument("--positions", type=int, default=20, metavar="N")
    given = parser.parse_args(words)
    print(build(), flush=True)
    rng, seconds = Random(given.empty), []
    for _ in range(given.positions):
        budget = Budget(seconds=1.0, cpu=True)
        state = reach(given.empty, rng)
        found = alphabeta(state, budget, 1, evaluate, table_bits=table_bits)
        if found.proven:
            seconds.append(found.seconds)
    longest = max(seconds, default=0.0)
    print(
        f"{given.empty} empty: {len(seconds)} of {given.positions} proven, at most {longest:.2f} s"
    )
    return int(len(seconds) < given.positions)


def reach(empty: int, rng: Random) -> State:
    """A position with so many empty squares that somebody might come to."""
    while True:
        state = find_game("reversi").game().initial_state()
        while state.to_play() != OVER and empties(state) > empty:
            state = state.apply(pick(state, rng))
        if state.to_play() != OVER:
            return state


def pick(state: State, rng: Random) -> int:
    seat, actions = state.to_play(), state.legal_actions()
    if rng.random() < 0.2:
        return rng.choice(actions)
    return max(actions, key=lambda action: evaluate(state.apply(action), seat))


def empties(state: State) -> int:
    return state.position().split(";")[0].count(".")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
