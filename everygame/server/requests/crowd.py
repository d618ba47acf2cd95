"""Counts what each address has open at the same time: connections, or the requests and sockets that
come through a proxy."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

from everygame.addresses import SITE_SHARE, is_loopback, networks_of
from everygame.server.requests.loop_errors import LOG_INTERVAL
from everygame.time_source import REAL, Clock

log = logging.getLogger("everygame")

MOST_OF_ONE_ADDRESS: Final = 256
"""The open connections from one address. A house or a school behind one router shares an
address."""
PLAYERS_SHARE: Final = 0.25
"""The share of all connections that is kept for addresses with a player."""


class Crowd:
    """Counts the open connections of each address and refuses those beyond its limits."""

    def __init__(
        self,
        most: int,
        proxies: Collection[str] = (),
        each: int | None = None,
        clock: Clock = REAL,
        is_player: Callable[[str], bool] = lambda address: False,
        tell: Callable[[str], None] = lambda address: None,
    ) -> None:
        """Allow `most` connections in all, and `each` from one address, without it
        `MOST_OF_ONE_ADDRESS`. The `proxies`, behind which
        many people are, and this computer have no limit of their own. The last of all places are
        for addresses of which `is_player` says that somebody there has a seat in a match. `tell` is
        called with each address that is refused because it has too many connections."""
        self.most, self.each = most, each or MOST_OF_ONE_ADDRESS
        self.kept_free = int(most * PLAYERS_SHARE)
        self.proxies = set(proxies)
        self.counts: Counter[str] = Counter()
        """The connections of each network."""
        self.total = 0
        self.is_player, self.tell = is_player, tell
        self.clock = clock
        self.logged_at = clock.now() - LOG_INTERVAL

    def admit(self, address: str) -> bool:
        """Count a new connection from an address and return True. Where it exceeds a limit, return
        False without counting it."""
        networks, near = networks_of(address), address in self.proxies or is_loopback(address)
        if not near and any(
            self.counts[network] >= self.each * (SITE_SHARE if size else 1)
            for size, network in enumerate(networks)
        ):
            self.tell(address)
            return False
        left = self.most - self.total
        if left <= 0 or (left <= self.kept_free and not near and not self.is_player(address)):
            self.log_full()
            return False
        self.counts.update(networks)
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """Stop counting a connection that was closed."""
        self.total -= 1
        for network in networks_of(address):
            self.counts[network] -= 1
            if self.counts[network] <= 0:
                del self.counts[network]

    @contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """Hold a place for an address; yields False where it gets none."""
        admitted = self.admit(address)
        try:
            yield admitted
        finally:
            if admitted:
                self.release(address)

    def log_full(self) -> None:
        """Write to the log that new connections are refused, at most once in `LOG_INTERVAL`."""
        if self.clock.now() - self.logged_at >= LOG_INTERVAL:
            self.logged_at = self.clock.now()
            log.warning("There are %d connections; new ones are refused.", self.most)
