"""What is worth knowing in Crazy Eights for two: matches of simulated matches against `greedy`.

    python bench/crazyeights.py sees --nodes 300 --pairs 100
    python bench/crazyeights.py fair --nodes 1500 --pairs 50

`fair` draws the hand of the other anew for each simulated match, as bots do; `sees` knows it, but
not what will be drawn. Both with so many simulated matches a move and the game's advice, in pairs
of matches with exchanged seats. What `sees` gets is more than anybody can who plays by what he may
know. Run it where the package was compiled in place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.statistics import mean_share, shares
from everygame.build import build
from everygame.contract import CHANCE, OVER, Game, State
from everygame.games.crazyeights.bots import idea, policy, priors
from everygame.library.registry import find_game
from everygame.search.budget import Budget
from everygame.search.greedy import greedy
from everygame.search.ismcts import ismcts


def main(words: Sequence[str]) -> None:
    given = parse(words)
    game = find_game("crazyeights").game()
    print(build(), flush=True)
    groups: list[float] = []
    for pair in range(given.pairs):
        groups.append(sum(play(game, given, pair, seat) for seat in (0, 1)) / 2)
        if len(groups) % 10 == 0:
            found = mean_share(groups)
            limits = f"{found.low:.1%} to {found.high:.1%}"
            print(f"{2 * len(groups)} matches: {found.value:.1%} ({limits})", flush=True)


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("knows", choices=("fair", "sees"))
    parser.add_argument("--nodes", type=int, default=300, metavar="N")
    parser.add_argument("--pairs", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def play(game: Game, given: argparse.Namespace, pair: int, seat: int) -> float:
    """What the simulated matches get in that seat, from 0 to 1."""
    cards = Random(f"cards {given.seed} {pair}")
    rng = Random(f"bots {given.seed} {pair} {seat}")
    state = game.initial_state()
    while (who := state.to_play()) != OVER:
        actions = state.legal_actions()
        if who == CHANCE:
            action = cards.choice(actions)
        elif len(actions) == 1:
            action = actions[0]
        else:
            action = simulate(game, state, given, rng) if who == seat else look(game, state, rng)
        state = state.apply(action)
    return shares(state.returns())[seat]


def simulate(game: Game, state: State, given: argparse.Namespace, rng: Random) -> int:
    seat = state.to_play()
    told = state.observe(seat)

    def deal() -> State:
        return state if given.knows == "sees" else game.resample(told, seat, rng)

    budget = Budget(nodes=given.nodes)
    return ismcts(deal, seat, budget, rng.getrandbits(30), priors=priors, policy=policy).action


def look(game: Game, state: State, rng: Random) -> int:
    """As `greedy` plays."""
    seat = state.to_play()
    return greedy(game.resample(state.observe(seat), seat, rng), idea, rng).action


if __name__ == "__main__":
    main(sys.argv[1:])
