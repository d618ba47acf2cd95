"""The middleware that checks every HTTP request first and sets the security headers of every
answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from everygame.process.metering import metered
from everygame.server.operator.request_counts import RequestCounts
from everygame.server.operator.security import note
from everygame.server.requests.allowed_hosts import AllowedHosts
from everygame.server.requests.errors import reply_to
from everygame.server.requests.limits import Rates, Refused, address_of, is_same_origin
from everygame.server.requests.quotas import Quotas
from everygame.server.requests.reply import reply
from everygame.words import say

CHANGES_AT_ONCE: Final = 120.0
"""The requests other than GET that an IP address may send at once."""
CHANGES_A_SECOND: Final = 10.0
"""The number of such requests that it may send each second after that."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
NO_SNIFFING: Final = {"X-Content-Type-Options": "nosniff"}
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    **NO_SNIFFING,
    "Referrer-Policy": "no-referrer",
}
PAGE_PART: Final = re.compile(r"/static/(?:[0-9a-f]{16}/)?+(?!pocket/|push/).*[.](js|css|json)")
"""Matches files that the page loads. They are sent without HEADERS, which would be a tenth of all
bytes, because the policy of the page applies to them. Workers are left out, because each has a
policy of its own."""


ONLY_HTTPS: Final = f"max-age={365 * 86_400}"
"""Tells browsers to come by https alone from then on. A server under a path does not say it,
because it would hold for its neighbours at that name, too."""


def complete(headers: MutableHeaders, wanted: Mapping[str, str]) -> None:
    """Add headers to an answer, unless it has its own. What sets a cookie is for one device, and
    nothing may keep it."""
    if "set-cookie" in headers:
        headers["Cache-Control"] = "no-store"
    for name, value in {**wanted, "Cache-Control": "no-cache"}.items():
        headers.setdefault(name, value)


class Guard:
    """Refuses requests with an unknown host name, requests from pages of other origins, and
    requests of an address that has used its share; sets HEADERS on every answer except the files
    of the page."""

    def __init__(
        self,
        app: ASGIApp,
        rates: Rates,
        hosts: AllowedHosts,
        quotas: Quotas,
        counts: RequestCounts,
    ) -> None:
        self.app = app
        self.counts = counts
        self.rates = rates
        self.hosts = hosts
        self.quotas = quotas

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        base = scope.get("root_path", "")  # read now, because routes change it
        began, status = self.quotas.clock.now(), 500
        path, is_strict = scope["path"].removeprefix(base), scope["scheme"] == "https" and not base

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                complete(headers, NO_SNIFFING if PAGE_PART.fullmatch(path) else HEADERS)
                if is_strict:
                    headers.setdefault("Strict-Transport-Security", ONLY_HTTPS)
            await send(message)

        address = address_of(HTTPConnection(scope))
        self.quotas.begin(address)
        try:
            with self.quotas.open.place(address) as admitted:
                refusal = self.refusal(Request(scope)) if admitted else self.too_many()
                await metered(self.answer(refusal, scope, receive, send_with_headers))
        finally:
            self.counts.add(scope, status, self.quotas.clock.now() - began)

    async def answer(
        self, refusal: Response | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer a request, by its refusal where there is one."""
        await (refusal or self.app)(scope, receive, send)

    def too_many(self) -> Response:
        """Return the answer to an address that has too many requests open."""
        return reply_to(
            Refused(
                429, "This address has too many connections open; close a page and try again."
            ).after(1)
        )

    def refusal(self, request: Request) -> Response | None:
        """Return the answer to a request that is refused, or None. Requests that only read are not
        bound to an origin, because only other methods change anything."""
        try:
            self.quotas.check_address(address_of(request))
        except Refused as refused:
            return reply_to(refused)
        if fault := self.hosts.refusal(request.scope):
            note("unknown_host")
            return reply({"error": fault}, 421)
        if request.method in ("GET", "HEAD"):
            return None
        if not is_same_origin(request.headers):
            note("foreign_origin")
            return reply({"error": say("This request comes from another page.")}, 403)
        if not self.rates.take(address_of(request)):
            note("too_many_requests")
            return reply({"error": say("That was too often; wait a moment.")}, 429)
        return None
