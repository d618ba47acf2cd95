"""Time as clocks count it, and the one who looks at each match when its time is up.

Clocks count the seconds for which servers have run on a data file (`Store.uptime`). So they stop
while none runs, whatever the computer's own clock says afterwards; of a server that was killed the
last seconds may not count.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from everygame.clock import Clock
from everygame.errors import EveryGameError
from everygame.store import Store

log = logging.getLogger("everygame")

BEAT: Final = 5.0
"""Seconds between two moments at which it is written how long the server has run."""


class Uptime:
    """Seconds for which servers have run."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.before = 0.0
        """Until this one began."""
        self.began = clock.now()

    def now(self) -> float:
        return self.before + self.clock.now() - self.began

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Until something happens, or until then."""
        await self.clock.wait(event, None if until is None else until - self.before + self.began)


class Timekeeper:
    """Knows when each match must be looked at, in memory or not."""

    def __init__(
        self, store: Store, uptime: Uptime, look: Callable[[str], Awaitable[None]]
    ) -> None:
        """`look` is called with the match whose time has come."""
        self.store = store
        self.uptime = uptime
        self.look = look
        self.dues: dict[str, float] = {}
        self.beaten = 0.0
        """When it was written last how long the server has run."""
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.looking: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        return self.uptime.now()

    async def start(self) -> None:
        """Go on where the last server on this store has stopped."""
        self.uptime.before += await self.store.uptime()
        self.beaten = self.now()
        self.dues = await self.store.due()
        self.task = asyncio.create_task(self.run())

    def stop(self) -> None:
        for task in (self.task, *self.looking):
            if task:
                task.cancel()

    def set(self, match: str, due: float | None) -> None:
        """A match is to be looked at then, or not by itself."""
        if due is None:
            self.dues.pop(match, None)
        else:
            self.dues[match] = due
        self.news.set()

    async def run(self) -> None:
        while True:
            self.news.clear()
            first = min(self.dues.values(), default=None)
            until = None if first is None else min(first, self.beaten + BEAT)
            await self.uptime.wait(self.news, until)
            self.strike()
            if self.dues and self.now() >= self.beaten + BEAT:
                await self.beat()

    def strike(self) -> None:
        """Look at the matches whose time has come."""
        now = self.now()
        for match in [match for match, due in self.dues.items() if due <= now]:
            del self.dues[match]
            task = asyncio.create_task(self.attend(match))
            self.looking.add(task)
            task.add_done_callback(self.looking.discard)

    async def attend(self, match: str) -> None:
        try:
            await self.look(match)
        except EveryGameError as error:
            log.warning("match %s: its time cannot be looked at: %s", match, error)
        except Exception:
            log.exception("match %s", match)

    async def beat(self) -> None:
        """Write it where that can be done; if not, who plays is told so."""
        self.beaten = self.now()
        with suppress(EveryGameError):
            await self.store.beat(self.beaten)
