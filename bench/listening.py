"""How long compiled searches keep other threads and Ctrl+C waiting.

A thread wakes every 10 ms while each search runs; told are the longest time between two of its
looks, by the clock and by the processor time that this process has used meanwhile, and how often it
looked. Bound: 50 ms of the processor. On a busy machine the operating system keeps threads waiting
too, which the clock counts and processor time does not.

    python bench/listening.py --seconds 2
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import everygame as eg
from everygame.build import build
from everygame.perft import perft

BOUND = 0.05


def main() -> int:
    """Print a row for each search; return 1 if one misses the bound."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    print(build())
    worst = 0.0
    for name, work in works(seconds).items():
        gaps = watch(work)
        clock, used = (1000 * max(times) for times in zip(*gaps, strict=True))
        worst = max(worst, used / 1000)
        print(f"{name:24} longest {clock:6.1f} ms, {used:5.1f} ms of the processor, of {len(gaps)}")
    return int(worst > BOUND)


def works(seconds: float) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    search = eg.search
    floes = eg.load("icefloes").initial_state()
    found: dict[str, Callable[[], object]] = {
        f"{find.__name__} {game}": partial(
            find, eg.load(game).initial_state(), search.Budget(seconds=seconds)
        )
        for find in (search.mcts, search.alphabeta, search.baseline)
        for game in ("connectfour", "icefloes", "go")
    }
    evade, rng = eg.load("evade"), Random(1)
    state = evade.initial_state()
    seen = state.observe(0)
    deal = lambda: evade.resample(seen, 0, rng)  # noqa: E731
    found["gt_cfr evade"] = lambda: search.gt_cfr(deal, deal, 0, search.Budget(seconds=seconds))
    found["playouts icefloes"] = lambda: search.playouts(floes, 100_000, 1)
    found["perft icefloes"] = lambda: perft(floes, 13)
    found["solve connectfour"] = lambda: solve_few(400_000)
    return found


def solve_few(most: int) -> None:
    """Solve until there are too many positions."""
    with suppress(eg.BadGame):
        eg.search.solve([eg.load("connectfour").initial_state()], most)


def watch(work: Callable[[], object]) -> list[tuple[float, float]]:
    """Return the seconds between two looks of another thread while the work lasts: by the clock,
    and of the processor."""
    looks, done = [now()], threading.Event()

    def look() -> None:
        while not done.wait(0.01):
            looks.append(now())

    thread = threading.Thread(target=look)
    thread.start()
    work()
    looks.append(now())
    done.set()
    thread.join()
    return [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(looks)]


def now() -> tuple[float, float]:
    """Return the time by the clock, and the processor time that this process has used."""
    return time.perf_counter(), time.process_time()


if __name__ == "__main__":
    sys.exit(main())
