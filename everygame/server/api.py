"""The requests of docs/reference/wire.md, each answered by one function."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from everygame import __version__
from everygame.build import build
from everygame.contract import AnyJson
from everygame.errors import BadGame, EveryGameError, StaleState
from everygame.library.lessons import lessons
from everygame.library.rulesheet import rule_sheet
from everygame.process.isolation import find_safe_game
from everygame.server import messages
from everygame.server.devices import (
    find_browser,
    find_device,
    hand_out,
    need_device,
    note_visit,
)
from everygame.server.library import Library
from everygame.server.limits import Rates, Refused, is_same_origin, read_body
from everygame.server.live_match import LiveMatch
from everygame.server.matches import Matches
from everygame.server.messages import decode, encode
from everygame.server.names import clean
from everygame.server.seating import let_bot_play, take_back
from everygame.server.socket import AGAIN, GONE, Connection, code
from everygame.server.uploads import Uploads
from everygame.server.views import disclose_dice
from everygame.server.watching import belongs, check_may_watch, sit_down
from everygame.store import Gone, KeptOut, Unwritable
from everygame.words import ENGLISH, choose_language

CLIENT: Final = Path(str(files("everygame") / "client"))


class Answers:
    """The functions that answer, and what they share."""

    def __init__(self, matches: Matches, library: Library, uploads: Uploads) -> None:
        self.matches = matches
        self.library = library
        self.uploads = uploads
        self.newcomers = Rates(60, 0.5, matches.clock)
        """Devices that are remembered because they watch, by their addresses."""

    async def page(self, request: Request) -> Response:
        """The page, whose own script looks at the path; with it comes the device's cookie."""
        response = FileResponse(CLIENT / "index.html")
        await hand_out(request, response, self.matches.store)
        await note_visit(request, self.matches.store, self.matches.clock)
        return response

    # -- games

    async def list_games(self, request: Request) -> Response:
        device = await find_device(request, self.matches.store)
        matches = [] if device is None else await self.matches.library(device)
        own = [] if device is None else await self.uploads.cards(device)
        games = await run_in_threadpool(self.library.cards)
        answer = {
            "games": games,
            "own": own,
            "matches": matches,
            "public": self.matches.public,
            "version": __version__,
            "build": build(),
        }
        return reply(answer)

    async def game(self, request: Request) -> Response:
        return reply(await run_in_threadpool(self.library.details, name_of(request)))

    async def preview(self, request: Request) -> Response:
        name = name_of(request)
        body = decode(await read_body(request), messages.Options)
        return reply(await run_in_threadpool(self.library.preview, name, body.options))

    async def edit(self, request: Request) -> Response:
        name = name_of(request)
        body = decode(await read_body(request), messages.Edit)
        values = body.options, body.option, body.value, body.move
        return reply(await run_in_threadpool(self.library.edit, name, *values))

    async def generate(self, request: Request) -> Response:
        name = name_of(request)
        body = decode(await read_body(request), messages.Generate)
        made = self.library.generate(name, body.options, body.option, body.length)
        return reply(await made)

    async def rules(self, request: Request) -> Response:
        entry = find_safe_game(name_of(request))
        language = request.query_params.get("lang", "en")
        return reply(await run_in_threadpool(rule_sheet, entry, language))

    async def lessons(self, request: Request) -> Response:
        entry = find_safe_game(name_of(request))
        language = request.query_params.get("lang", "en")
        return reply(await run_in_threadpool(lessons, entry, language))

    # -- matches

    async def begin(self, request: Request) -> Response:
        setup = decode(await read_body(request), messages.Setup)
        device = await need_device(request, self.matches.store)
        return reply({"match": await self.matches.begin(device, setup)})

    async def dice(self, request: Request) -> Response:
        """What chance followed from, and from what it chose, to be drawn again."""
        device = await find_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            return reply(await live.ask_long(disclose_dice))

    async def rematch(self, request: Request) -> Response:
        return await self.follow(request, restart=False)

    async def restart(self, request: Request) -> Response:
        return await self.follow(request, restart=True)

    async def follow(self, request: Request, restart: bool) -> Response:
        try:
            async with self.seated(request) as (device, live):
                return reply({"match": await self.matches.follow(device, live.id, restart)})
        except Gone:
            there = restart and await self.successor(request)
            if not there:
                raise
            return reply({"match": there})

    async def successor(self, asking: HTTPConnection) -> str | None:
        """The match in place of one that is gone, whose restart may not have been answered."""
        device = await find_device(asking, self.matches.store)
        match = asking.path_params["match"]
        return None if device is None else await self.matches.store.find_replacement(device, match)

    async def seat(self, request: Request) -> Response:
        """A bot takes a seat, or gives it back."""
        wanted = decode(await read_body(request), messages.Replace)
        async with self.seated(request, or_owner=True) as (device, live):
            if wanted.kind == "bot":
                await let_bot_play(live, device, wanted.seat, wanted.level)
            else:
                await take_back(live, device, wanted.seat)
        return reply({})

    async def play_on(self, request: Request) -> Response:
        """A match of its own that goes on from a position of one that is over."""
        wanted = decode(await read_body(request), messages.PlayOn)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            return reply({"match": await self.matches.play_on(device, live, wanted)})

    async def name(self, request: Request) -> Response:
        name = clean(decode(await read_body(request), messages.Called).name)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            await self.matches.store.name(device, live.id, name)
            for watcher in live.presence.watchers:
                watcher.rename(device, name)
        return reply({})

    async def forget(self, request: Request) -> Response:
        device = await need_device(request, self.matches.store)
        await self.matches.forget(device, request.path_params["match"])
        return reply({})

    # -- the socket

    async def socket(self, socket: WebSocket) -> None:
        asking = HTTPConnection(socket.scope)
        if not is_same_origin(asking.headers):
            await socket.close(4403)
            return
        language = language_of(asking.headers)
        await socket.accept()
        try:
            async with self.matches.at(socket.path_params["match"]) as live:
                connection = await self.welcome(asking, socket, live, language)
                del asking, socket.scope["headers"]  # which thousands that wait would keep
                await connection.run()
        except EveryGameError as error:
            end, why = (AGAIN, code(error)) if isinstance(error, StaleState) else (GONE, "gone")
            answer = {"type": "error", "code": why, "error": error.message}
            if isinstance(error, Gone) and "headers" in socket.scope:
                there = await self.successor(HTTPConnection(socket.scope))
                answer |= {"next": there} if there else {}
            with suppress(RuntimeError, WebSocketDisconnect):  # it may be gone itself
                await socket.send_text(encode(answer, language).decode())
                await socket.close(end)

    async def welcome(
        self, asking: HTTPConnection, socket: WebSocket, live: LiveMatch, language: str
    ) -> Connection:
        """The connection of who asks for a socket at a match. Raises Gone."""
        store = self.matches.store
        device = await find_device(asking, store)
        check_may_watch(live, device)
        device = await self.remember(asking, live, device)
        name = "" if device is None else await store.find_name(device, live.id)
        await note_visit(asking, store, self.matches.clock)
        # last of all, so that a browser that is sent away meanwhile is none of the device
        browser = await find_browser(asking, store)
        return Connection(socket, live, self.matches.bots, browser, name, language)

    async def remember(
        self, asking: HTTPConnection, live: LiveMatch, device: int | None
    ) -> int | None:
        """Keep what is watched in the library of the device, which gets one if need be. Raises
        nothing: who only looks may go on."""
        with suppress(Unwritable, Refused):
            client = asking.client.host if asking.client else ""
            if device is None and self.newcomers.take(client):
                device = await need_device(asking, self.matches.store)
            if device is not None and not belongs(live, device):
                await self.matches.store.watch(device, live.id)
        return device

    async def sit(self, request: Request) -> Response:
        """A seat that is free is taken from the address of the match."""
        wanted = decode(await read_body(request), messages.Sit)
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            check_may_watch(live, device)
            name = self.matches.names.check(wanted.name)
            await sit_down(live, self.matches.store, device, wanted.seat, name)
        return reply({})

    @asynccontextmanager
    async def seated(
        self, request: Request, or_owner: bool = False
    ) -> AsyncIterator[tuple[int, LiveMatch]]:
        """The device and the match at which it has a seat. Raises Refused, Gone."""
        device = await need_device(request, self.matches.store)
        async with self.matches.at(request.path_params["match"]) as live:
            seats = live.seats
            mine = seats.mine(device) | seats.replaced(device) | seats.kept(device)
            if not mine and not (or_owner and live.owner == device):
                raise Refused(403, "You have no seat in this match.")
            yield device, live


class Reply(Response):
    """JSON, in the language that the request asks for."""

    def __init__(self, data: AnyJson, status: int) -> None:
        super().__init__(encode(data), status, {"Cache-Control": "no-store"}, "application/json")
        self.data = data

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        language = language_of(Headers(scope=scope))
        if language != ENGLISH:
            self.body = encode(self.data, language)
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def reply(data: AnyJson, status: int = 200) -> Response:
    return Reply(data, status)


def language_of(headers: Headers) -> str:
    """The language of words for who sends these headers."""
    return choose_language(headers.get("accept-language", ""))


def name_of(request: Request) -> str:
    """The game of the path. Raises Refused."""
    name: str = request.path_params["game"]
    try:
        find_safe_game(name)
    except BadGame as error:
        raise Refused(404, error.message) from None
    return name


def status_of(error: EveryGameError) -> int:
    """The status of an error."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, StaleState):
        return 409
    if isinstance(error, Unwritable):
        return 507
    if isinstance(error, KeptOut):
        return 403
    return 404 if isinstance(error, Gone) else 400
