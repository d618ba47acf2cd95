"""Answers HTTP requests about links to a seat: make a link, look at one, use one. The store alone
decides whether a link still works (`store/invitations.py`), so that two browsers cannot use the
same one."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.errors import StaleState
from everygame.server.devices.cookies import digest, find_device, need_device
from everygame.server.invitations.preview import describe_clock, write_preview
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.network.network import Network
from everygame.server.network.routes import link_for_others
from everygame.server.requests import messages
from everygame.server.requests.limits import Refused
from everygame.server.requests.page import serve_page
from everygame.server.requests.reply import language_of
from everygame.server.requests.routes import Routes, get, post
from everygame.server.seats.seat_changes import reload_holders
from everygame.server.shown.game_view import commitment_for
from everygame.server.shown.match_view import seats_for_outsiders

NO_INVITATION: Final = "This invitation is used up, or it never existed."


@dataclass
class InvitationRoutes(Routes):
    """Answers the requests about links to a seat."""

    matches: LiveMatches
    network: Network

    @post("/api/matches/{match}/invite", messages.Invite)
    async def invite(self, request: Request, wanted: messages.Invite) -> Json:
        """Answer with the link to a seat. It stays the same until it is used."""
        seat, store = wanted.seat, self.matches.store
        async with self.matches.seated(request, or_owner=True) as (device, live):
            if not live.seats.may_offer(device, seat):
                raise Refused(403, "You can invite people only to an open seat or to your own.")
            new = secrets.token_urlsafe(9)
            token = token_of(await store.key(), new)
            name = await store.invite(live.id, seat, new, digest(token), device)
            if name is None:
                raise StaleState("Somebody else has taken this seat just now.")
        link = f"/join/{name}#{token_of(await store.key(), name)}"
        return await link_for_others(request, self.network, link)

    @get("/join/{name}")
    async def page(self, request: Request) -> Response:
        """Answer with the page. Programs that preview links read in it who invites, and to which
        game; they never see the token, which stands after the `#`."""
        match = await self.matches.store.find_invited_match(request.path_params["name"])
        preview = ""
        if match is not None:
            async with self.matches.at(match) as live:
                preview = write_preview(live, str(request.base_url), language_of(request.headers))
        return await serve_page(request, preview)

    @post("/api/join/look", messages.Token)
    async def offer(self, request: Request, wanted: messages.Token) -> Json:
        """Answer a browser that opens a link with the match and the seat that the link offers. Once
        the link is used, only the device that used it, and those who may watch the match, get an
        answer."""
        found = await self.matches.store.find_invitation(digest(wanted.token))
        device = await find_device(request)
        if found is None:
            raise Refused(404, NO_INVITATION).noted("unknown_invitation")
        async with self.matches.at(found.match) as live:
            watch = live.standing().may_watch(device)
            mine = found.taken_by is not None and found.taken_by == device
            facts = {"match": live.id, "game": live.facts.name, "title": live.facts.title}
            if mine or (found.taken_by is not None and watch):
                plays = device in live.seats.devices()
                return {**facts, "used": True, "mine": mine, "plays": plays}
            if found.taken_by is not None:
                raise Refused(404, NO_INVITATION).noted("unknown_invitation")
            called = live.facts.seat_names[found.seat]
            offered = {
                "seat": found.seat,
                "called": called,
                "seats": seats_for_outsiders(live),
            }
            offered["commitment"] = await live.ask(commitment_for)
            offered["clock"] = describe_clock(live.referee.terms.clock)
            return {**facts, **offered, "watch": watch, "over": bool(live.now.over)}

    @post("/api/join", messages.Join)
    async def join(self, request: Request, wanted: messages.Join) -> Json:
        """Use a link: give its seat to the device."""
        name = self.matches.names.check(wanted.name)
        device = await need_device(request)
        token = digest(wanted.token)
        found = await self.matches.store.find_invitation(token)
        if found is not None:
            async with self.matches.at(
                found.match
            ):  # if its game is broken, fail before the link is used up
                found = await self.matches.store.accept(token, device, name)
        if found is None:
            raise Refused(404, NO_INVITATION).noted("unknown_invitation")
        async with self.matches.at(found.match) as live:
            await reload_holders(live)
        return {"match": found.match}


def token_of(key: bytes, name: str) -> str:
    """Return the secret token of the link with a name, which follows from the key of the store."""
    data = hmac.digest(key, f"invitation {name}".encode(), "sha256")
    return urlsafe_b64encode(data[:18]).decode()
