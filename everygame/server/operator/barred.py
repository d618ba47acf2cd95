"""Knows which devices and addresses the operator keeps out (`everygame admin keep-out`)."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from everygame.addresses import parse_address
from everygame.errors import EveryGameError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Barred:
    """The devices and networks that the operator keeps out, as the data file says."""

    def __init__(self) -> None:
        self.devices: frozenset[int] = frozenset()
        self.networks: tuple[Network, ...] = ()

    def set(self, who: Iterable[str]) -> None:
        """Keep out these devices and networks, in the form of `name_of`, and nobody else."""
        names = list(who)
        self.devices = frozenset(int(name) for name in names if name.isdecimal())
        networks = (name for name in names if not name.isdecimal())
        self.networks = tuple(map(ipaddress.ip_network, networks))

    def has(self, address: str) -> bool:
        """Whether an address is in a network that is kept out."""
        if not self.networks:
            return False
        try:
            found = parse_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)


def name_of(text: str) -> str:
    """Return the name by which the data file knows what an operator names: the number of a device,
    or a network. An IPv6 address alone stands for its /64, because whoever has it has all of that.
    Raises EveryGameError."""
    if text.isascii() and text.isdecimal() and len(text) < 16:
        return str(int(text))
    try:
        if "/" in text:
            return str(ipaddress.ip_network(text, strict=False))
        found = parse_address(text)
        bits = 64 if found.version == 6 else 32
        return str(ipaddress.ip_network((found, bits), strict=False))
    except ValueError:
        raise EveryGameError(
            "{text} is neither the number of a device nor an address, such as 203.0.113.7 or"
            " 2001:db8::/48.",
            text=repr(text),
        ) from None
