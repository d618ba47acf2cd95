"""Answers HTTP requests that begin a match, restart it, put somebody on a seat, name the match, or
remove it from a library."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from everygame.contract import Json
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.people.allowed_names import clean
from everygame.server.requests import messages
from everygame.server.requests.routes import Routes, delete, get, post
from everygame.server.seats.seat_changes import let_bot_play, sit_down, take_back
from everygame.server.shown.game_view import disclose_dice
from everygame.store import Gone


@dataclass
class MatchRoutes(Routes):
    """Answers the requests about matches."""

    matches: LiveMatches
    maker: MatchMaker

    @post("/api/matches", messages.Setup)
    async def begin(self, request: Request, setup: messages.Setup) -> Json:
        """Begin a new match."""
        device = await need_device(request)
        return {"match": await self.maker.begin(device, setup)}

    @get("/api/matches/{match}/dice")
    async def dice(self, request: Request) -> Json:
        """Answer with the dice of a finished match: the seed, and the odds at each draw. With them
        anybody can check every roll."""
        device = await find_device(request)
        async with self.matches.watched(request, device) as live:
            return await live.ask_long(disclose_dice)

    @post("/api/matches/{match}/rematch")
    async def rematch(self, request: Request) -> Json:
        """Begin a rematch, in which everybody moves on by one seat."""
        return await self.follow(request, restart=False)

    @post("/api/matches/{match}/restart")
    async def restart(self, request: Request) -> Json:
        """Begin the match again, with everybody at the same seat."""
        return await self.follow(request, restart=True)

    async def follow(self, request: Request, restart: bool) -> Json:
        """Begin a rematch or restart. If the match is gone because an earlier request restarted it
        and the answer was lost, give that answer again."""
        try:
            async with self.matches.seated(request) as (device, live):
                return {"match": await self.maker.follow(device, live.id, restart)}
        except Gone:
            there = restart and await self.matches.successor(request)
            if not there:
                raise
            return {"match": there}

    @post("/api/matches/{match}/seat", messages.Replace)
    async def seat(self, request: Request, wanted: messages.Replace) -> None:
        """Put a bot on a seat, or give the seat back to its player."""
        async with self.matches.seated(request, or_owner=True) as (device, live):
            if wanted.kind == "bot":
                await let_bot_play(live, device, wanted.seat, wanted.level)
            else:
                await take_back(live, device, wanted.seat)

    @post("/api/matches/{match}/on", messages.PlayOn)
    async def play_on(self, request: Request, wanted: messages.PlayOn) -> Json:
        """Begin a match that continues a position of a finished match."""
        device = await need_device(request)
        async with self.matches.watched(request, device) as live:
            return {"match": await self.maker.play_on(device, live, wanted)}

    @post("/api/matches/{match}/name", messages.NewName)
    async def name(self, request: Request, wanted: messages.NewName) -> None:
        """Give the match a name in the library of a device."""
        name = clean(wanted.name)
        device = await need_device(request)
        async with self.matches.watched(request, device) as live:
            await self.matches.store.name(device, live.id, name)
            for watcher in live.presence.watchers:
                watcher.rename(device, name)

    @delete("/api/matches/{match}")
    async def forget(self, request: Request) -> None:
        """Remove the match from the library of a device."""
        device = await need_device(request)
        await self.matches.forget(device, request.path_params["match"])

    @post("/api/matches/{match}/sit", messages.Sit)
    async def sit(self, request: Request, wanted: messages.Sit) -> None:
        """Give a free seat to a newcomer who has the address of the match."""
        device = await need_device(request)
        async with self.matches.watched(request, device) as live:
            name = self.matches.names.check(wanted.name)
            await sit_down(live, self.matches.store, device, wanted.seat, name)
