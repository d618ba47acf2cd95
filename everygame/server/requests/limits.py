"""Limits requests: their size, their rate, their origin, and the long work for each address.

Long work is, for example, the replay of a long match or the making of a printed kit. At most
`MOST_AT_ONCE` pieces run at a time, and one for each address. So a client that asks for much waits
only for its own work, and only those few threads compete with short answers for Python's
interpreter lock.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from math import ceil
from typing import Final, ParamSpec, TypeVar
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread
from starlette.requests import HTTPConnection, Request

from everygame.errors import EveryGameError
from everygame.time_source import REAL, Clock

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

MAX_BODY: Final = 64_000
"""The bytes that a request body may have, unless a route allows more."""
BODY_SECONDS: Final = 30.0
"""The seconds within which a request body must have arrived."""
MOST_ADDRESSES: Final = 10_000
"""The number of addresses whose rate is remembered; the address that was silent longest is
forgotten first."""
MOST_AT_ONCE: Final = 2
"""The number of threads for long work. Each may keep Python's interpreter lock for 5 ms at a time,
while all others wait."""
MOST_OF_ADDRESS: Final = 12
"""The pieces of long work for one address, running and waiting, beyond which more are refused as
Busy."""
LONG_MATCH: Final = 200
"""The number of events beyond which a match is long, so that its replay counts as long work."""

asking_address: ContextVar[str] = ContextVar("asking_address", default="")
"""The IP address of the client whose request is being answered; empty where the server acts on its
own."""


class Refused(EveryGameError):
    """The server refuses a request, with this HTTP status and a sentence that says why."""

    def __init__(self, status: int, text: str, /, **arguments: object) -> None:
        super().__init__(text, **arguments)
        self.status = status

    event = ""
    """The name of the security event that this is (`operator/security.py`), where the status does
    not tell it."""

    def noted(self, event: str) -> Refused:
        """Name the security event that this is."""
        self.event = event
        return self


class Bucket:
    """A token bucket: it allows `at_once` actions at once, and `a_second` more each second."""

    __slots__ = ("a_second", "at_once", "clock", "left", "seen")

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.at_once = self.left = at_once
        self.a_second = a_second
        self.clock = clock
        self.seen = clock.now()

    def take(self) -> bool:
        """Take a token for one action; return False where none is left, which refuses the
        action."""
        now = self.clock.now()
        self.left = min(self.at_once, self.left + (now - self.seen) * self.a_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Rates:
    """One token bucket for each IP address."""

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.rate = at_once, a_second, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Take a token of this address; return False where none is left, which refuses its
        action."""
        bucket = self.buckets.pop(client, None) or Bucket(*self.rate)
        self.buckets[client] = bucket  # now the last one, so the first was silent longest
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket.take()


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from a client that is no browser.
    Browsers always send an `Origin` with a POST and with a WebSocket."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def clock_of(connection: HTTPConnection) -> Clock:
    """Return the clock of the server that answers a connection."""
    clock: Clock = connection.app.state.clock
    return clock


async def read_body(request: Request, most: int | None = None) -> bytes:
    """Read the body of a request. Raises Refused (413) where it has more than `most` bytes, without
    it `MAX_BODY`, and (408) where it takes longer than `BODY_SECONDS`."""
    body, clock, most = bytearray(), clock_of(request), most or MAX_BODY
    try:
        async with clock.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refused(
                        413, "This is too large: at most {most} bytes.", most=format(most, ",")
                    )
    except TimeoutError:
        raise Refused(408, "This took too long to arrive.") from None
    return bytes(body)


def address_of(connection: HTTPConnection) -> str:
    """Return the IP address of a connection's client; an empty text where it is unknown."""
    return connection.client.host if connection.client else ""


class Busy(Refused):
    """Too much long work for this address is waiting; the client may try again in `seconds`."""

    def __init__(self, seconds: int) -> None:
        text = "Other work for this address is not done yet; try again in {seconds} seconds."
        super().__init__(503, text, seconds=seconds)
        self.seconds = seconds


class LongWork:
    """Runs long work in threads, and for each address one piece after the other."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.threads = CapacityLimiter(MOST_AT_ONCE)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of each address; the references are weak, so that an address without work is
        forgotten."""
        self.pending: Counter[str] = Counter()
        """For each address: the number of pieces that run or wait."""
        self.has_turn: ContextVar[bool] = ContextVar("held", default=False)
        """Whether the present task already has the turn of its address."""
        self.usual_seconds = 1.0
        """The seconds that a piece takes, as a moving average."""

    async def run(
        self,
        work: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Run `work` in a thread when it is the turn of its address, and return the result. Raises
        Busy, and whatever `work` raises."""
        async with self.turn():
            done = partial(work, *arguments, **named)
            return await to_thread.run_sync(done, limiter=self.threads)

    def check(self) -> None:
        """Raise Busy where the present address has `MOST_OF_ADDRESS` pieces pending."""
        address = asking_address.get()
        if address and self.pending[address] >= MOST_OF_ADDRESS:
            raise Busy(max(1, ceil(self.usual_seconds * self.pending[address])))

    @asynccontextmanager
    async def turn(self, patient: bool = False) -> AsyncIterator[None]:
        """Hold the turn of the present address: until it ends, no other long work for this address
        begins. Entering it again within itself does not wait. Raises Busy where too much is
        pending, unless the caller is `patient` or the server acts on its own."""
        if self.has_turn.get():
            yield
            return
        if not patient:
            self.check()
        address = asking_address.get()
        own = self.locks.setdefault(address, asyncio.Lock())
        self.pending[address] += 1
        try:
            async with own:
                began, before = self.clock.now(), self.has_turn.set(True)
                try:
                    yield
                finally:
                    self.has_turn.reset(before)
                self.usual_seconds += (self.clock.now() - began - self.usual_seconds) / 8
        finally:
            self.pending[address] -= 1
            if not self.pending[address]:
                del self.pending[address]
