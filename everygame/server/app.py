"""The ASGI application: it joins the routes of all rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from everygame.clock import REAL, Clock
from everygame.errors import EveryGameError
from everygame.library import registry
from everygame.server.bots.jobs import Bots
from everygame.server.devices.routes import DeviceRoutes
from everygame.server.invitations.links import InvitationRoutes
from everygame.server.invitations.open_invitations import OpenInvitationRoutes
from everygame.server.library.cards import Library
from everygame.server.library.kits import KitRoutes
from everygame.server.library.routes import LibraryRoutes
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.routes import MatchRoutes
from everygame.server.matches.socket_route import SocketRoute
from everygame.server.network.network import Network
from everygame.server.network.routes import NetworkRoutes
from everygame.server.people.allowed_names import Names
from everygame.server.push.push import Push
from everygame.server.push.routes import PushRoutes
from everygame.server.requests.allowed_hosts import Hosts
from everygame.server.requests.errors import say_bug, say_error, say_http_error
from everygame.server.requests.guard import Guard
from everygame.server.requests.limits import Rates, address_of, asking_address
from everygame.server.requests.page import PageRoutes
from everygame.server.requests.quiet import Quiet
from everygame.server.saves.backup import BackupRoutes
from everygame.server.saves.routes import SaveRoutes
from everygame.server.tables.routes import TableRoutes
from everygame.server.tables.uploads import Uploads
from everygame.store import Store

SOCKET: Final = "/api/matches/{match}/socket"


class Routes(Protocol):
    """The requests of a noun."""

    def routes(self) -> list[BaseRoute]: ...


def make_app(
    store: Store,
    bots: Bots,
    network: Network | None = None,
    rates: tuple[float, float] = (120, 10),
    tables: Path | None = None,
    names: Iterable[str] = (),
    clock: Clock = REAL,
    public: bool = False,
    refused: Iterable[str] = (),
    push: Push | None = None,
) -> Starlette:
    """The whole server around a store, which is closed when it ends, as are the bots' processes.
    `network`: where other devices reach it, and the switch for that.
    `tables`: the folder for tables that people make; without one it takes none.
    `clock`: the time, for all that the server and its matches wait for.
    `names`: by which it is asked besides those of this computer.
    `public`: anybody may look for somebody here. `refused`: words that no name may contain.
    `push`: tells devices that are away that it is their turn.
    `rates`: how many commands over HTTP an address may do at once, and a second."""
    matches = LiveMatches(store, bots, clock, public, Names(refused), push)
    library, hosts = Library(bots, bots.pool, clock), Hosts(names)
    registry.find_uploads_in(tables)
    uploads = Uploads(tables, store, library)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Quiet(clock))
        try:
            bots.pool.warm()
            await uploads.sweep()
            await matches.keeper.start()
            yield
        finally:  # also of a start that failed: else its processes keep the server alive
            matches.close()
            if push:
                push.stop()
            await bots.close()
            store.close()

    app = App(
        WebSocketRoute(SOCKET, SocketRoute(matches).socket),
        hosts,
        routes=all_routes(matches, library, uploads, network or Network(), push),
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, rates=Rates(*rates, clock), hosts=hosts),
            Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
        ],
        exception_handlers={
            EveryGameError: say_error,
            HTTPException: say_http_error,
            Exception: say_bug,
        },
    )
    app.state.clock = clock
    return app


def all_routes(
    matches: LiveMatches,
    library: Library,
    uploads: Uploads,
    network: Network,
    push: Push | None,
) -> list[BaseRoute]:
    """The routes of docs/reference/wire.md, of one noun after the other."""
    store, maker = matches.store, MatchMaker(matches)
    nouns: tuple[Routes, ...] = (
        PageRoutes(store, matches.clock),
        LibraryRoutes(matches, library, uploads),
        SaveRoutes(matches, maker),  # before matches: a save is loaded at /api/matches/load
        MatchRoutes(matches, maker),
        InvitationRoutes(matches, network),
        BackupRoutes(matches, maker, uploads),
        TableRoutes(uploads),
        KitRoutes(matches.long_work),
        OpenInvitationRoutes(matches, library),
        NetworkRoutes(network, store),
        DeviceRoutes(matches, uploads, network),
        PushRoutes(store, push),
    )
    return [route for noun in nouns for route in noun.routes()]


class App(Starlette):
    """The server. Sockets go straight to their match: of thousands that wait each would else keep
    what a dozen layers of HTTP remember of it."""

    def __init__(self, sockets: WebSocketRoute, hosts: Hosts, **named: Any) -> None:
        super().__init__(**named)
        self.sockets = sockets
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await super().__call__(scope, receive, send)
            return
        found, more = self.sockets.matches(scope)
        if found == Match.NONE or self.hosts.refuse(scope):
            await send({"type": "websocket.close"})
            return
        scope.update(more)
        asking_address.set(address_of(HTTPConnection(scope)))
        await self.sockets.endpoint(WebSocket(scope, receive, send))
