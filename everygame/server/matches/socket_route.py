"""Answers the request that opens a WebSocket at a match."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from everygame.errors import EveryGameError, StaleState
from everygame.process.metering import metered
from everygame.server.devices.cookies import find_browser, find_device, need_device, note_visit
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches, weight_of
from everygame.server.matches.socket import AGAIN, GONE, Connection, code
from everygame.server.operator.security import note, note_refusal
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import Refused, asking_address, is_same_origin
from everygame.server.requests.reply import language_of
from everygame.store import Gone, Unwritable


class SocketRoute:
    """Opens a `Connection` for each WebSocket."""

    def __init__(self, matches: LiveMatches) -> None:
        self.matches = matches

    async def socket(self, socket: WebSocket) -> None:
        """Connect a browser to a match until one of them ends the connection. Earlier errors are
        sent as a message, because browsers hide from a page why a handshake failed."""
        asking = HTTPConnection(socket.scope)
        if not is_same_origin(asking.headers):
            note("foreign_origin")
            await socket.close(4403)
            return
        language = language_of(asking.headers)
        await socket.accept()
        try:
            async with self.matches.at(socket.path_params["match"]) as live:
                quotas, address = self.matches.quotas, asking_address.get()
                quotas.open_match(address, live.id, weight_of(live))
                try:
                    connection = await metered(self.welcome(asking, socket, live, language))
                    del asking, socket.scope["headers"]  # memory: a spectator may stay for hours
                    await connection.run()
                finally:
                    quotas.close_match(address, live.id)
        except EveryGameError as error:
            note_refusal(error)
            end, kind = (AGAIN, code(error)) if isinstance(error, StaleState) else (GONE, "gone")
            answer = {"type": "error", "code": kind, "error": error.message}
            if isinstance(error, Gone) and "headers" in socket.scope:
                successor = await self.matches.successor(HTTPConnection(socket.scope))
                answer |= {"next": successor} if successor else {}
            with suppress(RuntimeError, WebSocketDisconnect):  # the browser may have left
                await socket.send_text(encode(answer, language).decode())
                await socket.close(end)

    async def welcome(
        self, asking: HTTPConnection, socket: WebSocket, live: LiveMatch, language: str
    ) -> Connection:
        """Make the connection of a browser to a match. Raises Gone where the browser may not
        watch."""
        store = self.matches.store
        device = await find_device(asking)
        live.check_may_watch(device)
        device = await self.remember(asking, live, device)
        name = "" if device is None else await store.find_name(device, live.id)
        await note_visit(asking)
        await self.matches.note_look(live)
        # read last: the browser may be removed from its device while we wait above
        browser = await find_browser(asking)
        connection = Connection(socket, live, browser, name, language, self.matches.quotas)
        if live.seats.mine(connection.device):
            self.matches.quotas.note_player(connection.address)
        return connection

    async def remember(
        self, asking: HTTPConnection, live: LiveMatch, device: int | None
    ) -> int | None:
        """Put a match into the library of a device that watches it; a browser without a device gets
        one. Where that fails, the browser may still watch."""
        with suppress(Unwritable, Refused):
            if device is None:
                device = await need_device(asking)
            if device is not None and not live.standing().is_participant(device):
                await self.matches.store.watch(device, live.id)
        return device
