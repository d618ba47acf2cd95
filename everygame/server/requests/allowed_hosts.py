"""Checks the host name in the `Host` header of each request.

This stops DNS rebinding: the owner of evil.example could make that name resolve to this computer,
and a page from there could then send requests to this server on behalf of the person who visits the
page.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from everygame.addresses import parse_address
from everygame.words import say

LOCALHOST: Final = "localhost"


class AllowedHosts:
    """The host names under which the server answers: the computer's own names, and those that the
    operator gives with `--name`."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """`names` are the operator's host names, each with `:port` where browsers use another port
        than the one at which the server listens."""
        own = socket.gethostname().lower()
        self.own = {LOCALHOST, own, f"{own.partition('.')[0]}.local"}
        self.names = {name.lower() for name in names}

    def refusal(self, scope: Scope) -> str:
        """Return a sentence that says why the `Host` header of this request is refused, or an empty
        text where it is allowed."""
        found = Headers(scope=scope).getlist("host")
        said = found[0].lower() if len(found) == 1 else ""
        address, port = scope.get("server") or ("", None)
        if said in self.names or self.is_own(said, address, port):
            return ""
        shown = "".join(c for c in said if c.isprintable())[:100]
        return say(
            "This server is not known as {name}; if it should be, start it with --name and that"
            " name.",
            name=repr(shown),
        )

    def is_own(self, said: str, address: str, port: int | None) -> bool:
        """Whether the `Host` value `said` names this computer, or the address at which the request
        arrived, with no other port than the one at which it arrived."""
        name, host_port = split_host(said)
        if host_port not in (None, port):
            return False
        return name in self.own or name in self.names or is_reached_at(name, address)


def split_host(host: str) -> tuple[str, int | None]:
    """Return the name and the port of a `Host` value. The port is None where the value has none,
    and the name is empty where the port is not a number of at most five digits."""
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):  # the last colon of "[::1]" belongs to the address
        name, colon, port = host, "", ""
    if colon and not re.fullmatch("[0-9]{1,5}", port):
        return "", None
    return name.removeprefix("[").removesuffix("]"), int(port) if colon else None


def is_reached_at(name: str, address: str) -> bool:
    """Whether a host name is an IP address: a loopback address, or `address`, at which the request
    arrived."""
    try:
        said = parse_address(name)
        return said.is_loopback or said == parse_address(address)
    except ValueError:
        return False
