"""Answers HTTP requests about saves: store a position under a name, write it to a file, list saves,
load one."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.drawing import scene_svg
from everygame.library.match_files import RECORD, read_file, write_file
from everygame.notation import Found
from everygame.process.isolation import host
from everygame.record import MAX_CHARACTERS, Record, read_record, write_record
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.library_list import shelf
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.session import Session
from everygame.server.people.allowed_names import clean
from everygame.server.requests import messages
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes, delete, get, post
from everygame.server.saves import snapshots
from everygame.server.saves.sealed_save import (
    SavedMatch,
    fernet_of,
    read_saved,
    unseal,
)
from everygame.server.saves.snapshots import (
    card_of,
    keep_save,
    record_for,
    take_snapshot,
    tell_others,
    text_of,
)
from everygame.server.shown.game_view import scene_now
from everygame.server.shown.viewpoint import Viewpoint
from everygame.server.tables.routes import PICTURE_POLICY
from everygame.store import Save
from everygame.words import unpack


@dataclass
class SaveRoutes(Routes):
    """Answers the requests about saves."""

    matches: LiveMatches
    maker: MatchMaker

    @get("/api/saves")
    async def list(self, request: Request) -> Json:
        """Answer with what a device can continue: its saves, and its matches that are not over or
        have a name."""
        game = request.query_params.get("game", "")
        store = self.matches.store
        device = await find_device(request)
        if device is None:
            return {"saves": [], "matches": []}
        found = await store.saves(device, snapshots.MOST_SAVES)
        saves = [save for save in found if game in ("", save.game)]
        matches = await shelf(self.matches, device, language_of(request.headers), game)
        going = [one for one in matches if not one["over"] or one["name"]]
        return {"saves": list(map(save_json, saves)), "matches": going}

    @post("/api/matches/{match}/save", messages.SavePosition)
    async def save(self, request: Request, wanted: messages.SavePosition) -> Json:
        """Store the current position of a match under a name."""
        name = clean(wanted.name)
        if not name:
            raise Refused(400, "A save needs a name.")
        device = await need_device(request)
        async with self.matches.at(request.path_params["match"]) as live:
            snapshot = await take_snapshot(self.matches, live, device)
            if live.keeps_secrets() and not live.seats.mine(device):
                raise Refused(403, "This match keeps secrets, so only its players can save it.")
            card = card_of(live, snapshot)
            save = Save(secrets.token_urlsafe(12), live.facts.name, name, card, text_of(snapshot))
            await keep_save(self.matches, device, save, wanted.replace)
            tell_others(live, device)
        return {"save": save.id}

    @post("/api/saves/{save}/load")
    async def load(self, request: Request) -> Json:
        """Begin a match that continues a save. The save stays as it is."""
        device = await need_device(request)
        found = await self.matches.store.find_save(device, request.path_params["save"])
        if found is None:
            raise Refused(404, "This save is not there any more.")
        return {"match": await self.maker.load(device, read_saved(found.kept))}

    @delete("/api/saves/{save}")
    async def remove(self, request: Request) -> None:
        """Delete a save."""
        device = await need_device(request)
        await self.matches.store.drop_save(device, request.path_params["save"])

    # -- files

    @get("/api/matches/{match}/record")
    async def file(self, request: Request) -> Response:
        """Answer with a match as a file, as far as the device may know the match. If the device has
        a seat, the rest is in the file too, sealed. With `as=sgf` it is a file of that kind, which
        the game writes."""
        device = await find_device(request)
        ending = request.query_params.get("as", RECORD)
        async with self.matches.at(request.path_params["match"]) as live:
            record = await record_for(self.matches, live, device)
        name = file_name(live, ending)
        data = await self.matches.long_work.run(write_file, [record], name, host)
        return download(data, name)

    @get("/api/matches/{match}/picture")
    async def picture(self, request: Request) -> Response:
        """Answer with the current position as an SVG document, as far as the device may know it."""
        device = await find_device(request)
        async with self.matches.watched(request, device) as live, live.lock:
            drawn = await live.ask_long(draw, Viewpoint(live.seats.mine(device)))
        headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "no-store"}
        return Response(drawn, 200, headers, "image/svg+xml")

    @post("/api/matches/load")
    async def load_file(self, request: Request) -> Json:
        """Begin a match that continues a file; `file` is its name, and `number` says which of its
        games. Without the number, answer with the titles of its games where it has several."""
        body = await read_body(request, 4 * MAX_CHARACTERS)
        device = await need_device(request)
        name, number = (request.query_params.get(key, "") for key in ("file", "number"))
        long_work = self.matches.long_work
        async with long_work.turn():
            games = await long_work.run(read_file, body, name or f".{RECORD}", host)
            if len(games) > 1 and not number:
                return {"games": [game.title for game in games]}
            saved = await self.open_sealed(await long_work.run(read_game, games, number or "1"))
            return {"match": await self.maker.load(device, saved)}

    async def open_sealed(self, record: Record) -> SavedMatch:
        """Return the match that a record holds; the server decrypts what this server sealed."""
        if not record.sealed:
            return SavedMatch(record)
        fernet = await fernet_of(self.matches.store)
        return await self.matches.long_work.run(unseal, record.sealed, fernet)


def draw(session: Session, viewpoint: Viewpoint) -> str:
    """Draw the current position as SVG. Runs behind the game port."""
    return scene_svg(scene_now(session, viewpoint), str(session.title))


def save_json(save: Save) -> Json:
    """Return `Save` of the wire format."""
    return {
        "save": save.id,
        "game": save.game,
        "name": save.name,
        "updated": save.made,
        **unpack(save.card),
    }


def read_game(games: list[Found], number: str) -> Record:
    """Return the record of the game with this number, from 1, in a file. It is checked as a record
    from outside, for the game's own code may have made it. Raises BadRecord, Refused."""
    numbered = {str(n): game for n, game in enumerate(games, 1)}
    if number not in numbered:
        raise Refused(400, "The file has no game of this number.")
    return read_record(write_record(numbered[number].read()))


def file_name(live: LiveMatch, ending: str) -> str:
    """Return the name of the file of a match. It has a digest of the match id, because the id
    itself would let everybody who gets the file watch the match."""
    return f"{live.facts.name}-{hashlib.sha256(live.id.encode()).hexdigest()[:8]}.{ending}"


def download(data: bytes, name: str) -> Response:
    """Return a response that the browser stores as a file."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    kind = "application/json" if name.endswith(f".{RECORD}") else "application/octet-stream"
    return Response(data, 200, headers, kind)
