"""Measures how long the work of a page goes on after it is told to stop:

    python bench/pocket_jobs.py FOLDER [--rounds 5] [--games NAME...]

FOLDER is what `everygame export` has written. A worker of that page does what bots, hints, charts
and generators ask of it, in positions of matches at random, and is told to stop at a moment at
random. Told is the time of the processor that the worker needs from then on, which does not grow
where other programs use the machine. `bench/pocket_stop.py` measures the same from a tap on. It
ends with status 1 where one takes longer than the bound. It needs Linux, Chromium and what the
tests need.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page
from pocket_page import opened
from pocket_stop import BOUND, GAMES, worked, workers

from everygame import bots
from everygame.bots.request import ask
from everygame.contract import CHANCE, OVER, Game, Json, State
from everygame.library.registry import find_game
from everygame.match import sample_chance
from everygame.server.library.cards import GENERATE
from tests.browser.site import Site

CALLS = ("everygame.bots:choose", "everygame.bots.analysis:advise", "everygame.bots.analysis:weigh")
PUZZLE = {"game": "icefloes", "options": {"players": "1"}, "option": "level", "length": 20}
BEGIN = """(worker) => {
  window.thinker = new Worker(worker, { type: "module" });
  thinker.postMessage({ begin: "think" });
}"""
ASK = """(job) => {
  window.answer = new Promise((done, failed) => {
    thinker.onerror = (event) => failed(event.message);
    thinker.onmessage = ({ data }) => done(data.failed ?? data);
  });
  thinker.postMessage({ job: JSON.stringify(job) });
}"""
STOP = "thinker.postMessage({ stop: true })"
ANSWER = "window.answer"
WARM = {"call": "builtins:abs", "request": 1}
LATEST = 1.5
"""A job is told to stop within so many seconds of the processor."""
MOST_PLIES = 60


def positions(game: Game, rng: Random) -> Iterator[list[State]]:
    """Yield the states of a match at random up to a ply in which a seat has a choice, for ever."""
    while True:
        state, states = game.initial_state(), list[State]()
        for _ in range(rng.randrange(MOST_PLIES)):
            if state.to_play() == OVER:
                break
            states.append(state)
            legal = state.legal_actions()
            chance = state.to_play() == CHANCE
            state = state.apply(sample_chance(state, rng) if chance else rng.choice(legal))
        while states and (states[-1].to_play() < 0 or len(states[-1].legal_actions()) < 2):
            states.pop()
        if states:
            yield states


def jobs(name: str, rounds: int, rng: Random) -> Iterator[Json]:
    """Yield what is asked about a game: each call in turn, by the strongest level."""
    game = find_game(name).game()
    found = positions(game, rng)
    for number in range(rounds * len(CALLS)):
        states = next(found)
        request = {
            **ask(game, states, states[-1].to_play()),
            "level": bots.levels(game)[-1].name,
            "seed": rng.getrandbits(31),
            "seconds": 60.0,
        }
        yield {"call": CALLS[number % len(CALLS)], "request": request}


def puzzles(rounds: int, rng: Random) -> Iterator[Json]:
    for _ in range(rounds):
        yield {
            "call": GENERATE,
            "request": {**PUZZLE, "seconds": 60.0, "seed": rng.getrandbits(48)},
        }


def time_stop(page: Page, thread: Path, job: Json, late: float) -> float | None:
    """Return the milliseconds of the processor from the stop to the answer; None where the work was
    done before."""
    before = worked(thread)
    page.evaluate(ASK, job)
    while worked(thread) - before < late * 1000:
        time.sleep(0.002)
        if page.evaluate("Promise.race([answer, null])"):
            return None
    page.evaluate(STOP)
    told = worked(thread)
    answer = json.loads(page.evaluate(ANSWER))
    return worked(thread) - told if "died" in answer else None


def measure(page: Page, thread: Path, name: str, asked: Iterator[Json], rng: Random) -> list[float]:
    """Print how long the work goes on for each kind of job, and return all times."""
    times: dict[str, list[float]] = {}
    for job in asked:
        found = time_stop(page, thread, job, rng.uniform(0.02, LATEST))
        if found is not None:
            times.setdefault(job["call"].rpartition(":")[2], []).append(found)
    for call, some in times.items():
        median, most = statistics.median(some), max(some)
        print(f"{name:12} {call:9} {median:6.0f} ms{most:6.0f} at most, of {len(some)}")
    sys.stdout.flush()
    return [one for some in times.values() for one in some]


def begin(page: Page, site: Site) -> Path:
    """Begin a worker that thinks, and return its thread."""
    page.goto(f"{site.url}NOTICES.txt")  # the page itself would start Pythons of its own
    page.evaluate(BEGIN, f"{site.url}static/pocket/worker.js")
    page.evaluate(ASK, WARM)
    page.evaluate(ANSWER)
    (thread,) = workers()
    return thread


def run(page: Page, site: Site, names: Sequence[str], rounds: int) -> list[float]:
    thread, rng = begin(page, site), Random(1)
    asked = {name: jobs(name, rounds, rng) for name in names}
    asked["a puzzle"] = puzzles(rounds, rng)
    return [one for name, some in asked.items() for one in measure(page, thread, name, some, rng)]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="+", default=GAMES)
    given = parser.parse_args()
    with opened(given.folder) as (page, site):
        found = run(page, site, given.games, given.rounds)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"all: {statistics.median(found):.0f} ms of the processor,", end=" ")
    print(f"{max(found):.0f} at most, of {len(found)}; bound {BOUND:.0f}; load {load}")
    return int(max(found) > BOUND)


if __name__ == "__main__":
    sys.exit(main())
