"""Can a simple learner read Evade's bots? It guesses leaders from set-up habits and first moves.

    PYTHONPATH=. python bench/evade_reading.py [--matches 1000] [--nodes 2000] [--moves 3]

The strongest level plays itself, with so many simulated matches a move, and afterwards also with a
search that does not bluff, to see that the learner can read at all. For each seat three learners
say which two coins are leaders: by habit, how often each is, whatever is played; by a table of what
the first move meant; and by a logistic regression on what everybody sees of the first moves (which
coins moved, how often, to where, who froze). They guess two coins of each match in the tenth of
the matches that they did not learn from; chance finds a third of the leaders. It needs numpy, and a
compiled copy of the package to be quick.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from everygame.bots.level import find_level
from everygame.bots.thinker import Thinker
from everygame.contract import OVER, Game, Json, State
from everygame.library.registry import find_game

FOLDS: Final = 10
CHANCE: Final = 1 / 3
Rows: TypeAlias = Any  # np.ndarray
Learner = Callable[[Rows, Rows, Rows], Rows]
"""From known features and leaders, and new features: how likely each new coin is a leader."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=2000, help="simulated matches a move")
    parser.add_argument("--moves", type=int, default=3, help="of each seat that are seen")
    given = parser.parse_args(words)
    game = find_game("evade").game(information="hidden")
    for name, search in (("as it plays", ""), ("without bluff", "ismcts")):
        print(f"{name}, {given.matches} matches, {given.nodes} simulated matches a move:")
        seen = [play(game, n, given.nodes, given.moves, search) for n in range(given.matches)]
        for seat, side in enumerate(("White", "Black")):
            report(side, [match[seat] for match in seen])
    return 0


def report(side: str, seen: list[tuple[list[float], int, list[int]]]) -> None:
    """Print how many leaders each learner found, with the interval for 95 of 100 cases."""
    features = np.array([row for row, _, _ in seen])
    firsts = np.array([[first] for _, first, _ in seen])
    leaders = np.array([kinds for _, _, kinds in seen])
    pairs = Counter(tuple(kinds) for kinds in leaders.tolist())
    print(f"  {side}: set-ups {min(pairs.values())} to {max(pairs.values())} times each,", end="")
    print(f" {len(pairs)} of 15")
    for name, learner, known in (
        ("habit", habit, features),
        ("first move", table, firsts),
        ("regression", regression, features),
    ):
        found = np.mean(list(guesses(known, leaders, learner)))
        # Two guesses of one match hang together: its share has at most this variance by chance.
        wide = 1.96 * sqrt(CHANCE * (1 - CHANCE) / len(seen) / 2 * 0.8)
        verdict = "chance" if found - wide <= CHANCE else "READ"
        print(f"    {name:11} finds {found:.3f} ± {wide:.3f} of the leaders: {verdict}", flush=True)


# -- playing


def play(
    game: Game, number: int, nodes: int, moves: int, search: str
) -> list[tuple[list[float], int, list[int]]]:
    """For each seat the features of its first moves, the first of them, and its leaders."""
    level = replace(find_level(game, "strong"), nodes=nodes, seconds=0.0, search=search)
    rng = Random(f"read {number}")
    state = game.initial_state()
    after: list[State] = []
    first = [-1, -1]
    told: list[list[Json]] = [[], []]
    for ply in range(2 + 2 * moves):
        seat = state.to_play()
        if seat == OVER:
            break
        request = {"seat": seat, "observation": state.observe(seat), "before": told[seat]}
        thinker = Thinker(game, request, Random(rng.getrandbits(30)))
        action = thinker.think(level, 0.0).action
        if ply >= 2 and first[seat] < 0:
            first[seat] = action
        for one in (0, 1):
            told[one].append(state.observe(one))
        state = state.apply(action)
        after.append(state)
    public = after[-1].observe(None)
    kinds = after[-1].to_json()["kinds"]
    walks = [[one.observe(None)["coins"][seat] for one in after] for seat in (0, 1)]
    return [
        (
            describe(walks[seat], public, seat),
            first[seat],
            [int(kind == "l") for kind in kinds[seat]],
        )
        for seat in (0, 1)
    ]


def describe(walk: list[list[str | None]], public: dict[str, Any], seat: int) -> list[float]:
    """Of each coin: how often it moved, the square where it stands, whether it is frozen, whether
    all know it for a guard."""
    row: list[float] = [1.0]
    for coin in range(6):
        places = [one[coin] for one in walk]
        here = str(places[-1])
        moved = sum(a != b for a, b in pairwise(places))
        row += [float(moved == n) for n in (1, 2, 3)]
        row += [float(here[0] == file) for file in "abcdef"]
        row += [float(here[1] == rank) for rank in "123456"]
        row += [float(here in public["pairs"]), float(coin in public["guards"][seat])]
    return row


# -- learning


def guesses(features: Rows, leaders: Rows, learner: Learner) -> Iterator[float]:
    """Of each match the share of the leaders found, by what was learnt from other matches."""
    fold: Rows = np.arange(len(leaders)) % FOLDS
    tie = np.random.default_rng(1)
    for part in range(FOLDS):
        hidden = fold == part
        likely = learner(features[~hidden], leaders[~hidden], features[hidden])
        order = np.argsort(-likely - 1e-9 * tie.random(likely.shape), axis=1)[:, :2]
        for row, two in zip(leaders[hidden], order, strict=True):
            yield float(row[two].mean())


def habit(known: Rows, leaders: Rows, new: Rows) -> Rows:
    """How often each coin is a leader, whatever was played."""
    return np.tile(leaders.mean(axis=0), (len(new), 1))


def table(known: Rows, leaders: Rows, new: Rows) -> Rows:
    """How often each coin was a leader where the first move was the same."""
    usual = leaders.mean(axis=0)
    rows = []
    for first in new[:, 0]:
        same = leaders[known[:, 0] == first]
        rows.append((same.sum(axis=0) + usual) / (len(same) + 1))
    return np.array(rows)


def regression(known: Rows, leaders: Rows, new: Rows) -> Rows:
    """Logistic regression for each coin, with a ridge, by gradient steps."""
    weights = np.zeros((known.shape[1], 6))
    for _ in range(300):
        wrong = 1 / (1 + np.exp(-known @ weights)) - leaders
        weights -= 0.5 * (known.T @ wrong / len(known) + 0.003 * weights)
    return np.asarray(new @ weights)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
