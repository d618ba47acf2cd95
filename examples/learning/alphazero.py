"""A small loop after AlphaZero learns connect four from nothing but its rules, and an exact solver
judges it.

    python examples/learning/alphazero.py [--minutes 10] [--seed 1]

A network is trained on matches that it plays against itself, from positions that chance has made,
with a search of a few simulations a move. The solver knows the result of each move in some late
positions; what is printed is the share of them in which the network's best move, without a search
and with one, keeps the result. It needs `pip install everygame[rl]`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

import numpy as np
from network import Array, Network, shares

import everygame as eg
from everygame.contract import OVER, State
from everygame.games.connectfour.bots import solve
from everygame.rl.tensors import Tensors
from everygame.search.budget import Budget

GAME = eg.load("connectfour")
COLUMNS = 7
MATCHES, SIMULATIONS = 64, 40
"""Matches played together, and simulations for each move."""
CURIOUS = 1.5
"""How much a search tries moves that the network likes and that were tried little."""
NOISE = 0.25
"""The share of chance in what a search likes first, so that no move is forgotten."""
OPENING = 10
"""In so many plies a move is drawn by its share of the simulations; later the most tried is
played."""
STRAYED = 20
"""Each match begins after a random number of random moves, at most so many. From the start alone
the network would soon see little but the same few matches, and learn nothing of other positions."""
KEPT, PART, PARTS = 200_000, 256, 3
"""How many positions are remembered, how many are learned at once, and how often after each move
in all matches."""
TESTS, EARLIEST, LATEST = 200, 12, 24
"""The number of positions that the solver judges, and the plies before them."""


class Node:
    """A position in the tree of a search, with what was found after each of its moves."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.over = state.to_play() == OVER
        self.value = -float(any(state.returns()))
        """The result for the seat to play if the match is over: −1 if the last move won, else 0."""
        self.moves: list[int] = []
        self.after: list[Node | None] = []
        self.likes: list[float] = []
        self.visits: list[int] = []
        self.totals: list[float] = []

    def open(self, likes: Array) -> None:
        self.moves = self.state.legal_actions()
        self.likes = [float(likes[move]) for move in self.moves]
        self.after = [None] * len(self.moves)
        self.visits, self.totals = [0] * len(self.moves), [0.0] * len(self.moves)

    def best(self) -> int:
        """Return the place of the move to try next."""
        root = CURIOUS * (1 + sum(self.visits)) ** 0.5
        found = [
            (total / visits if visits else 0.0) + root * like / (1 + visits)
            for total, visits, like in zip(self.totals, self.visits, self.likes, strict=True)
        ]
        return found.index(max(found))

    def shares(self) -> Array:
        """Return the share of each column in what was tried."""
        found: Array = np.zeros(COLUMNS, np.float32)
        found[self.moves] = self.visits
        return found / found.sum()


class Player:
    """A network that answers a score for each column, and what result it expects."""

    def __init__(self, seed: int) -> None:
        self.network = Network((84, 256, 128, COLUMNS + 1), seed)
        self.tensors = Tensors(GAME)
        self.rng = np.random.default_rng(seed)

    def look(self, states: list[State]) -> tuple[Array, Array]:
        """Return for each state how much each column is liked, and the result for who plays."""
        seen = [self.tensors.of(state, state.to_play()) for state in states]
        planes, masks = (np.stack([one[part] for one in seen]) for part in (0, 2))
        answers = self.network.answer(planes)
        return shares(answers[:, :COLUMNS], masks), np.tanh(answers[:, COLUMNS])

    def search(self, states: list[State], noise: float) -> list[Node]:
        """Search in all states at once, so that the network sees many positions at a time."""
        roots = [Node(state) for state in states]
        for root, likes in zip(roots, self.look(states)[0], strict=True):
            root.open((1 - noise) * likes + noise * self.rng.dirichlet([1.0] * COLUMNS))
        for _ in range(SIMULATIONS):
            paths = [self.descend(root) for root in roots]
            leaves = [path[-1][0] for path in paths]
            fresh = [leaf for leaf in leaves if not leaf.over]
            if fresh:
                for leaf, likes, value in zip(
                    fresh, *self.look([one.state for one in fresh]), strict=True
                ):
                    leaf.open(likes)
                    leaf.value = float(value)
            for path in paths:
                self.go_back(path)
        return roots

    def descend(self, root: Node) -> list[tuple[Node, int]]:
        """Go down the tree to a new position or an end; return the way, with the places of the
        moves."""
        node, path = root, []
        while node.moves:
            place = node.best()
            path.append((node, place))
            after = node.after[place]
            if after is None:
                after = node.after[place] = Node(node.state.apply(node.moves[place]))
            node = after
        return [*path, (node, -1)]

    def go_back(self, path: list[tuple[Node, int]]) -> None:
        """Count what was found at the end of a way in all positions on it."""
        value = path.pop()[0].value
        for node, place in reversed(path):
            value = -value
            node.visits[place] += 1
            node.totals[place] += value

    def learn(self, planes: Array, wanted: Array, results: Array) -> None:
        answers = self.network.answer(planes)
        value = np.tanh(answers[:, COLUMNS])
        slope = np.empty_like(answers)
        slope[:, :COLUMNS] = shares(answers[:, :COLUMNS], np.True_) - wanted
        slope[:, COLUMNS] = (value - results) * (1 - value**2)
        self.network.learn(slope / len(planes))


class School:
    """Matches of a player against itself, and what it remembers of them."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.states = [self.begin() for _ in range(MATCHES)]
        self.steps: list[list[tuple[Array, Array, int]]] = [[] for _ in range(MATCHES)]
        self.memory: list[tuple[Array, Array, float]] = []
        self.count = 0

    def begin(self) -> State:
        """Return a position after some random moves, which is not over."""
        state = stray(int(self.player.rng.integers(STRAYED + 1)), self.player.rng.choice)
        return state if state.to_play() != OVER else self.begin()

    def play(self) -> None:
        """Play a move in each match."""
        for i, root in enumerate(self.player.search(self.states, NOISE)):
            seat, tried = root.state.to_play(), root.shares()
            planes = self.player.tensors.of(root.state, seat)[0]
            self.steps[i].append((planes, tried, seat))
            early = len(self.steps[i]) <= OPENING
            move = self.player.rng.choice(COLUMNS, p=tried) if early else tried.argmax()
            self.states[i] = root.state.apply(int(move))
            if self.states[i].to_play() == OVER:
                self.end(i)

    def end(self, i: int) -> None:
        """Remember a match, and the same match in a mirror; begin another one."""
        results = self.states[i].returns()
        for planes, tried, seat in self.steps[i]:
            self.memory.append((planes, tried, results[seat]))
            self.memory.append((planes[:, :, ::-1], tried[::-1], results[seat]))
        del self.memory[:-KEPT]
        self.count += 1
        self.states[i], self.steps[i] = self.begin(), []

    def learn(self) -> None:
        for _ in range(PARTS):
            some = [self.memory[k] for k in self.player.rng.integers(0, len(self.memory), PART)]
            self.player.learn(*(np.stack(column) for column in zip(*some, strict=True)))


def stray(plies: int, choose: Callable[[list[int]], int]) -> State:
    """Return the position after so many moves that are chosen by chance, or an earlier end."""
    state = GAME.initial_state()
    for _ in range(plies):
        if state.to_play() != OVER:
            state = state.apply(int(choose(state.legal_actions())))
    return state


def judged(seed: int) -> list[tuple[State, dict[int, float]]]:
    """Return positions with the exact result of each move, in which some move errs."""
    rng = Random(seed)
    found: list[tuple[State, dict[int, float]]] = []
    while len(found) < TESTS:
        state = stray(rng.randint(EARLIEST, LATEST), rng.choice)
        if state.to_play() == OVER:
            continue
        answer = solve(state, Budget(seconds=60))
        if answer and len(set(answer.exact.values())) > 1:
            found.append((state, answer.exact))
    return found


def kept(tests: list[tuple[State, dict[int, float]]], moves: list[int]) -> float:
    """Return the share of positions in which these moves keep the result."""
    pairs = zip(tests, moves, strict=True)
    return float(np.mean([exact[move] == max(exact.values()) for (_, exact), move in pairs]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learn(given.minutes, given.seed)


def learn(minutes: float, seed: int) -> Player:
    """Learn for so many minutes, and print how the solver judges each tenth of them."""
    tests, player = judged(seed), Player(seed)
    best = [max(exact.values()) for _, exact in tests]
    chance = [np.mean([v == b for v in e.values()]) for (_, e), b in zip(tests, best, strict=True)]
    states, school = [state for state, _ in tests], School(player)

    def searched() -> str:
        moves = [int(root.shares().argmax()) for root in player.search(states, 0.0)]
        return f"with a search it keeps {kept(tests, moves):.3f}"

    print(f"random moves keep {np.mean(chance):.3f}; before it learns, {searched()}", flush=True)
    began, told = time.monotonic(), 0
    while (spent := (time.monotonic() - began) / (60 * minutes)) < 1:
        school.play()
        if len(school.memory) > PART:
            school.learn()
        if spent * 10 >= told:
            told = int(spent * 10) + 1
            share = kept(tests, list(player.look(states)[0].argmax(1)))
            print(f"{school.count:6} matches: the network keeps {share:.3f}", flush=True)
    print(f"{school.count:6} matches: {searched()}")
    print(f"{time.process_time():.0f} s of processor time")
    return player


if __name__ == "__main__":
    main()
