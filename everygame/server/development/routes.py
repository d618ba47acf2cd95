"""Answers pages that ask for news of a game that somebody writes (`everygame dev`).

Nothing watches the folder between these requests: a page asks twice a second, and each request
compares the stamp of the files. So no timer is needed, and a server whose pages are closed rests.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.server.development.checker import Checker
from everygame.server.library.cards import start_scene
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.requests.routes import Routes, get
from everygame.words import say


class DevelopmentRoutes(Routes):
    """Answers the requests about the game that somebody writes."""

    def __init__(self, checker: Checker, matches: LiveMatches) -> None:
        self.checker = checker
        self.matches = matches
        self.stamp = ""
        """The stamp of the files that were looked at last."""
        self.version = 0
        """How many times the files have changed so that pages show the game anew."""
        self.lock = asyncio.Lock()
        """Held while changed files are looked at, because several pages may ask."""

    @get("/api/development")
    async def news(self, request: Request) -> Json:
        """Answer with what is known of the game's files as they are now."""
        entry = self.checker.entry
        async with self.lock:
            stamp = await in_thread(entry.stamp)
            if stamp != self.stamp:
                self.stamp = stamp
                await self.take_change()
        return {"game": entry.name, "version": self.version, **self.checker.finding.to_json()}

    async def take_change(self) -> None:
        """Look at changed files. If the game begins with them, it is checked, and its open matches
        go on with them; otherwise these keep the files that they have."""
        name = self.checker.entry.name
        if fault := await in_thread(find_fault, name):
            self.checker.stop(fault)
            return
        self.version += 1
        await self.matches.renew(name)
        self.checker.begin()


def find_fault(name: str) -> str:
    """Say why a game cannot begin and be drawn; an empty text where it can."""
    try:
        entry = find_safe_game(name)
        start_scene(entry, entry.game())
    except EveryGameError as error:
        return error.message
    except Exception as error:
        return say("{name} cannot be opened: {error}.", name=name, error=repr(error))
    return ""
