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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.ports import reserve
from tests.server.serving import Device, Line, fresh, meet

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

    def start(self) -> None:
        """Make a new server."""
        assert self.zygote.stdin and self.zygote.stdout
        print("go", file=self.zygote.stdin, flush=True)
        self.patient = int(self.zygote.stdout.readline())

    @contextmanager
    def killing(self, rng: Random) -> Iterator[Callable[[], None]]:
        """What is called within kills the server a moment later; then there is a new one."""
        kill = threading.Timer(rng.uniform(0, 0.02), os.kill, (self.patient, signal.SIGKILL))
        with suppress(*DROPPED):
            yield kill.start
        kill.join()
        self.wait_for_death()
        self.start()

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


class Players:
    """Play at random, send what was not answered again, and remember what was."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.answered: list[dict[str, Any]] = []
        self.pending: tuple[int, dict[str, Any]] | None = None

    def play(self, lines: list[Line], strike: Callable[[], None], after: int) -> None:
        """Send commands until the server dies; it is killed after so many."""
        for number in range(1000):
            if number == after:
                strike()
            self.pending = self.pending or self.think(lines)
            self.answer(lines)

    def answer(self, lines: list[Line]) -> None:
        """Send the pending command until it is answered."""
        assert self.pending
        seat, command = self.pending
        answer = lines[seat].try_command(**command)
        assert answer["type"] == "ack", answer
        self.answered.append({**command, "answer": answer["node"]})
        self.pending = None

    def think(self, lines: list[Line]) -> tuple[int, dict[str, Any]]:
        """The next command, and whose it is, when what was answered is what all are shown."""
        raise NotImplementedError


class Player(Players):
    """One person, who goes back now and then."""

    def think(self, lines: list[Line]) -> tuple[int, dict[str, Any]]:
        node = self.answered[-1]["answer"] if self.answered else 0
        table = lines[0].until(node=node)
        if table["over"] or (node and self.rng.random() < 0.1):
            return 0, {"type": "go", "id": fresh(), "at": node, "node": table["undo"]}
        move = self.rng.choice(lines[0].moves())
        return 0, {"type": "play", "id": fresh(), "at": node, "move": move}

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
    hospital.start()
    device = Device(hospital.port)
    match = device.begin("icefloes", "person", level="sixteen")
    for _ in range(DEATHS):
        after = rng.randrange(-1, 6)
        with hospital.killing(rng) as strike:
            if after < 0:
                strike()  # while the table is being opened
            line = device.enter(match)
            player.check(line.table)
            player.play([line], strike, after)
    line = device.enter(match)
    player.check(line.table)
    if player.pending:
        player.answer([line])
    check_log(tmp_path / "matches.db", match, player.answered)
    assert len(player.answered) > DEATHS


def check_log(file: Path, match: str, answered: list[dict[str, Any]]) -> None:
    """The log holds exactly the commands that were answered, in their order."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT number, event FROM events WHERE match = ? ORDER BY number"
        rows = database.execute(query, (match,)).fetchall()
    assert [number for number, _ in rows] == list(range(len(answered)))
    for (_, text), command in zip(rows, answered, strict=True):
        wanted = ("type", "node") if command["type"] == "go" else ("type", "at", "move")
        event = json.loads(text)
        assert [event[key] for key in wanted] == [command[key] for key in wanted]


CYCLE = ("play", "pause", "yes", "resume", "yes")
KILLS = 10
"""Deaths in the gate; in the long run as many as of the other kind."""
LIVES = 30
"""Deaths that one match sees at most, so that it is not over before."""


class Pair(Players):
    """Two people at two devices who play, pause by asking each other, and play on."""

    paused: Sequence[int] = ()
    """The milliseconds of both, as they were seen in the pause that holds."""

    def think(self, lines: list[Line]) -> tuple[int, dict[str, Any]]:
        what = CYCLE[len(self.answered) % len(CYCLE)]
        table, _ = [line.until(self.is_shown) for line in lines]
        if table["paused"]:
            self.paused = self.paused or table["clock"]["left"]
            assert table["clock"]["left"] == self.paused, "no time passes, whatever dies"
        else:
            self.paused = ()
        if what == "yes":
            (offer,) = table["offers"]
            command = {"type": "answer", "id": fresh(), "offer": offer["id"], "yes": True}
            return 1 - offer["seat"], command
        command = {"id": fresh(), "at": table["node"]}
        if what != "play":
            seat = int(what == "resume")
            return seat, {**command, "type": "ask", "seat": seat, "what": what}
        seat = int(table["seats"][1]["to_play"])
        moves = [move for move in lines[seat].moves() if move != "pass"]
        return seat, {**command, "type": "play", "move": self.rng.choice(moves)}

    def plies(self) -> int:
        return sum(command["type"] == "play" for command in self.answered)

    def is_shown(self, table: dict[str, Any]) -> bool:
        step = len(self.answered) % len(CYCLE)
        stands = table["paused"], bool(table["offers"])
        return table["node"] == self.plies() and stands == (step in (3, 4), step in (2, 4))


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
    lines = meet(*people, game="go", terms={"clock": {"seconds": 3_600}})
    match = lines[0].match
    lines[0].until(lambda table: table["clock"]["started"])
    for number in range(deaths + 1):
        with hospital.killing(rng) as strike:
            if number:
                lines = [person.enter(match) for person in people]
            pair.play(lines, strike, rng.randrange(1, 8))
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT count(*) FROM events WHERE match = ?"
        (events,) = database.execute(query, (match,)).fetchone()
    plies = pair.plies()
    unanswered = pair.pending is not None and pair.pending[1]["type"] == "play"
    assert events in (plies, plies + unanswered), "each ply once"
    assert len(pair.answered) > deaths
