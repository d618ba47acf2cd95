"""Requests that once became slow with the size of the data file.

    python bench/slow_places.py [--before COMMIT]

measures, here and at another commit, in processes of their own:

    open       the list of open matches, of which there are 10,000, and what a host waits for who
               lists one more
    pass       one look at the times at which 100,000 matches are due, after a ply has moved one
    library    a library of sixty matches, some of each game, right after the server has started

The list and the library are asked for over HTTP. Each figure is the median of several, by the
clock; the time of the server's processor stands beside it, and is what counts on a machine that is
not quiet. The exit status is 1 where a bound is missed here by both.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from typing import Any, Final

BEFORE: Final = "5cc0a54"
OPEN, DUE, SHELF, PLIES = 10_000, 100_000, 60, 60
BOUNDS: Final = {
    "open": 20.0,
    "may one more be listed": 20.0,
    "pass": 10.0,
    "library": 30.0,
}
"""Milliseconds."""
SECRET: Final = "b" * 43
"""The cookie of the device whose library is measured. The store knows it, so it is accepted."""


Figure = tuple[float, float]
"""Milliseconds by the clock, and of the processor."""


def measure(work: Callable[[], object], times: int, used: Callable[[], float]) -> Figure:
    """The median of the milliseconds that `work` takes, and the mean of those of the processor.
    `used` answers the seconds of the processor so far."""
    waits, before = [], used()
    for _ in range(times):
        began = time.perf_counter()
        work()
        waits.append(1000 * (time.perf_counter() - began))
    return statistics.median(waits), 1000 * (used() - before) / times


def write_open(store: Any) -> None:
    """Store listed matches with an open seat, five of each host, which is as many as one may
    have."""
    from everygame.store import Holder, NewMatch

    def new(number: int) -> NewMatch:
        host, id = 1 + number // 5, f"m{number}"
        holders = Holder("person", "Ann", device=host), Holder("open")
        return NewMatch(id, host, id, "tictactoe", 1, {}, holders)

    async def write() -> None:
        await asyncio.gather(*(store.add_device(b"%d" % host) for host in range(OPEN // 5)))
        for first in range(0, OPEN, 500):  # those that wait together share a commit
            some = [new(number) for number in range(first, first + 500)]
            await asyncio.gather(*(store.create(one) for one in some))
            await asyncio.gather(*(store.list_openly(one.id, True) for one in some))

    asyncio.run(write())


def write_library(store: Any) -> None:
    """Store matches of all games that a device plays against somebody."""
    from everygame.library.registry import games
    from everygame.match import random_match
    from everygame.store import Holder, NewMatch

    digest = module("everygame.server.devices.cookies", "everygame.server.devices").digest
    log_of = module("everygame.server.matches.session", "everygame.server.session").log_of
    kinds = [entry for entry in games().values() if not entry.is_table]

    async def write() -> None:
        await store.add_device(b"host")
        device = await store.add_device(digest(SECRET))
        for number in range(SHELF):
            entry = kinds[number % len(kinds)]
            game = entry.game()
            match = random_match(game, Random(number), PLIES)
            holders: tuple[Holder, ...] = (Holder("person", "Ann", device=device),)
            holders += (Holder("person", "Bob", device=1),) * (game.players - 1)
            options, events = dict(game.settings), tuple(log_of(match))
            name, version = f"l{number}", game.version
            new = NewMatch(name, device, name, entry.name, version, options, holders, events)
            await store.create(new)

    asyncio.run(write())


class Served:
    """A server of this tree on a data file."""

    def __init__(self, file: Path, *more: str) -> None:
        command = [sys.executable, "-m", "everygame", "serve", "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--data", str(file), *more], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        first = self.process.stdout.readline()
        self.port = int(first.split("://127.0.0.1:")[1].split("/")[0])

    def used(self) -> float:
        """Return the seconds of processor that the server has used, without its workers."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            first = int(file.read().split()[0]) / 1e9
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return max(first, sum(int((t / "schedstat").read_text().split()[0]) for t in threads) / 1e9)

    def ask(self, path: str, name: str = "c") -> bytes:
        """Send a GET as the device that owns the library, and return the body of the answer. `name`
        is the name of the server's cookie."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        headers = {"Cookie": f"{name}={SECRET}", "Accept-Encoding": "gzip"}
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        line.close()
        return body

    def measure(self, path: str, times: int, name: str = "c") -> Figure:
        """Return how long the server takes to answer."""
        return measure(lambda: self.ask(path, name), times, self.used)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def measure_open(folder: Path) -> dict[str, Figure]:
    """The list of open matches, and the count that a further one waits for."""
    from everygame.store import SQLiteStore

    file = folder / "open.db"
    store = SQLiteStore(file)
    write_open(store)
    count = measure(lambda: asyncio.run(store.count_open(1, 0.0)), 5, time.process_time)
    store.close()
    server = Served(file, "--public")
    try:
        server.ask("/api/open")
        found = server.measure("/api/open", 20)
    finally:
        server.stop()
    return {"open": found, "may one more be listed": count}


def measure_pass() -> dict[str, Figure]:
    """One look at all times."""
    clocks = module("everygame.server.clock.timekeeper", "everygame.server.timekeeper")

    async def nothing(match: str) -> None:
        pass

    uptime = clocks.Uptime(*map(real_time, signature(clocks.Uptime).parameters))
    keeper = clocks.Timekeeper(None, uptime, nothing)
    schedule = keeper.schedule if hasattr(keeper, "schedule") else keeper.set

    async def turn(match: str) -> None:
        schedule(match, 2e6)
        for _ in range(3):  # the keeper's task wakes, looks, and waits again
            await asyncio.sleep(0)

    for number in range(DUE):
        schedule(f"m{number}", 1e6 + number)
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        keeper.saved_at = keeper.beaten = keeper.now() + 1e5  # the second is its former name
        keeper.task = loop.create_task(keeper.run())
        runner.run(turn("m0"))
        numbers = iter(range(DUE))
        found = measure(lambda: runner.run(turn(f"m{next(numbers)}")), 20, time.process_time)
        keeper.stop()
    return {"pass": found}


def real_time(parameter: str) -> Any:
    """The clock from which uptime is counted; it was no argument before."""
    from everygame.time_source import REAL

    return REAL


def measure_library(folder: Path) -> dict[str, Figure]:
    """A library right after a start: of a device that has never seen it, and of one that has; and
    once more."""
    from everygame.store import SQLiteStore

    file = folder / "library.db"
    store = SQLiteStore(file)
    write_library(store)
    name = cookie_name(store)
    store.close()
    found = {}
    for what in ("library never seen", "library"):
        server = Served(file)
        try:
            server.ask("/api/library")  # the games' cards, for somebody else
            found[what] = server.measure("/api/library", 1, name)
            more = server.measure("/api/library", 20, name)
            cards = server.measure("/api/library", 20)
        finally:
            server.stop()
    return {**found, "library again": more, "library without matches": cards}


def cookie_name(store: Any) -> str:
    """The name of the cookie of a data file, which all had in common before."""
    cookies = module("everygame.server.devices.cookies", "everygame.server.devices")
    if hasattr(cookies, "cookie_name"):
        return str(asyncio.run(cookies.cookie_name(store)))
    return str(cookies.COOKIE)


def module(*names: str) -> Any:
    """The first of these modules that the tree has: some had another name before."""
    for name in names:
        with suppress(ModuleNotFoundError):
            return import_module(name)
    raise ModuleNotFoundError(" and ".join(names))


def measure_all() -> dict[str, Figure]:
    """All figures of the tree that is imported."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        return {**measure_open(folder), **measure_pass(), **measure_library(folder)}


def measured(tree: Path) -> dict[str, Figure]:
    """All figures of the tree in a folder."""
    command = [sys.executable, __file__, "--figures"]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Figure] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--figures", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.figures:
        print(json.dumps(measure_all()))
        return 0
    from load_servers import worktree

    here = measured(Path(__file__).resolve().parents[1])
    print(f"load {os.getloadavg()[0]:.1f}; here {here}", flush=True)
    with worktree(given.before) as tree:
        there = measured(tree)
    print(f"{'ms: clock, processor':26} {'here':>18} {given.before:>18}  bound")
    for what, figure in here.items():
        columns = [f"{clock:9.2f}{used:9.2f}" for clock, used in (figure, there[what])]
        print(f"{what:26} {' '.join(columns)}  {BOUNDS.get(what, '')}")
    return int(any(min(here[what]) > bound for what, bound in BOUNDS.items()))


if __name__ == "__main__":
    sys.exit(main())
