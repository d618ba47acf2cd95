"""Learn what positions of Ice Floes for two on 7 × 7 are worth, from the bot's own matches.

    python bench/icefloes_learn.py

plays matches of alpha-beta with itself from random openings on the standard level and the diamond,
with the distance to the goal as its estimate, and fits the weights of
`everygame/games/icefloes/features.py` to how they ended, by logistic regression: the more a
position promises, the likelier its player won. Every fifth match is kept aside, and how well those
are foretold is printed; a guess that knows nothing has a loss of 0.693. A second round, with what
the first had learned as the estimate, gave no better bot.

It writes `everygame/games/icefloes/weights.txt`. With the same seed and numbers it writes the same
file, on any build and with any number of workers. Run it where the package was compiled in place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import exp, log
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from everygame.contract import OVER, State  # noqa: E402
from everygame.games.icefloes.bots import nearness  # noqa: E402
from everygame.games.icefloes.features import UNIT, features, kinds  # noqa: E402
from everygame.games.icefloes.rules import IceFloesState  # noqa: E402
from everygame.library.registry import find_game  # noqa: E402
from everygame.match import Match  # noqa: E402
from everygame.search.alphabeta import alphabeta  # noqa: E402
from everygame.search.budget import Budget  # noqa: E402

WEIGHTS: Final = ROOT / "everygame" / "games" / "icefloes" / "weights.txt"
KINDS: Final = kinds()
LEVELS: Final = ("standard", "standard", "diamond")
OPENING: Final = range(4, 24)
"""Plies at random before the bot plays."""
SAMPLE: Final = 3
"""One position in so many is learned from: neighbours are much alike."""
CONTEMPT: Final = 0.1
REMEMBERED: Final = 60
ASIDE: Final = 5
PASSES: Final = 10
RATE, FADE, SHRINK = 0.05, 0.8, 0.002
"""How far a position moves its weights in the first pass, what is left of that in the next, and
the share of itself that a weight loses each time."""
SHARE: Final = 0.25
"""Of the logarithm of the odds: what the bot takes for a return. Half of it would be the return."""

Example = tuple[tuple[int, ...], float]
"""The kinds of a position's features, and what its player got: 0, ½ or 1."""
Task = tuple[int, int, int]
"""Number of the match, nodes a move, seed."""


def main(words: Sequence[str]) -> int:
    given = parse(words)
    tasks = [(number, given.nodes, given.seed) for number in range(given.matches)]
    with get_context("spawn").Pool(given.workers) as pool:
        played = pool.map(play, tasks, chunksize=20)
    weights = fit(played, max(KINDS) + 1, Random(given.seed))
    WEIGHTS.write_text(written(weights, given), "utf-8")
    return 0


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=6000)
    parser.add_argument("--nodes", type=int, default=1500, help="positions a move")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def play(task: Task) -> list[Example]:
    """What there is to learn from one match."""
    number, nodes, seed = task
    rng = Random(f"{seed} {number}")
    match = opening(rng, LEVELS[number % len(LEVELS)])
    seen: list[tuple[int, tuple[int, ...]]] = []
    while (seat := match.to_play()) != OVER:
        state = match.state()
        assert isinstance(state, IceFloesState)
        if rng.randrange(SAMPLE) == 0:
            seen.append((seat, tuple(KINDS[feature] for feature in features(state))))
        match.play(seat, think(match, state, nodes, rng.getrandbits(30)))
    outcome = match.outcome()
    assert outcome is not None
    return [(active, (1 + outcome.returns[seat]) / 2) for seat, active in seen]


def opening(rng: Random, level: str) -> Match:
    """A match after some plies at random, not over yet."""
    while True:
        match = Match(find_game("icefloes").game(level=level), rng)
        for _ in range(rng.choice(OPENING)):
            if match.to_play() != OVER:
                match.play(match.to_play(), rng.choice(match.state().legal_actions()))
        if match.to_play() != OVER:
            return match


def think(match: Match, state: State, nodes: int, seed: int) -> int:
    """The move of a bot that has learned nothing yet."""
    path = match.path(match.node)[-REMEMBERED:-1]
    return alphabeta(
        state,
        Budget(nodes),
        seed,
        nearness,
        repetition=match.game.repetition,
        contempt=CONTEMPT,
        before=[match.state(node) for node in path],
    ).action


def fit(played: list[list[Example]], size: int, rng: Random) -> list[float]:
    """A weight for each kind, by stochastic gradient descent."""
    aside = [example for match in played[::ASIDE] for example in match]
    learned = [e for i, match in enumerate(played) if i % ASIDE for e in match]
    weights = [0.0] * size
    for number in range(PASSES):
        rng.shuffle(learned)
        descend(weights, learned, RATE * FADE**number)
    print(
        f"{len(learned)} positions, loss {loss(weights, learned):.4f};"
        f" {len(aside)} aside, loss {loss(weights, aside):.4f}",
        flush=True,
    )
    return weights


def descend(weights: list[float], examples: list[Example], rate: float) -> None:
    """One pass."""
    for active, got in examples:
        wrong = rate * (got - chance(weights, active))
        for kind in active:
            weights[kind] += wrong - SHRINK * rate * weights[kind]


def chance(weights: list[float], active: tuple[int, ...]) -> float:
    """Of the player to move."""
    return 1.0 / (1.0 + exp(-sum([weights[kind] for kind in active])))


def loss(weights: list[float], examples: list[Example]) -> float:
    """Cross entropy: how far off the foretold chances are."""
    total = 0.0
    for active, got in examples:
        p = min(max(chance(weights, active), 1e-9), 1 - 1e-9)
        total -= got * log(p) + (1 - got) * log(1 - p)
    return total / max(len(examples), 1)


def written(weights: list[float], given: argparse.Namespace) -> str:
    """The file of weights."""
    numbers = [str(round(weight * SHARE * UNIT)) for weight in weights]
    return "\n".join([
        f"# Made by bench/icefloes_learn.py --matches {given.matches} --nodes {given.nodes}"
        f" --seed {given.seed}; see features.py.",
        *lines(numbers),
        "",
    ])  # fmt: skip


def lines(numbers: list[str], wide: int = 100) -> Iterator[str]:
    """The numbers in lines of that many letters at most."""
    line = ""
    for number in numbers:
        if len(line) + 1 + len(number) > wide:
            yield line
            line = ""
        line += f" {number}" if line else number
    yield line


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
