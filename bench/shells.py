"""Steps a second of `eg.rl.aec` and of single environments of Gymnasium, beside PettingZoo's own
games.

    pip install pygame-ce
    python bench/shells.py [--rounds 5]

It needs everygame[rl] and the compiled build. All ways choose at random among the legal actions of
the mask that they get, take turns in every round, and processor time is counted. The protocol is
what a step of `aec` takes beyond the same choices in a bare core. The exit status is 1 where `aec`
has less than 8 times the steps of PettingZoo's connect four, less than 3 times those of its
tic-tac-toe, whose rules are a plain class here, or more than 5 microseconds of protocol a step.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from typing import Any, Final

import numpy as np

import everygame as eg
from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled
from everygame.rl.gymnasium import SeatEnv
from everygame.rl.single import Single

ROUND: Final = 0.5
"""Seconds of each way in a round."""
PARTS: Final = {"connectfour": ("connect_four_v3", 8.0), "tictactoe": ("tictactoe_v3", 3.0)}
"""For each game: PettingZoo's own, and how many times its steps `aec` must have."""
PROTOCOL: Final = 5.0
"""The most microseconds of protocol a step."""
Play = Callable[[Random], int]
"""Plays one match, and returns its steps."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args(words).rounds
    if not arrays.COMPILED:
        print("This build is not compiled, so its speed means little.")
    kept = [compare(name, *part, rounds) for name, part in PARTS.items()]
    return 0 if all(kept) else 1


def compare(name: str, theirs: str, least: float, rounds: int) -> bool:
    """Print the steps a second of a game in all ways; return whether `aec` is quick enough."""
    rates = measure(ways(name, theirs), rounds)
    times = median(
        one / other for one, other in zip(rates["aec"], rates["PettingZoo"], strict=True)
    )
    protocol = 1e6 * median(
        1 / one - 1 / bare for one, bare in zip(rates["aec"], rates["bare core"], strict=True)
    )
    told = ", ".join(f"{way} {median(found) / 1e3:.1f} k/s" for way, found in rates.items())
    print(f"{name}: {told}; aec / PettingZoo {times:.1f}, protocol {protocol:.1f} µs", flush=True)
    return times >= least and protocol <= PROTOCOL


def ways(name: str, theirs: str) -> dict[str, Play]:
    game = eg.load(name)
    return {
        "PettingZoo": partial(play_agents, own_game(theirs)),
        "aec": partial(play_agents, eg.rl.aec(game)),
        "parallel": partial(play_parallel, eg.rl.parallel(game)),
        "one seat, Gymnasium": partial(play_seat, SeatEnv(game)),
        "bare core": partial(play_bare, Single(game)),
    }


def own_game(theirs: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo warns of the way in which its games are made
        return import_module(f"pettingzoo.classic.{theirs}").env()


def choose(mask: Any, rng: Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.random() * len(legal))])


def play_agents(env: Any, rng: Random) -> int:
    env.reset(seed=1)
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(choose(seen["action_mask"], rng))
            steps += 1
    return steps


def play_parallel(env: Any, rng: Random) -> int:
    seen, _ = env.reset(seed=1)
    steps = 0
    while env.agents:
        choices = {agent: choose(seen[agent]["action_mask"], rng) for agent in env.agents}
        seen, *_ = env.step(choices)
        steps += 1
    return steps


def play_seat(env: Any, rng: Random) -> int:
    """Play one seat against random opponents; their moves are no steps."""
    seen, _ = env.reset(seed=1)
    steps, over = 0, False
    while not over:
        seen, _, terminated, truncated, _ = env.step(choose(seen["action_mask"], rng))
        over = terminated or truncated
        steps += 1
    return steps


def play_bare(one: Single, rng: Random) -> int:
    core, mask, who, steps = one._core, one._mask, 0, 0
    core.reset(0)
    while who >= 0:
        who = core.step_one(0, choose(mask, rng))
        steps += 1
    return steps


def measure(ways: dict[str, Play], rounds: int) -> dict[str, list[float]]:
    """Return, for each way, its steps a second of processor time in each round."""
    rng = Random(1)
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, play in ways.items():
            done, begun = 0, time.process_time()
            while time.process_time() < begun + ROUND:
                done += play(rng)
            rates[way].append(done / (time.process_time() - begun))
    return rates


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
