"""How fast the searches are, beside the same searches in C++ and OpenSpiel's.

    python bench/searches.py [--rounds 5] [icefloes …]

It needs g++ and what setup.py needs; OpenSpiel is compared with where it can be imported. What is
measured is the baseline (`everygame/search/baseline.py`; for hidden games ISMCTS) from the start
of each game, chance taking its last outcome until a seat decides, in a compiled copy. Where there
is a C++ program it must first grow the very same tree, visit for visit; then all take turns in
every round, and processor time is counted. `icefloes:alphabeta` is the search of that game's
strongest bot, positions a second: in C++ it must look at as many positions for every depth. The
exit status is 1 where ours has less than 0.5 of the speed of C++.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Final

from playouts import HERE, OPTIONS, compile_cpp, copy_sources, run, share
from spiel import THEIRS, find_spiel

if TYPE_CHECKING:
    from everygame.search.budget import Answer

ALPHABETA: Final = "icefloes:alphabeta"
GAMES: Final = (
    "icefloes",
    ALPHABETA,
    "freezetag",
    "freez",
    "evade",
    "coldspell",
    "tictactoe",
    "connectfour",
)
LEAST: Final = 0.5
"""What ours must reach, as a share of C++."""
MOST: Final = 40_000
"""Simulations, so that no tree is full."""
MOST_POSITIONS: Final = 2_000_000
"""What the strongest bot looks at in about a third of a second."""
ROUND: Final = 0.7
"""Seconds of each search in a round, about."""
SAME: Final = ("2000", "3")
"""Simulations and seed of the trees that must be the same."""
SAME_POSITIONS: Final = ("2000000", "3")
DEEPEST: Final = 100
TABLE_BITS: Final = 21
"""Of alpha-beta, as in bots."""


def main(words: list[str]) -> int:
    if words[:1] == ["--search"]:
        print(*search(words[1], words[2], int(words[3]), int(words[4])))
        return 0
    if words[:1] == ["--weights"]:
        write_weights(Path(words[1]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args(words)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        compiled = copy_sources(Path(folder) / "fast")
        run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], compiled)
        for game in given.games:
            good &= compare(game, builds(game, compiled, Path(folder)), given.rounds)
    return 0 if good else 1


def builds(game: str, compiled: Path, folder: Path) -> dict[str, list[str]]:
    """A command for each that searches this game; simulations and a seed follow it."""
    found = {}
    if game == ALPHABETA:
        return alphabeta_builds(compiled, folder)
    if (HERE / "cpp" / f"{game}.cpp").is_file():
        found["C++"] = [compile_cpp(game, folder), "uct"]
    found["ours"] = [*python(compiled), "--search", "ours", game]
    if game in THEIRS and find_spiel() is not None:
        found["OpenSpiel"] = [*python(compiled), "--search", "theirs", game]
    return found


def alphabeta_builds(compiled: Path, folder: Path) -> dict[str, list[str]]:
    """The same for alpha-beta; both estimate by the same weights."""
    weights = folder / "weights"
    run([*python(compiled), "--weights", str(weights)])
    return {
        "C++": [compile_cpp("icefloes", folder), "alphabeta", str(weights)],
        "ours": [*python(compiled), "--search", "alphabeta", "icefloes"],
    }


def write_weights(path: Path) -> None:
    """The weight of each feature of Ice Floes, two bytes each."""
    from everygame.games.icefloes.features import WEIGHTS

    path.write_bytes(array("h", list(WEIGHTS)).tobytes())


def python(package: Path) -> list[str]:
    """The command that searches with this copy of the package, whatever else is installed."""
    start = f"import sys; sys.path[:1] = {[str(package), str(HERE)]}; import searches"
    return [sys.executable, "-c", f"{start}; sys.exit(searches.main(sys.argv[1:]))"]


def search(whose: str, game: str, simulations: int, seed: int) -> tuple[str, float]:
    """What was found, in one word that is the same for the same search (visits of each action of
    the root, or positions for each depth), and seconds of the processor."""
    searches = {"ours": ours, "theirs": theirs, "alphabeta": alphabeta_of, "depths": depths}
    think = searches[whose](game, simulations, seed)
    began = time.process_time()
    visits = think()
    return visits, time.process_time() - began


def ours(name: str, simulations: int, seed: int) -> Callable[[], str]:
    from everygame.contract import CHANCE
    from everygame.library.registry import find_game
    from everygame.search.baseline import baseline, hidden_baseline
    from everygame.search.budget import Budget

    game = find_game(name).game(**OPTIONS.get(name, {}))
    state, budget, rng = game.initial_state(), Budget(nodes=simulations), Random(seed)
    while state.to_play() == CHANCE:
        state = state.apply(state.legal_actions()[-1])
    seat = state.to_play()
    seen = state.observe(seat)

    def think() -> Answer:
        if game.hidden:
            return hidden_baseline(lambda: game.resample(seen, seat, rng), seat, budget, seed)
        return baseline(state, budget, seed)

    return lambda: ",".join(f"{action}:{tried}" for action, tried in think().visits.items())


def alphabeta_of(name: str, positions: int, seed: int) -> Callable[[], str]:
    think = thinker(name, seed)
    return lambda: str(think(positions, DEEPEST).action)


def depths(name: str, positions: int, seed: int) -> Callable[[], str]:
    """The move, and the positions looked at up to each depth that so many are enough for."""

    def think() -> str:
        found = explore(positions, DEEPEST)
        counts = [explore(positions, depth).nodes for depth in range(1, found.depth + 1)]
        return ",".join(map(str, [found.action, *counts]))

    explore = thinker(name, seed)
    return think


def thinker(name: str, seed: int) -> Callable[[int, int], Answer]:
    """The search of the strongest bot from the start of the game, for so many positions and plies
    ahead."""
    from everygame.bots.level import find_advice
    from everygame.library.registry import find_game
    from everygame.search.alphabeta import alphabeta
    from everygame.search.budget import Budget

    game = find_game(name).game(**OPTIONS.get(name, {}))
    evaluate = find_advice(name).evaluate
    return lambda positions, deepest: alphabeta(
        game.initial_state(),
        Budget(nodes=positions),
        seed,
        evaluate,
        repetition=game.repetition,
        deepest=deepest,
        table_bits=TABLE_BITS,
    )


def theirs(name: str, simulations: int, seed: int) -> Callable[[], str]:
    spiel = find_spiel()
    assert spiel is not None
    game = spiel.load_game(THEIRS[name])
    state = game.new_initial_state()
    evaluator = spiel.RandomRolloutEvaluator(1, seed)
    bot = spiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, seed, False)

    def think() -> str:
        bot.step(state)
        return "-"

    return think


def compare(game: str, commands: dict[str, list[str]], rounds: int) -> bool:
    """Print the median speeds; True where ours is fast enough."""
    if "C++" in commands:
        check_alike(game, commands)
    most = MOST_POSITIONS if game == ALPHABETA else MOST
    counts = {name: simulations_in_a_round(command, most) for name, command in commands.items()}
    speeds: dict[str, list[float]] = {name: [] for name in commands}
    for seed in range(1, rounds + 1):
        for name, command in commands.items():
            speeds[name].append(speed(command, counts[name], seed) / 1000)
    what = "positions" if game == ALPHABETA else "simulations"
    print(f"{game}: thousand {what} a second, median of {rounds} rounds", flush=True)
    for name, values in speeds.items():
        spread = f"({min(values):.2f} to {max(values):.2f})"
        part = share(speeds["ours"], values)
        print(f"{name:>12} {median(values):9.2f} {spread:22} ours {part:.2f} of it", flush=True)
    return "C++" not in speeds or share(speeds["ours"], speeds["C++"]) >= LEAST


def check_alike(game: str, commands: dict[str, list[str]]) -> None:
    """Ours and the C++ program search the very same positions."""
    same, ours = SAME, commands["ours"]
    if game == ALPHABETA:
        same, ours = SAME_POSITIONS, ["depths" if word == "alphabeta" else word for word in ours]
    found = {run([*command, *same]).split()[0] for command in (commands["C++"], ours)}
    if len(found) > 1:
        sys.exit(f"The searches of {game} differ: {found}")


def speed(command: list[str], simulations: int, seed: int) -> float:
    seconds = float(run([*command, str(simulations), str(seed)]).split()[-1])
    return simulations / max(seconds, 1e-9)


def simulations_in_a_round(command: list[str], most: int) -> int:
    count = 200
    while count < most and count / speed(command, count, 1) < ROUND / 4:
        count *= 2
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
