"""The connections that watch a live match, and how long each person with a seat has been away."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from everygame.store import Holder


class Watcher(Protocol):
    """A connection that watches a live match, of a player or of a spectator; the live match calls
    these methods."""

    device: int | None
    """The device of the connection; None where the store does not know it."""
    browser: int | None
    """The browser of the connection; None where the store does not know it."""

    def refresh(self) -> None:
        """Show the match again, which has changed."""

    def recount(self) -> None:
        """Show the number of spectators again: somebody has come or left."""

    def rename(self, device: int, name: str) -> None:
        """Show the new name that a device gave to the match in its library, if it is this one."""

    def hear_phrase(self, seat: int, words: str) -> None:
        """Show a phrase that the person at a seat says to everybody."""

    def leave(self) -> None:
        """Close the connection: the match is gone, or its page must open it anew."""


class Presence:
    """The watchers of a live match: all connections that it is shown to."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` returns the time in seconds, of a clock that never goes back."""
        self.watchers: set[Watcher] = set()
        self.now = now
        self.opened = now()
        self.left: dict[int, float] = {}
        """When each device closed its last connection, by the clock `now`."""

    def add(self, watcher: Watcher) -> None:
        """Count a connection that begins to watch."""
        self.watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Forget a connection that has ended, and note when its device left."""
        self.watchers.discard(watcher)
        if watcher.device is not None:
            self.left[watcher.device] = self.now()

    def is_here(self, holder: Holder) -> bool:
        """Whether the person who holds a seat is watching; bots always are."""
        return holder.kind != "person" or self.is_watching(holder.device)

    def seconds_away(self, holder: Holder) -> float:
        """Seconds for which the person who holds a seat has been away; 0 for a person who is
        there, and for bots."""
        if self.is_here(holder):
            return 0.0
        return self.now() - self.left.get(holder.device or 0, self.opened)

    def is_watching(self, device: int | None) -> bool:
        """Whether a device has a connection here; None, for a deleted device, never has."""
        return device is not None and any(one.device == device for one in self.watchers)

    def count_spectators(self, seated: Collection[int | None]) -> int:
        """How many spectators watch, that is, browsers of devices not among the `seated` ones. A
        connection whose browser is unknown counts as one."""
        others = (one for one in self.watchers if one.device is None or one.device not in seated)
        return len({one.browser or id(one) for one in others})

    def recount(self) -> None:
        """Let every watcher show the number of spectators again."""
        for watcher in self.watchers:
            watcher.recount()

    def refresh(self) -> None:
        """Show every watcher the match, which has changed."""
        for watcher in self.watchers:
            watcher.refresh()

    def send_away(self, browsers: Collection[int] | None = None) -> None:
        """Close the connections of these browsers, or of all."""
        for watcher in list(self.watchers):
            if browsers is None or watcher.browser in browsers:
                watcher.leave()
