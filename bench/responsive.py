"""How quickly people are answered while many bots think.

Starts a server of its own and plays matches at once, each a person against the strongest bot. The
person thinks a little and plays any move. Measured are the milliseconds from a person's ply to its
acknowledgement, which says that it is stored, and to the table that shows it, and the seconds that
a bot takes to answer.

    python bench/responsive.py --matches 20 --seconds 60
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from everygame.build import build

GAMES = ("freez", "freezetag", "icefloes", "evade", "coldspell")


@dataclass
class Times:
    """What was measured, in seconds."""

    ack: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)


def main() -> None:
    """Print a table of quantiles."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="", help="of the bots; the strongest by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start(Path(folder) / "matches.sqlite")
        try:
            times = asyncio.run(play_all(port, options.matches, options.seconds, options.level))
        finally:
            server.terminate()
            server.wait()
    print(f"{build()}; {options.matches} matches at once for {options.seconds:g} s")
    show("ply stored (ms)", times.ack, 1000)
    show("ply shown (ms)", times.table, 1000)
    show("bot answers (s)", times.bot, 1)


def start(file: Path) -> tuple[subprocess.Popen[str], int]:
    """A server on a free port."""
    command = [sys.executable, "-m", "everygame", "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen(
        [*command, "--data", str(file)], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert server.stdout
    found = re.search(r":(\d+)/", server.stdout.readline())
    assert found, "The server did not start."
    return server, int(found[1])


async def play_all(port: int, matches: int, seconds: float, level: str) -> Times:
    """All matches at once."""
    times = Times()
    until = time.monotonic() + seconds
    tables = (play(port, GAMES[i % len(GAMES)], level, until, times, i) for i in range(matches))
    await asyncio.gather(*tables)
    return times


async def play(port: int, game: str, level: str, until: float, times: Times, number: int) -> None:
    """Match after match of one person, until it is time."""
    rng = Random(number)
    while time.monotonic() < until:
        cookie, match = await asyncio.to_thread(begin, port, game, level)
        url = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"
        headers = {"Cookie": cookie}
        async with connect(url, additional_headers=headers, max_size=None, proxy=None) as socket:
            await one_match(socket, until, times, rng)


async def one_match(socket: ClientConnection, until: float, times: Times, rng: Random) -> None:
    """Any move after a moment of thought; the bot's time counts from the ply that it answers."""
    table = await hear_table(socket)
    asked = time.monotonic()
    while time.monotonic() < until and not table["over"]:
        choices = table["scene"].get("choices", [])
        if not choices:
            bot = table["thinking"]
            table = await hear_table(socket)
            if bot is not None and table["thinking"] is None:
                times.bot.append(time.monotonic() - asked)
            continue
        await asyncio.sleep(rng.uniform(0.2, 1.5))
        table = await send(socket, table, rng.choice(choices)["move"], times)
        asked = time.monotonic()


async def send(socket: ClientConnection, table: Any, move: str, times: Times) -> Any:
    """Play a move, and wait for the table that shows it."""
    began = time.monotonic()
    message = {"type": "play", "id": f"{began}", "at": table["node"], "move": move}
    await socket.send(json.dumps(message))
    while True:
        heard = json.loads(await socket.recv())
        if heard["type"] == "error":
            raise RuntimeError(heard["error"])
        if heard["type"] == "ack":
            times.ack.append(time.monotonic() - began)
        elif heard["type"] == "view" and heard["node"] != table["node"]:
            times.table.append(time.monotonic() - began)
            return heard


async def hear_table(socket: ClientConnection) -> Any:
    while True:
        heard = json.loads(await socket.recv())
        if heard["type"] == "view":
            return heard


def begin(port: int, game: str, level: str) -> tuple[str, str]:
    """A new match of a new device: its cookie, and the id of the match."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    cookie = str(answer.getheader("set-cookie")).split(";")[0]
    connection.request("GET", f"/api/games/{game}")
    levels = json.loads(connection.getresponse().read())["levels"]
    seats = [{"kind": "person"}, {"kind": "bot", "level": level or levels[-1]["name"]}]
    body = json.dumps({"game": game, "seats": seats, "key": "k", "options": {"players": "2"}})
    connection.request("POST", "/api/matches", body, {"Cookie": cookie})
    match = json.loads(connection.getresponse().read())["match"]
    return cookie, str(match)


def show(what: str, values: list[float], scale: float) -> None:
    """A line of quantiles."""
    found = sorted(values)
    cuts = [found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.95, 0.99)]
    texts = "  ".join(f"p{p} {scale * cut:8.2f}" for p, cut in zip((50, 95, 99), cuts, strict=True))
    print(f"{what:18} {len(found):6} times  {texts}  most {scale * found[-1]:8.2f}")


if __name__ == "__main__":
    main()
