"""What takes long is worked out by a second Python, in another worker of the browser."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

from everygame.contract import AnyJson
from everygame.process.pool import JobRefused, Pool, WorkerDied
from everygame.words import unpack

Think = Callable[[str, float], Awaitable[str]]
"""The answer of the other worker to a job, as `everygame.process.worker` has them, both in JSON;
after so many seconds it is ended, and that is the answer."""


class Thinkers(Pool):
    """A pool of one. A job that nobody waits for any more is finished all the same: to begin with
    a new Python would take longer."""

    def __init__(self, think: Think) -> None:
        super().__init__(1)
        self.think = think

    def warm(self) -> None:
        """The page starts it when it has time for that."""

    async def run_late(
        self, call: str, make: Callable[[float], AnyJson], seconds: float
    ) -> AnyJson:
        asked = time.monotonic()
        await self.free.acquire()
        job = json.dumps({"call": call, "request": make(time.monotonic() - asked)})
        thinking = asyncio.ensure_future(self.think(job, seconds))
        thinking.add_done_callback(lambda _: self.free.release())
        answer = unpack(json.loads(await asyncio.shield(thinking)))
        if "error" in answer:
            raise JobRefused(answer["error"])
        if "died" in answer:
            raise WorkerDied("{call} failed: {died}", call=call, died=answer["died"])
        return answer["result"]

    async def close(self) -> None:
        """The browser ends it with the page."""
