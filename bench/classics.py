"""The classics beside OpenSpiel: the same matches, random matches a second, searches a second.

    python bench/classics.py [connectfour …] [--matches 1000] [--rounds 5] [--write 20]

It needs `pip install open_spiel==2.0.2` and what setup.py needs. First both play the same random
matches, and at every ply must allow the same moves and say the same of the end. Then a compiled
copy and OpenSpiel take turns in every round, and processor time is counted: random matches
(OpenSpiel: one simulation of `MCTSBot` with a `RandomRolloutEvaluator` of many rollouts) and
searches by plain UCT of as many simulations for both, with one rollout each and the same
exploration of 1.4 (`everygame/search/baseline.py`, `MCTSBot`). A call from Python is a whole
search or all matches of a round on both sides, and what it allocates is freed within the time.
--write writes so many matches as OpenSpiel saw them to the tests, which replay them where there is
no OpenSpiel. The exit status is 1 where ours has less than 5 times its random matches or 4 times
its simulations.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from playouts import HERE, copy_sources, run, share
from spiel import THEIRS, find_spiel, same_end, translate

GAMES: Final = ("connectfour", "breakthrough", "reversi", "draughts")
LEAST: Final = {"matches": 5.0, "uct": 4.0}
"""How many times as fast as OpenSpiel we must be."""
ROUND: Final = 1.0
"""Seconds of each task in a round, about."""
TREE: Final = 10_000
"""Simulations of a search: trees of one size on both sides, and none is full."""


def main(words: list[str]) -> int:
    if words[:1] == ["--task"]:
        print(task(words[1], words[2], words[3], int(words[4]), int(words[5])))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=int, default=0, metavar="N")
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args(words)
    if find_spiel() is None:
        sys.exit("classics.py compares with OpenSpiel: pip install open_spiel==2.0.2")
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_sources(Path(folder) / "fast")
        run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], copy)
        good = [compare(game, copy, given) for game in given.games]
    return 0 if all(good) else 1


def compare(game: str, copy: Path, given: argparse.Namespace) -> bool:
    """Print what was found; True where ours is fast enough."""
    if given.matches:
        print(
            f"{game}: {run([*program(copy), 'agree', '-', game, str(given.matches), '0'])}", end=""
        )
    if given.write:
        lines = run([*program(copy), "sample", "-", game, str(given.write), "0"])
        path = HERE.parent / "tests" / "games" / game / "openspiel.txt"
        path.write_text(lines, "utf-8")
    good = True
    for kind in LEAST if given.rounds else ():
        good &= race(game, kind, program(copy), given.rounds)
    return good


def program(copy: Path) -> list[str]:
    """The command that works with this copy of the package, whatever else is installed."""
    start = f"import sys; sys.path[:1] = {[str(copy), str(HERE)]}; import classics"
    return [sys.executable, "-c", f"{start}; sys.exit(classics.main(sys.argv[1:]))", "--task"]


def race(game: str, kind: str, command: list[str], rounds: int) -> bool:
    """Print the median speeds; True where ours is fast enough."""
    sides = {whose: [*command, kind, whose, game] for whose in ("ours", "OpenSpiel")}
    counts = {whose: work_in_a_round(side) for whose, side in sides.items()}
    speeds: dict[str, list[float]] = {whose: [] for whose in sides}
    for seed in range(1, rounds + 1):
        for whose, side in sides.items():
            speeds[whose].append(speed(side, counts[whose], seed))
    times = share(speeds["ours"], speeds["OpenSpiel"])
    told = ", ".join(
        f"{whose} {median(found):,.0f} ({min(found):,.0f} to {max(found):,.0f})"
        for whose, found in speeds.items()
    )
    print(f"{game}, {kind} a second, median of {rounds}: {told}: {times:.1f} times", flush=True)
    return times >= LEAST[kind]


def speed(side: list[str], count: int, seed: int) -> float:
    return count / float(run([*side, str(count), str(seed)]))


def work_in_a_round(side: list[str]) -> int:
    """How many matches or simulations take this side about as long as a round; whole searches."""
    count = TREE
    while (seconds := count / speed(side, count, 1)) < ROUND / 8:
        count *= 4
    return max(1, round(count * ROUND / seconds / TREE)) * TREE


def task(kind: str, whose: str, game: str, count: int, seed: int) -> str:
    """What a process of its own does; the answer of a race is seconds of the processor."""
    if kind == "agree":
        return agree(game, count)
    if kind == "sample":
        return "\n".join(played(game, number)[0] for number in range(count))
    work = {"ours": ours, "OpenSpiel": theirs}[whose](kind, game, count, seed)
    began = time.process_time()
    work()
    return f"{time.process_time() - began:.6f}"


def ours(kind: str, game: str, count: int, seed: int) -> Callable[[], object]:
    from everygame.library.registry import find_game
    from everygame.search.baseline import baseline
    from everygame.search.budget import Budget
    from everygame.search.playouts import playouts

    root: Any = find_game(game).game().initial_state()
    if kind == "matches":
        return lambda: playouts(root, count, seed)
    seeds = range(seed, seed + count // TREE)
    return lambda: [baseline(root, Budget(nodes=TREE), number).action for number in seeds]


def theirs(kind: str, game: str, count: int, seed: int) -> Callable[[], object]:
    """With one simulation there is no move to choose, so the tree is asked for, not a step."""
    spiel = find_spiel()
    played = spiel.load_game(THEIRS[game])
    rollouts, simulations = (count, 1) if kind == "matches" else (1, TREE)
    evaluator = spiel.RandomRolloutEvaluator(rollouts, seed)
    bot = spiel.MCTSBot(played, evaluator, 1.4, simulations, 1000, False, seed, False)
    state = played.new_initial_state()
    if kind == "matches":
        return lambda: bot.mcts_search(state).explore_count
    return lambda: [bot.step(state) for _ in range(count // TREE)]


def agree(game: str, matches: int) -> str:
    """Play random matches in both. Raises AssertionError where they differ."""
    plies = sum(played(game, number)[1] for number in range(matches))
    return f"{matches} random matches, {plies} plies, the same moves and ends as OpenSpiel"


def played(game: str, number: int) -> tuple[str, int]:
    """A match as OpenSpiel saw it, `MOVE/LEGAL MOVES` a ply and then what the seats got; and its
    length."""
    from everygame.library.registry import find_game

    rng, words = Random(f"{game}/{number}"), []
    state = find_game(game).game().initial_state()
    twin = find_spiel().load_game(THEIRS[game]).new_initial_state()
    while not twin.is_terminal():
        assert state.to_play() == twin.current_player()
        legal = {translate(game, twin.action_to_string(a)): a for a in twin.legal_actions()}
        texts = sorted(legal)
        assert sorted(state.text(action) for action in state.legal_actions()) == texts
        move = rng.choice(texts)
        words.append(f"{move}/{len(texts)}")
        state = state.apply(state.parse(move))
        twin.apply_action(legal[move])
        assert twin.is_terminal() or state.to_play() >= 0
    assert same_end(game, state, twin)
    return " ".join([*words, *(f"{value:g}" for value in twin.returns())]), len(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
