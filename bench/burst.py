"""How long others wait while one address loads sixty of the largest records at once.

    python bench/burst.py [--before COMMIT] [--seconds 30] [--rounds 3]

starts this server and the same at another commit, in turns. One address sends the records, as many
at a time as it likes; another one asks for its library of five matches again and again. Two figures
tell how long it waits: the clock, and the processor seconds that the server spends between the
question and the answer, on whatever work. One Python runs one thread at a time, so on a machine
that does nothing else the wait is about that long; other programs do not change this figure. A
library that has no answer in time counts with the seconds so far.

The exit status is 1 where one in a hundred takes longer than 200 ms here by both figures.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from load_servers import ROOT, Server, ours, worktree

from everygame.library.registry import find_game
from everygame.record import MAX_PLIES

BEFORE: Final = "5cc0a54"
BURST: Final = 60
BOUND: Final = 0.2
"""Seconds that another library may take, in ninety-nine of a hundred cases."""
ALONE: Final = 20
"""The libraries that are asked for before each burst."""
LOWER: Final = 5
"""How much less a server's priority is, as in nice(1)."""
GAMES: Final = ("icefloes", "tictactoe", "go", "chessset", "hnefatafl")
"""The games in the library of the other address, one match of each."""


class Wait(NamedTuple):
    """The seconds until an answer."""

    clock: float
    processor: float


class Round(NamedTuple):
    """The answers of one server, and how long they took."""

    alone: list[Wait]
    among: list[Wait]
    """While the records are loaded."""
    burst: Counter[int]
    """The answers to the records, by their status."""


def long_record(count: int) -> bytes:
    """So many plies at a table without rules, where no rule ends the match and each ply is dear to
    replay."""
    game = find_game("chessset").game()
    plies = [("b1-c3", "c3-b1")[number % 2] for number in range(count)]
    facts = {"format": 1, "game": game.name, "version": game.version, "options": game.settings}
    seats = [{"name": "Ann"}] * game.players
    return json.dumps({**facts, "seats": seats, "plies": plies, "node": count}).encode()


class Client:
    """Somebody at an address of this computer."""

    def __init__(self, server: Server, address: str) -> None:
        self.server, self.address, self.cookie = server, address, ""
        self.cookie = self.ask("GET", "/")[1].split(";")[0]

    def ask(
        self, method: str, path: str, body: bytes | None = None, seconds: float = 600
    ) -> tuple[int, str]:
        """The status, and what cookie it sets. Raises OSError where it takes too many seconds."""
        line = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=seconds, source_address=(self.address, 0)
        )
        try:
            line.request(method, path, body, {"Cookie": self.cookie} if self.cookie else {})
            answer = line.getresponse()
            answer.read()
            return answer.status, answer.getheader("set-cookie") or ""
        finally:
            line.close()

    def wait(self, seconds: float = 60) -> Wait:
        """How long the library takes; a little more than the given seconds where it takes
        longer."""
        clock, used = time.monotonic(), self.server.processor()
        with suppress(TimeoutError):
            assert self.ask("GET", "/api/library", seconds=seconds)[0] == 200
        return Wait(time.monotonic() - clock, self.server.processor() - used)


def measure(server: Server, record: bytes, seconds: float) -> Round:
    """How long a library takes alone, and for so many seconds while records are loaded. The server
    has the lower priority, so that the end of each wait is noted at once where the machine has much
    to do."""
    os.setpriority(os.PRIO_PROCESS, server.process.pid, os.nice(0) + LOWER)
    eve, ann = Client(server, "127.0.0.2"), Client(server, "127.0.0.3")
    for game in GAMES:
        setup = {"game": game, "seats": [{"kind": "person"}] * 2, "key": game}
        assert ann.ask("POST", "/api/matches", json.dumps(setup).encode())[0] == 200
    ann.wait()  # the cards of the games are made once
    alone = [ann.wait() for _ in range(ALONE)]
    answers: Counter[int] = Counter()

    def load() -> None:
        with suppress(OSError, http.client.HTTPException):  # the server is stopped before
            answers[eve.ask("POST", "/api/matches/load", record)[0]] += 1

    for _ in range(BURST):
        threading.Thread(target=load, daemon=True).start()
    among, until = [], time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        among.append(ann.wait(left))
        time.sleep(0.02)
    return Round(alone, among, answers.copy())


def tail(waits: list[Wait], of: Callable[[Wait], float], share: float) -> float:
    """The milliseconds within which this share of the answers came."""
    ordered = sorted(of(wait) for wait in waits)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def describe(waits: list[Wait]) -> str:
    """The median and the 99th percentile, by the clock and of the processor."""
    found = [tail(waits, of, share) for of in FIGURES for share in (0.5, 0.99)]
    return "{:9.0f}{:9.0f}{:9.1f}{:9.1f}".format(*found)


FIGURES: Final = (lambda wait: wait.clock, lambda wait: wait.processor)


def report(found: dict[str, list[Round]], before: str) -> bool:
    """Print the figures of all rounds together, and whether the bound is kept here."""
    print(f"\n{'ms of all rounds':28} {'clock p50':>9}{'p99':>9}{'cpu p50':>9}{'p99':>9}")
    waits: dict[str, list[Wait]] = {}
    for name, rounds in found.items():
        waits[name] = [wait for one in rounds for wait in one.among]
        print(f"{name + ', alone':28} {describe([w for one in rounds for w in one.alone])}")
        print(f"{name + ', in the burst':28} {describe(waits[name])}")
    for what, of in zip(("clock", "processor"), FIGURES, strict=True):
        ratios = [
            statistics.median(map(of, there.among)) / statistics.median(map(of, here.among))
            for here, there in zip(found["here"], found[before], strict=True)
        ]
        shown = ", ".join(f"{ratio:.0f}" for ratio in ratios)
        print(f"{before} / here, medians of each round by the {what}: {shown}")
    return any(tail(waits["here"], of, 0.99) <= 1000 * BOUND for of in FIGURES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    given = parser.parse_args()
    record = long_record(MAX_PLIES)
    print(f"{BURST} records of {MAX_PLIES:,} plies, {len(record):,} bytes", flush=True)
    with worktree(given.before) as tree:
        trees = {"here": ROOT, given.before: tree}
        found: dict[str, list[Round]] = {name: [] for name in trees}
        for name, folder in [*trees.items()] * given.rounds:
            with ours(folder) as server:
                one = measure(server, record, given.seconds)
                server.process.kill()  # it need not finish its work
            found[name].append(one)
            print(
                f"{name:10} load {os.getloadavg()[0]:4.1f} {len(one.among):4} libraries"
                f" {describe(one.among)}  the burst: {dict(one.burst)}",
                flush=True,
            )
    return 0 if report(found, given.before) else 1


if __name__ == "__main__":
    sys.exit(main())
