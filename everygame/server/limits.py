"""Who may ask, how much at once and how often."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

from everygame.clock import REAL, Clock
from everygame.errors import EveryGameError

MAX_BODY: Final = 64_000
"""Bytes of a request, but for a record."""
SLOWEST: Final = 30.0
"""Seconds that a request may take to arrive."""
CLIENTS: Final = 10_000
"""Addresses whose rates are remembered."""


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
