"""The clock of the server: the computer's own, or one that a test sets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol


class Timer(Protocol):
    """A call that is scheduled and can be cancelled."""

    def cancel(self) -> None: ...


class Clock:
    """The computer's own clock. A test overrides the first three methods, on which the others
    rest."""

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def now(self) -> float:
        """Seconds since an arbitrary moment; they never go back."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Timer:
        """Call a function in the running event loop after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, do)

    async def sleep(self, seconds: float) -> None:
        await self.wait(asyncio.Event(), self.now() + seconds)

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Return when the event is set, or at the time `until`."""
        seconds = None if until is None else max(0.0, until - self.now())
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await event.wait()

    @asynccontextmanager
    async def timeout(self, seconds: float | None) -> AsyncIterator[None]:
        """Raises TimeoutError where the block takes longer."""
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
"""Shared by all servers, for a clock has no state."""
