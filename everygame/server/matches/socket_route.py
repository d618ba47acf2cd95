"""Requests for a socket at a match."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from everygame.errors import EveryGameError, StaleState
from everygame.server.devices.cookies import find_browser, find_device, need_device, note_visit
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.socket import AGAIN, GONE, Connection, code
from everygame.server.people.watching import check_may_watch, is_participant
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Rates, Refused, address_of, is_same_origin
from everygame.server.requests.reply import language_of
from everygame.store import Gone, Unwritable


class SocketRoute:
    """Opens a connection for each socket that is asked for."""

    def __init__(self, matches: LiveMatches) -> None:
        self.matches = matches
        self.newcomers = Rates(60, 0.5, matches.clock)
        """Devices that are remembered because they watch, by their addresses."""

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
                there = await self.matches.successor(HTTPConnection(socket.scope))
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
            if device is None and self.newcomers.take(address_of(asking)):
                device = await need_device(asking, self.matches.store)
            if device is not None and not is_participant(live, device):
                await self.matches.store.watch(device, live.id)
        return device
