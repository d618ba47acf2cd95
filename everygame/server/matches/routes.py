"""Answers HTTP requests that begin a match, restart it, put somebody on a seat, name the match, or
remove it from a library."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.people.allowed_names import clean
from everygame.server.people.watching import check_may_watch
from everygame.server.requests import messages
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import read_body
from everygame.server.requests.reply import delete, get, post, reply
from everygame.server.seats.seat_changes import let_bot_play, sit_down, take_back
from everygame.server.shown.game import disclose_dice
from everygame.store import Gone


class MatchRoutes:
    """Answers the requests about matches."""

    def __init__(self, matches: LiveMatches, maker: MatchMaker) -> None:
        self.matches = matches
        self.maker = maker

    def routes(self) -> list[BaseRoute]:
        match = "/api/matches/{match}"
        return [
            post("/api/matches", self.begin),
            get(match + "/dice", self.dice),
            post(match + "/rematch", self.rematch),
            post(match + "/restart", self.restart),
            post(match + "/seat", self.seat),
            post(match + "/sit", self.sit),
            post(match + "/on", self.play_on),
            post(match + "/name", self.name),
            delete(match, self.forget),
        ]

    async def begin(self, request: Request) -> Response:
        """Begin a new match."""
        setup = decode(await read_body(request), messages.Setup)
        device = await need_device(request, self.matches.store)
        return reply({"match": await self.maker.begin(device, setup)})

    async def dice(self, request: Request) -> Response:
        """Answer with the dice of a finished match: the seed, and the odds at each draw. With them
        anybody can check every roll."""
        device = await find_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            return reply(await live.ask_long(disclose_dice))

    async def rematch(self, request: Request) -> Response:
        """Begin a rematch, in which everybody moves on by one seat."""
        return await self.follow(request, restart=False)

    async def restart(self, request: Request) -> Response:
        """Begin the match again, with everybody at the same seat."""
        return await self.follow(request, restart=True)

    async def follow(self, request: Request, restart: bool) -> Response:
        """Begin a rematch or restart. If the match is gone because an earlier request restarted it
        and the answer was lost, give that answer again."""
        try:
            async with self.matches.seated(request) as (device, live):
                return reply({"match": await self.maker.follow(device, live.id, restart)})
        except Gone:
            there = restart and await self.matches.successor(request)
            if not there:
                raise
            return reply({"match": there})

    async def seat(self, request: Request) -> Response:
        """Put a bot on a seat, or give the seat back to its player."""
        wanted = decode(await read_body(request), messages.Replace)
        async with self.matches.seated(request, or_owner=True) as (device, live):
            if wanted.kind == "bot":
                await let_bot_play(live, device, wanted.seat, wanted.level)
            else:
                await take_back(live, device, wanted.seat)
        return reply({})

    async def play_on(self, request: Request) -> Response:
        """Begin a match that continues a position of a finished match."""
        wanted = decode(await read_body(request), messages.PlayOn)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            return reply({"match": await self.maker.play_on(device, live, wanted)})

    async def name(self, request: Request) -> Response:
        """Give the match a name in the library of a device."""
        name = clean(decode(await read_body(request), messages.NewName).name)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            await self.matches.store.name(device, live.id, name)
            for watcher in live.presence.watchers:
                watcher.rename(device, name)
        return reply({})

    async def forget(self, request: Request) -> Response:
        """Remove the match from the library of a device."""
        device = await need_device(request, self.matches.store)
        await self.matches.forget(device, request.path_params["match"])
        return reply({})

    async def sit(self, request: Request) -> Response:
        """Give a free seat to a newcomer who has the address of the match."""
        wanted = decode(await read_body(request), messages.Sit)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            name = self.matches.names.check(wanted.name)
            await sit_down(live, self.matches.store, device, wanted.seat, name)
        return reply({})
