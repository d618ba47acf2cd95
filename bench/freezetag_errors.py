"""How much a bot of Freeze Tag for two gives away, as a deeper search sees it: what better play
could gain against it at most, whatever the dice do.

    python bench/freezetag_errors.py --nodes 25000 --plies 5 --matches 40

plays matches of the bot with itself, so many positions a move. One decision in eight is looked at
again so many plies ahead, and what the bot chose is compared with what is best there. A player who
never errs in the eyes of that search gains, in a match, the mean loss of a decision times the
decisions of a seat; the limits are two standard errors, by matches. Run it where the package was
compiled in place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.build import build
from everygame.contract import CHANCE, OVER, State
from everygame.games.freezetag.bots import evaluate, quiet
from everygame.library.registry import find_game
from everygame.search.alphabeta import DEEPEST, alphabeta
from everygame.search.budget import Answer, Budget

SAMPLE: Final = 8
ENDLESS: Final = 10**9


def main(words: Sequence[str]) -> int:
    given = parse(words)
    print(build(), flush=True)
    lost, looked, decisions = [], 0, 0
    for number in range(given.matches):
        losses, made = play(given, Random(f"errors {given.seed} {number}"))
        lost.append(SAMPLE * sum(losses) / 2)
        looked, decisions = looked + len(losses), decisions + made
    mean, error = fmean(lost), 2 * stdev(lost) / len(lost) ** 0.5
    print(
        f"{given.nodes} positions a move, judged {given.plies} plies ahead:"
        f" {given.matches} matches, {decisions / given.matches / 2:.1f} decisions a seat,"
        f" {looked} looked at; a seat gives away {mean:.1%} of the points of a match"
        f" (within {error:.1%})"
    )
    return 0


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--nodes", type=int, default=25_000)
    parser.add_argument("--plies", type=int, default=5)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def play(given: argparse.Namespace, rng: Random) -> tuple[list[float], int]:
    """The losses that were looked at, as shares of a point, and how many decisions there were."""
    state, losses, made = find_game("freezetag").game().initial_state(), [], 0
    while state.to_play() != OVER:
        actions = state.legal_actions()
        action = rng.choice(actions)
        if state.to_play() != CHANCE and len(actions) > 1:
            action = search(state, given.nodes, DEEPEST, rng.getrandbits(30)).action
            made += 1
            if rng.randrange(SAMPLE) == 0:
                losses.append(loss(state, action, given.plies))
        state = state.apply(action)
    return losses, made


def search(state: State, nodes: int, plies: int, seed: int = 0) -> Answer:
    return alphabeta(
        state, Budget(nodes), seed, evaluate, deepest=plies, table_bits=21, quiet=quiet
    )


def loss(state: State, action: int, plies: int) -> float:
    """How much better the best action is than this one: from 0 to 1, a loss for a win."""
    best = search(state, ENDLESS, plies)
    if best.action == action:
        return 0.0
    found = worth(state.apply(action), state.to_play(), plies - 1)
    return max(0.0, best.value - found) / 2


def worth(state: State, seat: int, plies: int) -> float:
    """What the state is worth to the seat, so many plies ahead."""
    who = state.to_play()
    if who == OVER:
        return state.returns()[seat]
    if plies <= 0 and who == CHANCE:
        return evaluate(state, seat)
    if who == CHANCE:
        faces = [state.apply(action) for action in state.legal_actions()]
        return fmean([worth(face, seat, plies - 1) for face in faces])
    value = search(state, ENDLESS, max(plies, 1)).value
    return value if who == seat else -value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
