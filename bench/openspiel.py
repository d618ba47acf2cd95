"""Is our baseline as strong as that of OpenSpiel? Both play each other, on equal simulations.

    PYTHONPATH=. python bench/openspiel.py [tictactoe …] [--matches 400] [--simulations 1000]

It needs `pip install open_spiel==2.0.2`, and a compiled copy of the package to be quick. Each
opening of so many random plies is played twice, with seats swapped; both rules are asked after
every ply and must agree. OpenSpiel's side is
`MCTSBot(uct_c=1.4, RandomRolloutEvaluator(1), solve=False)`.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from statistics import fmean
from typing import Any

from spiel import THEIRS, find_spiel, same_end, translate

from everygame.arena.statistics import mean_share
from everygame.contract import OVER, State
from everygame.library.registry import find_game
from everygame.search.baseline import baseline
from everygame.search.budget import Budget


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["tictactoe", "connectfour"])
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--opening", type=int, default=2, metavar="PLIES")
    given = parser.parse_args(words)
    spiel = find_spiel()
    if spiel is None:
        print("openspiel.py compares with OpenSpiel: pip install open_spiel", file=sys.stderr)
        return 1
    for name in given.games:
        compare(spiel, name, given.matches // 2, given.simulations, given.opening)
    return 0


def compare(spiel: Any, name: str, rounds: int, simulations: int, opening: int) -> None:
    """Print our share of the points, with its interval."""
    groups, results = [], []
    for number in range(rounds):
        pair = [Table(spiel, name, number, simulations).play(seat, opening) for seat in (0, 1)]
        results += pair
        groups.append(fmean((1 + result) / 2 for result in pair))
    estimate = mean_share(groups)
    counts = [sum(result == wanted for result in results) for wanted in (1.0, 0.0, -1.0)]
    inside = "one half lies within" if estimate.low <= 0.5 <= estimate.high else "NOT one half"
    print(
        f"{name}, {simulations} simulations, {opening} random plies: {len(results)} matches, "
        f"+{counts[0]} ={counts[1]} −{counts[2]}, our share {estimate.value:.3f} "
        f"[{estimate.low:.3f}, {estimate.high:.3f}]: {inside}",
        flush=True,
    )


class Table:
    """A match that both sides keep in their own terms."""

    def __init__(self, spiel: Any, name: str, number: int, simulations: int) -> None:
        self.name = name
        self.ours: State = find_game(name).game().initial_state()
        game = spiel.load_game(THEIRS[name])
        self.theirs = game.new_initial_state()
        evaluator = spiel.RandomRolloutEvaluator(1, number)
        memory, solve, verbose = 1000, False, False
        self.bot = spiel.MCTSBot(game, evaluator, 1.4, simulations, memory, solve, number, verbose)
        self.simulations = simulations
        self.rng = Random(number)

    def play(self, seat: int, opening: int) -> float:
        """What our baseline gets in that seat."""
        plies = 0
        while (who := self.ours.to_play()) != OVER and not self.theirs.is_terminal():
            if plies < opening:
                self.step(self.rng.choice(self.ours.legal_actions()))
            elif who == seat:
                budget = Budget(nodes=self.simulations)
                self.step(baseline(self.ours, budget, self.rng.getrandbits(31)).action)
            else:
                theirs = self.theirs.action_to_string(self.bot.step(self.theirs))
                self.step(self.ours.parse(translate(self.name, theirs)))
            plies += 1
        return float(self.theirs.returns()[seat])

    def step(self, action: int) -> None:
        """Play in both; they must agree about what may be done and how it ends."""
        spiel = self.theirs
        theirs = {translate(self.name, spiel.action_to_string(a)): a for a in spiel.legal_actions()}
        ours = {self.ours.text(a) for a in self.ours.legal_actions()}
        assert ours == set(theirs), f"{ours} here, {set(theirs)} there"
        spiel.apply_action(theirs[self.ours.text(action)])
        self.ours = self.ours.apply(action)
        assert same_end(self.name, self.ours, spiel)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
