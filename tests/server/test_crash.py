"""The server is killed at random moments; every acknowledged command is there, in order, once."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.serving import Device, Line, fresh

DEATHS = int(os.environ.get("DEATHS", "50"))
"""How often; `bench/load.py kills` asks for more."""
ROOT = Path(__file__).parents[2]
DROPPED = (WebSocketException, ConnectionError, EOFError)


class Hospital:
    """Starts servers on one file and kills them."""

    def __init__(self, file: Path) -> None:
        self.zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote", str(file)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self) -> tuple[int, int]:
        """The process id and the port of a new server."""
        assert self.zygote.stdin and self.zygote.stdout
        print("go", file=self.zygote.stdin, flush=True)
        process, port = self.zygote.stdout.readline().split()
        self.patient = int(process)
        return self.patient, int(port)

    def wait_for_death(self) -> None:
        assert self.zygote.stdout and self.zygote.stdout.readline() == "dead\n"

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.patient, signal.SIGKILL)
        self.zygote.communicate()


@pytest.fixture
def hospital(tmp_path: Path) -> Iterator[Hospital]:
    made = Hospital(tmp_path / "matches.db")
    yield made
    made.close()


class Player:
    """Plays at random, sends what was not answered again, and remembers what was."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.answered: list[dict[str, Any]] = []
        self.pending: dict[str, Any] | None = None

    def play(self, line: Line, strike: Callable[[], None], after: int) -> None:
        """Do commands until the server dies, which it soon does after so many."""
        line.see()
        self.check(line.table)
        for number in range(1000):
            if number == after:
                strike()
            self.pending = self.pending or self.think(line.table)
            self.follow(line, self.answer(line))

    def answer(self, line: Line) -> int:
        """Send what is pending, and remember that it was answered; the node."""
        assert self.pending
        answer = line.try_command(**self.pending)
        assert answer["type"] == "ack", answer
        self.answered.append({**self.pending, "answer": answer["node"]})
        self.pending = None
        node: int = answer["node"]
        return node

    def follow(self, line: Line, node: int) -> None:
        """Wait for the table that shows a command, unless it is there: one that was done before
        the server died is answered, not done again."""
        if line.table["node"] != node:
            line.see(lambda table: table["node"] == node)

    def think(self, table: dict[str, Any]) -> dict[str, Any]:
        """A ply, or the way back from the end or into another line."""
        at = table["node"]
        if table["over"] or (at and self.rng.random() < 0.1):
            return {"type": "go", "id": fresh(), "at": at, "node": table["undo"]}
        moves = [choice["move"] for choice in table["scene"]["choices"]]
        return {"type": "play", "id": fresh(), "at": at, "move": self.rng.choice(moves)}

    def check(self, table: dict[str, Any]) -> None:
        """All that was answered is in the table."""
        lines = [table["line"], *(branch["line"] for branch in table["branches"])]
        there = {ply["node"]: ply["move"] for line in lines for ply in line}
        for command in self.answered:
            if command["type"] == "play":
                assert there[command["answer"]] == command["move"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked to start at once")
def test_acknowledged_deeds_survive_a_kill(hospital: Hospital, tmp_path: Path) -> None:
    rng = Random(7)
    player = Player(rng)
    process, port = hospital.start()
    device = Device(port)
    match = device.begin("icefloes", "person", level="sixteen")
    for _ in range(DEATHS):
        device.port = port
        after = rng.randrange(-1, 6)
        kill = threading.Timer(rng.uniform(0, 0.02), os.kill, (process, signal.SIGKILL))
        if after < 0:
            kill.start()  # while the table is being opened
        with suppress(*DROPPED):
            player.play(device.open(match), kill.start, after)
        kill.join()
        hospital.wait_for_death()
        process, port = hospital.start()
    device.port = port
    line = device.open(match)
    player.check(line.see())
    if player.pending:
        player.answer(line)
    check_log(tmp_path / "matches.db", match, player.answered)
    assert len(player.answered) > DEATHS


def check_log(file: Path, match: str, answered: list[dict[str, Any]]) -> None:
    """The log holds exactly the commands that were answered, in their order."""
    database = sqlite3.connect(file)
    query = "SELECT number, event FROM events WHERE match = ? ORDER BY number"
    rows = database.execute(query, (match,)).fetchall()
    database.close()
    assert [number for number, _ in rows] == list(range(len(answered)))
    for (_, text), command in zip(rows, answered, strict=True):
        event = json.loads(text)
        wanted = ("type", "node") if command["type"] == "go" else ("type", "at", "move")
        assert {key: event[key] for key in wanted} == {key: command[key] for key in wanted}
