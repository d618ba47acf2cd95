"""The pool in a browser: work that takes long is done by a second Python, in another worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from everygame.contract import AnyJson
from everygame.errors import EveryGameError
from everygame.pocket.pictures import Redraw, clean
from everygame.process.pool import JobRefused, Pool, WorkerDied
from everygame.server.tables.uploads import CLEANER
from everygame.words import unpack

Think = Callable[[str, float], Awaitable[str]]
"""Gives the other worker a job and returns its answer, both JSON texts with the content that
`everygame.process.worker` says. A worker that takes longer than these seconds is ended, which is
an answer, too."""


class Thinkers(Pool):
    """A pool of one worker. A job that was cancelled is finished all the same: to start another
    Python would take longer."""

    def __init__(self, think: Think, redraw: Redraw) -> None:
        super().__init__(1)
        self.think = think
        self.redraw = redraw

    def warm(self) -> None:
        """Nothing to do: JavaScript starts the other worker when this one is ready."""

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
        answer = unpack(json.loads(await asyncio.shield(thinking)))
        if "error" in answer:
            raise JobRefused(answer["error"])
        if "died" in answer:
            raise WorkerDied("{call} failed: {died}", call=call, died=answer["died"])
        return answer["result"]

    async def clean(self, job: Mapping[str, bytes]) -> dict[str, bytes]:
        """Clean a packed table here: only this worker can ask the browser to draw a picture."""
        try:
            return await clean(job, self.redraw)
        except EveryGameError as error:
            raise JobRefused(error.message) from None

    async def close(self) -> None:
        """Nothing to do: the browser ends the other worker with the page."""
