"""Says for whom an IP address counts: cookies are free, and so are most addresses of an IPv6
network."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final

IPv4OrIPv6 = ipaddress.IPv4Address | ipaddress.IPv6Address

SITE_SHARE: Final = 4
"""The number of households for which a whole /48 counts. A provider gives one customer a /48 at
most, and a household a /64 at least."""


@lru_cache(maxsize=4_096)
def networks_of(address: str) -> tuple[str, ...]:
    """Return the networks for which an address counts, the smallest first: an IPv4 address alone,
    and of IPv6 the /64 and the /48. A text that is no address counts for itself."""
    try:
        found = parse_address(address)
    except ValueError:
        return (address,)
    if found.version == 4:
        return (str(found),)
    return tuple(str(ipaddress.ip_network((found, bits), strict=False)) for bits in (64, 48))


def parse_address(text: str) -> IPv4OrIPv6:
    """Parse an IP address; an IPv4 address written as IPv6 (`::ffff:127.0.0.1`) becomes IPv4, so
    that both spellings compare equal. Raises ValueError."""
    found = ipaddress.ip_address(text.partition("%")[0])
    return getattr(found, "ipv4_mapped", None) or found


def is_loopback(address: str) -> bool:
    """Whether an IP address is a loopback address, so that the client runs on this computer."""
    try:
        return parse_address(address).is_loopback
    except ValueError:
        return False


def is_limited(address: str) -> bool:
    """Whether an address has limits: this computer and the server itself have none."""
    return bool(address) and not is_loopback(address)
