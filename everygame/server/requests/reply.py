"""Makes replies in JSON, in the language of the request."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from everygame.catalogues import ENGLISH, choose, choose_language
from everygame.contract import AnyJson
from everygame.server.requests.encoding import encode

COOKIE: Final = "language"
"""The cookie in which the page keeps its language; `client/theme_and_language.js` sets it."""


class Reply(Response):
    """A response in JSON. Its messages are translated when it is sent, because only then the
    request and its `Accept-Language` are known."""

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
    """Make a response in JSON."""
    return Reply(data, status)


def language_of(headers: Headers) -> str:
    """Return the language of a request with these headers: the one that the page has chosen, which
    its cookie says, otherwise the best by `Accept-Language`."""
    chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    return choose([chosen]) if chosen else choose_language(headers.get("accept-language", ""))
