"""The ASGI application: routes, the page's files, and what every answer carries."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from everygame.clock import REAL, Clock
from everygame.errors import EveryGameError
from everygame.server.api import CLIENT, Answers, reply, status_of
from everygame.server.bot_jobs import Bots
from everygame.server.invitations import InvitationAnswers
from everygame.server.kits import KitAnswers
from everygame.server.known_names import Hosts
from everygame.server.library import Library
from everygame.server.limits import Rates, is_same_origin
from everygame.server.long_work import Busy, asking_address
from everygame.server.matches import Matches
from everygame.server.moving import MovingAnswers
from everygame.server.names import Names
from everygame.server.network import Network
from everygame.server.network_answers import NetworkAnswers
from everygame.server.open_invitations import OpenAnswers
from everygame.server.push import Push
from everygame.server.push_answers import PushAnswers
from everygame.server.quiet import Quiet
from everygame.server.saves import SaveAnswers
from everygame.server.sharing import SharingAnswers
from everygame.server.static import Static
from everygame.server.tables import TableAnswers
from everygame.server.uploads import Uploads
from everygame.store import Store
from everygame.words import say

log = logging.getLogger("everygame")

PAGES: Final = (
    "/",
    "/new/{game}",
    "/learn/{game}",
    "/match/{id}",
    "/rules/{game}",
    "/kit/{game}",
    "/draw/{game}",
    "/create",
    "/create/{game}",
    "/join/{token}",
    "/devices",
    "/take",
    "/open",
    "/last",
)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PLAIN: Final = {"X-Content-Type-Options": "nosniff"}
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    **PLAIN,
    "Referrer-Policy": "no-referrer",
}
PART: Final = re.compile(r"/static/(?!pocket/|push/).*[.](js|css|json)")
"""A part of the page, for which the page's own policy holds; of dozens it would be a tenth of all
that is sent. A worker has a policy of its own."""
Endpoint = Callable[[Request], Awaitable[Response]]


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
    matches, library = (
        Matches(store, bots, clock, public, Names(refused), push),
        Library(bots, bots.pool, clock),
    )
    uploads = Uploads(tables, store, library)
    answers = Answers(matches, library, uploads)
    network, hosts = network or Network(), Hosts(names)
    invitations, saves = InvitationAnswers(answers, network), SaveAnswers(answers)

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
        WebSocketRoute("/api/matches/{match}/socket", answers.socket),
        hosts,
        routes=[
            *routes(answers),
            *invitation_routes(invitations),
            *save_routes(saves),
            *moving_routes(MovingAnswers(saves, uploads)),
            *table_routes(TableAnswers(uploads)),
            *kit_routes(KitAnswers(matches.long_work)),
            *open_routes(OpenAnswers(answers)),
            *network_routes(NetworkAnswers(network, store)),
            *sharing_routes(SharingAnswers(matches, uploads, network)),
            *push_routes(PushAnswers(store, push)),
        ],
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
        asking_address.set(address_of(scope))
        await self.sockets.endpoint(WebSocket(scope, receive, send))


def routes(answers: Answers) -> list[BaseRoute]:
    """docs/reference/wire.md, line by line."""
    game, match = "/api/games/{game}", "/api/matches/{match}"
    return [
        *(Route(path, answers.page) for path in PAGES),
        Mount("/static", Static(CLIENT)),
        get("/api/library", answers.list_games),
        get(game, answers.game),
        post(game + "/preview", answers.preview),
        post(game + "/edit", answers.edit),
        post(game + "/generate", answers.generate),
        get(game + "/rules", answers.rules),
        get(game + "/lessons", answers.lessons),
        post("/api/matches", answers.begin),
        get(match + "/dice", answers.dice),
        post(match + "/rematch", answers.rematch),
        post(match + "/restart", answers.restart),
        post(match + "/seat", answers.seat),
        post(match + "/sit", answers.sit),
        post(match + "/on", answers.play_on),
        post(match + "/name", answers.name),
        Route(match, answers.forget, methods=["DELETE"]),
    ]


def invitation_routes(answers: InvitationAnswers) -> list[BaseRoute]:
    return [
        get("/api/join/{token}", answers.offer),
        post("/api/join/{token}", answers.join),
        post("/api/matches/{match}/invite", answers.invite),
    ]


def save_routes(answers: SaveAnswers) -> list[BaseRoute]:
    match = "/api/matches/{match}"
    return [
        post("/api/matches/load", answers.load_file),
        get(match + "/record", answers.file),
        get(match + "/picture", answers.picture),
        post(match + "/save", answers.save),
        get("/api/saves", answers.list),
        post("/api/saves/{save}/load", answers.load),
        Route("/api/saves/{save}", answers.remove, methods=["DELETE"]),
    ]


def moving_routes(answers: MovingAnswers) -> list[BaseRoute]:
    """Of all that a device has as one file."""
    return [get("/api/everything", answers.write), post("/api/everything", answers.take)]


def table_routes(answers: TableAnswers) -> list[BaseRoute]:
    """Of tables without rules."""
    game = "/api/games/{game}"
    return [
        get(game + "/table", answers.table),
        get(game + "/pictures/{file}", answers.picture),
        get(game + "/packed", answers.packed),
        post("/api/tables/preview", answers.preview),
        post("/api/tables", answers.upload),
        Route("/api/tables/{game}", answers.remove, methods=["DELETE"]),
    ]


def kit_routes(answers: KitAnswers) -> list[BaseRoute]:
    """Of boxes to print."""
    game = "/api/games/{game}/kit"
    return [post(game, answers.make), post(game + "/parts", answers.parts)]


def network_routes(answers: NetworkAnswers) -> list[BaseRoute]:
    """Of the switch that lets other devices on this network join."""
    return [get("/api/network", answers.look), post("/api/network", answers.switch)]


def open_routes(answers: OpenAnswers) -> list[BaseRoute]:
    """Of finding somebody, on a public server."""
    return [
        get("/api/open", answers.list_open),
        get("/api/phrases", answers.list_phrases),
        post("/api/open/{match}", answers.sit_down),
        post("/api/matches/{match}/open", answers.list_mine),
        post("/api/matches/{match}/away", answers.send_away),
    ]


def sharing_routes(answers: SharingAnswers) -> list[BaseRoute]:
    """Of a library on several devices."""
    return [
        get("/api/devices", answers.list_devices),
        post("/api/devices/name", answers.rename),
        post("/api/devices/link", answers.link),
        post("/api/devices/code", answers.code),
        post("/api/devices/look", answers.look),
        post("/api/devices/take", answers.take),
        post("/api/devices/delete", answers.delete),
        Route("/api/devices/{number:int}", answers.send_away, methods=["DELETE"]),
    ]


def push_routes(answers: PushAnswers) -> list[BaseRoute]:
    """Of being told of one's turn while the page is closed."""
    return [
        get("/api/push", answers.look),
        post("/api/push", answers.begin),
        Route("/api/push", answers.end, methods=["DELETE"]),
    ]


def get(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["GET"])


def post(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["POST"])


async def say_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, EveryGameError)
    answer = reply({"error": error.message}, status_of(error))
    if isinstance(error, Busy):
        answer.headers["Retry-After"] = str(error.seconds)
    return answer


async def say_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request):
        return FileResponse(CLIENT / "index.html", 404)  # its script says it, and leads home
    sentences = {
        404: say("There is nothing at this address."),
        405: say("This address takes no such request."),
    }
    return reply({"error": sentences.get(error.status_code, error.detail)}, error.status_code)


def wants_page(request: Request) -> bool:
    """A person has gone to this address with a browser."""
    path = request.url.path
    ours = path.startswith(("/api/", "/static/"))
    return request.method == "GET" and not ours and "text/html" in request.headers.get("accept", "")


async def say_bug(request: Request, error: Exception) -> Response:
    """What nobody expected: the log gets all of it, the person one sentence."""
    return reply({"error": say("Something went wrong on the server; it is in its log.")}, 500)


def address_of(scope: Scope) -> str:
    """The address of who asks; empty where there is none."""
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client else ""


class Guard:
    """Turns away unknown names, other origins and whoever asks too often, and puts HEADERS on
    every answer but parts of the page."""

    def __init__(self, app: ASGIApp, rates: Rates, hosts: Hosts) -> None:
        self.app = app
        self.rates = rates
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dress(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                wanted = PLAIN if PART.fullmatch(scope["path"]) else HEADERS
                for name, value in wanted.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        asking_address.set(address_of(scope))
        refusal = self.refuse(Request(scope))
        await (refusal or self.app)(scope, receive, dress)

    def refuse(self, request: Request) -> Response | None:
        if fault := self.hosts.refuse(request.scope):
            return reply({"error": fault}, 421)
        if request.method in ("GET", "HEAD"):
            return None
        if not is_same_origin(request.headers):
            return reply({"error": say("This request comes from another page.")}, 403)
        if not self.rates.take(address_of(request.scope)):
            return reply({"error": say("That was too often; wait a moment.")}, 429)
        return None
