"""Long work: of each address one piece at a time, and much of one keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from everygame.contract import Game
from everygame.match import Match
from everygame.record import Record
from everygame.server.matches import live_matches as matches
from everygame.server.matches import match_maker
from everygame.server.matches.live_match import LiveMatch
from everygame.server.requests.limits import (
    MOST_AT_ONCE,
    MOST_OF_ADDRESS,
    Busy,
    LongWork,
    asking_address,
)
from tests.server.serving import Device, Hourglass
from tests.waiting import wait_until


class Work:
    """Work that goes on until a test lets it end, and who does it in which order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.free = threading.Semaphore(0)

    def do(self, name: str) -> str:
        self.begun.append(name)
        self.free.acquire()
        return name


async def ask(long_work: LongWork, work: Work, address: str, name: str) -> str:
    asking_address.set(address)
    return await long_work.run(work.do, name)


async def until(work: Work, count: int) -> None:
    while len(work.begun) < count:
        await asyncio.sleep(0)


def test_one_piece_of_an_address_at_a_time_and_others_are_not_behind_it() -> None:
    async def play() -> None:
        long_work, work = LongWork(), Work()
        mine = [asyncio.create_task(ask(long_work, work, "eve", f"eve {n}")) for n in range(5)]
        await until(work, 1)
        other = asyncio.create_task(ask(long_work, work, "ann", "ann"))
        await until(work, 2)
        assert work.begun == ["eve 0", "ann"]
        for _ in range(6):
            work.free.release()
        assert await asyncio.gather(*mine, other) == [*(f"eve {n}" for n in range(5)), "ann"]
        assert not long_work.pending and MOST_AT_ONCE > 1

    asyncio.run(play())


def test_who_asks_for_too_much_is_told_when_to_come_back() -> None:
    async def play() -> None:
        clock = Hourglass()
        long_work, work = LongWork(clock), Work()
        tasks = [
            asyncio.create_task(ask(long_work, work, "eve", "x")) for _ in range(MOST_OF_ADDRESS)
        ]
        await until(work, 1)
        with pytest.raises(Busy) as refused:
            await ask(long_work, work, "eve", "one too many")
        assert refused.value.seconds == MOST_OF_ADDRESS and refused.value.status == 503
        asking_address.set("")
        server = [asyncio.create_task(long_work.run(work.do, "server")) for _ in range(20)]
        for _ in range(MOST_OF_ADDRESS + 20):
            work.free.release()
        await asyncio.gather(*tasks, *server)  # the server itself is never sent away

    asyncio.run(play())


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """Records are replayed when the test lets them be."""
    work, replay = Work(), match_maker.replay_record

    def late(record: Record) -> tuple[Game, Match]:
        work.do("replay")
        return replay(record)

    monkeypatch.setattr(match_maker, "replay_record", late)
    yield work
    for _ in range(100):
        work.free.release()


def test_a_burst_of_records_keeps_nobody_else_waiting(ann: Device, bob: Device, held: Work) -> None:
    record = ann.request("GET", f"/api/matches/{ann.begin('tictactoe')}/record")[2]
    burst = 40
    with ThreadPoolExecutor(burst) as threads, ExitStack() as stack:
        stack.callback(lambda: [held.free.release() for _ in range(burst)])
        loads = [
            threads.submit(bob.request, "POST", "/api/matches/load", record) for _ in range(burst)
        ]
        wait_until(
            lambda: sum(load.done() for load in loads) == burst - MOST_OF_ADDRESS,
            "all but those that wait are refused",
        )
        wait_until(lambda: held.begun, "one is replayed")
        assert len(held.begun) == 1
        refused = [load.result() for load in loads if load.done()]
        assert {status for status, _, _ in refused} == {503}
        _, headers, data = refused[0]
        seconds = headers["retry-after"]
        assert f"try again in {seconds} seconds." in json.loads(data)["error"]
        assert ann.get("/api/library")["games"], "others are answered meanwhile"
    assert [load.result()[0] for load in loads].count(200) == MOST_OF_ADDRESS


def test_a_match_that_cannot_be_opened_just_now_is_not_taken_to_be_over(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch would take its place."""
    line = ann.start("tictactoe")
    line.command("resign", seat=0)
    rematch = f"/api/matches/{line.match}/rematch"
    new = ann.post(rematch)["match"]
    find = matches.LiveMatches.find

    async def busy(self: matches.LiveMatches, name: str) -> LiveMatch:
        if name == new:
            raise Busy(3)
        return await find(self, name)

    with monkeypatch.context() as full:
        full.setattr(matches.LiveMatches, "find", busy)
        assert "in 3 seconds" in ann.post(rematch, {}, 503)["error"]
    assert ann.post(rematch)["match"] == new
