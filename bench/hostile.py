"""How much more memory a server needs that one address floods with GETs, POSTs and sockets.

    python bench/hostile.py [--before COMMIT] [--seconds 600] [--rest 75]

starts this server and then the same at another commit, and floods each twice, the second time for a
fifth of the seconds. The flood comes from one address behind a proxy, loads the largest allowed
records besides much else, and another address asks for its library once a second. After each flood
the server rests; once a minute it gives unused memory back. The exit status is 1 where the server
takes 30 MB or more here, at a peak or after a rest.
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
from contextlib import AbstractContextManager, ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import SHUT_RDWR
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from burst import GAMES, largest_record
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
    line = HTTPConnection("127.0.0.1", server.port, timeout=120)
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
        self.server = server
        self.answers: Counter[int] = Counter()
        self.waits: list[float] = []
        self.cookie = self.ask("GET", "/")[1]

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[bytes, str]:
        found = self.server, "198.51.100.1", method, path, body, getattr(self, "cookie", "")
        return ask(*found, self.answers)

    def settle(self, record: bytes) -> None:
        """Ask for what every server has in memory after a while."""
        for game in GAMES:
            self.ask("POST", "/api/matches", setup(game))
        self.ask("POST", "/api/matches/load", record)
        self.ask("GET", "/api/library")

    def look(self) -> None:
        asked = time.monotonic()
        with suppress(OSError, HTTPException):
            self.ask("GET", "/api/library")
        self.waits.append(1000 * (time.monotonic() - asked))


def flood_once(server: Server, record: bytes, seconds: float) -> int:
    """The bytes that the server holds at the peak of a flood; print how everybody fared."""
    flood, other, used, peak = Flood(server, record), Neighbour(server), server.processor(), 0
    kinds = [flood.get, flood.post, flood.hold] * EACH
    threads = [threading.Thread(target=flood.run, args=(work,), daemon=True) for work in kinds]
    for thread in threads:
        thread.start()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        other.look()
        peak = max(peak, server.memory())
        time.sleep(1)
    flood.over.set()
    for thread in threads:  # one may still wait for an answer
        thread.join(max(0.0, until + 60 - time.monotonic()))
    used, middle = server.processor() - used, statistics.median(other.waits)
    answers = flood.answers.copy()
    print(
        f"  load {os.getloadavg()[0]:.1f}; the flood was answered {dict(sorted(answers.items()))},"
    )
    print(f"  {1000 * used / answers.total():.1f} ms of the processor each; another address:")
    print(f"  {dict(other.answers)}, half within {middle:.0f} ms", flush=True)
    return peak


def measure(server: Server, record: bytes, seconds: float, rest: float) -> int:
    """Print the memory of a server before, in and after two floods, of which the second is shorter
    and shows whether a server takes more each time; return the most bytes more than before."""
    Neighbour(server).settle(record)
    time.sleep(rest)
    before, most = server.memory(), 0
    print(f"  {before / 1e6:.1f} MB before", flush=True)
    for length in (seconds, seconds / AGAIN):
        peak = flood_once(server, record, length) - before
        time.sleep(rest)
        after = server.memory() - before
        print(
            f"  {length:.0f} s: {peak / 1e6:+.1f} MB at the peak, {after / 1e6:+.1f} after a rest"
        )
        most = max(most, peak, after)
    return most


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=600.0, metavar="N")
    parser.add_argument("--rest", type=float, default=75.0, metavar="N")
    given = parser.parse_args()
    record, kept = largest_record(), True
    with worktree(given.before) as tree:
        for name, folder in {"here": ROOT, given.before: tree}.items():
            print(f"{name}:", flush=True)
            with ours(folder, "--proxy", "127.0.0.1") as server:
                most = measure(server, record, given.seconds, given.rest)
                server.process.kill()  # it need not finish its work
            kept &= name != "here" or most < BOUND
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
