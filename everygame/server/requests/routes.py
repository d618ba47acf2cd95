"""Makes routes from methods: each method that `get`, `post` or `delete` marks answers the requests
for one path."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from everygame.contract import Json
from everygame.server.operator.request_counts import ROUTE
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import read_body
from everygame.server.requests.reply import reply

Endpoint = Callable[..., Awaitable[Json | Response | None]]
"""Answers a request with JSON, with nothing, which becomes an empty object, or with a response of
another kind."""
Marked = TypeVar("Marked", bound=Endpoint)


def get(path: str) -> Callable[[Marked], Marked]:
    """Mark a method as the endpoint for GET requests for this path."""
    return mark("GET", path, None)


def post(path: str, body: type | None = None) -> Callable[[Marked], Marked]:
    """Mark a method as the endpoint for POST requests for this path. With `body`, the method also
    gets the body of the request, decoded as this type."""
    return mark("POST", path, body)


def delete(path: str) -> Callable[[Marked], Marked]:
    """Mark a method as the endpoint for DELETE requests for this path."""
    return mark("DELETE", path, None)


def mark(method: str, path: str, body: type | None) -> Callable[[Marked], Marked]:
    """Note at an endpoint what it answers."""

    def note(endpoint: Marked) -> Marked:
        vars(endpoint)["answers"] = method, path, body
        return endpoint

    return note


class Routes:
    """Answers the requests about one subject, such as matches or devices, by its marked methods."""

    def routes(self) -> list[BaseRoute]:
        """Return the routes of all marked methods, in their order."""
        methods = [getattr(self, name) for name in vars(type(self))]
        return [make_route(one, *one.answers) for one in methods if hasattr(one, "answers")]


def make_route(endpoint: Endpoint, method: str, path: str, body: type | None) -> Route:
    """Return the route that passes requests to an endpoint."""

    async def answer(request: Request) -> Response:
        request.scope[ROUTE] = f"{method} {path}"
        given = () if body is None else (decode(await read_body(request), body),)
        found = await endpoint(request, *given)
        return found if isinstance(found, Response) else reply(found or {})

    return Route(path, answer, methods=[method])
