"""Does connect four's strongest bot keep what it has? Against a perfect solver.

    python bench/connectfour_exact.py [--positions 200] [--matches 20] [--charts 48] [--seed 1]

plays the first seat of the empty board, a won start, against the solver of `pip install bitbully
bitbully-databases`; then asks the bot, a second of the processor a move, for its move in positions
of 8 to 20 random plies that are won or drawn, and asks the solver what is left of them; then how
decided positions would be drawn in the chart, a quarter of a second each. The exit status is 1 if
anything was lost.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.bots import choose, levels
from everygame.bots.analysis import weigh
from everygame.build import build
from everygame.contract import OVER, Json, State
from everygame.library.registry import find_game

GAME: Final = find_game("connectfour").game()
FEWEST, MOST = 8, 20
"""Plies before a position."""
PLY: Final = 0.25
"""Seconds for a position of the chart, as the page has it."""
LEVEL: Final = 0.25
"""What looks level in the chart: a value nearer to 0."""

Moves = list[int]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="of each kind")
    parser.add_argument("--matches", type=int, default=20, metavar="N")
    parser.add_argument("--charts", type=int, default=48, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(words)
    print(build(), flush=True)
    rng, score = Random(given.seed), find_solver()
    won = sum(wins_first(score, rng) for _ in range(given.matches))
    print(f"empty board: won {won} of {given.matches}", flush=True)
    bad = given.matches - won
    for name, wanted in (("won", 1), ("drawn", 0)):
        bad += given.positions - count_kept(name, positions(rng, score, wanted), given.positions)
    level = sum(looks_level(moves) for moves, _ in take(decided(rng, score), given.charts))
    print(f"decided positions drawn as level: {level} of {given.charts}")
    return int(bad > 0)


def find_solver() -> Callable[[Moves], int]:
    """What a position is worth for who plays next: more than 0 is a win."""
    solver: Any = import_module("bitbully").BitBully()
    board: Any = import_module("bitbully").Board
    return lambda moves: int(solver.mtdf(board(moves)))


def play(moves: Moves) -> State:
    state = GAME.initial_state()
    for move in moves:
        state = state.apply(move)
    return state


def ask(state: State, rng: Random) -> Json:
    """What the page asks a bot."""
    return {
        "game": GAME.name,
        "options": GAME.settings,
        "seat": state.to_play(),
        "observation": state.observe(state.to_play()),
        "moves": [state.text(action) for action in state.legal_actions()],
        "level": levels(GAME)[-1].name,
        "seed": rng.getrandbits(30),
        "cpu": True,
    }


def wins_first(score: Callable[[Moves], int], rng: Random) -> bool:
    """A match from the start; the solver holds out as long as it can, ties by chance."""
    moves: Moves = []
    while (state := play(moves)).to_play() != OVER:
        if state.to_play() == 0:
            moves.append(state.parse(choose(ask(state, rng))["move"]))
        else:
            moves.append(best_reply(moves, state, score, rng))
    return state.returns()[0] == 1.0


def best_reply(moves: Moves, state: State, score: Callable[[Moves], int], rng: Random) -> int:
    worth = {}
    for action in state.legal_actions():
        after = state.apply(action)
        ended = after.to_play() == OVER
        worth[action] = 100 * after.returns()[1] if ended else -score([*moves, action])
    most = max(worth.values())
    return rng.choice([action for action, value in worth.items() if value == most])


def positions(
    rng: Random, score: Callable[[Moves], int], wanted: int
) -> Iterator[tuple[Moves, State]]:
    """Random positions that are won (1) or drawn (0), FEWEST to MOST plies in, in turns."""
    while True:
        for plies in range(FEWEST, MOST + 1):
            while True:
                moves, state = wander(rng, plies)
                if state.to_play() != OVER and sign(score(moves)) == wanted:
                    yield moves, state
                    break


def decided(rng: Random, score: Callable[[Moves], int]) -> Iterator[tuple[Moves, State]]:
    """Random positions that somebody wins."""
    while True:
        moves, state = wander(rng, rng.randint(FEWEST, MOST))
        if state.to_play() != OVER and score(moves) != 0:
            yield moves, state


def wander(rng: Random, plies: int) -> tuple[Moves, State]:
    moves: Moves = []
    state = GAME.initial_state()
    while len(moves) < plies and state.to_play() != OVER:
        moves.append(rng.choice(state.legal_actions()))
        state = state.apply(moves[-1])
    return moves, state


def take(found: Iterator[tuple[Moves, State]], count: int) -> list[tuple[Moves, State]]:
    return [next(found) for _ in range(count)]


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def count_kept(name: str, found: Iterator[tuple[Moves, State]], count: int) -> int:
    """In how many of these positions the bot's move keeps what they are worth."""
    score, rng, kept, longest, late = find_solver(), Random(1), 0, 0.0, 0
    wanted = int(name == "won")
    for moves, state in take(found, count):
        began = thread_time()
        move = state.parse(choose(ask(state, rng))["move"])
        took = thread_time() - began
        longest, late = max(longest, took), late + (took > 1.0)
        after = state.apply(move)
        if after.to_play() == OVER:
            kept += after.returns()[state.to_play()] >= wanted
        else:
            kept += sign(-score([*moves, move])) >= wanted
    print(
        f"{name}: kept {kept} of {count}, longest move {longest:.2f} s, {late} over 1 s", flush=True
    )
    return kept


def looks_level(moves: Moves) -> bool:
    """A decided position would be drawn as level."""
    state = play(moves)
    request = {**ask(state, Random(1)), "truth": state.to_json(), "seconds": PLY}
    value = float(weigh(request)["returns"][0] or 0.0)
    return abs(value) < LEVEL


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
