"""A real server in a thread, and devices that talk to it as a browser does."""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import everygame.library.registry
from everygame.library.registry import Entry
from everygame.process.pool import Pool
from everygame.server.app import make_app
from everygame.server.bots.jobs import Bots
from everygame.server.bots.programs import Programs
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.network.network import Network, listen
from everygame.server.push.push_services import Push
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.quotas import Quotas
from everygame.server.requests.routes import Routes
from everygame.server.serve import config
from everygame.store import SQLiteStore
from everygame.time_source import REAL, Clock, Timer
from tests.ports import reserve
from tests.server import standin

ROOM: Final = 1000
"""How many connections a server of the tests accepts."""

builtin_games = everygame.library.registry.games


def all_games() -> dict[str, Entry]:
    """All games, and the toy game of the tests."""
    toy = Entry("toy", "tests.server.toy", Path(__file__).parent / "toy")
    return {**builtin_games(), "toy": toy}


RESERVED: Final[dict[Path, socket.socket]] = {}
"""What keeps the port of each file's servers, while one is away too."""


def port_of(file: Path) -> int:
    """Where the servers of a file are found: one that is started again is where it was."""
    if file not in RESERVED:
        RESERVED[file] = reserve()
    port: int = RESERVED[file].getsockname()[1]
    return port


@contextmanager
def serving(
    file: Path,
    rates: tuple[float, float] = (1e9, 1e9),
    network: Network | None = None,
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
    crowd: Crowd | None = None,
    public: bool = False,
    refused: Sequence[str] = (),
    clock: Clock = REAL,
    pace: float = 0.0,
    programs: Programs | None = None,
    push: Callable[[SQLiteStore], Push] | None = None,
    base: str = "",
    development: Callable[[LiveMatches], Routes] | None = None,
    quotas: Quotas | None = None,
) -> Iterator[int]:
    """The port of a server that keeps its matches in `file`; `network` gets a switch there, and
    bots take `pace` seconds for a move."""
    listener = listen("127.0.0.1", port_of(file))
    stand = "tests.server.standin"
    jobs = (f"{stand}:choose", pace, f"{stand}:advise", f"{stand}:weigh")
    bots = Bots(Pool(2, clock=clock), standin.levels, *jobs, programs=programs)
    tables = file.parent / "tables"
    store = SQLiteStore(file, clock)
    told = push(store) if push else None
    app = make_app(
        store,
        bots,
        network,
        rates,
        tables,
        names,
        clock,
        public,
        refused,
        told,
        base,
        development,
        quotas=quotas,
    )
    server = uvicorn.Server(config(app, proxies, crowd or Crowd(ROOM, proxies, clock=clock)))
    if network:
        network.enable_switch(server, listener.getsockname()[1])
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


SETUP: Final = {"game": "icefloes", "seats": [{"kind": "person"}] * 2, "key": "k"}
"""What begins a match of two people at one screen."""
Test = Callable[[dict[str, Any]], Any]
"""A condition on a message."""


class Device:
    """A browser: a cookie, requests and sockets."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        self.cookie = ""
        self.cookie = self.request("GET", "/")[1]["set-cookie"].split(";")[0]
        self.sockets: list[Line] = []

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.address, self.port, timeout=120)
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body)
        given = {"Cookie": self.cookie, **(headers or {})} if self.cookie else headers or {}
        connection.request(method, path, sent, given)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, data

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self.ask("POST", path, {} if body is None else body, status)

    def delete(self, path: str, status: int = 200) -> Any:
        return self.ask("DELETE", path, None, status)

    def ask(self, method: str, path: str, body: Any, status: int) -> Any:
        found, _, data = self.request(method, path, body)
        assert found == status, (found, data)
        return json.loads(data)

    def begin(self, game: str = "icefloes", *kinds: str, terms: Any = None, **options: str) -> str:
        """Begin a match; its id. `kinds` are "person", "open" or the level of a bot; if none are
        given, two people share the screen."""
        kinds = kinds or ("person", "person")
        seats = [
            {"kind": kind} if kind in ("person", "open") else {"kind": "bot", "level": kind}
            for kind in kinds
        ]
        options = {"players": str(len(kinds)), **options}
        body = {"game": game, "options": options, "seats": seats, "key": fresh()}
        match: str = self.post("/api/matches", {**body, "terms": terms or {}})["match"]
        return match

    def open(self, match: str, **headers: str) -> Line:
        line = Line(self, match, headers)
        self.sockets.append(line)
        return line

    def enter(self, match: str) -> Line:
        """Open a match and be shown how it stands."""
        line = self.open(match)
        line.see()
        return line

    def start(self, game: str = "icefloes", *kinds: str, **more: Any) -> Line:
        """Begin a match and enter it."""
        return self.enter(self.begin(game, *kinds, **more))

    def load(self, record: Any) -> Line:
        """Enter a match that goes on from a record."""
        return self.enter(self.post("/api/matches/load", record)["match"])

    def follow(self, match: str, how: str = "rematch") -> Line:
        """Enter the match that follows another one."""
        return self.enter(self.post(f"/api/matches/{match}/{how}")["match"])

    def shelf(self) -> list[Any]:
        """The matches in the library."""
        found: list[Any] = self.get("/api/library")["matches"]
        return found

    def record(self, match: str, status: int = 200) -> Any:
        return self.get(f"/api/matches/{match}/record", status)

    def invite(self, match: str, seat: int = 1) -> str:
        """The token of the link to a seat."""
        url: str = self.post(f"/api/matches/{match}/invite", {"seat": seat})["url"]
        return url.rsplit("#", 1)[1]

    def look(self, token: str, status: int = 200) -> Any:
        """What an invitation offers to this device."""
        return self.post("/api/join/look", {"token": token}, status)

    def join(self, token: str, name: str = "", status: int = 200) -> Any:
        """Accept an invitation."""
        return self.post("/api/join", {"token": token, "name": name}, status)

    def admit(self, guest: Device, match: str, seat: int = 1, name: str = "Bob") -> None:
        """Let another device take a seat."""
        assert guest.join(self.invite(match, seat), name) == {"match": match}

    def close(self) -> None:
        for line in self.sockets:
            line.close()


class Line:
    """A socket at a match; `table` is the last message `view`."""

    def __init__(self, device: Device, match: str, headers: dict[str, str]) -> None:
        self.device = device
        self.match = match
        url = f"ws://{device.address}:{device.port}/api/matches/{match}/socket"
        given = {"Cookie": device.cookie, **headers}
        self.stack = ExitStack()
        # One with a full queue never hears the end of the server, and waits ten seconds for it.
        opening = connect(url, additional_headers=given, proxy=None, max_queue=None)
        self.socket: ClientConnection = self.stack.enter_context(opening)
        self.heard: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.histories: dict[Any, History] = {}
        self.gives_bytes, self.mixing = True, False

    def close(self) -> None:
        self.stack.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 45) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "view":
            news = message["history"]
            if news["after"] == 1:
                self.histories[news["of"]] = History()
            self.histories[news["of"]].add(news)
            self.table = self.histories[news["of"]].fill(message)
            if message["asked"] and self.gives_bytes and not self.mixing:
                return self.mix(timeout)
        return message

    def mix(self, timeout: float = 45) -> dict[str, Any]:
        """Send bytes for the dice, as a page does at once, and wait for the match after that."""
        self.mixing = True
        self.say(type="mix", id=fresh(), bytes=random_bytes())
        while self.mixing:
            message = self.hear(timeout)
            self.mixing = message["type"] != "view" or message["asked"]
        return message

    def wait(self, test: Test) -> dict[str, Any]:
        """Wait for the first message that fulfils a condition."""
        while True:
            message = self.hear()
            if test(message):
                return message

    def told(self, type: str) -> dict[str, Any]:
        """Wait for the first message of a type."""
        return self.wait(lambda message: message["type"] == type)

    def see(self, test: Test = bool, **fields: Any) -> dict[str, Any]:
        """Wait for the first message `view` that shows what is wanted."""
        return self.wait(lambda heard: heard["type"] == "view" and shows(heard, test, **fields))

    def until(self, test: Test = bool, **fields: Any) -> dict[str, Any]:
        """The match as it is shown when it shows what is wanted: now, or later."""
        return self.table if shows(self.table, test, **fields) else self.see(test, **fields)

    def hear_the_end(self) -> int | None:
        """Wait until the server closes the socket, whatever it says before; the code."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        return self.socket.close_code

    def settle(self) -> None:
        """Hear all that is on its way."""
        self.say(type="ping")
        self.told("pong")

    def reveal(self, seat: int) -> None:
        """Lift the curtain for the person of a seat."""
        self.say(type="reveal", seat=seat)
        self.see(viewer=seat)

    def command(self, type: str, **message: Any) -> dict[str, Any]:
        """Send a command, and wait until it is acknowledged and for the message `view` that shows
        it."""
        answer = self.try_command(type, **message)
        assert answer["type"] == "ack", answer
        self.see()
        return answer

    def refused(self, type: str, **message: Any) -> dict[str, Any]:
        """Send a command that is refused, and wait for the answer."""
        answer = self.try_command(type, **message)
        assert answer["type"] == "error", answer
        return answer

    def try_command(self, type: str, **message: Any) -> dict[str, Any]:
        """Send a command and wait for the answer, whether the command is new or not."""
        if type in ("play", "go", "ask"):
            message.setdefault("at", self.table["node"])
        message.setdefault("id", fresh())
        self.say(type=type, **message)
        return self.wait(lambda heard: heard.get("id") == message["id"])

    def play(self, *moves: str, **message: Any) -> dict[str, Any]:
        """Play moves one after the other; the answer to the last."""
        for move in moves:
            answer = self.command("play", move=move, **message)
        return answer

    def play_on(self, plies: int = 1) -> None:
        """Play the first of the moves so many times."""
        for _ in range(plies):
            self.play(self.moves()[0])

    def moves(self) -> list[str]:
        return [choice["move"] for choice in self.table["scene"].get("choices", [])]


def shows(table: dict[str, Any], test: Test, seat: int | None = None, **fields: Any) -> bool:
    """Whether a condition holds and these fields, of a seat or of the match, are so."""
    part = table if seat is None else table["seats"][seat]
    return all(part[name] == value for name, value in fields.items()) and bool(test(table))


Make = Callable[[], Device]
GUESTS: Final = ("Ann", "Bob", "Cid")


def is_over(table: dict[str, Any]) -> Any:
    return table["over"]


def meet(
    *people: Device, game: str = "icefloes", others: Sequence[str] = (), **more: Any
) -> list[Line]:
    """A match of these people, whose lines have seen that everybody is there."""
    host, *guests = people
    match = host.begin(game, "person", *["open"] * len(guests), *others, **more)
    for seat, guest in enumerate(guests, 1):
        host.admit(guest, match, seat, GUESTS[seat])
    lines = [person.enter(match) for person in people]
    for line in lines:
        line.until(lambda table: all(seat["online"] for seat in table["seats"][: len(people)]))
    return lines


class History:
    """What a page knows of a history: the plies, and the main child of each node."""

    def __init__(self) -> None:
        self.plies: dict[int, dict[str, Any]] = {}
        self.main_children: dict[int, int] = {}

    def add(self, news: dict[str, Any]) -> None:
        assert news["after"] == len(self.plies) + 1, "nothing is missing, nothing sent twice"
        for ply in news["plies"]:
            self.plies[ply["node"]] = ply
            self.main_children[ply["parent"]] = ply["node"]
        for node in news["main_children"]:
            self.main_children[self.plies[node]["parent"]] = node

    def fill(self, table: dict[str, Any]) -> dict[str, Any]:
        """Add the main line and the other lines to a message `table`."""
        here = table["node"] if table["looking"] is None else table["looking"]
        line = self.onward(here)
        while here:
            line.insert(0, here)
            here = self.plies[here]["parent"]
        on = {0, *line}
        leaves = [
            node
            for node, ply in sorted(self.plies.items(), key=lambda one: one[1]["parent"])
            if node not in on and (ply["parent"] in on or self.main_children[ply["parent"]] != node)
        ]
        branches = [
            {"node": self.plies[node]["parent"], "line": self.list([node, *self.onward(node)])}
            for node in leaves
        ]
        table.update(line=self.list(line), branches=branches)
        return table

    def onward(self, node: int) -> list[int]:
        found = []
        while (node := self.main_children.get(node, 0)) != 0:
            found.append(node)
        return found

    def list(self, nodes: list[int]) -> list[dict[str, Any]]:
        return [{k: v for k, v in self.plies[n].items() if k != "parent"} for n in nodes]


class Hourglass(Clock):
    """Time that passes only when a test says so, for the server's loop in another thread."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.lock = threading.Lock()
        self.timers: list[Turned] = []

    def wall(self) -> float:
        return BEGINNING + self.passed

    def now(self) -> float:
        return self.passed

    def call_later(self, seconds: float, do: Callable[[], object]) -> Timer:
        timer = Turned(self, self.passed + seconds, do, asyncio.get_running_loop())
        with self.lock:
            self.timers.append(timer)
        self.turn(0)  # perhaps its time has come already
        return timer

    def forget(self, timer: Turned) -> None:
        with self.lock:
            if timer in self.timers:
                self.timers.remove(timer)

    def turn(self, seconds: float) -> None:
        """Let so many seconds pass, and run in its loop what falls due meanwhile."""
        with self.lock:
            self.passed += seconds
            due = [timer for timer in self.timers if timer.due <= self.passed]
            self.timers = [timer for timer in self.timers if timer.due > self.passed]
        for timer in sorted(due, key=lambda timer: timer.due):
            timer.strike()


BEGINNING: Final = 1_800_000_000.0
"""Seconds since 1970 at which an hourglass begins."""


@dataclass
class Turned:
    """Something that is to be done when an hourglass has been turned so far."""

    glass: Hourglass
    due: float
    do: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    cancelled: bool = False

    def strike(self) -> None:
        with suppress(RuntimeError):  # the server has ended, and its loop is closed
            self.loop.call_soon_threadsafe(self.run)

    def run(self) -> None:
        if not self.cancelled:
            self.do()

    def cancel(self) -> None:
        self.cancelled = True
        self.glass.forget(self)


def random_bytes() -> str:
    """Random bytes of a device for the dice, as hexadecimal digits."""
    return secrets.token_hex(32)


counter = iter(range(10**9))


def fresh() -> str:
    return f"id{next(counter)}"
