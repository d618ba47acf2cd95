"""Carries requests and sockets of a page to an ASGI application by function calls, because in a
browser there is no network between them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Final, Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

log = logging.getLogger("everygame")

VERSION: Final = {"version": "3.0", "spec_version": "2.3"}
HERE: Final = ("127.0.0.1", 80)
"""The address that the application takes for its own and for the page's."""
BROKEN: Final = 1011
"""The close code of a socket whose application failed."""
LEFT: Final = 1001
"""The close code of a socket that the page closed."""


class Page(Protocol):
    """The methods by which the page gets answers. The page itself numbers its requests and
    sockets."""

    def answer(self, number: int, status: int, headers: str, body: bytes) -> None:
        """Give the page the answer to a request; `headers` are lines "name: value"."""

    def opened(self, socket: int) -> None: ...

    def text(self, socket: int, text: str) -> None: ...

    def closed(self, socket: int, code: int) -> None: ...


class Carrier:
    """Takes requests from the page. Every method that the page calls returns at once, and the
    answer comes later by a method of `Page`."""

    def __init__(self, app: ASGIApp, page: Page, headers: Mapping[str, str]) -> None:
        """`headers` are added to every request: the cookie of the device, and its language."""
        self.app = app
        self.page = page
        named = {"host": HERE[0], **headers}
        self.headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
        self.sockets: dict[int, asyncio.Queue[Message]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.life: asyncio.Queue[Message] = asyncio.Queue()
        self.loop = asyncio.get_running_loop()

    def request(self, number: int, method: str, path: str, body: bytes | memoryview) -> None:
        """Take a request from the page; `path` may have a query."""
        self.begin(self.answer(number, method, path, bytes(body)))

    def open(self, socket: int, path: str) -> None:
        """Open a socket for the page."""
        self.sockets[socket] = asyncio.Queue()
        self.sockets[socket].put_nowait({"type": "websocket.connect"})
        self.begin(self.converse(socket, path))

    def hear(self, socket: int, text: str) -> None:
        """Take a text from the page for a socket; a text to a closed socket is dropped."""
        if socket in self.sockets:
            self.sockets[socket].put_nowait({"type": "websocket.receive", "text": text})

    def close(self, socket: int) -> None:
        """Close a socket for the page."""
        if socket in self.sockets:
            self.sockets[socket].put_nowait({"type": "websocket.disconnect", "code": LEFT})

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def start(self) -> None:
        """Let the application start. Raises RuntimeError where it cannot."""
        told: asyncio.Queue[Message] = asyncio.Queue()
        self.life.put_nowait({"type": "lifespan.startup"})
        scope: Scope = {"type": "lifespan", "asgi": VERSION, "state": {}}
        self.begin(self.app(scope, self.life.get, told.put))  # type: ignore[arg-type]
        message = await told.get()
        if message["type"] != "lifespan.startup.complete":
            raise RuntimeError(message.get("message", ""))

    async def stop(self) -> None:
        """Let the application end. A browser never calls this, because it ends the worker at
        once."""
        self.life.put_nowait({"type": "lifespan.shutdown"})
        for socket in list(self.sockets):
            self.close(socket)
        await asyncio.gather(*self.tasks)

    # -- one request, one socket

    async def ask(
        self, method: str, path: str, body: bytes = b""
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request to the application, and return status, headers and body of its answer."""
        parts: list[Message] = []
        request: asyncio.Queue[Message] = asyncio.Queue()
        request.put_nowait({"type": "http.request", "body": body, "more_body": False})

        async def take(message: Message) -> None:
            parts.append(message)

        scope = {**self.scope("http", path), "http_version": "1.1", "method": method}
        await self.app(scope, request.get, take)
        headers = {name.decode(): value.decode() for name, value in parts[0]["headers"]}
        return parts[0]["status"], headers, b"".join(part.get("body", b"") for part in parts[1:])

    async def answer(self, number: int, method: str, path: str, body: bytes) -> None:
        try:
            status, headers, data = await self.ask(method, path, body)
        except Exception:  # a fault of the application must not leave the page without an answer
            log.exception("%s %s", method, path)
            status, headers, data = 500, {}, b""
        lines = "\n".join(f"{name}: {value}" for name, value in headers.items())
        self.page.answer(number, status, lines, data)

    async def converse(self, socket: int, path: str) -> None:
        code = BROKEN

        async def send(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.accept":
                self.page.opened(socket)
            elif message["type"] == "websocket.send":
                self.page.text(socket, message["text"])
            elif message["type"] == "websocket.close":
                code = message.get("code", 1000)

        try:
            scope = {**self.scope("websocket", path), "subprotocols": []}
            await self.app(scope, self.sockets[socket].get, send)
        except Exception:
            log.exception("socket %s", path)
        finally:
            del self.sockets[socket]
            self.page.closed(socket, code)

    def scope(self, kind: str, path: str) -> Scope:
        bare, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": VERSION,
            "scheme": "http" if kind == "http" else "ws",
            "path": unquote(bare),
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": self.headers,
            "client": HERE,
            "server": HERE,
        }
