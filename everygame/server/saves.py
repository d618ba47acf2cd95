"""Requests about saves: a position is kept under a name or in a file, listed, and gone on with."""

from __future__ import annotations

import hashlib
import json
import secrets
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.drawing import scene_svg
from everygame.record import MAX_CHARACTERS, Record, read_record, record_match, write_record
from everygame.server import messages
from everygame.server.api import Answers, language_of, reply
from everygame.server.devices import find_device, need_device
from everygame.server.limits import Refused, read_body
from everygame.server.live_match import LiveMatch
from everygame.server.long_work import LONG
from everygame.server.messages import decode, encode
from everygame.server.names import clean
from everygame.server.saved import (
    Saved,
    box_of,
    read_saved,
    seal,
    seat_of,
    unseal,
    write_saved,
)
from everygame.server.session import Session
from everygame.server.tables import BARE
from everygame.server.views import Viewpoint, find_viewer, list_seats, picture_now, scene_now
from everygame.server.watching import check_may_watch
from everygame.store import Holder, Save

MOST: Final = 200
"""Saves of a device."""


@dataclass(frozen=True)
class Snapshot:
    """A match at one moment, for a device."""

    whole: Record
    told: Record
    """As far as the device may know it."""
    ply: int
    picture: Json
    holders: tuple[Holder, ...]

    @property
    def saved(self) -> Saved:
        return Saved(self.whole, tuple(holder.device for holder in self.holders))


class SaveAnswers:
    """The functions that answer."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.matches = answers.matches

    async def list(self, request: Request) -> Response:
        """What can be loaded: saves, and matches that are in play or `last_game`."""
        game = request.query_params.get("game", "")
        store = self.matches.store
        device = await find_device(request, store)
        if device is None:
            return reply({"saves": [], "matches": []})
        saves = [save for save in await store.saves(device, MOST) if game in ("", save.game)]
        matches = await self.matches.library(device, game)
        going = [one for one in matches if not one["over"] or one["name"]]
        return reply({"saves": list(map(card_of, saves)), "matches": going})

    async def save(self, request: Request) -> Response:
        wanted = decode(await read_body(request), messages.Kept)
        name = clean(wanted.name)
        if not name:
            raise Refused(400, "A save needs a name.")
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            snapshot = await self.take(live, device)
            if live.keeps_secrets() and not live.seats.mine(device):
                raise Refused(403, "Only who has a seat can save a match that keeps secrets.")
            card = card_at(live, snapshot, language_of(request.headers))
            save = Save(secrets.token_urlsafe(12), live.facts.name, name, card, kept_of(snapshot))
        await self.keep(device, save, wanted.replace)
        return reply({"save": save.id})

    async def keep(self, device: int, save: Save, replace: bool) -> None:
        """Raises Refused where there is one of that name, or too many."""
        store = self.matches.store
        if len(await store.saves(device, MOST)) >= MOST and not replace:
            raise Refused(400, "{most} saves are kept; remove some first.", most=MOST)
        if not await store.save(device, save, replace):
            raise Refused(409, "There is a save called {name}.", name=save.name)

    async def take(self, live: LiveMatch, device: int | None) -> Snapshot:
        """The match as it stands, once that is stored."""
        check_may_watch(live, device)
        is_long = live.written > LONG
        async with self.matches.long_work.turn() if is_long else nullcontext(), live.lock:
            return await live.ask_long(snap, live, device)

    async def load(self, request: Request) -> Response:
        """Go on from a save; it stays as it is."""
        device = await need_device(request, self.matches.store)
        found = await self.matches.store.find_save(device, request.path_params["save"])
        if found is None:
            raise Refused(404, "This save is not there any more.")
        return reply({"match": await self.matches.load(device, read_saved(found.kept))})

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
            record = await self.told(live, device)
        text = await self.matches.long_work.run(write_record, record)
        return download(text, live)

    async def told(self, live: LiveMatch, device: int | None) -> Record:
        """The match as far as the device may know it, the rest sealed if it has a seat."""
        taken = await self.take(live, device)
        record = taken.told
        if record.whole or not live.seats.mine(device):
            return record
        given = taken.saved, len(record.plies), await box_of(self.matches.store)
        return replace(record, sealed=await self.matches.long_work.run(seal, *given))

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
            return reply({"match": await self.matches.load(device, saved)})


def draw(session: Session, look: Viewpoint) -> str:
    """The picture of a match as it stands. Behind the port."""
    return scene_svg(scene_now(session, look), str(session.facts.title))


def snap(session: Session, live: LiveMatch, device: int | None) -> Snapshot:
    """A match as it stands. Behind the port."""
    match, holders = session.match, tuple(live.seats.holders)
    look = Viewpoint(live.seats.mine(device))
    viewer, _ = find_viewer(session, look)
    given = match, list(map(seat_of, holders)), live.start, live.tags
    return Snapshot(
        record_match(*given),
        record_match(*given, viewer, whole=False),
        *picture_now(session, look),
        holders,
    )


def kept_of(snapshot: Snapshot) -> str:
    """Raises Refused where it could not be read again."""
    text = write_saved(snapshot.saved)
    if len(text) > MAX_CHARACTERS:
        raise Refused(400, "This match is too long to be saved.")
    return text


def card_at(live: LiveMatch, snapshot: Snapshot, language: str) -> Json:
    """What a list shows of a save, in the words of who made it."""
    card = {
        "title": live.facts.title,
        "seats": list_seats(live),
        "ply": snapshot.ply,
        "over": live.now.over,
        "picture": snapshot.picture,
    }
    spoken: Json = json.loads(encode(card, language))
    return spoken


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
