"""The worker pool in a browser: other Pythons, each in a worker of its own, do the work that takes
long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Protocol

from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.pocket.pictures import Redraw, clean
from everygame.process.pool import JobRefused, Pool, result_of
from everygame.server.tables.uploads import CLEANER
from everygame.words import unpack


class Helpers(Protocol):
    """The other workers, in JavaScript."""

    most: int
    """The number of jobs that may be done at once."""

    def think(self, number: int, job: str, seconds: float) -> Awaitable[str]:
        """Send a job to a worker and return its answer, both as JSON texts in the form that
        `everygame.process.worker` describes. A worker that takes longer than this number of seconds
        is ended; that gives an answer, too."""

    def stop(self, number: int) -> None:
        """Let the job of this number end soon, if it searches; its answer does not matter."""


class Thinkers(Pool):
    """A pool of these workers. A cancelled job is asked to stop and not killed, because starting
    another Python would take longer."""

    def __init__(self, helpers: Helpers, redraw: Redraw) -> None:
        super().__init__(helpers.most)
        self.helpers = helpers
        self.redraw = redraw
        self.numbers = count(1)

    def warm(self) -> None:
        """Do nothing: JavaScript starts another worker when this one is ready."""

    async def run_late(
        self, call: str, make: Callable[[float], AnyJson], seconds: float
    ) -> AnyJson:
        if call == CLEANER:
            return await self.clean(make(0.0))
        asked = self.clock.now()
        await self.free.acquire()
        job = json.dumps({"call": call, "request": make(self.clock.now() - asked)})
        number = next(self.numbers)
        thinking = asyncio.ensure_future(self.helpers.think(number, job, seconds))
        thinking.add_done_callback(lambda _: self.free.release())
        try:
            return result_of(call, unpack(json.loads(await asyncio.shield(thinking))))
        except asyncio.CancelledError:
            self.helpers.stop(number)
            raise

    async def clean(self, job: Mapping[str, bytes]) -> dict[str, bytes]:
        """Clean an uploaded table in this worker, because only this worker can ask the browser to
        draw a picture."""
        try:
            return await clean(job, self.redraw)
        except EveryGameError as error:
            raise JobRefused(error.message) from None

    async def close(self) -> None:
        """Do nothing: the browser ends all workers with the page."""
