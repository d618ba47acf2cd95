"""The real program: where it says it is, real bots, and how it stops."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from everygame.cli import main
from everygame.errors import EveryGameError
from everygame.library.default_paths import games_folder
from everygame.server.network.network import list_addresses, listen
from everygame.server.operator.exit_statuses import (
    BAD_DATA_FILE,
    BAD_SETTINGS,
    SOFTWARE,
    UNAVAILABLE,
)
from everygame.server.requests.connections import Http
from everygame.store import SQLiteStore
from tests.server.serving import Device, serving

SCRIPT = """
import sys
from everygame.server.serve import Settings, serve
serve(Settings(*eval(sys.argv[1])))
"""
ROOT = Path(__file__).parents[2]


def start(*arguments: object) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and the first line that it printed."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, repr(arguments)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    return process, process.stdout.readline()


def run_after(changes: str, data: Path) -> subprocess.CompletedProcess[str]:
    """Run a server in a process of its own, to its end, after these lines of Python."""
    return subprocess.run(
        [sys.executable, "-c", changes + SCRIPT, repr(("127.0.0.1", 0, str(data), False))],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def device_at(said: str) -> Device:
    """A device of the server that said where it is."""
    found = re.search(r":(\d+)/", said)
    assert found, said
    return Device(int(found[1]))


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_stops_cleanly(data: Path, number: signal.Signals) -> None:
    process, said = start("127.0.0.1", 0, str(data), False)
    device = device_at(said)
    assert said == f"EveryGame is at http://127.0.0.1:{device.port}/  (Ctrl+C stops it)\n"
    assert process.stdout
    assert process.stdout.readline() == f"Games of your own go into the folder {games_folder()}\n"
    line = device.start("icefloes", "first", "person")
    assert line.until(node=1)["line"][0]["seat"] == 0, "a real bot"
    process.send_signal(number)
    out, errors = process.communicate(timeout=10)
    assert (process.returncode, out, errors) == (0, "", "")
    device.close()


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals")
def test_one_server_at_a_time_has_a_data_file(data: Path) -> None:
    """And none after a death that left it no time for anything, its bots or not."""
    first, said = start("127.0.0.1", 0, str(data), False)
    device = device_at(said)
    line = device.start("icefloes", "first", "person")
    line.until(node=1)
    again = ["-m", "everygame", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    second = subprocess.run(
        [sys.executable, *again], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    sentence = f"{data} is in use by another EveryGame; stop that one first."
    assert second.returncode == BAD_DATA_FILE and second.stdout == "" and sentence in second.stderr
    assert "Traceback" not in second.stderr
    assert device.record(line.match), "the first goes on"
    first.kill()
    first.wait()
    third, said = start("127.0.0.1", 0, str(data), False)
    assert said.startswith("EveryGame is at")
    for process in (first, third):
        process.terminate()
        process.communicate(timeout=20)


def test_a_server_that_cannot_start_ends(data: Path) -> None:
    """And leaves no process that listens and answers nobody."""
    failing = (
        "from everygame.server.clock import timekeeper\n"
        "async def fail(keeper): raise OSError('no clock')\n"
        "timekeeper.Timekeeper.start = fail\n"
    )
    done = run_after(failing, data)
    assert done.returncode == SOFTWARE and "no clock" in done.stderr
    assert "never retrieved" not in done.stderr and "pending" not in done.stderr
    for line in done.stderr.splitlines():  # uvicorn's records have the form of all others
        assert re.match(r"\d{4}-\d\d-\d\dT[\d:.]+Z ERROR |  ", line), line


@pytest.mark.parametrize(
    ("option", "value", "status", "said"),
    [
        ("--path", "/api", BAD_SETTINGS, "'/api' cannot be the path of the server"),
        ("--refuse", "missing", BAD_SETTINGS, "missing"),
        ("--bot", "nonsense", BAD_SETTINGS, "nonsense"),
        ("--metrics", "nowhere", BAD_SETTINGS, "'nowhere' is no place for metrics"),
        ("--limits", "missing.toml", BAD_SETTINGS, "missing.toml cannot be read"),
        ("--host", "no.such.host.example", UNAVAILABLE, "cannot listen"),
        ("--metrics", "no.such.host.example:0", UNAVAILABLE, "Metrics cannot be served"),
        ("--data", "/dev/null", BAD_DATA_FILE, "/dev/null"),
    ],
)
def test_the_status_says_what_is_wrong(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    value: str,
    status: int,
    said: str,
) -> None:
    """And a sentence says it in words; nothing stays open, so the next start may do."""
    monkeypatch.setenv("EVERYGAME_DATA", str(data))
    arguments = ["serve", "--no-browser", "--port", "0", "--data", str(data), option, value]
    assert main(arguments) == status
    assert said in capsys.readouterr().err
    SQLiteStore(data).close()


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        for address in (("127.0.0.1", port), ("no.such.host.example", 0), ("127.0.0.1", 99_999)):
            with pytest.raises(EveryGameError, match=r"cannot listen at .*; choose another --port"):
                listen(*address)


def test_answers_are_not_held_back(
    games: None, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel does not wait for more to send: 40 ms for every command, if it did."""
    at_once: list[int] = []
    usual = Http.connection_made

    def made(self: Http, transport: asyncio.Transport) -> None:
        line = transport.get_extra_info("socket")
        at_once.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        usual(self, transport)

    monkeypatch.setattr(Http, "connection_made", made)
    with serving(data) as port:
        Device(port).close()
    assert at_once and all(at_once)


def test_addresses_are_for_this_computer_and_for_others() -> None:
    assert list_addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert list_addresses("::1", 80) == ["http://[::1]:80/"]
    everywhere = list_addresses("0.0.0.0", 8000)
    assert everywhere[0] == "http://127.0.0.1:8000/"
    assert all("127." not in address for address in everywhere[1:])


def test_a_thread_that_computes_soon_lets_others_go_on(data: Path) -> None:
    """At Python's usual 5 ms, a library waits for a long record that is replayed at every step
    through the store: `bench/burst.py`."""
    looking = (
        "import sys\nfrom everygame.server import serve as module\n"
        "module.run_until_stopped = lambda *given: print(sys.getswitchinterval())\n"
    )
    done = run_after(looking, data)
    assert float(done.stdout.splitlines()[-1]) < 0.001, done.stderr


def test_all_threads_share_one_arena_of_memory(data: Path) -> None:
    """It is asked for before the server does anything that may start a thread."""
    looking = (
        "from everygame.server import serve as module\n"
        "from everygame.server.operator import memory\n"
        "memory.find = lambda name: lambda *given: print(name, *given)\n"
        "module.run_until_stopped = lambda *given: None\n"
    )
    assert run_after(looking, data).stdout.splitlines()[0] == "mallopt -8 1"
