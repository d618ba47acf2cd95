"""Counts the time by which game clocks run, and wakes each match when something is due in it.

Game clocks count the seconds for which any server has run on the data file (`Store.uptime`). So
they stop while none runs, and changes of the computer's own clock do not matter. When a server is
killed, up to `SAVE_INTERVAL` seconds are lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from typing import Final

from everygame.errors import EveryGameError
from everygame.server.operator.logs import name_match
from everygame.store import Store
from everygame.time_source import Clock

log = logging.getLogger("everygame")

SAVE_INTERVAL: Final = 5.0
"""The seconds after which the uptime is written to the store again."""

LEAST_WAIT: Final = 1e-6
"""Seconds: more than the times of clocks are rounded by."""
LEAST_OLD: Final = 1_000
"""The times that no longer hold, beyond as many as hold, with which the heap is built anew."""
MOST_WOKEN: Final = 50
"""The number of matches that are woken at once."""


class Uptime:
    """The seconds for which servers have run on a data file."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.before = 0.0
        """The uptime that earlier servers have reached on this data file."""
        self.began = clock.now()

    def now(self) -> float:
        """The uptime at this moment."""
        return self.before + self.clock.now() - self.began

    async def wait(self, event: asyncio.Event, until: float | None) -> None:
        """Wait until an event is set, or until the uptime `until`; None waits for the event
        alone."""
        await self.clock.wait(event, None if until is None else self.moment(until))

    def moment(self, uptime: float) -> float:
        """Return the clock's time at an uptime. Of an uptime that is still to come it is later than
        now, too, though the sums are rounded: else a wait for it would end at once, again and
        again."""
        moment = uptime - self.before + self.began
        return max(moment, self.clock.now() + LEAST_WAIT) if uptime > self.now() else moment


class Timekeeper:
    """Wakes each match when something is due in it, even a match that is not in memory."""

    def __init__(
        self, store: Store, uptime: Uptime, on_due: Callable[[str], Awaitable[None]]
    ) -> None:
        """`on_due` is called with the id of a match in which something is due."""
        self.store = store
        self.uptime = uptime
        self.on_due = on_due
        self.dues: dict[str, float] = {}
        """The uptime at which something is due, by the id of the match."""
        self.queue: list[tuple[float, str]] = []
        """A heap of the times in `dues`, each with its match, and of times that no longer hold,
        which are dropped when they come first. So a look at the first one need not pass over
        all."""
        self.saved_at = 0.0
        """The uptime that was last written to the store."""
        self.rescheduled = asyncio.Event()
        """Set when `dues` has changed, so that `run` may have to wait less."""
        self.task: asyncio.Task[None] | None = None
        self.wake_tasks: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The uptime at this moment."""
        return self.uptime.now()

    async def start(self) -> None:
        """Read from the store how many seconds all earlier servers have run on this data file, and
        at which times matches are due; then start the timer, which counts on from these seconds."""
        self.uptime.before += await self.store.uptime()
        self.saved_at = self.now()
        for match, due in (await self.store.due()).items():
            self.schedule(match, due)
        self.task = asyncio.create_task(self.run())

    def stop(self) -> None:
        """Stop the timer and all matches that it is waking."""
        for task in (self.task, *self.wake_tasks):
            if task:
                task.cancel()

    def schedule(self, match: str, due: float | None) -> None:
        """Wake a match at the uptime `due`; None stops it from being woken."""
        if due is None:
            self.dues.pop(match, None)
        elif self.dues.get(match) != due:
            self.dues[match] = due
            heappush(self.queue, (due, match))
            self.drop_old()
        self.rescheduled.set()

    def drop_old(self) -> None:
        """Build the heap anew where most of its times no longer hold."""
        if len(self.queue) > 2 * len(self.dues) + LEAST_OLD:
            self.queue = [(due, match) for match, due in self.dues.items()]
            heapify(self.queue)

    def first_due(self) -> float | None:
        """Return the uptime at which something is due first; None where nothing is."""
        while self.queue and self.dues.get(self.queue[0][1]) != self.queue[0][0]:
            heappop(self.queue)
        return self.queue[0][0] if self.queue else None

    async def run(self) -> None:
        """Wait for the first match that is due, wake it, and begin again. The uptime is written
        only while a match waits for its time."""
        while True:
            self.rescheduled.clear()  # before `dues` is read, so that no change is missed
            first = self.first_due()
            until = None if first is None else min(first, self.saved_at + SAVE_INTERVAL)
            await self.uptime.wait(self.rescheduled, until)
            self.wake_due()
            if self.dues and self.now() >= self.saved_at + SAVE_INTERVAL:
                await self.save_uptime()

    def wake_due(self) -> None:
        """Wake matches in which something is due, each in a task of its own. Where many are due,
        the others follow when the loop has answered what waits meanwhile."""
        now = self.now()
        for _ in range(MOST_WOKEN):
            due = self.first_due()
            if due is None or due > now:
                return
            match = heappop(self.queue)[1]
            del self.dues[match]
            task = asyncio.create_task(self.wake(match))
            self.wake_tasks.add(task)
            task.add_done_callback(self.wake_tasks.discard)

    async def wake(self, match: str) -> None:
        """Let a match do what is due; an error is logged, because nobody waits for the result."""
        try:
            await self.on_due(match)
        except EveryGameError as error:
            log.warning("match %s could not do what was due: %s", name_match(match), error)
        except Exception:
            log.exception("match %s could not do what was due", name_match(match))

    async def save_uptime(self) -> None:
        """Write the uptime to the store. An error is dropped: where this write fails, the next
        command will fail too, and its sender gets the error."""
        self.saved_at = self.now()
        with suppress(EveryGameError):
            await self.store.beat(self.saved_at)
