"""A box to print, for the page: what is in it, and all its files as one zip archive."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.kit.make import Wanted, make, parts_json
from everygame.process.isolation import find_safe_game
from everygame.server.library.cards import check_files, game_in_path
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import LongWork, Refused, read_body
from everygame.server.requests.reply import language_of, post, reply

Result = TypeVar("Result")
MOST: Final = 4
"""Kits that are asked for at once; they are made one after the other."""
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)


class KitRoutes:
    """Answers requests about boxes to print."""

    def __init__(self, long_work: LongWork) -> None:
        self.long_work = long_work
        self.one = asyncio.Lock()
        self.asked = 0

    def routes(self) -> list[BaseRoute]:
        game = "/api/games/{game}/kit"
        return [post(game, self.make), post(game + "/parts", self.parts)]

    async def parts(self, request: Request) -> Response:
        """What is in the box, before anything is made."""
        name = game_in_path(request)
        body = decode(await read_body(request), messages.Kit)
        return reply(await self.in_turn(look, name, body))

    async def make(self, request: Request) -> Response:
        name = game_in_path(request)
        body = decode(await read_body(request), messages.Kit)
        data = await self.in_turn(packed, name, body, language_of(request.headers))
        headers = {
            "Content-Disposition": f'attachment; filename="{name}-kit.zip"',
            "Cache-Control": "no-store",
        }
        return Response(data, 200, headers, "application/zip")

    async def in_turn(self, work: Callable[..., Result], *arguments: object) -> Result:
        """One kit after the other, in a thread. Raises Refused where many wait."""
        if self.asked >= MOST:
            raise Refused(503, "Other kits are being made; try again in a minute.")
        self.asked += 1
        try:
            async with self.long_work.turn(), self.one:
                done = partial(work, *arguments)
                return await to_thread.run_sync(done, limiter=self.long_work.threads)
        finally:
            self.asked -= 1


def look(name: str, body: messages.Kit) -> Json:
    entry = find_safe_game(name)
    check_files(entry, body.options)
    return parts_json(entry, entry.game(**body.options), wanted(body))


def packed(name: str, body: messages.Kit, language: str) -> bytes:
    """The files of a kit as a zip archive."""
    entry = find_safe_game(name)
    check_files(entry, body.options)
    files = make(entry, entry.game(**body.options), wanted(body), language)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}-kit/{file}", EARLIEST), data)
    return made.getvalue()


def wanted(body: messages.Kit) -> Wanted:
    return Wanted(body.size, body.scale, body.clearance)
