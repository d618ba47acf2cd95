"""Tracks the connections that watch a live match, and how long each person with a seat has been
away."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from everygame.store import Holder


class Watcher(Protocol):
    """A connection of a player or a spectator that watches a live match; the live match calls these
    methods."""

    device: int | None
    """The device of the connection; None where the store does not know it."""
    browser: int | None
    """The browser of the connection; None where the store does not know it."""
    address: str
    """The IP address of the connection."""

    def refresh(self) -> None:
        """Show the changed match."""

    def recount(self) -> None:
        """Show the number of spectators again, because somebody has come or left."""

    def rename(self, device: int, name: str) -> None:
        """Show the new name of the match in a device's library, if the connection belongs to that
        device."""

    def hear_phrase(self, seat: int, words: str) -> None:
        """Show a phrase that the person at a seat says to everybody."""

    def leave(self) -> None:
        """Close the connection, because the match is gone or the page must open it again."""


class Presence:
    """The watchers of a live match: all connections that show it."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` returns the time in seconds, from a clock that never goes back."""
        self.watchers: set[Watcher] = set()
        self.now = now
        self.opened = now()
        self.left: dict[int, float] = {}
        """For each device: the time, by the clock `now`, at which it closed its last connection."""

    def add(self, watcher: Watcher) -> None:
        """Count a connection that begins to watch."""
        self.watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Forget a connection that has ended, and note when its device left."""
        self.watchers.discard(watcher)
        if watcher.device is not None:
            self.left[watcher.device] = self.now()

    def is_here(self, holder: Holder) -> bool:
        """Whether the person who holds a seat is watching; a bot always counts as present."""
        return holder.kind != "person" or self.is_watching(holder.device)

    def seconds_away(self, holder: Holder) -> float:
        """Return the seconds for which the person who holds a seat has been away; 0 for a person
        who is present and for a bot."""
        if self.is_here(holder):
            return 0.0
        return self.now() - self.left.get(holder.device or 0, self.opened)

    def is_watching(self, device: int | None) -> bool:
        """Whether a device has a connection to the match; None, which stands for a deleted device,
        never has one."""
        return device is not None and any(one.device == device for one in self.watchers)

    def count_spectators(self, seated: Collection[int | None]) -> int:
        """Return how many spectators watch: browsers of devices that are not among the `seated`
        ones. A connection whose browser is unknown counts as one."""
        others = (one for one in self.watchers if one.device is None or one.device not in seated)
        return len({one.browser or id(one) for one in others})

    def recount(self) -> None:
        """Let every watcher show the number of spectators again."""
        for watcher in self.watchers:
            watcher.recount()

    def refresh(self) -> None:
        """Show the changed match to every watcher."""
        for watcher in self.watchers:
            watcher.refresh()

    def send_away(self, browsers: Collection[int] | None = None) -> None:
        """Close the connections of these browsers, or all connections."""
        for watcher in list(self.watchers):
            if browsers is None or watcher.browser in browsers:
                watcher.leave()
