"""How much more memory a server needs that one address floods with GETs, POSTs and sockets.

    python bench/hostile.py [--before COMMIT] [--seconds 600] [--rest 75]

starts this server and the same at another commit side by side, so that both meet the same load, and
floods each twice, the second time for a fifth of the seconds. The flood comes from one address
behind a proxy, and another address asks for its library once a second. After each flood the servers
rest; this one gives unused memory back once a minute. The exit status is 1 where it takes 30 MB or
more, at a peak or after a rest.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import SHUT_RDWR
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from burst import GAMES, long_record
from load_servers import ROOT, Server, ours, worktree
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

BEFORE: Final = "5cc0a54"
BOUND: Final = 30_000_000
"""The bytes that a flood may take."""
EACH: Final = 3
"""The threads that send each kind of request."""
SOCKETS: Final = 80
"""The sockets that each of three threads holds."""
PLIES: Final = 3_000
"""The plies of the records that are loaded. Of shorter ones, more fit into the share of memory that
an address has."""
AGAIN: Final = 5
"""How much shorter the second flood is."""


class Flood:
    """One address that sends as much as it can, with a new cookie whenever it helps."""

    def __init__(self, server: Server, record: bytes) -> None:
        self.server, self.record = server, record
        self.over = threading.Event()
        self.answers: Counter[int] = Counter()

    def ask(
        self, method: str, path: str, body: bytes | None = None, cookie: str = ""
    ) -> tuple[bytes, str]:
        """The answer, and the cookie that it sets."""
        return ask(self.server, "203.0.113.7", method, path, body, cookie, self.answers)

    def get(self, turn: int) -> None:
        """Ask for what may be kept in memory, or costs work."""
        cookie = self.ask("GET", "/")[1]
        for number in range(20):
            name = f"x{turn}-{number}-{threading.get_ident()}"
            self.ask("GET", f"/static/{name}/../icon-512.png")
            self.ask("GET", f"/api/games/chessset/rules?lang={name}", cookie=cookie)
            self.ask("GET", "/api/library", cookie=cookie)
            self.ask("GET", f"/api/matches/{name}/record")

    def post(self, turn: int) -> None:
        """Begin matches, load long records and look at them."""
        cookie = self.ask("GET", "/")[1]
        for game in GAMES:
            self.ask("POST", "/api/matches", setup(game), cookie)
        found = self.ask("POST", "/api/matches/load", self.record, cookie)[0]
        with suppress(ValueError, KeyError, TypeError):
            match = json.loads(found)["match"]
            self.ask("GET", f"/api/matches/{match}/record", cookie=cookie)
            self.ask("GET", f"/api/matches/{match}/picture", cookie=cookie)

    def hold(self, turn: int) -> None:
        """Hold sockets at many matches, and send messages to each."""
        with ExitStack() as held:
            lines: list[ClientConnection] = []
            for number in range(SOCKETS):
                cookie = self.ask("GET", "/")[1]
                path, body = "/api/matches", setup(GAMES[number % 5])
                if number % 4 == 0:
                    path, body = "/api/matches/load", self.record
                begun = self.ask("POST", path, body, cookie)[0]
                with suppress(ValueError, KeyError, TypeError, OSError, WebSocketException):
                    line = held.enter_context(self.connect(json.loads(begun)["match"], cookie))
                    held.callback(drop, line)
                    lines.append(line)
                for line in lines[-10:]:
                    with suppress(OSError, WebSocketException):
                        line.send(json.dumps({"type": "look", "node": number}))
                if self.over.is_set():
                    return
            self.over.wait(5)

    def connect(self, match: str, cookie: str) -> AbstractContextManager[ClientConnection]:
        url = f"ws://127.0.0.1:{self.server.port}/api/matches/{match}/socket"
        headers = {"Cookie": cookie, "X-Forwarded-For": "203.0.113.7"}
        return connect(
            url, additional_headers=headers, proxy=None, open_timeout=30, ping_interval=None
        )

    def run(self, work: Callable[[int], None]) -> None:
        """Do the work again and again until the flood is over."""
        turn = 0
        while not self.over.is_set():
            with suppress(OSError, HTTPException, WebSocketException):
                work(turn)
            turn += 1


def drop(line: ClientConnection) -> None:
    """End a connection without a farewell, for which the server would have to wait."""
    with suppress(OSError):
        line.socket.shutdown(SHUT_RDWR)


def setup(game: str) -> bytes:
    """The request for a match of a game, at one screen."""
    seats = [{"kind": "person"}] * 2
    return json.dumps({"game": game, "seats": seats, "key": secrets.token_hex(8)}).encode()


def ask(
    server: Server,
    address: str,
    method: str,
    path: str,
    body: bytes | None,
    cookie: str,
    answers: Counter[int],
) -> tuple[bytes, str]:
    """Send a request through the proxy; the answer, and the cookie that it sets."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=600)
    try:
        line.request(method, path, body, {"X-Forwarded-For": address, "Cookie": cookie})
        answer = line.getresponse()
        data = answer.read()
        answers[answer.status] += 1
        return data, (answer.getheader("set-cookie") or "").split(";")[0]
    finally:
        line.close()


class Neighbour:
    """Another address, which asks for its library again and again."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie = server, ""
        self.answers: Counter[int] = Counter()
        self.waits: list[float] = []
        self.cookie = self.ask("GET", "/")[1]

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[bytes, str]:
        return ask(self.server, "198.51.100.1", method, path, body, self.cookie, self.answers)

    def settle(self, record: bytes) -> None:
        """Ask for what every server has in memory after a while."""
        for game in GAMES:
            self.ask("POST", "/api/matches", setup(game))
        self.ask("POST", "/api/matches/load", record)
        self.ask("GET", "/api/library")

    def look(self) -> None:
        """Ask for the library."""
        asked = time.monotonic()
        with suppress(OSError, HTTPException):
            self.ask("GET", "/api/library")
        self.waits.append(1000 * (time.monotonic() - asked))


class Side:
    """One of the servers that are compared."""

    def __init__(self, name: str, server: Server) -> None:
        self.name, self.server = name, server

    def measure(self, record: bytes, seconds: float, rest: float) -> int:
        """Print the memory of the server before, in and after two floods, of which the second is
        shorter and shows whether the server takes more each time; return the most bytes more than
        before."""
        Neighbour(self.server).settle(record)
        time.sleep(rest)
        before, most = self.server.memory(), 0
        self.say(f"{before / 1e6:.1f} MB before")
        for length in (seconds, seconds / AGAIN):
            peak = self.flood(record, length) - before
            time.sleep(rest)
            after = self.server.memory() - before
            found = f"{peak / 1e6:+.1f} MB at the peak, {after / 1e6:+.1f} after a rest"
            self.say(f"{length:.0f} s: {found}")
            most = max(most, peak, after)
        return most

    def flood(self, record: bytes, seconds: float) -> int:
        """The bytes that the server holds at the peak of a flood; print how everybody fared."""
        flood, other = Flood(self.server, record), Neighbour(self.server)
        used, peak = self.server.processor(), 0
        kinds = [flood.get, flood.post, flood.hold] * EACH
        threads = [threading.Thread(target=flood.run, args=(work,), daemon=True) for work in kinds]
        for thread in threads:
            thread.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            other.look()
            peak = max(peak, self.server.memory())
            time.sleep(1)
        flood.over.set()
        for thread in threads:  # one may still wait for an answer
            thread.join(max(0.0, until + 60 - time.monotonic()))
        self.tell(flood.answers.copy(), other, self.server.processor() - used)
        return peak

    def tell(self, answers: Counter[int], other: Neighbour, used: float) -> None:
        """Print how a flood and another address were answered."""
        each, middle = 1000 * used / max(1, answers.total()), statistics.median(other.waits)
        self.say(f"load {os.getloadavg()[0]:.1f}; the flood: {dict(sorted(answers.items()))}")
        self.say(f"{used:.0f} s of the processor, {each:.1f} ms an answer")
        self.say(f"another address: {dict(other.answers)}, half within {middle:.0f} ms")

    def say(self, text: str) -> None:
        print(f"{self.name:8} {text}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=600.0, metavar="N")
    parser.add_argument("--rest", type=float, default=75.0, metavar="N")
    given = parser.parse_args()
    record = long_record(PLIES)
    with ExitStack() as ending, ThreadPoolExecutor() as threads:
        trees = {"here": ROOT, given.before: ending.enter_context(worktree(given.before))}
        proxied = "--proxy", "127.0.0.1"
        servers = {name: ending.enter_context(ours(tree, *proxied)) for name, tree in trees.items()}
        found = {
            name: threads.submit(Side(name, server).measure, record, given.seconds, given.rest)
            for name, server in servers.items()
        }
        most = found["here"].result()
        found[given.before].result()
        for server in servers.values():
            server.process.kill()  # it need not finish its work
    return 0 if most < BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
