"""How a request is answered: JSON in the language of whoever asks, and routes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from everygame.contract import AnyJson
from everygame.server.requests.encoding import encode
from everygame.words import ENGLISH, choose_language

Endpoint = Callable[[Request], Awaitable[Response]]


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
    """An answer in JSON."""
    return Reply(data, status)


def language_of(headers: Headers) -> str:
    """The language in which the sender of these headers reads sentences."""
    return choose_language(headers.get("accept-language", ""))


def get(path: str, endpoint: Endpoint) -> Route:
    """The endpoint answers GET requests to this path."""
    return Route(path, endpoint, methods=["GET"])


def post(path: str, endpoint: Endpoint) -> Route:
    """The endpoint answers POST requests to this path."""
    return Route(path, endpoint, methods=["POST"])


def delete(path: str, endpoint: Endpoint) -> Route:
    """The endpoint answers DELETE requests to this path."""
    return Route(path, endpoint, methods=["DELETE"])
