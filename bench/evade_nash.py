"""How far is our bot from a perfect bluff? Exploitability on a small board of Evade.

    PYTHONPATH=. python bench/evade_nash.py [--plies 5] [--nodes 400] [--iterations 300]

The board is cut out of the real one, four by four squares, and played by the real rules; each side
has a coin on a and d, one of them its leader, chosen in secret; after so many plies it is a draw,
which bots know.
All of it is written as an extensive-form game for OpenSpiel, which computes NashConv: what both
players together could gain by best answers, 0 for perfect play. It needs `pip install
open_spiel==2.0.2`, and a compiled copy of the package to be quick.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from spiel import find_spiel

from everygame.contract import OVER, TRUTH, Json, State
from everygame.fast.arrays import i64, vec
from everygame.games.evade.bots import idea, secrecy
from everygame.games.evade.rules import BOTH, CELLS, EvadeState
from everygame.search.baseline import hidden_baseline
from everygame.search.budget import Budget
from everygame.search.gt_cfr import gt_cfr

SIDE: Final = 4
FILES: Final = "ad"
COINS: Final = ((1, 2), (7, 8))
"""The numbers of each side's coins."""
HIDES: Final = ("White hides", "Black hides")
Shares = dict[str, float]
"""Move text → how often it is played."""
Bot = Callable[["Short"], Shares]
"""What a bot does in a state, of which it may use what the seat knows."""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plies", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=400, help="simulated matches a move")
    parser.add_argument("--iterations", type=int, default=300, help="of CFR+")
    given = parser.parse_args(words)
    spiel = find_spiel()
    if spiel is None:
        print("evade_nash.py asks OpenSpiel: pip install open_spiel", file=sys.stderr)
        return 1
    with TemporaryDirectory() as folder:
        file = Path(folder) / "evade.efg"
        tree = Export(given.plies)
        file.write_text(tree.text(), "utf-8")
        game = spiel.load_game(f"efg_game(filename={file})")
        print(f"{tree.nodes:,} nodes, {len(tree.places):,} places to decide", flush=True)
        measure(spiel, game, tree, given.nodes, given.iterations)
    return 0


def measure(spiel: Any, game: Any, tree: Export, nodes: int, iterations: int) -> None:
    """Print the NashConv of each way to play."""
    bots: dict[str, Bot] = {
        "any move": lambda state: {},
        f"baseline, {nodes} matches": lambda state: plain(state, nodes),
        f"ours, {nodes} matches": lambda state: ours(state, nodes),
        f"ours, {10 * nodes} matches": lambda state: ours(state, 10 * nodes),
        f"ours with secrecy, {nodes} matches": lambda state: ours(state, nodes, discretion(state)),
    }
    for name, bot in bots.items():
        began = perf_counter()
        policy, asked = tree.policy(spiel, game, bot)
        each = 1000 * (perf_counter() - began) / asked
        found = spiel.nash_conv(game, policy)
        print(f"{name:36} {found:.3f}, {each:.1f} ms a move", flush=True)
    solver = spiel.CFRPlusSolver(game)
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done in (iterations // 10, iterations):
            found = spiel.nash_conv(game, solver.average_policy())
            print(f"{f'CFR+, {done} iterations':36} {found:.3f}", flush=True)


# -- the small board


def start(white: int, black: int) -> EvadeState:
    """The board after the set-up; the leaders are coins."""
    rows = (0, SIDE - 1)
    state = EvadeState(0)
    state.board = sum(15 << 6 * rank for rank in range(SIDE))
    state.goals = vec[i64]([15 << 6 * rank for rank in reversed(rows)])
    cells = [0] * CELLS
    for seat, rank in enumerate(rows):
        for coin, file in zip(COINS[seat], FILES, strict=True):
            cells[6 * rank + "abcdef".index(file)] = coin
    state.coins = vec[i64](cells)
    state.chosen = BOTH
    state.crown(1 << white | 1 << black)
    return state


def worlds(state: EvadeState, viewer: int) -> list[EvadeState]:
    """The states that the viewer cannot tell from this one."""
    own = int(state.leaders) & sum(1 << coin for coin in COINS[viewer])
    found = []
    for coin in COINS[1 - viewer]:
        if not state.guards >> coin & 1:
            world = state.copy()
            assert isinstance(world, EvadeState)
            world.crown(own | 1 << coin)
            if world.crowns:  # else the match would be over
                found.append(world)
    return found


class Short(State):
    """A match that ends in a draw after so many more plies."""

    def __init__(self, match: EvadeState, left: int) -> None:
        self.match, self.left = match, left

    def copy(self) -> Short:
        match = self.match.copy()
        assert isinstance(match, EvadeState)
        return Short(match, self.left)

    def to_play(self) -> int:
        return int(self.match.to_play()) if self.left else OVER

    def legal_actions(self) -> list[int]:
        return self.match.legal_actions() if self.left else []

    def advance(self, action: int) -> None:
        self.match.advance(action)
        self.left -= 1

    def returns(self) -> list[float]:
        return self.match.returns()

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        return self.match.text(action, viewer)

    def to_json(self) -> Json:
        return {**self.match.to_json(), "left": self.left}

    def observe(self, viewer: int | None) -> Json:
        return {**self.match.observe(viewer), "left": self.left}


def estimate(state: State, seat: int) -> float:
    assert isinstance(state, Short)
    return idea(state.match, seat)


def ours(state: Short, nodes: int, price: float = 0.0) -> Shares:
    """The shares from which our bot draws its move, if its secret is worth so much to it."""
    rng, seat = Random(1), state.to_play()

    def deal() -> Short:
        return Short(rng.choice(worlds(state.match, seat)), state.left)

    def disguise() -> Short:
        return Short(rng.choice(worlds(deal().match, 1 - seat)), state.left)

    found = gt_cfr(deal, disguise, seat, Budget(nodes), price, 1, estimate, 0.3)
    return {state.text(action): share for action, share in found.visits.items()}


def discretion(state: Short) -> float:
    """What the secret would be worth in a match that goes on."""
    return secrecy(state.match, state.to_play())


def plain(state: Short, nodes: int) -> Shares:
    """The one move of the baseline."""
    rng, seat = Random(1), state.to_play()

    def deal() -> Short:
        return Short(rng.choice(worlds(state.match, seat)), state.left)

    found = hidden_baseline(deal, seat, Budget(nodes), 1)
    return {state.text(found.action): 1.0}


# -- as an extensive-form game


class Export:
    """The whole tree as a Gambit file, and for each place to decide a state that is found there."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.nodes = 0
        self.ends = 0
        self.lines: list[str] = []
        self.places: dict[str, tuple[int, Short | None]] = {}
        """What a player knows, in words: its number, and a state that it cannot rule out."""
        self.sets = [0, 0]
        """How many places each player has."""

    def text(self) -> str:
        self.lines = ['EFG 2 R "Evade on a small board" { "White" "Black" }']
        self.decide(0, HIDES[0], list(FILES), None)
        for white in COINS[0]:
            self.decide(1, HIDES[1], list(FILES), None)
            for black in COINS[1]:
                self.walk(start(white, black), "", self.plies)
        return "\n".join(self.lines) + "\n"

    def decide(self, seat: int, place: str, moves: list[str], state: Short | None) -> None:
        self.nodes += 1
        if place not in self.places:
            self.sets[seat] += 1
            self.places[place] = (self.sets[seat], state)
        labels = " ".join(f'"{move}"' for move in moves)
        number = self.places[place][0]
        self.lines.append(f'p "" {seat + 1} {number} "{place}" {{ {labels} }} 0')

    def walk(self, state: EvadeState, history: str, left: int) -> None:
        if state.to_play() == OVER or left == 0:
            self.end(state)
            return
        seat = state.to_play()
        own = next(coin for coin in COINS[seat] if state.leaders >> coin & 1)
        actions = state.legal_actions()
        moves = [state.text(action) for action in actions]
        self.decide(seat, f"{own}:{history}", moves, Short(state, left))
        for action, move in zip(actions, moves, strict=True):
            after = state.apply(action)
            assert isinstance(after, EvadeState)
            self.walk(after, f"{history} {move}", left - 1)

    def end(self, state: EvadeState) -> None:
        self.nodes += 1
        self.ends += 1
        white, black = state.returns()
        self.lines.append(f't "" {self.ends} "" {{ {white} {black} }}')

    def policy(self, spiel: Any, game: Any, bot: Bot) -> tuple[Any, int]:
        """What a bot does everywhere, for OpenSpiel, and how often it was asked. A bot sees no
        history, so it is asked once for all places where it sees the same; set-ups are drawn
        evenly."""
        asked: dict[str, Shares] = {}
        table = {}
        for key, even in spiel.UniformRandomPolicy(game).policy_table().items():
            state = self.places[key.split("-", 3)[3]][1]
            shares: Shares = {}
            if state is not None:
                seen = repr((state.observe(state.to_play()), state.to_play()))
                if seen not in asked:
                    asked[seen] = bot(state)
                shares = asked[seen]
            table[key] = self.spread(even, shares, state)
        return spiel.TabularPolicy(table), len(asked)

    def spread(
        self, even: list[tuple[int, float]], shares: Shares, state: Short | None
    ) -> list[tuple[int, float]]:
        """Shares of the bot as those of OpenSpiel's actions, which have the order of ours."""
        total = sum(shares.values())
        if state is None or not total:
            return even
        moves = [state.text(action) for action in state.legal_actions()]
        return [
            (action, shares.get(move, 0.0) / total)
            for (action, _), move in zip(even, moves, strict=True)
        ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
