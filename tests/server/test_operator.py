"""What an operator's programs are told: whether the server lives, is ready, starts and stops."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from everygame.server.operator.health import ANSWER_SECONDS, KNOWN_SECONDS
from everygame.store import SQLiteStore
from tests.server.serving import Device, Hourglass, serving
from tests.waiting import wait_until


def test_a_server_whose_data_file_is_gone_lives_but_is_not_ready(
    games: None, data: Path, glass: Hourglass
) -> None:
    with serving(data, clock=glass) as port:
        ann = Device(port)
        assert ann.get("/livez") == {"live": True} and ann.get("/readyz") == {"ready": True}
        assert "set-cookie" not in ann.request("GET", "/readyz")[1]
        data.rename(data.with_name("elsewhere"))
        assert ann.get("/readyz") == {"ready": True}, "it was tried just now"
        glass.turn(KNOWN_SECONDS)
        assert "deleted or replaced" in ann.get("/readyz", 503)["error"]
        assert ann.get("/livez") == {"live": True}
        data.with_name("elsewhere").rename(data)
        glass.turn(KNOWN_SECONDS)
        assert ann.get("/readyz") == {"ready": True}


def test_a_server_whose_disk_hangs_is_not_ready(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = threading.Event()

    async def hang(self: SQLiteStore, seconds: float) -> None:
        tried.set()
        await asyncio.Event().wait()

    with serving(data, clock=glass) as port, ThreadPoolExecutor(1) as thread:
        ann = Device(port)
        monkeypatch.setattr(SQLiteStore, "beat", hang)
        answer = thread.submit(ann.get, "/readyz", 503)
        assert tried.wait(60)
        glass.turn(ANSWER_SECONDS)
        assert answer.result()["error"] == "The data file did not answer in time."


def test_the_disk_is_tried_once_a_second_however_many_ask(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []

    async def note(self: SQLiteStore, seconds: float) -> None:
        tried.append(seconds)

    with serving(data, clock=glass) as port:
        ann = Device(port)
        monkeypatch.setattr(SQLiteStore, "beat", note)
        for _ in range(5):
            ann.get("/readyz")
        assert tried == [0.0]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="There is no such manager here.")
@pytest.mark.parametrize("for_us", [True, False])
def test_the_service_manager_is_told(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch, for_us: bool
) -> None:
    place = data.with_name("n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(place))
        manager.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(place))
        monkeypatch.setenv("WATCHDOG_USEC", "20000000")
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid() if for_us else 1))
        with serving(data, clock=glass):
            assert manager.recv(99) == b"READY=1"
            for _ in range(2 if for_us else 0):
                assert manager.recv(99) == b"WATCHDOG=1"
                wait_until(lambda: glass.timers, "the next time is set")
                glass.turn(10)
            if for_us:
                assert manager.recv(99) == b"WATCHDOG=1"
        assert manager.recv(99) == b"STOPPING=1"
