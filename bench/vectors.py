"""Steps a second of connect four in `eg.rl.vector`, beside Pgx and OpenSpiel.

    pip install pgx==2.6.0 jax==0.10.2 "open_spiel==2.0.2"
    taskset -c 0 python bench/vectors.py [--count 1024] [--rounds 5]

It needs everygame[rl] and the compiled build. In every way all matches are played at random among
the legal moves, begin anew when they end, and give what a learner reads: who is to move, the mask
of legal moves and what the player to move observes. Pgx chooses and steps in one jitted function;
the quickest of its two ways counts. All ways take turns in every round, and processor time is
counted. The exit status is 1 where the vector has less than 5 times the steps of Pgx, less than 3
times with a policy of numpy and everything copied out, less than 25 times those of OpenSpiel's
matches played from Python, or less than 150 times those of its SyncVectorEnv.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from typing import Any, Final

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np
from rl import measure, step_at_random, step_by_numpy

import everygame as eg
from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled
from everygame.rl import Vector

ROUND: Final = 1.0
"""Seconds of each way in a round."""
SCAN: Final = 50
"""The steps of one call where Pgx makes several."""
SYNCHRONOUS: Final = 64
"""The matches of OpenSpiel's vector."""
WANTED: Final = {
    ("vector", "Pgx"): 5.0,
    ("vector, numpy, copied", "Pgx"): 3.0,
    ("vector", "OpenSpiel, match by match"): 25.0,
    ("vector", "OpenSpiel, SyncVectorEnv"): 150.0,
}
"""How many times the steps of the second way the first one must have."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(words)
    if not arrays.COMPILED:
        print("This build is not compiled, so its speed means little.")
    vector = eg.rl.vector("connectfour", given.count, seed=1)
    ways: dict[str, Callable[[], int]] = {
        "vector": partial(step_at_random, vector),
        "vector, numpy, copied": partial(step_and_copy, vector, np.random.default_rng(1)),
        **pgx_ways(given.count),
        "OpenSpiel, match by match": partial(play_spiel, Random(1)),
        "OpenSpiel, SyncVectorEnv": synchronous(Random(1)),
    }
    rates = measure(ways, given.rounds, ROUND)
    for way, found in rates.items():
        print(f"{way}: {median(found):,.0f} steps/s [{min(found):,.0f} to {max(found):,.0f}]")
    rates["Pgx"] = max((rates[way] for way in rates if way.startswith("Pgx")), key=median)
    enough = [judge(rates, *pair, least) for pair, least in WANTED.items()]
    return 0 if all(enough) else 1


def judge(rates: dict[str, list[float]], one: str, other: str, least: float) -> bool:
    """Print how many times the steps of another way one has, and whether that is enough."""
    ratio = median(a / b for a, b in zip(rates[one], rates[other], strict=True))
    print(f"{one} / {other}: {ratio:.1f} ({least:.0f} wanted)")
    return ratio >= least


def step_and_copy(vector: Vector, rng: np.random.Generator) -> int:
    """Choose by numbers of numpy and the mask, and keep a copy of all that is observed."""
    step_by_numpy(vector, rng)
    vector.snapshot()
    return vector.count


def pgx_ways(count: int) -> dict[str, Callable[[], int]]:
    """Return Pgx's steps one a call, and many a call by `lax.scan`."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    game = import_module("pgx").make("connect_four")
    auto_reset = import_module("pgx.experimental").auto_reset
    step = jax.vmap(auto_reset(game.step, game.init))

    def advance(state: Any, key: Any) -> Any:
        chosen, drawn, key = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(chosen, logits, axis=1)
        return step(state, actions, jax.random.split(drawn, count)), key

    def body(carried: Any, _: None) -> Any:
        state, key = advance(*carried)
        return (state, key), state.observation.sum()

    once = jax.jit(advance, donate_argnums=0)
    many = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=SCAN))

    def run(steps: int, call: Callable[[Any, Any], Any]) -> Callable[[], int]:
        key = jax.random.PRNGKey(0)
        held = [jax.jit(jax.vmap(game.init))(jax.random.split(key, count)), key]

        def go() -> int:
            held[:] = call(*held)
            jax.block_until_ready(held[0])
            return steps * count

        go()  # which compiles it
        return go

    scanned = run(SCAN, lambda state, key: many(state, key)[0])
    return {"Pgx, a step a call": run(1, once), "Pgx, many a call": scanned}


def play_spiel(rng: Random) -> int:
    """Play one match of OpenSpiel's from Python, with tensor and mask at each step."""
    state, plies = import_module("pyspiel").load_game("connect_four").new_initial_state(), 0
    while not state.is_terminal():
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        plies += 1
    return plies


def synchronous(rng: Random) -> Callable[[], int]:
    """Return what steps OpenSpiel's own vector of matches."""
    environment = import_module("open_spiel.python.rl_environment").Environment
    answer = import_module("open_spiel.python.rl_agent").StepOutput
    many = import_module("open_spiel.python.vector_env").SyncVectorEnv
    vector = many([environment("connect_four") for _ in range(SYNCHRONOUS)])
    held = [vector.reset()]

    def choose(seen: Any) -> Any:
        player = seen.observations["current_player"]
        return answer(rng.choice(seen.observations["legal_actions"][player]), None)

    def go() -> int:
        held[0] = vector.step(list(map(choose, held[0])), reset_if_done=True)[0]
        return SYNCHRONOUS

    return go


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
