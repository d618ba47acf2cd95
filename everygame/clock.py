"""The time, for whatever serves: the computer's own, or one that somebody else turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol


class Timer(Protocol):
    """Something that is going to be done."""

    def cancel(self) -> None: ...


class Clock:
    """The computer's own. Whoever replaces the first three methods owns the time."""

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def now(self) -> float:
        """Seconds since some moment; they never go back."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Timer:
        """Do something in the loop that runs here, when so much time has passed."""
        return asyncio.get_running_loop().call_later(seconds, do)

    async def sleep(self, seconds: float) -> None:
        await self.wait(asyncio.Event(), self.now() + seconds)

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Until something happens, or until then."""
        seconds = None if until is None else max(0.0, until - self.now())
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await event.wait()

    @asynccontextmanager
    async def timeout(self, seconds: float | None) -> AsyncIterator[None]:
        """Raises TimeoutError where what is done within it takes longer."""
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
"""It keeps nothing, so all may have the same."""
