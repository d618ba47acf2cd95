"""Requests about finding somebody, on a server that its operator opened to the public: matches
whose open seats anybody may take, and a host who sends somebody away."""

from __future__ import annotations

import logging
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.library.registry import Entry
from everygame.process.isolation import find_safe_game
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.library.cards import Library
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches, find_entry
from everygame.server.people.phrases import PHRASES
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.reply import get, post, reply
from everygame.server.seats.seating import follow_store, move_in
from everygame.store import Holder, OpenMatch
from everygame.words import say

log = logging.getLogger("everygame")

LASTS: Final = 7 * 86_400.0
"""Seconds for which a match is listed."""
SHOWN: Final = 60
"""Matches on the page."""
MOST: Final = 5
"""Matches of one host that may wait at once."""


class OpenInvitationRoutes:
    """Answers requests about matches whose open seats anybody may take."""

    def __init__(self, matches: LiveMatches, library: Library) -> None:
        self.matches = matches
        self.library = library
        self.store = matches.store

    def routes(self) -> list[BaseRoute]:
        return [
            get("/api/open", self.list_open),
            get("/api/phrases", self.list_phrases),
            post("/api/open/{match}", self.sit_down),
            post("/api/matches/{match}/open", self.list_mine),
            post("/api/matches/{match}/away", self.send_away),
        ]

    async def list_open(self, request: Request) -> Response:
        if not self.matches.public:
            return reply({"public": False, "matches": []})
        device = await find_device(request, self.store)
        found = await self.store.open_matches(self.since(), SHOWN)
        here = {one.match for one in found if self.is_here(one)}
        cards = await run_in_threadpool(lambda: [self.describe(one, device) for one in found])
        shown = [{**card, "here": card["match"] in here} for card in cards if card]
        return reply({"public": True, "matches": sorted(shown, key=lambda one: not one["here"])})

    def since(self) -> float:
        """When a match was listed at the earliest that is listed still."""
        return self.matches.clock.wall() - LASTS

    def is_here(self, one: OpenMatch) -> bool:
        """Its host looks at it."""
        live = self.matches.lives.get(one.match)
        return live is not None and live.presence.is_watching(one.host)

    def describe(self, one: OpenMatch, device: int | None) -> Json | None:
        """A match as the page lists it; None where its game is gone or broken."""
        try:
            card = self.library.card(one.game)
            options = list_options(find_safe_game(one.game), one.options)
        except Exception as error:  # of one game, which must not take the others with it
            log.error("the open match %s is left out: %s", one.match, error)
            return None
        return {
            "match": one.match,
            "game": one.game,
            "title": card["title"],
            "picture": card["picture"],
            "host": next((who.name for who in one.holders if who.device == one.host), ""),
            "options": options,
            "clock": one.terms.get("clock"),
            "seats": len(one.holders),
            "open": sum(who.kind == "open" and who.device is None for who in one.holders),
            "made": one.made,
            "mine": device is not None and any(who.device == device for who in one.holders),
        }

    async def sit_down(self, request: Request) -> Response:
        """Take a seat of a listed match."""
        self.check_public()
        name = self.matches.names.check(decode(await read_body(request), messages.NewName).name)
        device = await need_device(request, self.store)
        match = request.path_params["match"]
        async with self.matches.at(match) as live:  # a broken game is told before
            if live.now.over:
                raise Refused(404, "This match is over.")
            await self.store.sit_down(match, device, name)
        async with self.matches.at(match) as live:
            await follow_store(live)
        return reply({"match": match})

    async def list_mine(self, request: Request) -> Response:
        """The host lists a match, or no more."""
        on = decode(await read_body(request), messages.Switch).on
        async with self.matches.seated(request, or_owner=True) as (device, live):
            self.check_host(device, live)
            if on:
                await self.check_listing(device, live)
            await self.store.list_openly(live.id, on)
            live.listed = on
            live.changed()
        return reply({})

    async def check_listing(self, device: int, live: LiveMatch) -> None:
        """Raises Refused."""
        if not any(who.kind == "open" and who.device is None for who in live.seats.holders):
            raise Refused(400, "No seat of this match is open.")
        if find_entry(live.facts.name).uploaded:
            raise Refused(403, "Only games of this server are shown to everybody.")
        if not live.listed and await self.store.count_open(device, self.since()) >= MOST:
            raise Refused(403, "{most} of your matches wait for somebody already.", most=MOST)

    async def send_away(self, request: Request) -> Response:
        """The host takes a seat from somebody, who may be kept out of all the host's matches."""
        wanted = decode(await read_body(request), messages.SendAway)
        async with self.matches.seated(request, or_owner=True) as (device, live):
            self.check_host(device, live)
            async with live.lock:
                live.check()
                guest = find_guest(live, wanted.seat, device)
                follower = who_follows(live)
                if wanted.keep_out:
                    await self.store.keep_out(device, guest)
                await move_in(live, wanted.seat, follower)
        return reply({})

    async def list_phrases(self, request: Request) -> Response:
        """What may be said, in the language of who asks."""
        known = PHRASES if self.matches.public else {}
        return reply({"phrases": [{"key": key, "words": words} for key, words in known.items()]})

    def check_public(self) -> None:
        """Raises Refused."""
        if not self.matches.public:
            raise Refused(403, "This server is not open to the public.")

    def check_host(self, device: int, live: LiveMatch) -> None:
        """Raises Refused."""
        self.check_public()
        if live.owner != device:
            raise Refused(403, "Only who made this match can do that.")


def find_guest(live: LiveMatch, seat: int, host: int) -> int:
    """The device at a seat, or for which a bot plays there or it is kept. Raises Refused."""
    guest = live.seats.holders[seat].device if seat in range(live.facts.players) else None
    if guest is None or guest == host:
        raise Refused(403, "Nobody sits there whom you could send away.")
    return guest


def who_follows(live: LiveMatch) -> Holder:
    """Who gets the seat of somebody who is sent away: whoever comes, or a bot where that one would
    see what the seat keeps from others, who may be the host on another device. Raises Refused."""
    if not (live.keeps_secrets() and live.written):
        return Holder("open")
    if live.facts.endless or not live.facts.levels:
        raise Refused(
            403,
            "Whoever sat down there next would see what this seat hides; no bot plays this game.",
        )
    level = live.facts.levels[-1]
    return Holder("bot", level.title, level.name)


def list_options(entry: Entry, options: dict[str, str]) -> list[Json]:
    """What was chosen, where that is not the usual. Only what the game itself offers is named:
    the page shows no text of strangers."""
    found = []
    for option in entry.game_class().options:
        value = options.get(option.name, option.default)
        if option.name == "players" or option.expert or value == option.default:
            continue
        label = next((one.label for one in option.choices if one.value == value), say("own"))
        found.append({"label": option.label, "value": label})
    return found
