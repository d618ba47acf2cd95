"""Where this server listens: on its own computer alone, or for other devices on its network too.

Who sits at the computer that serves opens the network by a switch on the page and closes it again:
a second listener at the address of this computer there, for the same application.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from starlette.requests import Request

from everygame.errors import EveryGameError
from everygame.server.requests.allowed_hosts import LOCALHOST, is_loopback
from everygame.server.requests.limits import Refused

if TYPE_CHECKING:  # where there is no network, as in a browser, it is not there
    import uvicorn

EVERYWHERE: Final = ("0.0.0.0", "::", "")
RELAYED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of a request that came through a proxy, so that it tells nothing of who sent it."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections. Raises EveryGameError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay, 40 ms for every answer, only where the protocol is spelt out
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        raise EveryGameError(
            "The server cannot listen at {host}, port {port}: {error}; choose another --port.",
            host=host,
            port=port,
            error=error,
        ) from None
    return listener


def list_addresses(host: str, port: int) -> list[str]:
    """Where the server is found; the first is for this computer."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = find_lan_address()
    return [f"http://127.0.0.1:{port}/", *([f"http://{found}:{port}/"] if found else [])]


def find_lan_address() -> str | None:
    """The address of this computer in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, never reached
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


class Network:
    """Whether other devices reach this server, and the switch for it."""

    def __init__(
        self, home: str = "", find_address: Callable[[], str | None] = find_lan_address
    ) -> None:
        """`home`: where other devices reach it from the start, "http://192.168.1.7:8000"; the
        switch looks for the address of this computer by `find_address`."""
        self.home = home
        """Empty while no other device does, as far as is known."""
        self.find_address = find_address
        self.server: uvicorn.Server | None = None
        self.port = 0
        self.address = ""
        """At which the switch has opened."""
        self.listener: asyncio.Server | None = None
        self.lock = asyncio.Lock()

    def switches(self, server: uvicorn.Server, port: int) -> None:
        """From now on there is a switch: this server listens for its own computer alone, directly,
        at this port."""
        self.server, self.port = server, port

    def is_mine(self, request: Request) -> bool:
        """The request has the switch: it comes from the computer that serves."""
        return self.server is not None and self.is_here(request)

    def is_here(self, request: Request) -> bool:
        """The request comes from the computer that serves, and from a page of that address: no
        other page, no proxy."""
        if any(header in request.headers for header in RELAYED):
            return False
        client, asked = request.client, request.url.hostname or ""
        near = client is not None and is_loopback(client.host)
        return near and not self.came_by(request) and (asked == LOCALHOST or is_loopback(asked))

    def came_by(self, request: Request) -> bool:
        """The request arrived where the switch has opened."""
        return bool(self.address) and request.scope["server"][0] == self.address

    async def look(self) -> str:
        """`home` as it is now: where this computer has left its network, nobody listens there."""
        if self.listener and self.find_address() != self.address:
            await self.close()
        return self.home

    async def open(self) -> None:
        """Listen on the network too. Raises EveryGameError where there is none."""
        async with self.lock:
            self.shut()
            address = self.find_address()
            if address is None:
                raise Refused(409, "This computer is in no network just now.")
            await self.start(address)

    async def start(self, address: str) -> None:
        assert self.server
        config, state = self.server.config, self.server.server_state
        protocol = cast(Callable[..., asyncio.Protocol], config.http_protocol_class)
        speak = partial(
            protocol, config=config, server_state=state, app_state=self.server.lifespan.state
        )
        taken = listen(address, self.port)
        loop = asyncio.get_running_loop()
        self.listener = await loop.create_server(speak, sock=taken, backlog=config.backlog)
        self.server.servers.append(self.listener)  # to be closed with it
        self.address, self.home = address, f"http://{address}:{self.port}"

    async def close(self) -> None:
        """Listen for this computer alone again, and cut off who came by the network."""
        async with self.lock:
            self.shut()

    def shut(self) -> None:
        if self.listener is None or self.server is None:
            return
        self.listener.close()
        self.server.servers.remove(self.listener)
        for connection in list(self.server.server_state.connections):
            transport = connection.transport
            if transport and transport.get_extra_info("sockname")[0] == self.address:
                transport.abort()
        self.listener, self.address, self.home = None, "", ""
