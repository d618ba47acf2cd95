"""Builds the ASGI application from the routes of all folders."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from everygame.errors import EveryGameError
from everygame.library import registry
from everygame.server.bots.jobs import Bots
from everygame.server.devices.routes import DeviceRoutes
from everygame.server.invitations.open_matches import OpenInvitationRoutes
from everygame.server.invitations.routes import InvitationRoutes
from everygame.server.library.cards import Library
from everygame.server.library.kits import KitRoutes
from everygame.server.library.routes import LibraryRoutes
from everygame.server.matches.library_list import own_stamp
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.matches.routes import MatchRoutes
from everygame.server.matches.socket_route import SocketRoute
from everygame.server.network.network import Network
from everygame.server.network.routes import NetworkRoutes
from everygame.server.operator.health import HealthRoutes
from everygame.server.operator.housekeeping import Housekeeper
from everygame.server.operator.request_counts import RequestCounts
from everygame.server.operator.security import note
from everygame.server.operator.service_manager import ServiceManager
from everygame.server.people.allowed_names import NameRule
from everygame.server.push.push_services import Push
from everygame.server.push.routes import PushRoutes
from everygame.server.requests import guard
from everygame.server.requests.allowed_hosts import AllowedHosts
from everygame.server.requests.errors import answer_bug, answer_error, answer_http_error
from everygame.server.requests.guard import Guard
from everygame.server.requests.limits import Rates, address_of
from everygame.server.requests.loop_errors import LoopErrors
from everygame.server.requests.page import PageRoutes
from everygame.server.requests.quotas import Quotas
from everygame.server.requests.routes import Routes
from everygame.server.saves.backup import BackupRoutes
from everygame.server.saves.routes import SaveRoutes
from everygame.server.tables.routes import TableRoutes
from everygame.server.tables.uploads import Uploads
from everygame.store import Store
from everygame.time_source import REAL, Clock

SOCKET: Final = "/api/matches/{match}/socket"
ERROR_ANSWERS: Final = {
    EveryGameError: answer_error,
    HTTPException: answer_http_error,
    Exception: answer_bug,
}


def make_app(
    store: Store,
    bots: Bots,
    network: Network | None = None,
    rates: tuple[float, float] | None = None,
    tables: Path | None = None,
    names: Iterable[str] = (),
    clock: Clock = REAL,
    public: bool = False,
    refused: Iterable[str] = (),
    push: Push | None = None,
    base: str = "",
    development: Callable[[LiveMatches], Routes] | None = None,
    most_live: int | None = None,
    quotas: Quotas | None = None,
) -> Starlette:
    """Make the server around a store; when it ends it closes the store and the bots' processes.

    `network`: the URL for other devices, and the switch on the page that lets them reach the
    server. `rates`: how many changing requests an IP address may send at once, and how many a
    second; None for the usual ones. `tables`: the folder for games without rules that people
    upload; None accepts none.
    `names`: host names by which browsers may reach the server besides those of this computer.
    `clock`: the time, for all that the server and its matches wait for. `public`: whether strangers
    may find each other here. `refused`: words that no person's name may contain. `push`: sends
    messages to people whose page is closed; None sends none. `base`: the path under which the
    server lies, such as "/games". `development`: makes the routes for a game that somebody writes,
    whose pages then show what is found. `most_live`: how many matches that nobody uses stay in
    memory; None for as many as usual. `quotas`: what each address may use, and what is deleted
    when; None, as in a browser, where no operator looks after it."""
    has_operator, quotas = quotas is not None, quotas or Quotas(clock)
    matches = LiveMatches(store, bots, clock, public, NameRule(refused), push, most_live, quotas)
    library, hosts = Library(bots, bots.pool, clock), AllowedHosts(names)
    registry.find_uploads_in(tables)
    uploads, counts = Uploads(tables, store, library, quotas), RequestCounts()
    keeper = Housekeeper(matches, uploads) if has_operator else None
    own = development(matches).routes() if development else ()
    app = App(
        WebSocketRoute(SOCKET, SocketRoute(matches).socket),
        hosts,
        quotas,
        base,
        routes=[*own, *all_routes(matches, library, uploads, network or Network(), push)],
        lifespan=lambda _: run_services(matches, uploads, keeper),
        middleware=make_middleware(rates, clock, hosts, quotas, counts),
        exception_handlers=ERROR_ANSWERS,
    )
    known = {"store": store, "clock": clock, "quotas": quotas, "matches": matches}
    app.state = State({**known, "requests": counts, "development": bool(development)})
    return app


def make_middleware(
    rates: tuple[float, float] | None,
    clock: Clock,
    hosts: AllowedHosts,
    quotas: Quotas,
    counts: RequestCounts,
) -> list[Middleware]:
    """Return what each request passes before its route."""
    usual = guard.CHANGES_AT_ONCE, guard.CHANGES_A_SECOND
    return [
        Middleware(Guard, Rates(*(rates or usual), clock), hosts, quotas, counts),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
    ]


@asynccontextmanager
async def run_services(
    matches: LiveMatches, uploads: Uploads, keeper: Housekeeper | None
) -> AsyncIterator[None]:
    """Start the bots' processes and the timer of matches, and stop both when the server ends."""
    asyncio.get_running_loop().set_exception_handler(LoopErrors(matches.clock))
    manager = ServiceManager(matches.clock)
    try:
        matches.bots.pool.warm()
        await uploads.sweep()
        await run_in_threadpool(own_stamp)  # now, because it would delay the first library
        await matches.keeper.start()
        if keeper:
            await keeper.start()
        manager.start()
        yield
    finally:  # also after a failed start: worker processes would keep the server alive
        manager.stop()
        if keeper:
            keeper.stop()
        matches.close()
        if matches.push:
            matches.push.stop()
        await matches.bots.close()
        matches.store.close()


def all_routes(
    matches: LiveMatches,
    library: Library,
    uploads: Uploads,
    network: Network,
    push: Push | None,
) -> list[BaseRoute]:
    """Return all routes of docs/reference/wire.md; the first route that matches a request answers
    it."""
    store, maker = matches.store, MatchMaker(matches)
    nouns: tuple[Routes, ...] = (
        PageRoutes(),
        HealthRoutes(store, matches.clock),
        LibraryRoutes(matches, library, uploads),
        SaveRoutes(matches, maker),  # before MatchRoutes, which would match /api/matches/load
        MatchRoutes(matches, maker),
        InvitationRoutes(matches, network),
        BackupRoutes(matches, maker, uploads),
        TableRoutes(uploads),
        KitRoutes(matches.long_work),
        OpenInvitationRoutes(matches, library),
        NetworkRoutes(network),
        DeviceRoutes(matches, uploads, network),
        PushRoutes(store, push),
    )
    return [route for noun in nouns for route in noun.routes()]


class App(Starlette):
    """The server's application. It passes WebSockets directly to their route, around all
    middleware, because the middleware's dozen layers would hold memory for each of thousands of
    idle sockets."""

    def __init__(
        self,
        sockets: WebSocketRoute,
        hosts: AllowedHosts,
        quotas: Quotas,
        base: str = "",
        **named: Any,
    ) -> None:
        super().__init__(**named)
        self.sockets = sockets
        self.hosts = hosts
        self.quotas = quotas
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.base and "path" in scope:
            scope = enter(scope, self.base)
        if scope["type"] != "websocket":
            await super().__call__(scope, receive, send)
            return
        # this bypasses `Guard` too, so its checks of host and address are made here
        address = address_of(HTTPConnection(scope))
        self.quotas.begin(address)
        found, more = self.sockets.matches(scope)
        is_known = not self.hosts.refusal(scope)
        if not is_known:
            note("unknown_host")
        if found == Match.NONE or not is_known:
            await send({"type": "websocket.close"})
            return
        scope.update(more, app=self)
        is_barred = self.quotas.barred.has(address)
        if is_barred:
            note("barred")
        if is_barred or not self.quotas.open.admit(address):
            await send({"type": "websocket.close"})
            return
        try:  # no `with`, whose frame would cost memory for each socket
            await self.sockets.endpoint(WebSocket(scope, receive, send))
        finally:
            self.quotas.open.release(address)


def enter(scope: Scope, base: str) -> Scope:
    """Return the scope of a request to a server that lies under a path. Some proxies pass this path
    on and some cut it off; here it is always there."""
    path = scope["path"]
    whole = path if path == base or path.startswith(f"{base}/") else base + path
    return {**scope, "path": whole, "raw_path": whole.encode(), "root_path": base}
