"""The worker pool in a browser: a second Python, in another worker, does the work that takes
long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.pocket.pictures import Redraw, clean
from everygame.process.pool import JobRefused, Pool, result_of
from everygame.server.tables.uploads import CLEANER
from everygame.words import unpack

Think = Callable[[str, float], Awaitable[str]]
"""Sends a job to the other worker and returns its answer, both as JSON texts in the form that
`everygame.process.worker` describes. A worker that takes longer than this number of seconds is
ended; that gives an answer, too."""


class Thinkers(Pool):
    """A pool of one worker. A cancelled job is finished all the same, because starting another
    Python would take longer."""

    def __init__(self, think: Think, redraw: Redraw) -> None:
        super().__init__(1)
        self.think = think
        self.redraw = redraw

    def warm(self) -> None:
        """Do nothing: JavaScript starts the other worker when this one is ready."""

    async def run_late(
        self, call: str, make: Callable[[float], AnyJson], seconds: float
    ) -> AnyJson:
        if call == CLEANER:
            return await self.clean(make(0.0))
        asked = self.clock.now()
        await self.free.acquire()
        job = json.dumps({"call": call, "request": make(self.clock.now() - asked)})
        thinking = asyncio.ensure_future(self.think(job, seconds))
        thinking.add_done_callback(lambda _: self.free.release())
        return result_of(call, unpack(json.loads(await asyncio.shield(thinking))))

    async def clean(self, job: Mapping[str, bytes]) -> dict[str, bytes]:
        """Clean an uploaded table in this worker, because only this worker can ask the browser to
        draw a picture."""
        try:
            return await clean(job, self.redraw)
        except EveryGameError as error:
            raise JobRefused(error.message) from None

    async def close(self) -> None:
        """Do nothing: the browser ends the other worker with the page."""
