"""Requests about saves: a position is kept under a name or in a file, listed, and gone on with."""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.drawing import scene_svg
from everygame.record import MAX_CHARACTERS, read_record, write_record
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.session import Session
from everygame.server.matches.shelf import shelf
from everygame.server.people.allowed_names import clean
from everygame.server.people.watching import check_may_watch
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import delete, get, language_of, post, reply
from everygame.server.saves.sealed_save import (
    Saved,
    box_of,
    read_saved,
    unseal,
)
from everygame.server.saves.snapshots import (
    MOST,
    card_at,
    keep_save,
    kept_of,
    record_for,
    take_snapshot,
)
from everygame.server.shown.game import scene_now
from everygame.server.shown.viewpoint import Viewpoint
from everygame.server.tables.routes import BARE
from everygame.store import Save


class SaveRoutes:
    """Answers requests about saves."""

    def __init__(self, matches: LiveMatches, maker: MatchMaker) -> None:
        self.matches = matches
        self.maker = maker

    def routes(self) -> list[BaseRoute]:
        match = "/api/matches/{match}"
        return [
            post("/api/matches/load", self.load_file),
            get(match + "/record", self.file),
            get(match + "/picture", self.picture),
            post(match + "/save", self.save),
            get("/api/saves", self.list),
            post("/api/saves/{save}/load", self.load),
            delete("/api/saves/{save}", self.remove),
        ]

    async def list(self, request: Request) -> Response:
        """What can be loaded: saves, and matches that are in play or `last_game`."""
        game = request.query_params.get("game", "")
        store = self.matches.store
        device = await find_device(request, store)
        if device is None:
            return reply({"saves": [], "matches": []})
        saves = [save for save in await store.saves(device, MOST) if game in ("", save.game)]
        matches = await shelf(self.matches, device, game)
        going = [one for one in matches if not one["over"] or one["name"]]
        return reply({"saves": list(map(card_of, saves)), "matches": going})

    async def save(self, request: Request) -> Response:
        wanted = decode(await read_body(request), messages.SavePosition)
        name = clean(wanted.name)
        if not name:
            raise Refused(400, "A save needs a name.")
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            snapshot = await take_snapshot(self.matches, live, device)
            if live.keeps_secrets() and not live.seats.mine(device):
                raise Refused(403, "Only who has a seat can save a match that keeps secrets.")
            card = card_at(live, snapshot, language_of(request.headers))
            save = Save(secrets.token_urlsafe(12), live.facts.name, name, card, kept_of(snapshot))
        await keep_save(self.matches.store, device, save, wanted.replace)
        return reply({"save": save.id})

    async def load(self, request: Request) -> Response:
        """Go on from a save; it stays as it is."""
        device = await need_device(request, self.matches.store)
        found = await self.matches.store.find_save(device, request.path_params["save"])
        if found is None:
            raise Refused(404, "This save is not there any more.")
        return reply({"match": await self.maker.load(device, read_saved(found.kept))})

    async def remove(self, request: Request) -> Response:
        device = await need_device(request, self.matches.store)
        await self.matches.store.drop_save(device, request.path_params["save"])
        return reply({})

    # -- files

    async def file(self, request: Request) -> Response:
        """The match as a file, as far as the device may know it; what it may not know is sealed,
        if it has a seat."""
        device = await find_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            record = await record_for(self.matches, live, device)
        text = await self.matches.long_work.run(write_record, record)
        return download(text, live)

    async def picture(self, request: Request) -> Response:
        """How the match stands, as far as the device may know it, as an SVG document."""
        device = await find_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live, live.lock:
            check_may_watch(live, device)
            drawn = await live.ask_long(draw, Viewpoint(live.seats.mine(device)))
        headers = {"Content-Security-Policy": BARE, "Cache-Control": "no-store"}
        return Response(drawn, 200, headers, "image/svg+xml")

    async def load_file(self, request: Request) -> Response:
        body = await read_body(request, 4 * MAX_CHARACTERS)
        device = await need_device(request, self.matches.store)
        long_work = self.matches.long_work
        async with long_work.turn():
            record = await long_work.run(read_record, body.decode("utf-8", "replace"))
            saved = Saved(record)
            if record.sealed:
                saved = await long_work.run(unseal, record.sealed, await box_of(self.matches.store))
            return reply({"match": await self.maker.load(device, saved)})


def draw(session: Session, look: Viewpoint) -> str:
    """The picture of a match as it stands. Behind the port."""
    return scene_svg(scene_now(session, look), str(session.title))


def card_of(save: Save) -> Json:
    """`Save`."""
    return {
        "save": save.id,
        "game": save.game,
        "name": save.name,
        "updated": save.made,
        **save.card,
    }


def download(text: str, live: LiveMatch) -> Response:
    name = f"{live.facts.name}-{hashlib.sha256(live.id.encode()).hexdigest()[:8]}.json"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(text, 200, headers, "application/json")
