"""Answers HTTP requests about open invitations, on a server that its operator has opened to the
public: hosts list matches whose open seats anybody may take, and may send a guest away."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from everygame.contract import Json, Option
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.library.cards import Library
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches, find_entry
from everygame.server.people.phrases import PHRASES
from everygame.server.requests import messages
from everygame.server.requests.limits import Refused
from everygame.server.requests.routes import Routes, get, post
from everygame.server.seats.seat_changes import find_guest, next_holder, reload_holders, set_holder
from everygame.store import Holder, OpenMatch
from everygame.words import say

log = logging.getLogger("everygame")

LISTED_FOR: Final = 7 * 86_400.0
"""The seconds after which a match leaves the list."""
MOST_SHOWN: Final = 60
"""The number of matches on the page; the newest are shown."""
MOST_OF_HOST: Final = 5
"""The number of matches that one host may have in the list."""


@dataclass
class OpenInvitationRoutes(Routes):
    """Answers the requests about open invitations."""

    matches: LiveMatches
    library: Library

    @get("/api/open")
    async def list_open(self, request: Request) -> Json:
        """Answer with the listed matches that have an open seat; matches whose host is online come
        first."""
        if not self.matches.public:
            return {"public": False, "matches": []}
        device = await find_device(request)
        found = await self.matches.store.open_matches(self.oldest_listed(), MOST_SHOWN)
        here = {one.match for one in found if self.host_is_here(one)}
        games = await in_thread(self.find_games, {one.game for one in found})
        cards = [describe(one, *games[one.game], device) for one in found if one.game in games]
        shown = [{**card, "here": card["match"] in here} for card in cards]
        return {"public": True, "matches": sorted(shown, key=lambda one: not one["here"])}

    def oldest_listed(self) -> float:
        """Return the time, in seconds since 1970, before which a listing has expired."""
        return self.matches.clock.wall() - LISTED_FOR

    def host_is_here(self, match: OpenMatch) -> bool:
        """Whether the host has the match open."""
        live = self.matches.by_id.get(match.match)
        return live is not None and live.presence.is_watching(match.host)

    def find_games(self, names: Iterable[str]) -> dict[str, tuple[Json, Sequence[Option]]]:
        """Return the cards and options of games by their names, without games that are missing or
        broken."""
        found: dict[str, tuple[Json, Sequence[Option]]] = {}
        for name in names:
            try:
                found[name] = self.library.card(name), find_safe_game(name).game_class().options
            except Exception as error:  # one broken game must not hide the other matches
                log.error("the open matches of the game %s are left out: %s", name, error)
        return found

    @post("/api/open/{match}", messages.NewName)
    async def sit_down(self, request: Request, wanted: messages.NewName) -> Json:
        """Give a device the first open seat of a listed match."""
        self.check_public()
        name = self.matches.names.check(wanted.name)
        device = await need_device(request)
        match = request.path_params["match"]
        async with self.matches.at(match) as live:  # opened first, so that a broken game fails here
            if live.now.over:
                raise Refused(404, "This match is over.")
            await self.matches.store.sit_down(match, device, name)
        async with self.matches.at(match) as live:
            await reload_holders(live)
        return {"match": match}

    @post("/api/matches/{match}/open", messages.Switch)
    async def change_listing(self, request: Request, wanted: messages.Switch) -> None:
        """List a match, or take it off the list; only its host may."""
        on = wanted.on
        async with self.matches.seated(request, or_owner=True) as (device, live):
            self.check_host(device, live)
            if on:
                await self.check_listing(device, live)
            await self.matches.store.list_openly(live.id, on)
            live.listed = on
            live.show_change()

    async def check_listing(self, device: int, live: LiveMatch) -> None:
        """Raise Refused where a match cannot be listed."""
        if not count_free(live.seats.holders):
            raise Refused(400, "No seat of this match is open.")
        if find_entry(live.facts.name).uploaded:
            raise Refused(403, "Only games of this server can be listed, not uploaded tables.")
        if (
            not live.listed
            and await self.matches.store.count_open(device, self.oldest_listed()) >= MOST_OF_HOST
        ):
            raise Refused(
                403, "{most} of your matches wait for somebody already.", most=MOST_OF_HOST
            )
        if not live.listed:
            self.matches.quotas.count_listing()

    @post("/api/matches/{match}/away", messages.SendAway)
    async def send_away(self, request: Request, wanted: messages.SendAway) -> None:
        """Take a seat from a guest; only the host may. With `keep_out` the guest gets no seat in
        any match of the host again."""
        async with self.matches.seated(request, or_owner=True) as (device, live):
            self.check_host(device, live)
            async with live.lock:
                live.check_open()
                guest = find_guest(live, wanted.seat, device)
                holder = next_holder(live)
                if wanted.keep_out:
                    await self.matches.store.keep_out(device, guest)
                await set_holder(live, wanted.seat, holder)

    @get("/api/phrases")
    async def list_phrases(self, request: Request) -> Json:
        """Answer with the phrases that players may say to each other, in the language of the
        page."""
        known = PHRASES if self.matches.public else {}
        return {"phrases": [{"key": key, "words": words} for key, words in known.items()]}

    def check_public(self) -> None:
        """Raise Refused where the operator has not opened the server to the public."""
        if not self.matches.public:
            raise Refused(403, "This server is not open to the public.")

    def check_host(self, device: int, live: LiveMatch) -> None:
        """Raise Refused where a device is not the host's, or the server is not public."""
        self.check_public()
        if live.owner != device:
            raise Refused(403, "Only the host of this match can do that.")


def describe(match: OpenMatch, card: Json, options: Sequence[Option], device: int | None) -> Json:
    """Return a match as the page of open invitations lists it, with the card and the options of its
    game."""
    return {
        "match": match.match,
        "game": match.game,
        "title": card["title"],
        "picture": card["picture"],
        "host": next((holder.name for holder in match.holders if holder.device == match.host), ""),
        "options": list_options(options, match.options),
        "clock": match.terms.get("clock"),
        "seats": len(match.holders),
        "open": count_free(match.holders),
        "made": match.made,
        "mine": device is not None and any(holder.device == device for holder in match.holders),
    }


def list_options(known: Sequence[Option], options: dict[str, str]) -> list[Json]:
    """Return the options of a listed match that differ from the defaults. A value is named only
    where the game offers it, so that no text written by a stranger gets onto the page; others are
    called "own"."""
    found = []
    for option in known:
        value = options.get(option.name, option.default)
        if option.name == "players" or option.expert or value == option.default:
            continue
        label = next((one.label for one in option.choices if one.value == value), say("own"))
        found.append({"label": option.label, "value": label})
    return found


def count_free(holders: Sequence[Holder]) -> int:
    """Return how many seats are open to any device."""
    return sum(holder.is_free for holder in holders)
