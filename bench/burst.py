"""How long others wait while one address loads sixty records of 3,000 plies at once.

    python bench/burst.py [--before COMMIT] [--seconds 20]

starts this server and the same at another commit, one after the other, twice each. One address
sends the records, as many at a time as it likes; another one asks for its library again and again,
and its waits are measured by the clock, so the machine has to be quiet. The exit status is 1 where
one in a hundred waits longer than 200 ms here.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from load_servers import Server, ours, worktree

from everygame.library.registry import find_game
from everygame.match import random_match
from everygame.record import Seat, record_match, write_record

BEFORE: Final = "5cc0a54"
BURST: Final = 60
PLIES: Final = 3_000
BOUND: Final = 0.2
"""Seconds that another library may take, in ninety-nine of a hundred cases."""


def longest_record() -> bytes:
    """Random plies at a table without rules, where no rule ends the match."""
    game = find_game("chessset").game()
    match = random_match(game, Random(1), PLIES)
    return write_record(record_match(match, [Seat("", "person")] * game.players)).encode()


class Client:
    """Somebody at an address of this computer."""

    def __init__(self, server: Server, address: str) -> None:
        self.server, self.address, self.cookie = server, address, ""
        self.cookie = self.ask("GET", "/")[1].split(";")[0]

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
        """The status, and what cookie it sets."""
        line = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=300, source_address=(self.address, 0)
        )
        line.request(method, path, body, {"Cookie": self.cookie} if self.cookie else {})
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status, answer.getheader("set-cookie") or ""


def measure(server: Server, record: bytes, seconds: float) -> tuple[list[float], dict[int, int]]:
    """How long each library took until the burst is over, or for so many seconds; and what the
    burst was answered."""
    eve, ann = Client(server, "127.0.0.2"), Client(server, "127.0.0.3")
    waits: list[float] = []
    with ThreadPoolExecutor(BURST) as threads:
        loads = [threads.submit(eve.ask, "POST", "/api/matches/load", record) for _ in range(BURST)]
        began = time.monotonic()
        while time.monotonic() < began + seconds:
            asked = time.monotonic()
            assert ann.ask("GET", "/api/library")[0] == 200
            waits.append(time.monotonic() - asked)
            time.sleep(0.02)
            if all(load.done() for load in loads):
                break
        answers = [load.result()[0] for load in loads]
    return waits, {status: answers.count(status) for status in sorted(set(answers))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N")
    given = parser.parse_args()
    record, kept = longest_record(), True
    print(f"{BURST} records of {len(record):,} bytes", flush=True)
    with worktree(given.before) as tree:
        trees = {"here": Path(__file__).parents[1], given.before: tree}
        for name, folder in [*trees.items()] * 2:
            with ours(folder) as server:
                waits, answers = measure(server, record, given.seconds)
            worst = statistics.quantiles([0.0, *waits, *waits], n=100)[98]
            middle = statistics.median(waits)
            print(
                f"{name:8} {len(waits):4} libraries: half within {1000 * middle:.0f} ms, 99 of 100"
                f" within {1000 * worst:.0f} ms; the burst was answered {answers}"
            )
            kept &= name != "here" or worst <= BOUND
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
