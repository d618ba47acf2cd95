"""Who may ask, how much at once, how often, and how much long work for each address.

Long work is the replay of a long match, or a kit. Little of it is done at once, and one piece for
each address: whoever asks for much waits behind himself alone, and short answers to all others are
not held up by more than a few threads that share one interpreter with them.
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

from everygame.clock import REAL, Clock
from everygame.errors import EveryGameError

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

MAX_BODY: Final = 64_000
"""Bytes of a request, but for a record."""
SLOWEST: Final = 30.0
"""Seconds that a request may take to arrive."""
CLIENTS: Final = 10_000
"""Addresses whose rates are remembered."""
MOST_AT_ONCE: Final = 2
"""Threads for long work: each that waits for the interpreter holds up all others by 5 ms."""
MOST_OF_ADDRESS: Final = 12
"""Pieces of work of an address, done and waiting, until it is told to come back."""
LONG: Final = 200
"""Events of a match from which on its replay is long work."""

asking_address: ContextVar[str] = ContextVar("asking_address", default="")
"""The address for which something is done; empty where the server does it by itself."""


class Refused(EveryGameError):
    """A request that is not answered, with its status."""

    def __init__(self, status: int, text: str, /, **arguments: object) -> None:
        super().__init__(text, **arguments)
        self.status = status


class Bucket:
    """So many at once, and so many a second afterwards."""

    __slots__ = ("a_second", "at_once", "clock", "left", "seen")

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.at_once = self.left = at_once
        self.a_second = a_second
        self.clock = clock
        self.seen = clock.now()

    def take(self) -> bool:
        """One more; False if it is too many."""
        now = self.clock.now()
        self.left = min(self.at_once, self.left + (now - self.seen) * self.a_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Rates:
    """A bucket an address."""

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.rate = at_once, a_second, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """One more of this client; False if it is too many."""
        bucket = self.buckets.pop(client, None) or Bucket(*self.rate)
        self.buckets[client] = bucket
        if len(self.buckets) > CLIENTS:
            self.buckets.popitem(last=False)
        return bucket.take()


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """The request comes from a page of this server, or from no page at all: browsers always say
    which page a POST or a socket comes from."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def clock_of(request: Request) -> Clock:
    """The server's."""
    clock: Clock = request.app.state.clock
    return clock


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """The body of a request. Raises Refused when it is too long, or too slow."""
    body, clock = bytearray(), clock_of(request)
    try:
        async with clock.timeout(SLOWEST):
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
    """The address of whoever asks; empty where a connection has none."""
    return connection.client.host if connection.client else ""


class Busy(Refused):
    """Not now; `seconds` says when."""

    def __init__(self, seconds: int) -> None:
        text = "Other work for this address is not done yet; try again in {seconds} seconds."
        super().__init__(503, text, seconds=seconds)
        self.seconds = seconds


class LongWork:
    """Lets each address do one piece of long work at a time, and makes its other pieces wait."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.threads = CapacityLimiter(MOST_AT_ONCE)
        self.turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.asked: Counter[str] = Counter()
        """Pieces of work of each address, done and waiting."""
        self.held: ContextVar[bool] = ContextVar("held", default=False)
        self.usual = 1.0
        """Seconds that a piece has taken lately."""

    async def run(
        self,
        work: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Do work in a thread when it is its turn. Raises Busy, and what the work raises."""
        async with self.turn():
            done = partial(work, *arguments, **named)
            return await to_thread.run_sync(done, limiter=self.threads)

    def check(self) -> None:
        """Raises Busy where too much of this address waits."""
        address = asking_address.get()
        if address and self.asked[address] >= MOST_OF_ADDRESS:
            raise Busy(max(1, ceil(self.usual * self.asked[address])))

    @asynccontextmanager
    async def turn(self, patient: bool = False) -> AsyncIterator[None]:
        """A time for work in one of `threads`; who asks again within it has it already. Raises
        Busy where too much of this address waits; who is patient and the server itself wait as long
        as it takes."""
        if self.held.get():
            yield
            return
        if not patient:
            self.check()
        address = asking_address.get()
        own = self.turns.setdefault(address, asyncio.Lock())
        self.asked[address] += 1
        try:
            async with own:
                began, before = self.clock.now(), self.held.set(True)
                try:
                    yield
                finally:
                    self.held.reset(before)
                self.usual += (self.clock.now() - began - self.usual) / 8
        finally:
            self.asked[address] -= 1
            if not self.asked[address]:
                del self.asked[address]
