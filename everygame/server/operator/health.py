"""Answers whether the server lives and whether it can serve, for programs that watch over it."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request

from everygame.contract import Json
from everygame.server.requests.limits import Refused
from everygame.server.requests.routes import Routes, get
from everygame.store import Store, Unwritable
from everygame.time_source import Clock
from everygame.words import say

ANSWER_SECONDS: Final = 5.0
"""The seconds within which the data file must be read and written."""
KNOWN_SECONDS: Final = 1.0
"""The seconds for which an answer holds. Anybody may ask, and each try waits for the disk."""


class HealthRoutes(Routes):
    """Answers the requests of programs that watch over the server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.trying = asyncio.Lock()
        self.tried_at = clock.now() - KNOWN_SECONDS
        self.fault = ""
        """A sentence that says why the data file could not be used when it was last tried; empty
        where it could."""

    @get("/livez")
    async def live(self, request: Request) -> Json:
        """Answer, which shows that the server's loop runs."""
        return {"live": True}

    @get("/readyz")
    async def ready(self, request: Request) -> Json:
        """Answer whether the data file can be read and written. Raises Refused (503) where it
        cannot."""
        async with self.trying:
            if self.clock.now() - self.tried_at >= KNOWN_SECONDS:
                self.fault = await self.find_fault()
                self.tried_at = self.clock.now()
        if self.fault:
            raise Refused(503, self.fault)
        return {"ready": True}

    async def find_fault(self) -> str:
        """Read and write the data file; return a sentence where that fails."""
        try:
            async with self.clock.timeout(ANSWER_SECONDS):
                await self.store.uptime()
                await self.store.beat(0.0)  # changes nothing, but has to reach the disk
        except Unwritable as error:
            return error.message
        except TimeoutError:
            return say("The data file did not answer in time.")
        return ""
