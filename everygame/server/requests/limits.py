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

from anyio import CapacityLimiter
from starlette.requests import HTTPConnection, Request

from everygame.addresses import SITE_SHARE, networks_of
from everygame.errors import EveryGameError
from everygame.process.metering import in_thread_of
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

    seconds = 0
    """The seconds after which the client may try again; 0 where that is not known."""

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

    def after(self, seconds: float) -> Refused:
        """Say after how many seconds the client may try again."""
        self.seconds = max(1, ceil(seconds))
        return self


class Bucket:
    """A token bucket: it allows `at_once` actions at once, and `a_second` more each second."""

    __slots__ = ("a_second", "at_once", "clock", "left", "seen")

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.at_once = self.left = at_once
        self.a_second = a_second
        self.clock = clock
        self.seen = clock.now()

    def wait(self, amount: float = 1) -> float:
        """Return the seconds until the bucket has so many tokens; 0 where it has them now."""
        now = self.clock.now()
        self.left = min(self.at_once, self.left + (now - self.seen) * self.a_second)
        self.seen = now
        missing = amount - self.left
        return missing / self.a_second if missing > 1e-6 else 0.0  # a millionth is rounding

    def take(self, amount: float = 1) -> bool:
        """Take tokens for one action; return False where too few are left, which refuses the
        action."""
        if self.wait(amount):
            return False
        self.left -= amount
        return True

    def pay(self, amount: float) -> None:
        """Take tokens for what is done already, so that fewer than none may be left."""
        self.wait()
        self.left -= amount


class Rates:
    """Token buckets for IP addresses: one for each IPv4 address and each /64 of IPv6, and a larger
    one for each /48, which all addresses in it share."""

    def __init__(self, at_once: float, a_second: float, clock: Clock = REAL) -> None:
        self.rate = at_once, a_second
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, amount: float = 1) -> bool:
        """Take tokens of this address; return False where too few are left, which refuses its
        action."""
        if self.wait(client, amount):
            return False
        self.pay(client, amount)
        return True

    def wait(self, client: str, amount: float = 1) -> float:
        """Return the seconds until this address has so many tokens; 0 where it has them now."""
        return max(bucket.wait(amount) for bucket in self.buckets_of(client))

    def pay(self, client: str, amount: float) -> None:
        """Take tokens of this address for what is done already."""
        for bucket in self.buckets_of(client):
            bucket.pay(amount)

    def buckets_of(self, client: str) -> list[Bucket]:
        """Return the buckets of an address, the one of its smallest network first."""
        return [
            self.bucket(network, SITE_SHARE if size else 1)
            for size, network in enumerate(networks_of(client))
        ]

    def bucket(self, network: str, share: float) -> Bucket:
        at_once, a_second = self.rate
        bucket = self.buckets.pop(network, None)
        bucket = bucket or Bucket(share * at_once, share * a_second, self.clock)
        self.buckets[network] = bucket  # now the last one, so the first was silent longest
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from a client that is no browser.
    Browsers always send an `Origin` with a POST and with a WebSocket."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # such as "http://["
        return False


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


def asking_network() -> str:
    """Return the largest network for which the client counts whose request is being answered. Its
    pieces of long work wait for each other."""
    return networks_of(asking_address.get())[-1]


class LongWork:
    """Runs long work in threads, and for each address one piece after the other."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.threads = CapacityLimiter(MOST_AT_ONCE)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of each network; the references are weak, so that a network without work is
        forgotten."""
        self.pending: Counter[str] = Counter()
        """For each network: the number of pieces that run or wait."""
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
            return await in_thread_of(self.threads, partial(work, *arguments, **named))

    def check(self) -> None:
        """Raise Busy where the present address has `MOST_OF_ADDRESS` pieces pending."""
        network = asking_network()
        if network and self.pending[network] >= MOST_OF_ADDRESS:
            raise Busy(max(1, ceil(self.usual_seconds * self.pending[network])))

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
        network = asking_network()
        own = self.locks.setdefault(network, asyncio.Lock())
        self.pending[network] += 1
        try:
            async with own:
                began, before = self.clock.now(), self.has_turn.set(True)
                try:
                    yield
                finally:
                    self.has_turn.reset(before)
                self.usual_seconds += (self.clock.now() - began - self.usual_seconds) / 8
        finally:
            self.pending[network] -= 1
            if not self.pending[network]:
                del self.pending[network]
