"""Steps a second of `eg.rl.vector`, with masks and planes, beside random matches of the same rules.

    python bench/rl.py [--count 1024] [--rounds 5] [connectfour …]

It needs numpy and the compiled build. All ways take turns in every round, and processor time is
counted. The exit status is 1 where a game that writes its planes itself has less than 0.4 of the
steps of its random matches. For connect four it also shows how steps grow with the number of
matches, and what a policy of numpy leaves of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final

import numpy as np

import everygame as eg
from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled
from everygame.fast.limits import MAX_ACTIONS
from everygame.rl import Vector
from everygame.search.adapter import as_fast
from everygame.search.playouts import play_out
from everygame.search.rng import Rng

GAMES: Final = ("connectfour", "reversi", "breakthrough", "evade", "icefloes", "freez")
OPTIONS: Final[dict[str, dict[str, str]]] = {"evade": {"information": "hidden"}}
LEAST: Final = 0.4
"""The share of its random matches that a game must reach."""
ROUND: Final = 0.4
"""Seconds of each way in a round."""
LONGEST: Final = 500
"""Plies after which a match is cut off, in both ways alike."""
COUNTS: Final = (1, 16, 128, 1024, 4096, 16384)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args(words)
    if not arrays.COMPILED:
        print("This build is not compiled, so its speed means little.")
    shares = [compare(name, given.count, given.rounds) for name in given.games]
    if "connectfour" in given.games:
        show_growth(given.rounds)
    return 0 if min(shares) >= LEAST else 1


def compare(name: str, count: int, rounds: int) -> float:
    """Print the steps of a game's vector and the plies of its random matches, in millions a second;
    return the share of the former."""
    game = eg.load(name, **OPTIONS.get(name, {}))
    vector = Vector(game, count, seed=1, max_steps=LONGEST)
    ways: dict[str, Callable[[], int]] = {
        "steps": partial(step_at_random, vector),
        "numpy policy": partial(step_by_numpy, vector, np.random.default_rng(1)),
        "random matches": matches(vector),
    }
    rates = measure(ways, rounds)
    share = median(
        one / other for one, other in zip(rates["steps"], rates["random matches"], strict=True)
    )
    told = ", ".join(f"{way} {median(found) / 1e6:.2f} M/s" for way, found in rates.items())
    print(f"{name}: {told}; steps / random matches {share:.2f}", flush=True)
    return share


def step_at_random(vector: Vector) -> int:
    vector.step(vector.sample())
    return vector.count


def step_by_numpy(vector: Vector, rng: np.random.Generator) -> int:
    """Choose by numbers of numpy and the mask, as a learner does."""
    scores = rng.random(vector.mask.shape, dtype=np.float32)
    vector.step((scores * vector.mask).argmax(1))
    return vector.count


def matches(vector: Vector) -> Callable[[], int]:
    """Return what plays one random match and returns its plies."""
    start = as_fast(vector.game.initial_state())
    state, rng = start.blank(), Rng(1)
    actions = arrays.vec[arrays.i64]([0] * MAX_ACTIONS)

    def play() -> int:
        state.copy_from(start)
        return int(play_out(state, rng, actions, LONGEST))

    return play


def measure(
    ways: dict[str, Callable[[], int]], rounds: int, seconds: float = ROUND
) -> dict[str, list[float]]:
    """Return, for each way, what it does a second of processor time in each round, in which each
    way has so many seconds."""
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, act in ways.items():
            done, begun = 0, time.process_time()
            while time.process_time() < begun + seconds:
                done += act()
            rates[way].append(done / (time.process_time() - begun))
    return rates


def show_growth(rounds: int) -> None:
    """Print the steps of connect four for several numbers of matches."""
    vectors = {count: eg.rl.vector("connectfour", count, seed=1) for count in COUNTS}
    ways: dict[str, Callable[[], int]] = {
        f"{count:,}": partial(step_at_random, vector) for count, vector in vectors.items()
    }
    for count, rates in measure(ways, rounds).items():
        print(f"connectfour, {count} matches: {median(rates) / 1e6:.2f} M steps/s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
