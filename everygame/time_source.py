"""The time for the server: from the computer's own clock, or from a clock that a test sets."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final, Protocol


class Timer(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


def processor_seconds() -> float:
    """Return the seconds for which the processor has worked in this thread."""
    return time.thread_time()


class Clock:
    """The computer's own clock. A test replaces `wall`, `now` and `call_later`; the other methods
    use only these."""

    def wall(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    def now(self) -> float:
        """Seconds since an arbitrary moment; the value never decreases."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Timer:
        """Have the running event loop call the function `do` after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, do)

    async def sleep(self, seconds: float) -> None:
        await self.wait(asyncio.Event(), self.now() + seconds)

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Return when the event is set, or at the latest at the time `until`, as `now` counts
        it."""
        seconds = None if until is None else max(0.0, until - self.now())
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await event.wait()

    @asynccontextmanager
    async def timeout(self, seconds: float | None) -> AsyncIterator[None]:
        """Raise TimeoutError in the block where it takes longer than so many seconds; None sets no
        limit."""
        # asyncio.timeout(seconds) would ask the event loop for the time, which no test can set
        async with asyncio.timeout(None) as limit:
            if seconds is None:
                yield
                return
            timer = self.call_later(seconds, lambda: limit.reschedule(0.0))
            try:
                yield
            finally:
                timer.cancel()


REAL: Final = Clock()
"""The one clock that all servers share, because a clock has no state."""


BOUNDS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""The seconds by which durations are counted."""


class Durations:
    """Counts how often something took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        """How many took at most so long as each of `BOUNDS`, and longer than the one before; the
        last number counts the longer ones."""
        self.total = 0.0
        """The seconds of all together."""

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    @contextmanager
    def measure(self, clock: Clock) -> Iterator[None]:
        """Count how long a block takes, even where it fails."""
        began = clock.now()
        try:
            yield
        finally:
            self.add(clock.now() - began)
