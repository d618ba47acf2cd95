"""DQN learns to solve puzzles of Ice Floes whose shortest solution has a few moves.

    python examples/learning/dqn.py [--minutes 10] [--length 4] [--seed 1]

Each match is a new level. It prints the share of other levels, which it never learned from, that
it solves in twice the shortest solution, beside that of random moves. It needs
`pip install everygame[rl]`."""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import numpy as np
from network import Array, Network

import everygame as eg
from everygame.rl import Vector
from everygame.rl.puzzles import make_puzzle

ACTIONS = 4
LEVELS = 150
"""Levels to learn from, and as many others to test with."""
KEPT, PART = 50_000, 128
"""How many steps are remembered, and how many are learned at once."""
LATER = 0.95
"""The discount: a solution that needs one move more is worth this share of the other."""
FIRM = 500
"""Steps of learning between two copies of the network that says what to expect."""
TURNED, MIRRORED = np.array([3, 2, 0, 1]), np.array([0, 1, 3, 2])
"""For the actions up, down, left and right: the action in the same direction on a board that is
turned by a quarter, and on one that is mirrored."""


class Memory:
    """The last steps, from which some are drawn to be learned."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.before, self.after = (np.zeros((KEPT, *shape), np.uint8) for _ in range(2))
        self.legal = np.zeros((KEPT, ACTIONS), np.bool_)
        self.action = np.zeros(KEPT, np.int64)
        self.reward, self.ended = np.zeros(KEPT, np.float32), np.zeros(KEPT, np.bool_)
        self.count = 0

    def keep(self, before: Array, action: int, reward: float, vector: Vector) -> None:
        k = self.count % KEPT
        self.before[k], self.after[k] = before, vector.planes[0]
        self.legal[k], self.action[k] = vector.mask[0], action
        self.reward[k], self.ended[k] = reward, vector.terminated[0]
        self.count += 1


class Player:
    """A network that says for each action what a solution will be worth after it."""

    def __init__(self, shape: tuple[int, ...], seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        sizes = (int(np.prod(shape)), 256, 128, ACTIONS)
        self.network, self.firm = Network(sizes, seed), Network(sizes, seed)
        self.memory = Memory(shape)

    def choose(self, vector: Vector, rash: float) -> int:
        """Return the best legal action, or with the probability `rash` any."""
        legal = np.flatnonzero(vector.mask[0])
        if self.rng.random() < rash:
            return int(self.rng.choice(legal))
        return int(legal[self.network.answer(vector.planes)[0][legal].argmax()])

    def learn(self) -> None:
        """Learn from some remembered steps what they led to, on boards that are turned and
        mirrored: the rules are the same in all directions."""
        memory = self.memory
        some = self.rng.integers(0, min(memory.count, KEPT), PART)
        turns, mirrored = self.rng.integers(0, 4), self.rng.random() < 0.5
        before = turn(memory.before[some], turns, mirrored)
        after = turn(memory.after[some], turns, mirrored)
        becomes = turn_actions(turns, mirrored)
        legal = np.empty((PART, ACTIONS), np.bool_)
        legal[:, becomes] = memory.legal[some]
        best = np.where(legal, self.network.answer(after), -np.inf)
        later = self.firm.answer(after)[np.arange(PART), best.argmax(1)]
        goals = memory.reward[some] + LATER * np.where(memory.ended[some], 0, later)
        slope = np.zeros((PART, ACTIONS), np.float32)
        played = np.arange(PART), becomes[memory.action[some]]
        slope[played] = np.clip(self.network.answer(before)[played] - goals, -1, 1)
        self.network.learn(slope / PART)
        if self.network.steps % FIRM == 0:
            self.firm.take(self.network)


def turn(planes: Array, turns: int, mirrored: bool) -> Array:
    """Return planes of boards after so many quarter turns and perhaps in a mirror."""
    turned = np.rot90(planes, turns, (2, 3))
    return turned[..., ::-1] if mirrored else turned


def turn_actions(turns: int, mirrored: bool) -> Array:
    """Return what each action becomes on such a board."""
    becomes = np.arange(ACTIONS)
    for _ in range(turns):
        becomes = TURNED[becomes]
    return MIRRORED[becomes] if mirrored else becomes


def is_solved(vector: Vector, player: Player, most: int, rash: float, learns: bool) -> bool:
    """Play a level from its start; return whether it is solved in `most` moves."""
    vector.reset()
    for _ in range(most):
        before, action = vector.planes[0].copy(), player.choose(vector, rash)
        vector.step([action])
        if learns:
            player.memory.keep(before, action, float(vector.rewards[0, 0]), vector)
            if player.memory.count > 1000:
                player.learn()
        if vector.terminated[0]:
            return bool(vector.rewards[0, 0] > 0)
    return False


def levels(length: int, count: int, rng: Random) -> list[Vector]:
    """Return new levels, each as a vector of one match that waits when it is over."""
    game = eg.load("icefloes", players=1)
    made = (make_puzzle(game, length, rng) for _ in range(count))
    return [eg.rl.vector(level, 1, autoreset="disabled") for level in made]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--length", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learn(given.minutes, given.length, given.seed, LEVELS)


def learn(minutes: float, length: int, seed: int, count: int) -> Player:
    """Learn for so many minutes, and print what is solved after each tenth of them."""
    rng, most = Random(seed), 2 * length
    known, others = levels(length, count, rng), levels(length, count, rng)
    player = Player(known[0].planes[0].shape, seed)

    def solved(some: list[Vector], rash: float) -> Any:
        return np.mean([is_solved(level, player, most, rash, False) for level in some])

    print(f"random moves solve {solved(others, 1.0):.3f}")
    began, told, matches = time.monotonic(), 1, 0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        rash = max(0.05, 1 - 2 * spent)
        is_solved(rng.choice(known), player, 3 * length, rash, True)
        matches += 1
        if spent * 10 >= told:
            told = int(spent * 10) + 1
            shares = solved(known, 0.0), solved(others, 0.0)
            print(f"{matches:6} matches: solves {shares[0]:.3f}, of others {shares[1]:.3f}")
    print(f"{matches:6} matches: of others {solved(others, 0.0):.3f}")
    print(f"{time.process_time():.0f} s of processor time")
    return player


if __name__ == "__main__":
    main()
