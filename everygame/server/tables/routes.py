"""Answers HTTP requests about tables without rules (show, make, upload, delete) and requests for
the pictures of all games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.errors import BadGame
from everygame.library.registry import Entry, find_game, shipped
from everygame.process.metering import in_thread
from everygame.sandbox import game_of, parse
from everygame.sandbox.definition import MOST_CHARACTERS
from everygame.sandbox.package import MOST_PACKED, SHEET
from everygame.sandbox.scene import Painter
from everygame.scene import to_json, view
from everygame.server.devices.cookies import need_device
from everygame.server.library.cards import game_in_path
from everygame.server.requests.limits import Refused, address_of, read_body
from everygame.server.requests.page import FILES
from everygame.server.requests.page_files import FOR_EVER, PICTURES
from everygame.server.requests.routes import Routes, delete, get, post
from everygame.server.tables.uploads import Uploads, pack_table

PICTURE: Final = re.compile(f"[a-z][a-z0-9_]*[.]({'|'.join(PICTURES)})")
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The Content-Security-Policy of a picture: an SVG must neither run scripts nor load anything."""


@dataclass
class TableRoutes(Routes):
    """Answers the requests about tables and pictures."""

    uploads: Uploads

    @get("/api/games/{game}/table")
    async def table(self, request: Request) -> Json:
        """Answer with the definition of a table and its rule sheet, for the page that edits it."""
        entry = find_table(request)
        definition = await in_thread(lambda: entry.table().definition)
        sheet = (entry.folder / SHEET).read_text("utf-8") if entry.has(SHEET) else ""
        return {"table": definition.data, "sheet": sheet, "uploaded": entry.uploaded}

    @get("/api/games/{game}/pictures/{file}")
    async def picture(self, request: Request) -> Response:
        """Answer with a picture of a game."""
        entry, name = find_game(game_in_path(request)), request.path_params["file"]
        version = request.query_params.get("v", "")
        if not await in_thread(has_picture, entry, name):
            raise Refused(404, "{game} has no picture {file}.", game=entry.name, file=repr(name))
        # an uploaded table never changes: a changed one has another name
        lasts = entry.uploaded or (shipped(entry.name) and FILES.is_current(version))
        kept = FOR_EVER if lasts else "no-cache"
        headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": kept}
        data = await in_thread((entry.folder / name).read_bytes)
        return Response(data, 200, headers, PICTURES[name.rpartition(".")[2]])

    @get("/api/games/{game}/packed")
    async def packed(self, request: Request) -> Response:
        """Answer with a whole table as one file, which the browser stores."""
        entry = find_table(request)
        data = await in_thread(pack_table, entry)
        title = re.sub("[^a-z0-9]+", "", entry.facts()["title"].lower()) or "table"
        headers = {"Content-Disposition": f'attachment; filename="{title}.everygame"'}
        return Response(data, 200, headers, "application/zip")

    @post("/api/tables/preview")
    async def preview(self, request: Request) -> Json:
        """Answer with the picture of a table that somebody edits, or with the mistake in its
        definition."""
        body = await read_body(request, 4 * MOST_CHARACTERS)
        return await in_thread(draw_definition, body.decode("utf-8", "replace"))

    @post("/api/tables")
    async def upload(self, request: Request) -> Json:
        """Store an uploaded table for a device; with `instead`, in place of a table that it has."""
        device = await need_device(request)
        instead = request.query_params.get("instead", "")
        async with self.uploads.turn(address_of(request)):
            data = await read_body(request, MOST_PACKED)
            return await self.uploads.add(device, data, instead)

    @delete("/api/tables/{game}")
    async def remove(self, request: Request) -> None:
        """Take an uploaded table from a device, whose library then no longer has it."""
        device = await need_device(request)
        await self.uploads.remove(device, request.path_params["game"])


def draw_definition(text: str) -> Json:
    """Return `{scene}`, the picture of a table definition, or `{fault}`, the mistake in it. The
    picture is not cropped, so that places stay where the definition puts them."""
    try:
        definition = parse(text)
    except BadGame as error:
        return {"fault": error.message}
    game = game_of("draft", definition)(players=str(len(definition.seats)))
    painter = Painter(game, view(game.initial_state(), None))
    return {"scene": to_json(painter.scene(crop=False))}


def has_picture(entry: Entry, name: str) -> bool:
    """Whether a file is a picture of a game that may be sent. For a table these are the pictures
    that its present definition or an earlier version names, because matches on that version go
    on."""
    if entry.is_table:
        return any(name in table.definition.pictures for table in entry.tables()) and entry.has(
            name
        )
    return bool(PICTURE.fullmatch(name)) and entry.has(name)


def find_table(request: Request) -> Entry:
    """Return the table without rules that the path of a request names. Raises Refused."""
    entry = find_game(game_in_path(request))
    if not entry.is_table:
        raise Refused(404, "{name} is not a table without rules.", name=entry.name)
    return entry
