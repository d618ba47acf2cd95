"""Bots at a table, hints, and the worker processes behind them, with bots that misbehave."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.bots.level import LEVELS
from everygame.contract import Game
from everygame.process.pool import JobRefused, Pool, WorkerDied
from everygame.process.start import python_command
from everygame.search.game_advice import Level
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import BotPlayer
from everygame.store import Holder
from tests.server import standin
from tests.server.serving import Device, Hourglass, Make, is_over, serving
from tests.waiting import wait_until


def test_a_bot_answers_and_the_person_is_to_play_again(ann: Device) -> None:
    line = ann.start("icefloes", "person", "last")
    line.play("up")
    line.see(node=2)
    assert line.table["line"][1]["seat"] == 1 and line.table["thinking"] is None
    assert line.table["seats"][1]["name"] == "Last" and line.table["seats"][1]["online"]
    line.command("go", node=line.table["undo"])
    assert line.table["node"] == 0 and line.table["redo"] == 2


def test_bots_among_themselves_play_on_while_somebody_looks(games: None, data: Path) -> None:
    glass = Hourglass()
    with serving(data, clock=glass, pace=1.0) as port:
        one = Device(port)
        match = one.begin("icefloes", "random", "random", size="13")  # which does not end soon

        def plies() -> int:
            return len(one.record(match)["plies"])

        def go_on() -> int:
            glass.turn(1.0)
            return plies()

        line = one.open(match)
        wait_until(lambda: go_on() > 3, "bots play while somebody looks")
        line.close()
        wait_until(lambda: plies() == plies(), "the last move is played")
        left = plies()
        assert [go_on() for _ in range(20)] == [left] * 20
        one.open(match)
        wait_until(lambda: go_on() > left, "bots play on when somebody looks again")
        one.close()


def test_bots_with_secrets_and_dice_finish_a_match(ann: Device) -> None:
    line = ann.start("toy", "last", "last", "last")
    assert line.until(is_over)["over"]["ending"] in ("found", "tired")


def test_a_bot_that_dies_once_is_asked_again(
    ann: Device, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STANDIN_MARK", str(tmp_path / "died"))
    line = ann.start("icefloes", "person", "asleep")
    for _ in range(2):  # both workers of the pool become new ones, which have that environment
        line.play_on()
        assert line.table["thinking"] == 1
        line.command("go", node=0)
    line = ann.start("icefloes", "person", "shy")
    line.play("up")
    line.see(notice="The bot of South stopped; it is asked again.")
    assert line.see(node=2)["notice"] == ""


@pytest.mark.parametrize("level", ["dead", "faulty", "cheat"])
def test_a_bot_that_cannot_move_is_reported_and_the_table_lives(ann: Device, level: str) -> None:
    line = ann.start("icefloes", "person", level)
    line.play("up")
    table = line.see(lambda table: "cannot move here" in table["notice"])
    assert "South" in table["notice"] and "secret" not in table["notice"]
    assert table["thinking"] is None and table["node"] == 1 and table["undo"] == 0
    line.command("go", node=0)
    assert line.table["notice"] == ""
    line.play("left")


def test_opening_the_table_again_asks_the_bot_again(ann: Device) -> None:
    line = ann.start("icefloes", "dead", "person")
    line.until(lambda table: "cannot move here" in table["notice"])
    ann.open(line.match).see(thinking=0)


def test_a_bot_stops_thinking_when_the_match_moves_on(ann: Device) -> None:
    line = ann.start("icefloes", "person", "asleep")
    for _ in range(4):  # more than there are workers
        line.play("up")
        assert line.table["thinking"] == 1
        line.command("go", node=0)
        assert line.table["thinking"] is None
    line = ann.start("icefloes", "person", "last")
    line.play("up")
    line.see(node=2)


def test_people_play_on_while_all_bots_think(device: Make, ann: Device) -> None:
    for _ in range(6):  # more than there are processes
        line = device().start("icefloes", "person", "asleep")
        line.play("up")
        assert line.table["thinking"] == 1 and line.table["thinks"] == 0.25
    line = ann.start()
    line.play_on(10)


def test_a_hint_is_a_move_in_words(ann: Device) -> None:
    line = ann.start()
    line.say(type="hint", at=0)
    choice = line.table["scene"]["choices"][-1]
    assert line.told("hint") == {
        "type": "hint", "at": 0, "move": choice["move"],
        "sentence": f"Try this: {choice['name']}. It comes last.",
    }  # fmt: skip
    line.say(type="hint", at=5)
    assert line.told("error")["code"] == "stale"


@pytest.mark.parametrize("asked", ["choose", "advise"])
def test_what_a_bot_or_a_hint_rests_on_does_not_depend_on_what_the_seat_may_not_know(
    ann: Device, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """The request for seat 1 is the same whatever seat 0 has hidden."""
    told: list[Any] = []

    async def answer(self: Bots, request: dict[str, Any], *_: float) -> dict[str, Any]:
        told.append({key: value for key, value in request.items() if key != "seed"})
        return {"move": request["moves"][0], "reasons": []}

    monkeypatch.setattr(Bots, asked, answer)
    monkeypatch.setattr("everygame.server.matches.session.SystemRandom", lambda: Random(4))
    for box in ("a", "b", "c"):
        line = ann.start("toy", "person", "last" if asked == "choose" else "person")
        if line.table["curtain"] == 0:
            line.reveal(0)
        line.play(f"hide:{box}")
        if asked == "choose":
            line.see(node=3)
        else:
            line.reveal(1)
            line.say(type="hint", at=line.table["node"])
            line.told("hint")
    assert len(told) == 3 and told[0] == told[1] == told[2]
    assert told[0]["seat"] == 1 and "truth" not in told[0]
    assert told[0]["observation"]["coins"] == ["?"]


# -- the pool

HERE = "tests.server.standin"


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
        assert await pool.run("math:sqrt", 1764, 20) == 42
        with pytest.raises(JobRefused, match="There is no game 'x'"):
            await pool.run("everygame.library.registry:find_game", "x", 20)
        with pytest.raises(WorkerDied, match="failed"):
            await pool.run("math:sqrt", -1, 20)
        assert len(pool.all) == 1, "a job that failed leaves its worker alone"
        assert await pool.run(f"{HERE}:loud", {}, 20) == "x" * 100_000
        with pytest.raises(WorkerDied, match="took more than"):
            await pool.run("time:sleep", 60, 0.2)
        assert not pool.all
        with pytest.raises(WorkerDied, match="ended without an answer"):
            await pool.run("os:_exit", 3, 20)

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
        task = asyncio.create_task(pool.run(f"{HERE}:begin_for_ever", str(began), 1e6))
        while not began.exists():
            await asyncio.sleep(0)
        task.cancel()
        assert await pool.run("builtins:abs", -42, 1e6) == 42

    run(test)


def test_a_job_that_needs_too_much_memory_ends_with_its_worker() -> None:
    async def test(pool: Pool) -> None:
        assert await pool.run(f"{HERE}:devour", 100_000_000, 20) == 100_000_000
        before = set(pool.all)
        with pytest.raises(WorkerDied, match="too much memory"):
            await pool.run(f"{HERE}:devour", 2_000_000_000, 20)
        assert not pool.all & before
        assert await pool.run("builtins:abs", -42, 20) == 42

    run(test)


def test_a_bot_that_waited_for_a_process_thinks_the_less() -> None:
    async def test(pool: Pool) -> None:
        bots = Bots(Busy(1), standin.levels, "builtins:dict")
        first, *others = await asyncio.gather(*(bots.choose({}, 0.4) for _ in range(3)))
        assert first["seconds"] == 0.4
        assert [answer["seconds"] for answer in others] == [pytest.approx(0.04)] * 2
        await bots.close()

    run(test)


class Seated:
    """What a bot is asked of its match: one seat, which a level has."""

    def __init__(self, *levels: Level) -> None:
        self.facts = SimpleNamespace(hidden=True, levels=levels, programs=(), name="toy")
        self.seats = SimpleNamespace(holders=[Holder("bot", "", levels[-1].name)])


def player(levels: Callable[[Game], tuple[Level, ...]]) -> Any:
    return BotPlayer(Bots(Pool(1), levels, pace=0.5))


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
    level = replace(LEVELS[1], seconds=6.0)
    bot, live = player(lambda game: (level,)), Seated(level)
    assert level.nodes and bot.delay(live, 0, 0.1) == pytest.approx(2.4)
    assert bot.delay(live, 0, 2.7) == pytest.approx(0.8), "in whole beats"


def test_with_secrets_the_time_until_a_reply_depends_on_the_level_alone() -> None:
    bot, live = player(standin.levels), Seated(*standin.LEVELS)
    whole = [spent + bot.delay(live, 0, spent) for spent in (0.0, 0.1, 0.74)]
    assert whole == [pytest.approx(0.75)] * 3
    late = [spent + bot.delay(live, 0, spent) for spent in (0.8, 1.2, 1.7)]
    assert late == [pytest.approx(1.75)] * 3, "in whole beats"
    live.facts.hidden = False
    assert bot.delay(live, 0, 0.1) == pytest.approx(0.4) and bot.delay(live, 0, 0.7) == 0


def test_a_worker_whose_server_was_ended_says_nothing() -> None:
    command = python_command("everygame.process.worker", 1 << 32, 0)
    worker = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert worker.stdin and worker.stdout and worker.stderr
    worker.stdout.close()
    worker.stdin.write(b'{"call": "time:sleep", "request": 0}\n')
    worker.stdin.close()
    assert worker.wait(20) == 0 and worker.stderr.read() == b""
    worker.stderr.close()
