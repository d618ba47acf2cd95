"""The names by which this server may be asked. A page under any other name, which its owner made
to lead here, could otherwise ask for a person who looks at it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

LOCAL: Final = "localhost"


class Hosts:
    """Known names: this computer's own, and those that its operator tells."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """`names`: public ones, with a port where that is another than the server's own."""
        own = socket.gethostname().lower()
        self.own = {LOCAL, own, f"{own.partition('.')[0]}.local"}
        self.names = {name.lower() for name in names}

    def refuse(self, scope: Scope) -> str:
        """Why a request to its `Host` is not answered, in one sentence; empty where it is."""
        found = Headers(scope=scope).getlist("host")
        said = found[0].lower() if len(found) == 1 else ""
        address, port = scope.get("server") or ("", None)
        if said in self.names or self.is_own(said, address, port):
            return ""
        shown = "".join(c for c in said if c.isprintable())[:100]
        return (
            f"This server is not known as {shown!r}; if it should be,"
            " start it with --name and that name."
        )

    def is_own(self, said: str, address: str, port: int | None) -> bool:
        """A name of this computer, or the address at which the request came, and no other port."""
        name, asked = split(said)
        if asked not in (None, port):
            return False
        return name in self.own or name in self.names or is_address(name, address)


def split(host: str) -> tuple[str, int | None]:
    """Name and port of a `Host`; no name where it has none."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name, colon, port = host, "", ""
    if colon and not (port.isascii() and port.isdigit()):
        return "", None
    return name.removeprefix("[").removesuffix("]"), int(port) if colon else None


def is_address(name: str, address: str) -> bool:
    """The name is a loopback address, or this one, at which the request arrived."""
    try:
        said = plain(name)
        return said.is_loopback or said == plain(address)
    except ValueError:
        return False


def is_near(address: str) -> bool:
    """It is this computer."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def plain(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address, IPv4 in IPv6 as IPv4. Raises ValueError."""
    found = ipaddress.ip_address(text.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found
