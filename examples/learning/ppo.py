"""PPO learns to play connect four against the bot "First steps".

    python examples/learning/ppo.py [--minutes 10] [--seed 1]

It plays the seat that begins, and prints the mean result of the matches that have ended: 1 is a
win, −1 a loss. It needs `pip install everygame[rl]`."""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from network import Array, Network, draw, shares

import everygame.rl.gymnasium  # noqa: F401  # registers the games

MATCHES, STEPS = 32, 64
"""Matches played together, and steps of each before something is learned of them."""
PASSES, PART = 4, 256
"""How often all these steps are learned, and how many at once."""
KEEP = 0.95
"""How far later estimates count: the lambda of generalised advantages."""
NEAR = 0.2
"""By how much an action may become more or less probable than it was when it was played."""
CURIOUS = 0.01
"""The weight of the entropy of the policy in what is maximised, so that it goes on exploring."""


class Player:
    """A network that answers a score for each action, and what result it expects."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.network = Network((84, 128, 128, 8), seed)

    def look(self, planes: Array, mask: Array) -> tuple[Array, Array]:
        """Return how probable each action is, and the expected results."""
        answers = self.network.answer(planes)
        return shares(answers[:, :7], mask), answers[:, 7]

    def learn(self, planes: Array, mask: Array, actions: Array, old: Array, goals: Array) -> None:
        """Learn from steps: `old` are the probabilities of the actions when they were played,
        `goals` how much better they did than expected, and the results to expect."""
        chances, values = self.look(planes, mask)
        better = (goals[:, 0] - goals[:, 0].mean()) / (goals[:, 0].std() + 1e-8)
        played = np.arange(len(actions)), actions
        ratio = chances[played] / old
        free = np.where(better > 0, ratio < 1 + NEAR, ratio > 1 - NEAR)
        slope = np.zeros((len(actions), 8), np.float32)
        slope[:, :7] = chances * (better * ratio * free)[:, None]
        slope[played] -= better * ratio * free
        logs = np.log(np.maximum(chances, 1e-12))
        entropy = -(chances * logs).sum(1, keepdims=True)
        slope[:, :7] += CURIOUS * chances * (logs + entropy)
        slope[:, 7] = values - goals[:, 1]
        self.network.learn(slope / len(actions))


def advantages(rewards: Array, ended: Array, values: Array, last: Array) -> Array:
    """Return, for each step of each match, how much better it did than expected."""
    found, later, after = np.zeros_like(values), np.zeros_like(last), last
    for step in reversed(range(len(values))):
        on = ~ended[step]
        later = rewards[step] + on * after - values[step] + KEEP * on * later
        found[step], after = later, values[step]
    return found


def play(env: Any, player: Player, seen: Any) -> tuple[dict[str, Array], Any]:
    """Play some steps; return what happened, step by step, and what is seen then."""
    kept: dict[str, list[Array]] = {}
    for _ in range(STEPS):
        planes, mask = seen["observation"], seen["action_mask"]
        chances, values = player.look(planes, mask)
        actions = draw(chances, player.rng)
        old = chances[np.arange(MATCHES), actions]
        seen, rewards, terminated, truncated, _ = env.step(actions)
        step = {"planes": planes, "mask": mask, "actions": actions, "old": old, "values": values}
        step |= {"rewards": rewards, "ended": terminated | truncated}
        for name, row in step.items():
            kept.setdefault(name, []).append(row)
    return {name: np.stack(rows) for name, rows in kept.items()}, seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learn(given.minutes, given.seed)


def learn(minutes: float, seed: int) -> Player:
    """Learn for so many minutes, and print the results of each tenth of them."""
    env = gymnasium.make_vec(
        "everygame/connectfour-v0", MATCHES, bot="first", autoreset_mode=AutoresetMode.SAME_STEP
    )
    player, (seen, _) = Player(seed), env.reset(seed=seed)
    began, told, results, steps = time.monotonic(), 0, [], 0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        kept, seen = play(env, player, seen)
        steps += MATCHES * STEPS
        results += list(kept["rewards"][kept["ended"]])
        _, last = player.look(seen["observation"], seen["action_mask"])
        better = advantages(kept["rewards"], kept["ended"], kept["values"], last)
        goals = np.stack([better, better + kept["values"]], -1)
        rows = [kept[name] for name in ("planes", "mask", "actions", "old")] + [goals]
        flat = [row.reshape(-1, *row.shape[2:]) for row in rows]
        for _ in range(PASSES):
            for part in np.split(player.rng.permutation(MATCHES * STEPS), MATCHES * STEPS // PART):
                player.learn(*(row[part] for row in flat))
        if spent * 10 >= told:
            tell(steps, results)
            told, results = int(spent * 10) + 1, []
    tell(steps, results)
    print(f"{time.process_time():.0f} s of processor time")
    return player


def tell(steps: int, results: list[float]) -> None:
    if results:
        mean = np.mean(results)
        print(f"{steps:8} steps, {len(results):5} matches: mean result {mean:.3f}", flush=True)


if __name__ == "__main__":
    main()
