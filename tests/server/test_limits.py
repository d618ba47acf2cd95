"""What one connection, or one address, may hold of the server."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest
from websockets.exceptions import ConnectionClosed

from everygame.server.matches import socket as match_socket
from everygame.server.matches.session import ALL
from everygame.server.matches.socket import TOO_MUCH
from everygame.server.requests import connections
from everygame.server.requests import crowd as crowd_of
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.limits import Bucket
from everygame.server.requests.loop_errors import LoopErrors
from everygame.server.shown.viewpoint import Viewpoint
from tests.server.serving import Device, Hourglass, serving
from tests.waiting import wait_until


def test_who_asks_too_much_at_once_is_closed(ann: Device, bob: Device) -> None:
    line, other = ann.start("tictactoe"), bob.start("tictactoe")
    with suppress(ConnectionClosed):  # what it was told before is still to be heard
        for _ in range(200):
            line.say(type="ping")
    assert line.hear_the_end() == TOO_MUCH
    assert line.heard[-1]["error"] == "That was too much at once."
    other.play("a1")


PING = b'{"type": "ping"}'


def raw(device: Device, match: str) -> socket.socket:
    """A socket that was opened and is never read, with a small buffer."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.connect(("127.0.0.1", device.port))
    found.sendall(
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{device.port}\r\n"
        f"Cookie: {device.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return found


def test_who_never_reads_is_closed(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everygame.server.matches.socket.Bucket", lambda *rate: Bucket(1e9, 1e9))
    with serving(data, clock=glass) as port:
        ann = Device(port)
        line = ann.start("tictactoe")
        frame = bytes((0x81, 0x80 | len(PING), 0, 0, 0, 0)) + PING
        with raw(ann, line.match) as silent:
            silent.setblocking(False)
            wait_until(lambda: is_closed(silent, frame * 200, glass), "it is closed")
        line.play("a1")
        ann.close()


def is_closed(silent: socket.socket, data: bytes, glass: Hourglass) -> bool:
    """Send as much as is taken, let the time pass that is given to who does not read, and look."""
    try:
        while silent.send(data):
            pass
    except BlockingIOError:
        glass.turn(connections.STUCK_SECONDS)
        return False
    except ConnectionError:
        return True
    return False


def test_a_match_keeps_little_of_what_it_showed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move that somebody tries out is another viewpoint, for as long as nobody plays."""

    async def ask(*_: object) -> tuple[bytes, str, bool]:
        return b"{}", ALL, False

    monkeypatch.setattr(match_socket, "match_json", lambda *_: {})
    connection = object.__new__(match_socket.Connection)
    connection.device = None
    connection.live = live = Mock(shown={}, ask=ask)
    for node in range(1_000):
        viewpoint = Viewpoint(frozenset(), node=node)
        assert asyncio.run(connection.shown_from(viewpoint)) is live.shown[viewpoint]
    assert len(live.shown) == match_socket.MOST_SHOWN


TEN_FRAMES: Final = {
    "ping": bytes((0x89, 0x80, 0, 0, 0, 0)) * 10,
    "message": bytes((0x81, 0x80, 0, 0, 0, 0)) * 10,
    "part": b"".join(bytes((head, 0x80, 0, 0, 0, 0)) for head in (0x01, *[0x00] * 8, 0x80)),
}


@pytest.mark.parametrize("kind", TEN_FRAMES)
def test_who_sends_very_many_frames_is_closed(
    games: None, data: Path, glass: Hourglass, kind: str
) -> None:
    """Each takes the loop as long as a kilobyte of a large one, and the application hears nothing
    of pings and of parts."""
    with serving(data, clock=glass, crowd=Crowd(10, clock=glass)) as port:
        ann = Device(port)
        with raw(ann, ann.begin("tictactoe")) as line:
            assert line.recv(100).startswith(b"HTTP/1.1 101")
            assert answers(line, TEN_FRAMES[kind] * 10, b"the 1st ")
            assert not answers(line, TEN_FRAMES[kind] * 20, b"the last")
        ann.close()


def answers(line: socket.socket, frames: bytes, last: bytes) -> bool:
    """Send frames, and then a ping of these eight bytes; whether it is answered before the
    connection is closed."""
    heard = b""
    with suppress(ConnectionError):
        line.sendall(frames + bytes((0x89, 0x88, 0, 0, 0, 0)) + last)
        while last not in heard and (part := line.recv(1 << 16)):
            heard += part
    return last in heard


def test_a_body_in_very_many_chunks_is_refused(ann: Device) -> None:
    head = f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{ann.port}\r\n"
    for size, status in ((1, b"400"), (200, b"413")):
        chunk = b"%x\r\n%b\r\n" % (size, b"x" * size)
        with socket.create_connection(("127.0.0.1", ann.port), 60) as line:
            line.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 400)
            assert line.recv(12).split()[1] == status


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost:", b"GET / HTTP"])
def test_a_request_has_to_arrive(games: None, data: Path, glass: Hourglass, sent: bytes) -> None:
    crowd = Crowd(10, clock=glass)
    with (
        serving(data, clock=glass, crowd=crowd) as port,
        socket.create_connection(("127.0.0.1", port), 10) as half,
    ):
        half.sendall(sent)
        wait_until(lambda: crowd.total == 1, "it has come")
        half.setblocking(False)
        for _ in range(9):  # drop by drop
            glass.turn(connections.REQUEST_SECONDS / 10)
            half.sendall(b"a")
            with pytest.raises(BlockingIOError):
                half.recv(100)
        glass.turn(connections.REQUEST_SECONDS / 5)
        half.settimeout(60)
        assert ends(half)


def test_an_address_has_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd_of, "is_loopback", lambda address: False)
    crowd = Crowd(100, each=4)
    with serving(tmp_path / "matches.db", crowd=crowd) as port:
        ann = Device(port)
        line = ann.start("tictactoe")
        wait_until(lambda: crowd.total == 1, "one connection is left")
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            with socket.create_connection(("127.0.0.1", port), 10) as more:
                assert ends(more)
            line.play("a1")
        wait_until(lambda: crowd.total == 1, "one connection is left")
        assert ann.shelf()
        ann.close()
    assert not crowd.counts


def ends(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_proxies_and_this_computer_have_no_such_bound() -> None:
    crowd = Crowd(3, ["10.0.0.1"], each=1)
    assert crowd.admit("10.0.0.2") and not crowd.admit("10.0.0.2")
    assert crowd.admit("10.0.0.1") and crowd.admit("10.0.0.1")
    assert not crowd.admit("127.0.0.1"), "but all together have one"


@contextmanager
def few_files(spare: int) -> Iterator[None]:
    """So many files more can be opened."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = {int(name) for name in os.listdir("/proc/self/fd")}
    free = (number for number in count() if number not in taken)
    limit = next(islice(free, spare, None))  # a new file has the lowest free number
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_where_files_run_out_who_plays_goes_on_and_the_log_stays_short(
    ann: Device, caplog: pytest.LogCaptureFixture
) -> None:
    line = ann.start("tictactoe")
    waiting = [socket.socket() for _ in range(40)]
    with caplog.at_level(logging.WARNING), few_files(2):
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", ann.port))
        wait_until(lambda: caplog.records, "files have run out")
        line.play("a1")
        line.play("b2")
    for one in waiting:
        one.close()
    assert len(caplog.records) <= 3, caplog.text
    assert ann.get("/api/library")


def test_that_files_run_out_is_told_once_a_minute(
    caplog: pytest.LogCaptureFixture, glass: Hourglass
) -> None:
    quiet, loop = LoopErrors(glass), asyncio.new_event_loop()
    report = {"message": "socket.accept() out of system resource", "exception": OSError("files")}
    for told in (1, 2):
        for _ in range(5):
            quiet(loop, report)
        assert len(caplog.records) == told
        glass.turn(60)
    loop.close()
