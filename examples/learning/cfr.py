"""CFR+ finds how to bluff on the small board of bench/evade_nash.py: four by four squares of Evade,
two coins a side, of which one is secretly the leader.

    PYTHONPATH=. python examples/learning/cfr.py [--minutes 10] [--plies 5]

It prints NashConv, what both sides together could gain by best answers: 0 for perfect play. It
needs `pip install everygame[openspiel]`, and draws nothing by chance."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from evade_nash import Export


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--plies", type=int, default=5)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "evade.efg"
        tree = Export(given.plies)
        file.write_text(tree.text(), "utf-8")
        game = pyspiel.load_game(f"efg_game(filename={file})")
    print(f"{tree.nodes:,} nodes, {len(tree.places):,} places to decide")
    learn(game, given.minutes)


def learn(game: pyspiel.Game, minutes: float) -> None:
    """Learn for so many minutes, and print how much could be gained whenever the iterations have
    doubled."""
    print(f"any move: {pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)):.6f}")
    solver, done, next_told = pyspiel.CFRPlusSolver(game), 0, 1
    began = time.monotonic()
    while (time.monotonic() - began) / 60 < minutes:
        solver.evaluate_and_update_policy()
        done += 1
        if done == next_told:
            tell(game, solver, done)
            next_told = 2 * done
    tell(game, solver, done)
    print(f"{time.process_time():.0f} s of processor time")


def tell(game: pyspiel.Game, solver: pyspiel.CFRPlusSolver, done: int) -> None:
    found = pyspiel.nash_conv(game, solver.average_policy())
    print(f"{done:6} iterations: {found:.6f}", flush=True)


if __name__ == "__main__":
    main()
