"""Limits connections before any request is read: how many may be open, how long a request may take
to arrive, and how long a client may leave data unread that the server sends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from everygame.server.requests.crowd import Crowd
from everygame.server.requests.limits import Bucket
from everygame.time_source import Timer

REQUEST_SECONDS: Final = 10.0
"""The seconds within which a request must have arrived, counted from the end of the request before
it."""
STUCK_SECONDS: Final = 20.0
"""The seconds for which the client of a WebSocket may leave its data unread before the connection
is closed."""
MOST_MESSAGE_BYTES: Final = 64_000
"""The bytes that a WebSocket message from a browser may have."""
MOST_HEAD_BYTES: Final = 65_536
"""The bytes that the head of a request may have."""
MOST_PIECES: Final = 256
"""The chunks of a request's body, or the frames of a WebSocket, that a client may send at once,
however small they are. A tiny piece takes the event loop as long as kilobytes of a large one."""
PIECE_BYTES: Final = 128
"""The bytes of a request's body for each of which one more chunk is allowed."""
PIECES_A_SECOND: Final = 100.0
"""The number of frames that the client of a WebSocket may send each second after that."""
SLICE_BYTES: Final = 1_024
"""The received bytes of a WebSocket that are parsed before its frames are counted."""
BACKLOG: Final = 512
"""The number of connections that may wait until the server accepts them."""
WANTED_FILES: Final = 65_536
"""The number of open files for which the server asks the operating system."""
SPARE_FILES: Final = 128
"""The open files that are kept free for everything but connections: data, games, worker
processes."""


def most_connections() -> int:
    """Return how many connections the limit on open files allows. The limit is first raised towards
    `WANTED_FILES`, as far as the system permits."""
    try:
        import resource  # Windows has no such module, and no such limit
    except ImportError:
        return WANTED_FILES - SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return max(16, files - SPARE_FILES)


class Parser(h11.Connection):
    """Parses the requests of one connection, and refuses a body in very many very small chunks."""

    chunks = body_bytes = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Data):
            self.chunks += 1
            self.body_bytes += len(event.data)
            if self.chunks > MOST_PIECES + self.body_bytes / PIECE_BYTES:
                raise h11.RemoteProtocolError("too many small chunks")
        return event


class Http(H11Protocol):
    """uvicorn's HTTP protocol with the limits of a `Crowd`."""

    crowd: ClassVar[Crowd]
    counted_address: str | None = None
    """The address under which the crowd counts this connection; None where the crowd does not count
    it."""
    deadline: Timer | None = None
    """A timer that closes the connection unless a whole request arrives in time."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Parser(h11.SERVER, MOST_HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.crowd.admit(address):
            self.counted_address = address
            self.start_deadline()
        else:
            transport.abort()

    def start_deadline(self) -> None:
        """Give the next request `REQUEST_SECONDS` from now to arrive."""
        self.cancel_deadline()
        self.deadline = self.crowd.clock.call_later(REQUEST_SECONDS, self.transport.abort)

    def cancel_deadline(self) -> None:
        """Stop the deadline, because a request has arrived or the connection is closed."""
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def handle_events(self) -> None:
        """Handle received bytes. A new cycle means that these bytes completed the head of a
        request."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before and not self.cycle.response_complete:
            self.cancel_deadline()

    def on_response_complete(self) -> None:
        """Start the deadline for the next request of a connection that is kept alive."""
        self.start_deadline()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection, and its place in the crowd, on to a `Socket`."""
        self.cancel_deadline()
        super().handle_websocket_upgrade(event)
        self.counted_address = None  # from here on `Socket.connection_lost` releases it

    def connection_lost(self, exc: Exception | None) -> None:
        self.cancel_deadline()
        if self.counted_address is not None:
            self.crowd.release(self.counted_address)
        super().connection_lost(exc)


class Mailbox:
    """Works as an `asyncio.Queue` for a single reader, in a tenth of the memory, because each of
    thousands of WebSockets has one."""

    __slots__ = ("messages", "reader")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.reader and not self.reader.done():
            self.reader.set_result(None)

    def empty(self) -> bool:
        return not self.messages

    async def get(self) -> Any:
        while not self.messages:
            self.reader = asyncio.get_running_loop().create_future()
            try:
                await self.reader
            finally:
                self.reader = None
        return self.messages.pop(0)


class Gate:
    """Works as an `asyncio.Event` that is nearly always set. The real event exists only while it is
    not set, which saves memory in each of thousands of WebSockets."""

    __slots__ = ("shut",)

    def __init__(self) -> None:
        self.shut: asyncio.Event | None = None

    def set(self) -> None:
        if self.shut:
            self.shut.set()
            self.shut = None

    def clear(self) -> None:
        self.shut = self.shut or asyncio.Event()

    async def wait(self) -> None:
        while self.shut:
            await self.shut.wait()


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, changed in three ways: it closes a connection whose client
    reads nothing for `STUCK_SECONDS`, or sends very many frames; and it holds little memory while
    it is idle, because there are thousands."""

    crowd: ClassVar[Crowd]
    stuck: Timer | None = None
    """A timer that runs while the client reads nothing, and then closes the connection."""
    pieces: Bucket | None = None
    """The frames that the client may send now; None before the first one."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue: Any = Mailbox()
        self.writable: Any = Gate()

    def data_received(self, data: bytes) -> None:
        """Handle received bytes, a slice at a time, and close the connection where they are too
        many frames: pings and parts of messages too, of which the application hears nothing."""
        for start in range(0, len(data), SLICE_BYTES):
            super().data_received(data[start : start + SLICE_BYTES])
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Handle the frames that were received."""
        self.pieces = self.pieces or Bucket(MOST_PIECES, PIECES_A_SECOND, self.crowd.clock)
        if self.pieces.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def start_keepalive(self) -> None:
        """Free the memory of the handshake, which is over when keepalive starts."""
        self.request.headers.clear()  # the parser holds the request, but needs no headers
        del self.request, self.response
        super().start_keepalive()

    def pause_writing(self) -> None:
        """Start the timer; asyncio calls this when too much data waits to be sent."""
        super().pause_writing()
        self.stuck = self.crowd.clock.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer; asyncio calls this when the client reads again."""
        self.cancel_stuck()
        super().resume_writing()

    def cancel_stuck(self) -> None:
        """Stop the timer, because the client reads again or the connection is closed."""
        if self.stuck:
            self.stuck.cancel()
            self.stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.cancel_stuck()
        self.crowd.release(self.client[0] if self.client else "")
        super().connection_lost(exc)


def protocols(crowd: Crowd) -> tuple[type[Http], type[Socket]]:
    """Return the HTTP and WebSocket protocols for one server. uvicorn takes classes, not objects,
    so each server gets subclasses of its own that hold its crowd."""
    http: type[Http] = type("CrowdHttp", (Http,), {"crowd": crowd})
    socket: type[Socket] = type("CrowdSocket", (Socket,), {"crowd": crowd})
    return http, socket
