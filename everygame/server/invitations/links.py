"""Requests about invitations: a link to a seat is made, looked at and used. That one works once is
kept by the store (`store/invitations.py`), which alone says whether somebody sits down."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.errors import StaleState
from everygame.server.devices.cookies import digest, find_device, need_device
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.network.network import Network
from everygame.server.network.routes import link_for_others
from everygame.server.people.watching import may_watch
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import get, post, reply
from everygame.server.seats.seating import follow_store
from everygame.server.shown.match import list_seats


class InvitationRoutes:
    """Answers requests about links to a seat."""

    def __init__(self, matches: LiveMatches, network: Network) -> None:
        self.matches = matches
        self.network = network

    def routes(self) -> list[BaseRoute]:
        return [
            get("/api/join/{token}", self.offer),
            post("/api/join/{token}", self.join),
            post("/api/matches/{match}/invite", self.invite),
        ]

    async def invite(self, request: Request) -> Response:
        seat = decode(await read_body(request), messages.Invite).seat
        async with self.matches.seated(request, or_owner=True) as (device, live):
            if not live.seats.may_offer(device, seat):
                raise Refused(403, "Only an open seat, or one of your own, can be offered.")
            token = secrets.token_urlsafe(18)
            if not await self.matches.store.invite(live.id, seat, digest(token), device):
                raise StaleState("Somebody else has taken this seat just now.")
        return reply(await link_for_others(request, self.network, f"/join/{token}"))

    async def offer(self, request: Request) -> Response:
        found = await self.matches.store.find_invitation(digest(request.path_params["token"]))
        device = await find_device(request, self.matches.store)
        if found is None:
            raise Refused(404, "This invitation is used up, or never was.")
        async with self.matches.at(found.match) as live:
            watch = may_watch(live, device)
            mine = found.taken_by is not None and found.taken_by == device
            facts = {"match": live.id, "game": live.facts.name, "title": live.facts.title}
            if mine or (found.taken_by is not None and watch):
                plays = device in live.seats.devices()
                return reply({**facts, "used": True, "mine": mine, "plays": plays})
            if found.taken_by is not None:
                raise Refused(404, "This invitation is used up, or never was.")
            called = live.facts.called[found.seat]
            offered = {"seat": found.seat, "called": called, "seats": list_seats(live)}
            return reply({**facts, **offered, "watch": watch, "over": bool(live.now.over)})

    async def join(self, request: Request) -> Response:
        name = self.matches.names.check(decode(await read_body(request), messages.NewName).name)
        device = await need_device(request, self.matches.store)
        token = digest(request.path_params["token"])
        found = await self.matches.store.find_invitation(token)
        if found is not None:
            async with self.matches.at(found.match):  # a broken game is told before a seat is taken
                found = await self.matches.store.accept(token, device, name)
        if found is None:
            raise Refused(404, "This invitation is used up, or never was.")
        async with self.matches.at(found.match) as live:
            await follow_store(live)
        return reply({"match": found.match})
