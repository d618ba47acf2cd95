"""Controls where the server listens: only for its own computer, or for other devices on the network
too.

The person at the server's own computer can open it to the network by a switch on the page, and
close it again. While the server is open, the same application has a second listener, at the
computer's address in the network.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from starlette.requests import Request

from everygame.addresses import is_loopback
from everygame.errors import EveryGameError
from everygame.server.requests.allowed_hosts import LOCALHOST
from everygame.server.requests.limits import Refused

if TYPE_CHECKING:  # in a browser, which has no network of its own, uvicorn is not installed
    import uvicorn

ALL_INTERFACES: Final = ("0.0.0.0", "::", "")
"""The hosts that stand for every address of the computer when a server listens at them."""
PROXY_HEADERS: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""The headers that proxies add. A request with one of them may come from anywhere, whatever its
address is."""


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens at a host and port. Raises EveryGameError where that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay, 40 ms for every answer, only where the protocol is spelt out
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on other systems this would let two servers share a port
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
    """Return the URLs of a server that listens at this host and port; the first works on this
    computer."""
    if host not in ALL_INTERFACES:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = find_lan_address()
    return [f"http://127.0.0.1:{port}/", *([f"http://{found}:{port}/"] if found else [])]


def find_lan_address() -> str | None:
    """Return the IPv4 address of this computer in its network; None where it has none."""
    # connecting a UDP socket sends nothing: the system only chooses the address to send from
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, never reached
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


class Network:
    """Knows the URL at which other devices reach the server, and opens and closes the network."""

    def __init__(
        self, url: str = "", find_address: Callable[[], str | None] = find_lan_address
    ) -> None:
        """`url` is the URL for other devices from the start, "http://192.168.1.7:8000"; it is empty
        where they cannot reach the server. `find_address` finds this computer's address in the
        network."""
        self.url = url
        """The URL for other devices now; empty where none is known."""
        self.find_address = find_address
        self.server: uvicorn.Server | None = None
        """The server that the switch opens to the network; None where there is no switch."""
        self.port = 0
        self.address = ""
        """The address of the second listener; empty while it is closed."""
        self.listener: asyncio.Server | None = None
        """The second listener, for the network."""
        self.lock = asyncio.Lock()
        """Held while the listener is opened or closed, so that two requests do not open two."""

    def enable_switch(self, server: uvicorn.Server, port: int) -> None:
        """Allow the switch for a server that now listens only for its own computer, at this port,
        and without a proxy."""
        self.server, self.port = server, port

    def may_switch(self, request: Request) -> bool:
        """Whether the sender of a request may use the switch: the switch exists, and the request
        comes from the server's own computer."""
        return self.server is not None and self.is_from_this_computer(request)

    def is_from_this_computer(self, request: Request) -> bool:
        """Whether a request comes from the server's own computer: without a proxy, and from a page
        loaded by the computer's own address, such as `localhost`."""
        if any(header in request.headers for header in PROXY_HEADERS):
            return False
        client, host = request.client, request.url.hostname or ""
        is_near = client is not None and is_loopback(client.host)
        is_own_page = host == LOCALHOST or is_loopback(host)
        return is_near and is_own_page and not self.came_by_network(request)

    def came_by_network(self, request: Request) -> bool:
        """Whether a request arrived at the second listener, that is, from the network."""
        return bool(self.address) and request.scope["server"][0] == self.address

    async def current_url(self) -> str:
        """Return the URL for other devices at this moment. Where the computer's address has
        changed, the listener is closed first, because nobody can reach it any more."""
        if self.listener and self.find_address() != self.address:
            await self.close()
        return self.url

    async def open(self) -> None:
        """Open the second listener, at the computer's present address. Raises EveryGameError where
        the computer is in no network or the port is taken."""
        async with self.lock:
            self.close_listener()
            address = self.find_address()
            if address is None:
                raise Refused(409, "This computer is in no network just now.")
            await self.start_listener(address)

    async def start_listener(self, address: str) -> None:
        """Listen at an address with the protocols and the application of the running server."""
        assert self.server
        config, state = self.server.config, self.server.server_state
        protocol = cast(Callable[..., asyncio.Protocol], config.http_protocol_class)
        speak = partial(
            protocol, config=config, server_state=state, app_state=self.server.lifespan.state
        )
        taken = listen(address, self.port)
        loop = asyncio.get_running_loop()
        self.listener = await loop.create_server(speak, sock=taken, backlog=config.backlog)
        self.server.servers.append(self.listener)  # uvicorn closes it when the server stops
        self.address, self.url = address, f"http://{address}:{self.port}"

    async def close(self) -> None:
        """Close the second listener, the one for the network, and all connections that came by
        it."""
        async with self.lock:
            self.close_listener()

    def close_listener(self) -> None:
        """Close the second listener, the one for the network, if it is open, and all connections
        that came by it. The caller holds `lock`."""
        if self.listener is None or self.server is None:
            return
        self.listener.close()
        self.server.servers.remove(self.listener)
        for connection in list(self.server.server_state.connections):
            transport = connection.transport
            if transport and transport.get_extra_info("sockname")[0] == self.address:
                transport.abort()
        self.listener, self.address, self.url = None, "", ""
