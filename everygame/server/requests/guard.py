"""What every request passes first, and what every answer carries."""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from everygame.server.requests.allowed_hosts import Hosts
from everygame.server.requests.limits import Rates, address_of, asking_address, is_same_origin
from everygame.server.requests.reply import reply
from everygame.words import say

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

        asking_address.set(address_of(HTTPConnection(scope)))
        refusal = self.refuse(Request(scope))
        await (refusal or self.app)(scope, receive, dress)

    def refuse(self, request: Request) -> Response | None:
        if fault := self.hosts.refuse(request.scope):
            return reply({"error": fault}, 421)
        if request.method in ("GET", "HEAD"):
            return None
        if not is_same_origin(request.headers):
            return reply({"error": say("This request comes from another page.")}, 403)
        if not self.rates.take(address_of(request)):
            return reply({"error": say("That was too often; wait a moment.")}, 429)
        return None
