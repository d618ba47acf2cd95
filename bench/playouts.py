"""Random matches a second: the same rules in C++, compiled from Python, and interpreted.

    python bench/playouts.py [--rounds 9] [icefloes …]

It needs g++ and what setup.py needs. Each round runs all builds one after the other and counts
processor time, since machines change their pace. Before that, all builds must count the same perft
and play the very same matches. The exit status is 1 where compiled play has less than 0.6 of the
speed of C++ or, for a game without a C++ program, less than 20 times that of interpreted play.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

HERE: Final = Path(__file__).resolve().parent
COPIED: Final = ("everygame", "setup.py", "pyproject.toml", "README.md", "LICENSE")
LEAST: Final = {"C++": 0.6, "interpreted": 20.0}
"""What compiled play must reach, as a share of the build that it is measured against."""
ROUND: Final = 0.7
"""Seconds of play of each build in a round."""
DEEPEST, POSITIONS = 8, 100_000
"""Perft is compared to this depth, or one less deep that counts about so many."""
SAME: Final = ("playouts", "100", "7")
"""Matches that all builds must play alike."""


GAMES: Final = ("icefloes", "freezetag", "freez", "evade", "coldspell")
OPTIONS: Final = {"evade": {"information": "hidden"}}
"""Where other rules than the usual ones have been measured from the beginning."""


def main(words: list[str]) -> int:
    if words[:1] == ["--play"]:
        return play(*words[1:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("games", nargs="*", default=GAMES)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        plain, compiled = copy_sources(Path(folder) / "plain"), copy_sources(Path(folder) / "fast")
        run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], compiled)
        good = True
        for game in given.games:
            builds = {"interpreted": python(plain, game), "compiled": python(compiled, game)}
            if (HERE / "cpp" / f"{game}.cpp").is_file():
                builds = {"C++": [compile_cpp(game, Path(folder))], **builds}
            print(game, end=": ")
            check_alike(builds)
            good &= compare(builds, given.rounds)
    return 0 if good else 1


def play(game: str, task: str, number: str, seed: str = "0") -> int:
    """What the C++ programs do, in Python: count perft or time playouts, and print the same."""
    from everygame.fast.state import FastState
    from everygame.library.registry import find_game
    from everygame.perft import perft
    from everygame.search.playouts import playouts

    root = find_game(game).game(**OPTIONS.get(game, {})).initial_state()
    assert isinstance(root, FastState)
    if task == "perft":
        print(perft(root, int(number)))
        return 0
    playouts(root, 1, 0)  # what is read once, such as a word list, is no part of play
    began = time.process_time()
    plies, returns = playouts(root, int(number), int(seed))
    print(f"{plies} {returns[0]:.0f} {time.process_time() - began:.6f}")
    return 0


def copy_sources(to: Path) -> Path:
    """A copy of the checkout without anything compiled."""
    for name in COPIED:
        source = HERE.parent / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
        else:
            shutil.copy(source, to / name)
    return to


def compile_cpp(game: str, folder: Path) -> str:
    program = str(folder / game)
    options = ["-std=c++17", "-O3", "-Wno-stringop-overflow"]
    run(["g++", *options, "-o", program, str(HERE / "cpp" / f"{game}.cpp")], HERE)
    return program


def python(package: Path, game: str) -> list[str]:
    """The command that plays with this copy of the package, whatever else is installed."""
    start = f"import sys; sys.path[:1] = {[str(package), str(HERE)]}; import playouts"
    call = "sys.exit(playouts.main(sys.argv[1:]))"
    return [sys.executable, "-c", f"{start}; {call}", "--play", game]


def run(command: list[str], where: Path | None = None) -> str:
    """What a command prints. It must succeed."""
    done = subprocess.run(command, cwd=where, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def check_alike(builds: dict[str, list[str]]) -> None:
    """All builds count the same perft and play the same matches, ply for ply."""
    depth, first = 1, next(iter(builds.values()))
    while depth < DEEPEST and int(run([*first, "perft", str(depth)])) < POSITIONS:
        depth += 1
    for task in (("perft", str(depth)), SAME):
        results = {name: run([*command, *task]).split()[:2] for name, command in builds.items()}
        if len({tuple(result) for result in results.values()}) > 1:
            sys.exit(f"The builds differ at {' '.join(task)}: {results}")
    print(f"all builds agree on perft to depth {depth} and play the same matches")


def matches_in_a_round(command: list[str]) -> str:
    """How many matches take the build about as long as a round."""
    count = 16
    while (seconds := time_playouts(command, str(count), "1")[1]) < ROUND / 8:
        count *= 4
    return str(max(1, int(count * ROUND / seconds)))


def time_playouts(command: list[str], count: str, seed: str) -> tuple[int, float]:
    """Plies and seconds."""
    plies, _, seconds = run([*command, "playouts", count, seed]).split()
    return int(plies), float(seconds)


def compare(builds: dict[str, list[str]], rounds: int) -> bool:
    """Print the median speeds; True where compiled play is fast enough beside the first build."""
    matches = {name: matches_in_a_round(command) for name, command in builds.items()}
    speeds: dict[str, list[float]] = {name: [] for name in builds}
    for seed in range(1, rounds + 1):
        for name, command in builds.items():
            plies, seconds = time_playouts(command, matches[name], str(seed))
            speeds[name].append(plies / seconds / 1e6)
    first = next(iter(builds))
    shares = {name: share(values, speeds[first]) for name, values in speeds.items()}
    print(f"million plies a second in random matches, median of {rounds} rounds:")
    for name, values in speeds.items():
        spread = f"({min(values):.3f} to {max(values):.3f})"
        print(f"{name:>12} {median(values):8.3f} {spread:20} {shares[name]:.3f} of {first}")
    return shares["compiled"] >= LEAST[first]


def share(values: list[float], others: list[float]) -> float:
    """The median over the rounds of the ratio of two builds in the same round."""
    return median(value / other for value, other in zip(values, others, strict=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
