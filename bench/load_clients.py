"""Players of connect four for the servers that are measured, each with two sockets at a match."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PLIES, SIZE = 42, 7


def ask(port: int, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[str, Any]:
    """The cookie and the JSON of an answer; asked again where that was too often."""
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        data = answer.read()
        line.close()
        if answer.status == 429:
            time.sleep(0.2)
            continue
        assert answer.status < 300, (path, answer.status, data[:200])
        new = str(answer.getheader("set-cookie") or "").split(";")[0]
        kind = str(answer.getheader("content-type"))
        return new, json.loads(data) if "json" in kind else data


class Everygame:
    """A player of EveryGame's: two devices at one match, each with its socket."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies = [ask(port, "GET", "/")[0] for _ in range(2)]
        ann, bob = self.cookies
        seats = [{"kind": "person"}, {"kind": "open"}]
        body = {"game": "connectfour", "seats": seats, "key": "k", "options": {"players": "2"}}
        self.match = ask(port, "POST", "/api/matches", body, ann)[1]["match"]
        url = ask(port, "POST", f"/api/matches/{self.match}/invite", {"seat": 1}, ann)[1]["url"]
        ask(port, "POST", f"/api/join/{url.rpartition('/')[2]}", {}, bob)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[list[ClientConnection]]:
        url = f"ws://127.0.0.1:{self.port}/api/matches/{self.match}/socket"
        async with (
            joined(url, self.cookies[0]) as ann,
            joined(url, self.cookies[1]) as bob,
        ):
            for socket in (ann, bob):
                await until(socket, b'"type":"view"')
            yield [ann, bob]

    async def play(self, sockets: list[ClientConnection], number: int, column: int) -> None:
        mover, other = sockets[number % 2], sockets[1 - number % 2]
        move = {"type": "play", "id": f"p{number}", "at": number, "move": "abcdefg"[column]}
        await mover.send(json.dumps(move))
        await until(other, b'"node":%d,"looking"' % (number + 1))


class BoardgameIo:
    """The same at boardgame.io, by the protocol of socket.io 4 over a WebSocket."""

    def __init__(self, port: int) -> None:
        self.port = port
        made = ask(port, "POST", "/games/connectfour/create", {"numPlayers": 2})[1]
        self.match = made["matchID"]
        path = f"/games/connectfour/{self.match}/join"
        self.credentials = [
            ask(port, "POST", path, {"playerID": seat, "playerName": seat})[1]["playerCredentials"]
            for seat in "01"
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[list[ClientConnection]]:
        url = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        async with joined(url) as ann, joined(url) as bob:
            for seat, socket in enumerate((ann, bob)):
                await until(socket, b"0{")
                await socket.send("40/connectfour,")
                await until(socket, b"40/connectfour")
                given = [self.match, str(seat), self.credentials[seat], 2]
                await socket.send("42/connectfour," + json.dumps(["sync", *given]))
                await until(socket, b'["sync"')
            yield [ann, bob]

    async def play(self, sockets: list[ClientConnection], number: int, column: int) -> None:
        seat = number % 2
        payload = {"type": "drop", "args": [column], "playerID": str(seat)}
        action = {
            "type": "MAKE_MOVE",
            "payload": {**payload, "credentials": self.credentials[seat]},
        }
        said = ["update", action, number, self.match, str(seat)]
        await sockets[seat].send("42/connectfour," + json.dumps(said))
        await until(sockets[1 - seat], b'"_stateID":%d' % (number + 1))


def joined(url: str, cookie: str = "") -> connect:
    headers = {"Cookie": cookie} if cookie else {}
    return connect(
        url, additional_headers=headers, max_size=None, proxy=None, compression=None,
        ping_interval=None, max_queue=None,
    )  # fmt: skip


async def until(socket: ClientConnection, sign: bytes) -> bytes:
    """The first message that holds a sign; pings of socket.io are answered."""
    while True:
        heard = await asyncio.wait_for(socket.recv(decode=False), 120)
        data = heard if isinstance(heard, bytes) else heard.encode()
        if data == b"2":
            await socket.send("3")
        if b'"type":"error"' in data:
            raise RuntimeError(data.decode())
        if sign in data:
            return data


def drawn_match(rng: Random) -> list[int]:
    """The columns of a match of connect four in which nobody ever wins."""
    while True:
        columns: list[list[int]] = [[] for _ in range(SIZE)]
        moves: list[int] = []
        while len(moves) < PLIES:
            free = [c for c in range(SIZE) if len(columns[c]) < SIZE - 1]
            rng.shuffle(free)
            safe = [c for c in free if not wins(columns, c, len(moves) % 2)]
            if not safe:
                break
            columns[safe[0]].append(len(moves) % 2)
            moves.append(safe[0])
        else:
            return moves


def wins(columns: list[list[int]], column: int, seat: int) -> bool:
    """A stone there makes four in a row."""
    row = len(columns[column])

    def has(x: int, y: int) -> bool:
        return 0 <= x < SIZE and 0 <= y < len(columns[x]) and columns[x][y] == seat

    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            x, y = column + way * dx, row + way * dy
            while has(x, y):
                count, x, y = count + 1, x + way * dx, y + way * dy
        if count >= 4:
            return True
    return False
