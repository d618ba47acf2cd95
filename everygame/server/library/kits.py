"""Answers HTTP requests about printed kits (`everygame/kit`): the list of a kit's contents, and all
its files as a zip archive."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.kit.make import Wanted, make, parts_json
from everygame.process.isolation import find_safe_game
from everygame.server.library.cards import game_in_path, open_game
from everygame.server.requests import messages
from everygame.server.requests.limits import LongWork, Refused
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes, post

Result = TypeVar("Result")
MOST_WAITING: Final = 4
"""The number of requests for kits that may wait, including the running one."""
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of all files in the archive, the earliest that zip can write, so that the same kit gives
the same archive."""


class KitRoutes(Routes):
    """Answers the requests about kits."""

    def __init__(self, long_work: LongWork) -> None:
        self.long_work = long_work
        self.lock = asyncio.Lock()
        """Held while a kit is made, because making one keeps a processor core busy for seconds."""
        self.waiting = 0

    @post("/api/games/{game}/kit/parts", messages.Kit)
    async def parts(self, request: Request, body: messages.Kit) -> Json:
        """Answer with the contents of a kit, before any of them is made."""
        name = game_in_path(request)
        return await self.in_turn(list_parts, name, body)

    @post("/api/games/{game}/kit", messages.Kit)
    async def make(self, request: Request, body: messages.Kit) -> Response:
        """Answer with a kit as a zip archive, which the browser stores."""
        name = game_in_path(request)
        data = await self.in_turn(zip_kit, name, body, language_of(request.headers))
        headers = {
            "Content-Disposition": f'attachment; filename="{name}-kit.zip"',
            "Cache-Control": "no-store",
        }
        return Response(data, 200, headers, "application/zip")

    async def in_turn(self, work: Callable[..., Result], *arguments: object) -> Result:
        """Call `work` in a thread, one call after the other, and return its result. Raises Refused
        where too many wait."""
        if self.waiting >= MOST_WAITING:
            raise Refused(503, "Other kits are being made; try again in a minute.")
        self.waiting += 1
        try:
            async with self.long_work.turn(), self.lock:
                return await self.long_work.run(work, *arguments)
        finally:
            self.waiting -= 1


def list_parts(name: str, body: messages.Kit) -> Json:
    """Return the contents of a kit as JSON. Raises BadGame, BadOption."""
    entry = find_safe_game(name)
    return parts_json(entry, open_game(entry, body.options), measures(body))


def zip_kit(name: str, body: messages.Kit, language: str) -> bytes:
    """Return the files of a kit as a zip archive. Raises BadGame, BadOption."""
    entry = find_safe_game(name)
    files = make(entry, open_game(entry, body.options), measures(body), language)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}-kit/{file}", EARLIEST), data)
    return made.getvalue()


def measures(body: messages.Kit) -> Wanted:
    """Return the paper size, the scale and the clearance of a kit."""
    return Wanted(body.size, body.scale, body.clearance)
