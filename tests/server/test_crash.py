"""The server is killed at random moments. Every acknowledged command is stored exactly once and in
order."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.ports import reserve
from tests.server.serving import Device, Line, fresh

DEATHS = 50
"""How often the server is killed in one series."""
SERIES = 20
"""How many series the long run has: enough for a thousand kills of each kind."""
ROOT = Path(__file__).parents[2]
DROPPED = (WebSocketException, ConnectionError, EOFError)


def series(guard: str) -> list[Any]:
    """The seeds of all series, of which the gate has the first; `guard` is the test itself."""
    later = pytest.mark.long("deaths", guard=f"tests/server/test_crash.py::{guard}")
    return [0, *(pytest.param(seed, marks=later) for seed in range(1, SERIES))]


class Hospital:
    """Starts servers on one file and one port, and kills them."""

    def __init__(self, file: Path) -> None:
        self.reserved = reserve()
        self.port: int = self.reserved.getsockname()[1]
        self.zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote", str(file), str(self.port)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self) -> int:
        """The process id of a new server."""
        assert self.zygote.stdin and self.zygote.stdout
        print("go", file=self.zygote.stdin, flush=True)
        self.patient = int(self.zygote.stdout.readline())
        return self.patient

    def wait_for_death(self) -> None:
        assert self.zygote.stdout and self.zygote.stdout.readline() == "dead\n"

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.patient, signal.SIGKILL)
        self.zygote.communicate()
        self.reserved.close()


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
        """Send commands until the server dies; it is killed after so many."""
        line.see()
        self.check(line.table)
        for number in range(1000):
            if number == after:
                strike()
            self.pending = self.pending or self.think(line.table)
            self.follow(line, self.answer(line))

    def answer(self, line: Line) -> int:
        """Send the pending command until it is answered; the node of the answer."""
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
        """The next command: a ply, or going back to an earlier node."""
        at = table["node"]
        if table["over"] or (at and self.rng.random() < 0.1):
            return {"type": "go", "id": fresh(), "at": at, "node": table["undo"]}
        moves = [choice["move"] for choice in table["scene"]["choices"]]
        return {"type": "play", "id": fresh(), "at": at, "move": self.rng.choice(moves)}

    def check(self, table: dict[str, Any]) -> None:
        """Check that every command that was answered is in the match."""
        lines = [table["line"], *(branch["line"] for branch in table["branches"])]
        there = {ply["node"]: ply["move"] for line in lines for ply in line}
        for command in self.answered:
            if command["type"] == "play":
                assert there[command["answer"]] == command["move"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked to start at once")
@pytest.mark.parametrize("seed", series("test_acknowledged_deeds_survive_a_kill"))
def test_acknowledged_deeds_survive_a_kill(hospital: Hospital, tmp_path: Path, seed: int) -> None:
    rng = Random(seed + 7)
    player = Player(rng)
    process = hospital.start()
    device = Device(hospital.port)
    match = device.begin("icefloes", "person", level="sixteen")
    for _ in range(DEATHS):
        after = rng.randrange(-1, 6)
        kill = threading.Timer(rng.uniform(0, 0.02), os.kill, (process, signal.SIGKILL))
        if after < 0:
            kill.start()  # while the table is being opened
        with suppress(*DROPPED):
            player.play(device.open(match), kill.start, after)
        kill.join()
        hospital.wait_for_death()
        process = hospital.start()
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


CYCLE = ("play", "pause", "yes", "resume", "yes")
KILLS = 10
"""Deaths in the gate; in the long run as many as of the other kind."""
LIVES = 30
"""Deaths that one match sees at most, so that it is not over before."""


class Pair:
    """Two people at two devices who play, pause by asking each other, and play on."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.step = 0
        self.plies = 0
        self.pending: tuple[int, dict[str, Any]] | None = None
        self.paused: list[int] = []
        """The milliseconds of both, as they were seen in the pause that holds."""

    def play(self, lines: list[Line], strike: Callable[[], None], after: int) -> None:
        """Go on until the server dies, which it does after so many commands."""
        for line in lines:
            until(line, bool)
        for number in range(1000):
            if number == after:
                strike()
            self.pending = self.pending or self.think(lines)
            seat, command = self.pending
            answer = lines[seat].try_command(**command)
            assert answer["type"] == "ack", answer
            self.plies += command["type"] == "play"
            self.step, self.pending = self.step + 1, None

    def think(self, lines: list[Line]) -> tuple[int, dict[str, Any]]:
        """The next command, and whose it is; what was answered is what all are shown."""
        what = CYCLE[self.step % len(CYCLE)]
        table, _ = [until(line, self.is_shown) for line in lines]
        if table["paused"]:
            self.paused = self.paused or table["clock"]["left"]
            assert table["clock"]["left"] == self.paused, "no time passes, whatever dies"
        else:
            self.paused = []
        seat = table["seats"][1]["to_play"] if what == "play" else what == "resume"
        if what == "yes":
            seat = 1 - table["offer"]["seat"]
            return seat, {
                "type": "answer",
                "id": fresh(),
                "offer": table["offer"]["id"],
                "yes": True,
            }
        command = {"id": fresh(), "at": table["node"]}
        if what != "play":
            return int(seat), {**command, "type": "ask", "seat": int(seat), "what": what}
        moves = [move for move in lines[seat].moves() if move != "pass"]
        return int(seat), {**command, "type": "play", "move": self.rng.choice(moves)}

    def is_shown(self, table: dict[str, Any]) -> bool:
        step = self.step % len(CYCLE)
        stands = table["paused"], table["offer"] is not None
        return table["node"] == self.plies and stands == (step in (3, 4), step in (2, 4))


def until(line: Line, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    return line.table if test(line.table) else line.see(test)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked to start at once")
@pytest.mark.parametrize("seed", series("test_clocks_and_questions_survive_a_kill"))
def test_clocks_and_questions_survive_a_kill(hospital: Hospital, tmp_path: Path, seed: int) -> None:
    rng, deaths = Random(seed + 8), DEATHS if seed else KILLS
    hospital.start()
    for done in range(0, deaths, LIVES):
        survive(hospital, tmp_path / "matches.db", rng, min(LIVES, deaths - done))


def survive(hospital: Hospital, file: Path, rng: Random, deaths: int) -> None:
    """Play a match through so many kills of the server and one more."""
    pair = Pair(rng)
    people = [Device(hospital.port), Device(hospital.port)]
    match = people[0].begin("go", "person", "open", terms={"clock": {"seconds": 3_600}})
    url = people[0].post(f"/api/matches/{match}/invite", {"seat": 1})["url"]
    people[1].post(f"/api/join/{url.rsplit('/', 1)[1]}", {})
    lines = [person.open(match) for person in people]
    lines[0].see(lambda table: table["clock"]["started"])
    for number in range(deaths + 1):
        kill = threading.Timer(rng.uniform(0, 0.02), os.kill, (hospital.patient, signal.SIGKILL))
        with suppress(*DROPPED):
            lines = [person.open(match) for person in people] if number else lines
            pair.play(lines, kill.start, rng.randrange(1, 8))
        kill.join()
        hospital.wait_for_death()
        hospital.start()
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT count(*) FROM events WHERE match = ?"
        (events,) = database.execute(query, (match,)).fetchone()
    unanswered = pair.pending is not None and pair.pending[1]["type"] == "play"
    assert events in (pair.plies, pair.plies + unanswered), "each ply once"
    assert pair.step > deaths
