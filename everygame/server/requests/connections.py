"""What a connection may hold of the server before anybody has spoken for it: a place among so many,
a time to send its request, and a time to take what it is sent."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import Any, ClassVar, Final

from h11 import Request
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from everygame.clock import REAL, Clock, Timer
from everygame.server.requests.allowed_hosts import is_near
from everygame.server.requests.quiet import OFTEN

log = logging.getLogger("everygame")

EACH: Final = 256
"""Connections of one address: a house or a school behind one router."""
ARRIVAL: Final = 10.0
"""Seconds that a request may take to arrive, from the end of the one before it."""
STUCK: Final = 20.0
"""Seconds for which a socket may take nothing of what it is sent."""
WANTED: Final = 65_536
"""Files that the server would like to have open at most."""
SPARE: Final = 128
"""Of these, for all that is no connection: data, games, worker processes."""


class Crowd:
    """All connections, by their addresses."""

    def __init__(
        self,
        most: int,
        proxies: Collection[str] = (),
        each: int = EACH,
        clock: Clock = REAL,
    ) -> None:
        """At most `most`, and `each` of one address that is neither a proxy nor this computer."""
        self.most, self.each = most, each
        self.proxies = set(proxies)
        self.here: Counter[str] = Counter()
        self.clock = clock
        self.told = clock.now() - OFTEN

    def come(self, address: str) -> bool:
        """One more; False if it is too many, and then it does not count."""
        far = address not in self.proxies and not is_near(address)
        if far and self.here[address] >= self.each:
            return False
        if self.here.total() >= self.most:
            self.tell()
            return False
        self.here[address] += 1
        return True

    def go(self, address: str) -> None:
        self.here[address] -= 1
        if self.here[address] <= 0:
            del self.here[address]

    def tell(self) -> None:
        """To the log, that new ones are turned away; not for each of them."""
        if self.clock.now() - self.told >= OFTEN:
            self.told = self.clock.now()
            log.warning("There are %d connections; new ones are turned away.", self.most)


def most_connections() -> int:
    """As many as the system gives files for, once it was asked for enough of them."""
    try:
        import resource  # only where there are such limits
    except ImportError:
        return WANTED - SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return max(16, files - SPARE)


class Http(H11Protocol):
    """HTTP as uvicorn speaks it, within the bounds of a crowd."""

    crowd: ClassVar[Crowd]
    place: str | None = None
    deadline: Timer | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.crowd.come(address):
            self.place = address
            self.wait()
        else:
            transport.abort()

    def wait(self) -> None:
        """A request has to arrive from now on."""
        self.disarm()
        self.deadline = self.crowd.clock.call_later(ARRIVAL, self.transport.abort)

    def disarm(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before and not self.cycle.response_complete:
            self.disarm()

    def on_response_complete(self) -> None:
        self.wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Request) -> None:
        self.disarm()
        super().handle_websocket_upgrade(event)
        self.place = None  # it is the socket's now

    def connection_lost(self, exc: Exception | None) -> None:
        self.disarm()
        if self.place is not None:
            self.crowd.go(self.place)
        super().connection_lost(exc)


class Mailbox:
    """What an `asyncio.Queue` is to the one who reads it, in a tenth of the memory."""

    __slots__ = ("letters", "reader")

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.reader: asyncio.Future[None] | None = None

    def put_nowait(self, letter: Any) -> None:
        self.letters.append(letter)
        if self.reader and not self.reader.done():
            self.reader.set_result(None)

    def empty(self) -> bool:
        return not self.letters

    async def get(self) -> Any:
        while not self.letters:
            self.reader = asyncio.get_running_loop().create_future()
            try:
                await self.reader
            finally:
                self.reader = None
        return self.letters.pop(0)


class Gate:
    """What an `asyncio.Event` is that is nearly always set: nothing but a place for one."""

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
    """A socket that is closed where nothing can be sent for long, and holds little while it waits:
    thousands do."""

    crowd: ClassVar[Crowd]
    stuck: Timer | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue: Any = Mailbox()
        self.writable: Any = Gate()

    def start_keepalive(self) -> None:
        """It was accepted: what was asked and answered is needed no more."""
        self.request.headers.clear()  # its parser keeps the rest
        del self.request, self.response
        super().start_keepalive()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stuck = self.crowd.clock.call_later(STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        self.move()
        super().resume_writing()

    def move(self) -> None:
        if self.stuck:
            self.stuck.cancel()
            self.stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.move()
        self.crowd.go(self.client[0] if self.client else "")
        super().connection_lost(exc)


def protocols(crowd: Crowd) -> tuple[type[Http], type[Socket]]:
    """How a server speaks with this crowd."""
    http: type[Http] = type("CrowdHttp", (Http,), {"crowd": crowd})
    socket: type[Socket] = type("CrowdSocket", (Socket,), {"crowd": crowd})
    return http, socket
