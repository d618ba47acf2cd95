"""What an estimate, or more time, is worth in Freeze Tag for two, and how much the dice decide.

    python bench/freezetag.py learned:0.3 race:0.3 --pairs 200
    python bench/freezetag.py learned:0.1 learned:0.01 --pairs 100
    python bench/freezetag.py knows:2 learned:0.01 --pairs 20

plays alpha-beta with what was learned (`pairs.py`) or with the lead in the race, each at so many
seconds of the processor a move, in pairs of matches with the same dice and exchanged seats. The
third knows the next rolls, so many, and by them all that can be done in as many turns: what it gets
is no more than what knowing the dice is worth at most. Beside
the points of the first stands how many pairs it won twice, once and not at all: where both matches
go to the same seat, its dice were too good to be beaten. Run it where the package was compiled in
place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.statistics import mean_share
from everygame.build import build
from everygame.contract import CHANCE, OVER, State
from everygame.games.freezetag.bots import evaluate, lead, quiet
from everygame.library.registry import find_game
from everygame.search.alphabeta import alphabeta
from everygame.search.budget import Answer, Budget

FACES: Final = range(6)
REPORTS: Final = 20
"""A line after so many pairs."""
Player = Callable[[State, int, Random], Answer]
"""What thinks of a state, with a seed, and, if it is one that knows them, the dice."""


def main(words: Sequence[str]) -> int:
    given = parse(words)
    players = [player(word) for word in given.players]
    print(build(), flush=True)
    got: list[float] = []
    depths: tuple[list[int], list[int]] = ([], [])
    for number in range(given.pairs):
        one, other = (play(players, swap, number, given, depths) for swap in (0, 1))
        got.append((one + other) / 2)
        if len(got) % REPORTS == 0 or len(got) == given.pairs:
            print(report(given.players, got, depths), flush=True)
    return 0


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", nargs=2, metavar="ESTIMATE:SECONDS")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seating", choices=("across", "corner"), default="across")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def player(word: str) -> Player:
    """A search with that estimate and time."""
    name, _, seconds = word.partition(":")
    if name == "knows":
        return partial(foresee, int(seconds))
    estimate = {"learned": evaluate, "race": lead}[name]
    calm = quiet if name == "learned" else None

    def think(state: State, seed: int, _: Random) -> Answer:
        budget = Budget(seconds=float(seconds), cpu=True)
        return alphabeta(state, budget, seed, estimate, table_bits=21, quiet=calm)

    return think


def play(
    players: list[Player],
    swap: int,
    number: int,
    given: argparse.Namespace,
    depths: tuple[list[int], list[int]],
) -> float:
    """What the first of the players gets, from 0 to 1."""
    dice, rng = Random(f"dice {given.seed} {number}"), Random(f"bots {given.seed} {number}")
    state = find_game("freezetag").game(seating=given.seating).initial_state()
    while (seat := state.to_play()) != OVER:
        actions = state.legal_actions()
        if seat == CHANCE:
            action = dice.choice(actions)
        elif len(actions) == 1:
            action = actions[0]
        else:
            answer = players[seat ^ swap](state, rng.getrandbits(30), dice)
            depths[seat ^ swap].append(answer.depth)
            action = answer.action
        state = state.apply(action)
    return (1 + state.returns()[swap]) / 2


def foresee(turns: int, state: State, _: int, dice: Random) -> Answer:
    """The best for who is to play, if the next rolls are known and all turns until then looked
    at."""
    ahead, seat = Random(), state.to_play()
    ahead.setstate(dice.getstate())
    rolls = [ahead.choice(FACES) for _ in range(turns)]
    found = [
        (known(state.apply(action), seat, rolls, -2.0, 2.0), -action)
        for action in state.legal_actions()
    ]
    value, action = max(found)
    return Answer(-action, value, 0, 0.0, depth=turns)


def known(state: State, seat: int, rolls: list[int], low: float, high: float) -> float:
    """What the seat may expect, between these bounds, with these rolls to come."""
    who = state.to_play()
    if who == OVER:
        return state.returns()[seat]
    if who == CHANCE:
        if not rolls:
            return evaluate(state, seat)
        return known(state.apply(rolls[0]), seat, rolls[1:], low, high)
    for action in state.legal_actions():
        worth = known(state.apply(action), seat, rolls, low, high)
        low, high = (max(low, worth), high) if who == seat else (low, min(high, worth))
        if low >= high:
            break
    return low if who == seat else high


def report(names: list[str], got: list[float], depths: tuple[list[int], list[int]]) -> str:
    found = mean_share(got)
    twice, once = got.count(1.0), got.count(0.5)
    return (
        f"{names[0]} – {names[1]}: {2 * len(got)} matches, {found.value:.1%} of the points"
        f" ({found.low:.1%} to {found.high:.1%}); pairs won twice {twice}, once {once},"
        f" never {len(got) - twice - once}; plies {fmean(depths[0]):.2f}, {fmean(depths[1]):.2f}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
