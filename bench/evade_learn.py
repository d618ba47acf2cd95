"""Learn what the leaders of Evade are worth, from how matches of the bot with itself end.

    PYTHONPATH=. python bench/evade_learn.py [--matches 300] [--nodes 600] [--seed 1]

The strongest level plays itself with hidden leaders, after four plies at random. Each position
becomes an example: how much better one side's leaders stand in each of the five ways that
`everygame/games/evade/bots.py` counts, and how the match ended, from −1 to 1. The five weights are
fitted by least squares, by steepest descent from nothing; every fifth match is kept aside, and how
far off the weights found, the weights in use and a guess of a draw are there is printed. It writes
nothing: what is in use was rounded by hand. It needs a compiled copy of the package to be quick.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from everygame.bots.level import find_level
from everygame.bots.thinker import Thinker
from everygame.contract import OVER, Game, Json, State
from everygame.games.evade import bots
from everygame.games.evade.rules import EvadeState
from everygame.library.registry import find_game

NAMES: Final = ("LAST", "SECOND", "RANK", "OPEN_ROAD", "GUARDED")
IN_USE: Final = (bots.LAST, bots.SECOND, bots.RANK, bots.OPEN_ROAD, bots.GUARDED)
OPENING: Final = 4
ASIDE: Final = 5
STEPS: Final = 2000
RATE: Final = 0.5
Example = tuple[tuple[float, ...], float]
"""What White has more of than Black, and White's return."""


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=600, help="simulated matches a move")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    game = find_game("evade").game(information="hidden")
    played = []
    for number in range(given.matches):
        played.append(play(game, f"{given.seed} {number}", given.nodes))
        print(f"\r{number + 1} of {given.matches} matches", end="", file=sys.stderr, flush=True)
    known = [example for n, match in enumerate(played) if n % ASIDE for example in match]
    aside = [example for match in played[::ASIDE] for example in match]
    weights = fit(known)
    print(f"\n{len(known)} positions learned from, {len(aside)} kept aside")
    for name, value, used in zip(NAMES, weights, IN_USE, strict=True):
        print(f"{name:10} {value:6.3f}  in use {used:g}")
    for name, tried in (("found", weights), ("in use", IN_USE), ("a draw", (0.0,) * len(NAMES))):
        print(f"mean squared error, {name:7} {error(tried, aside):.3f}")
    return 0


def play(game: Game, name: str, nodes: int) -> list[Example]:
    """The examples of one match."""
    level = replace(find_level(game, "strong"), nodes=nodes, seconds=0.0)
    rng = Random(f"learn {name}")
    state, seen = game.initial_state(), list[tuple[float, ...]]()
    told: tuple[list[Json], list[Json]] = ([], [])
    for ply in range(10_000):
        seat = state.to_play()
        if seat == OVER:
            break
        request = {"seat": seat, "observation": state.observe(seat), "before": told[seat]}
        thinker = Thinker(game, request, Random(rng.getrandbits(30)))
        at_random = ply < OPENING
        actions = state.legal_actions()
        action = rng.choice(actions) if at_random else thinker.think(level, 0.0).action
        for one in (0, 1):
            told[one].append(state.observe(one))
        state = state.apply(action)
        if ply >= OPENING and state.to_play() != OVER:
            seen.append(features(state))
    result = state.returns()[0]
    return [(row, result) for row in seen]


def features(state: State) -> tuple[float, ...]:
    """In the order of NAMES, White's less Black's."""
    assert isinstance(state, EvadeState)
    sides = (state.own, state.enemy) if state.seat == 0 else (state.enemy, state.own)
    white = count(state, sides[0], sides[1], 0)
    black = count(state, sides[1], sides[0], 1)
    return tuple(a - b for a, b in zip(white, black, strict=True))


def count(state: EvadeState, own: int, enemy: int, seat: int) -> tuple[float, ...]:
    """What `standing` weighs, for one side; of the ways home the one that it prefers."""
    ranks, road, best = 0.0, (0.0, 0.0), 0.0
    leaders = int(state.crowns) & own
    number = leaders.bit_count()
    while leaders:
        leader = leaders & -leaders
        leaders ^= leader
        left = int(bots.ranks_left(state, leader, seat))
        ranks += 5 - left
        guards = (int(bots.cone(leader, left, seat)) & enemy).bit_count()
        worth = float(bots.way_home(leader, left, enemy, seat))
        if worth > best:
            best, road = worth, (0.0, 1.0 / guards) if guards else (6.0 - left, 0.0)
    return (float(number > 0), float(number > 1), ranks, *road)


def guess(weights: Sequence[float], row: Sequence[float]) -> float:
    """As `evaluate` has it."""
    lead = sum(w * x for w, x in zip(weights, row, strict=True))
    return lead / (1.0 + abs(lead))


def error(weights: Sequence[float], examples: Sequence[Example]) -> float:
    return sum((guess(weights, row) - result) ** 2 for row, result in examples) / len(examples)


def fit(examples: Sequence[Example]) -> tuple[float, ...]:
    """The weights of the least mean squared error."""
    weights = [0.0] * len(NAMES)
    for _ in range(STEPS):
        slope = [0.0] * len(weights)
        for row, result in examples:
            lead = sum(w * x for w, x in zip(weights, row, strict=True))
            steep = (lead / (1.0 + abs(lead)) - result) / (1.0 + abs(lead)) ** 2
            for i, x in enumerate(row):
                slope[i] += steep * x
        for i, total in enumerate(slope):
            weights[i] -= RATE * total / len(examples)
    return tuple(weights)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
