"""Bots at a table, hints, and the worker processes behind them, with bots that misbehave."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.bots.level import LEVELS
from everygame.process.pool import JobRefused, Pool, WorkerDied
from everygame.process.start import python_command
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import BotPlayer
from everygame.store import Holder
from tests.server import standin
from tests.server.serving import Device, Hourglass, Line, serving
from tests.waiting import wait_until

Make = Callable[[], Device]


def sit(device: Make, game: str, *kinds: str, **options: str) -> Line:
    one = device()
    line = one.open(one.begin(game, *kinds, **options))
    line.see()
    return line


def test_a_bot_answers_and_the_person_is_to_play_again(device: Make) -> None:
    line = sit(device, "icefloes", "person", "last")
    line.play("up")
    line.see(lambda table: table["node"] == 2)
    assert line.table["line"][1]["seat"] == 1 and line.table["thinking"] is None
    assert line.table["seats"][1]["name"] == "Last" and line.table["seats"][1]["online"]
    line.command("go", at=2, node=line.table["undo"])
    assert line.table["node"] == 0 and line.table["redo"] == 2


def test_bots_among_themselves_play_on_while_somebody_looks(games: None, data: Path) -> None:
    glass = Hourglass()
    with serving(data, clock=glass, pace=1.0) as port:
        one = Device(port)
        match = one.begin("icefloes", "random", "random", size="13")  # which does not end soon

        def plies() -> int:
            return len(one.get(f"/api/matches/{match}/record")["plies"])

        def go_on() -> int:
            glass.turn(1.0)
            return plies()

        line = one.open(match)
        wait_until(lambda: go_on() > 3, "bots play while somebody looks")
        line.stack.close()
        wait_until(lambda: plies() == plies(), "the last move is played")
        left = plies()
        assert [go_on() for _ in range(20)] == [left] * 20
        one.open(match)
        wait_until(lambda: go_on() > left, "bots play on when somebody looks again")
        one.close()


def test_bots_with_secrets_and_dice_finish_a_match(device: Make) -> None:
    line = sit(device, "toy", "last", "last", "last")
    table = line.see(lambda table: table["over"])
    assert table["over"]["ending"] in ("found", "tired")


def test_a_bot_that_dies_once_is_asked_again(
    device: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STANDIN_MARK", str(tmp_path / "died"))
    line = fresh_workers(sit(device, "icefloes", "person", "asleep"))
    line = sit(device, "icefloes", "person", "shy")
    line.play("up")
    assert line.see(lambda table: table["notice"])["notice"] == (
        "The bot of South stopped; it is asked again."
    )
    table = line.see(lambda table: table["node"] == 2)
    assert table["notice"] == ""


def fresh_workers(line: Line) -> Line:
    """Make both workers of the pool new ones, which have today's environment."""
    for _ in range(2):
        line.play(line.moves()[0])
        assert line.table["thinking"] == 1
        line.command("go", at=line.table["node"], node=0)
    return line


@pytest.mark.parametrize("level", ["dead", "faulty", "cheat"])
def test_a_bot_that_cannot_move_is_reported_and_the_table_lives(device: Make, level: str) -> None:
    line = sit(device, "icefloes", "person", level)
    line.play("up")
    table = line.see(lambda table: "cannot move here" in table["notice"])
    assert "South" in table["notice"] and "secret" not in table["notice"]
    assert table["thinking"] is None and table["node"] == 1 and table["undo"] == 0
    line.command("go", at=1, node=0)
    assert line.table["notice"] == ""
    assert line.play("left")["type"] == "ack"


def test_opening_the_table_again_asks_the_bot_again(device: Make) -> None:
    line = sit(device, "icefloes", "dead", "person")
    line.see(lambda table: "cannot move here" in table["notice"])
    other = line.device.open(line.table["match"])
    assert other.see(lambda table: table["thinking"] == 0)


def test_a_bot_stops_thinking_when_the_match_moves_on(device: Make) -> None:
    line = sit(device, "icefloes", "person", "asleep")
    for _ in range(4):  # more than there are workers
        line.play("up")
        assert line.table["thinking"] == 1
        line.command("go", at=line.table["node"], node=0)
        assert line.table["thinking"] is None
    line = sit(device, "icefloes", "person", "last")
    line.play("up")
    assert line.see(lambda table: table["node"] == 2)


def test_people_play_on_while_all_bots_think(device: Make) -> None:
    busy = [sit(device, "icefloes", "person", "asleep") for _ in range(6)]
    for line in busy:  # more than there are processes
        line.play("up")
        assert line.table["thinking"] == 1 and line.table["thinks"] == 0.25
    line = sit(device, "icefloes", "person", "person")
    for _ in range(10):
        assert line.play(line.moves()[0])["type"] == "ack"
    for one in busy:
        one.stack.close()


def test_a_hint_is_a_move_in_words(device: Make) -> None:
    line = sit(device, "icefloes", "person", "person")
    line.say(type="hint", at=0)
    hint = line.wait(lambda heard: heard["type"] == "hint")
    choice = line.table["scene"]["choices"][-1]
    assert hint == {
        "type": "hint", "at": 0, "move": choice["move"],
        "sentence": f"Try this: {choice['name']}. It comes last.",
    }  # fmt: skip
    line.say(type="hint", at=5)
    assert line.wait(lambda heard: heard["type"] == "error")["code"] == "stale"


def test_against_people_elsewhere_there_is_no_hint(device: Make) -> None:
    line = sit(device, "icefloes", "person", "open")
    assert not line.table["helped"]
    line.say(type="hint", at=0)
    answer = line.wait(lambda heard: heard["type"] == "error")
    assert answer["code"] == "turn" and "against bots" in answer["error"]
    assert sit(device, "icefloes", "person", "asleep").table["helped"]


def test_what_a_hint_rests_on_does_not_depend_on_what_the_seat_may_not_know(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    async def advise(self: Bots, request: dict[str, Any]) -> dict[str, Any]:
        told.append({key: value for key, value in request.items() if key != "seed"})
        return {"move": request["moves"][0], "reasons": []}

    monkeypatch.setattr(Bots, "advise", advise)
    monkeypatch.setattr("everygame.server.matches.session.SystemRandom", lambda: Random(4))
    for box in ("a", "b", "c"):
        line = sit(device, "toy", "person", "person")
        line.say(type="reveal", seat=0)
        line.see(lambda table: table["viewer"] == 0)
        line.play(f"hide:{box}")
        line.say(type="reveal", seat=1)
        line.see(lambda table: table["viewer"] == 1)
        line.say(type="hint", at=line.table["node"])
        line.wait(lambda heard: heard["type"] == "hint")
    assert len(told) == 3 and told[0] == told[1] == told[2]
    assert told[0]["seat"] == 1 and "truth" not in told[0]


def test_what_a_bot_is_told_does_not_depend_on_what_it_may_not_know(
    device: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request for seat 1 is the same whatever seat 0 has hidden."""
    told: list[Any] = []

    async def choose(self: Bots, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        told.append({key: value for key, value in request.items() if key != "seed"})
        return {"move": request["moves"][0]}

    monkeypatch.setattr(Bots, "choose", choose)
    monkeypatch.setattr("everygame.server.matches.session.SystemRandom", lambda: Random(4))
    for box in ("a", "b", "c"):
        line = sit(device, "toy", "person", "last")
        line.play(f"hide:{box}")
        line.see(lambda table: table["node"] == 3)
    assert len(told) == 3 and told[0] == told[1] == told[2]
    assert told[0]["seat"] == 1 and told[0]["observation"]["coins"] == ["?"]


# -- the pool


def run(test: Callable[[Pool], Any], size: int = 1) -> Any:
    async def within() -> Any:
        pool = Pool(size)
        try:
            return await test(pool)
        finally:
            await pool.close()
            assert not pool.all and not pool.ending

    return asyncio.run(within())


def test_the_pool_answers_refuses_and_reports() -> None:
    async def test(pool: Pool) -> None:
        here = "tests.server.test_bots"
        assert await pool.run(f"{here}:double", {"n": 21}, 20) == 42
        with pytest.raises(JobRefused, match="There is no game 'x'"):
            await pool.run("everygame.library.registry:find_game", "x", 20)
        with pytest.raises(WorkerDied, match="failed"):
            await pool.run(f"{here}:double", {"m": 21}, 20)
        assert len(pool.all) == 1, "a job that failed leaves its worker alone"
        with pytest.raises(WorkerDied, match="took more than"):
            await pool.run("time:sleep", 60, 0.2)
        assert not pool.all
        with pytest.raises(WorkerDied, match="ended without an answer"):
            await pool.run("os:_exit", 3, 20)
        assert await pool.run(f"{here}:loud", {}, 20) == "x" * 100_000

    run(test)


def test_a_worker_that_died_at_rest_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        await pool.run("time:sleep", 0, 20)
        process = pool.idle[0]
        process.kill()
        await process.wait()
        assert await pool.run("time:sleep", 0, 20) is None

    run(test)


def test_a_job_that_is_cancelled_makes_room(tmp_path: Path) -> None:
    async def test(pool: Pool) -> None:
        began = tmp_path / "began"
        here = "tests.server.test_bots"
        task = asyncio.create_task(pool.run(f"{here}:begin_for_ever", str(began), 1e6))
        while not began.exists():
            await asyncio.sleep(0)
        task.cancel()
        assert await pool.run(f"{here}:double", {"n": 21}, 1e6) == 42

    run(test)


def test_a_job_that_needs_too_much_memory_ends_with_its_worker() -> None:
    async def test(pool: Pool) -> None:
        here = "tests.server.test_bots"
        assert await pool.run(f"{here}:devour", 100_000_000, 20) == 100_000_000
        before = set(pool.all)
        with pytest.raises(WorkerDied, match="too much memory"):
            await pool.run(f"{here}:devour", 2_000_000_000, 20)
        assert not pool.all & before
        assert await pool.run(f"{here}:double", {"n": 1}, 20) == 2

    run(test)


def test_a_bot_that_waited_for_a_process_thinks_the_less() -> None:
    async def test(pool: Pool) -> None:
        bots = Bots(Busy(1), standin.levels, "tests.server.test_bots:same")
        first, *others = await asyncio.gather(*(bots.choose({}, 0.4) for _ in range(3)))
        assert first["seconds"] == 0.4
        assert [answer["seconds"] for answer in others] == [pytest.approx(0.04)] * 2
        await bots.close()

    run(test)


class Busy(Pool):
    """Every job takes 0.4 s of its clock."""

    def __init__(self, size: int) -> None:
        self.glass = Hourglass()
        super().__init__(size, clock=self.glass)

    async def ask(self, process: Any, job: Any, seconds: float) -> dict[str, Any]:
        answer = await super().ask(process, job, seconds)
        self.glass.turn(0.4)
        return answer


def test_a_level_that_stops_by_what_it_looks_at_does_not_wait_for_its_limit() -> None:
    async def test(pool: Pool) -> None:
        level = replace(LEVELS[1], seconds=6.0)
        facts = SimpleNamespace(hidden=True, levels=(level,), programs=(), name="toy")
        seats = SimpleNamespace(holders=[Holder("bot", "", level.name)])
        live = SimpleNamespace(facts=facts, seats=seats)
        player = BotPlayer(Bots(pool, lambda game: (level,), pace=0.5))
        assert level.nodes and player.delay(live, 0, 0.1) == pytest.approx(2.4)
        assert player.delay(live, 0, 2.7) == pytest.approx(0.8), "in whole beats"

    run(test)


def test_with_secrets_the_time_until_a_reply_depends_on_the_level_alone() -> None:
    async def test(pool: Pool) -> None:
        player = BotPlayer(Bots(pool, standin.levels, pace=0.5))
        facts = SimpleNamespace(hidden=True, levels=standin.LEVELS, programs=(), name="toy")
        live = SimpleNamespace(
            facts=facts, seats=SimpleNamespace(holders=[Holder("bot", "", "last")])
        )
        whole = [spent + player.delay(live, 0, spent) for spent in (0.0, 0.1, 0.74)]
        assert whole == [pytest.approx(0.75)] * 3
        late = [spent + player.delay(live, 0, spent) for spent in (0.8, 1.2, 1.7)]
        assert late == [pytest.approx(1.75)] * 3, "in whole beats"
        facts.hidden = False
        assert player.delay(live, 0, 0.1) == pytest.approx(0.4) and player.delay(live, 0, 0.7) == 0

    run(test)


def same(request: dict[str, float]) -> dict[str, float]:
    return request


def begin_for_ever(file: str) -> None:
    """A job that says that it has begun, and never ends."""
    Path(file).touch()
    Event().wait()


def devour(size: int) -> int:
    return len(bytearray(size))


def double(request: dict[str, int]) -> int:
    return 2 * request["n"]


def loud(request: dict[str, int]) -> str:
    print("this is not an answer")
    return "x" * 100_000


def test_a_worker_whose_server_was_ended_says_nothing() -> None:
    command = python_command("everygame.process.worker", 1 << 32, 0)
    worker = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert worker.stdin and worker.stdout and worker.stderr
    worker.stdout.close()
    worker.stdin.write(b'{"call": "time:sleep", "request": 0}\n')
    worker.stdin.close()
    assert worker.wait(20) == 0 and worker.stderr.read() == b""
    worker.stderr.close()
