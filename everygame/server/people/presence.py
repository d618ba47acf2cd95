"""Who looks at a live match, and since when those who sit at it have been away."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from everygame.store import Holder


class Watcher(Protocol):
    """Whoever looks at a live match."""

    device: int | None
    browser: int | None

    def refresh(self) -> None:
        """The match has changed."""

    def recount(self) -> None:
        """Somebody has come to watch, or has left."""

    def rename(self, device: int, name: str) -> None:
        """The match got a name in the library of a device."""

    def hear_phrase(self, seat: int, words: str) -> None:
        """Somebody at a seat says something to all."""

    def leave(self) -> None:
        """The match is gone, or must be opened anew."""


class Presence:
    """The watchers of a match."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now`: the time in seconds."""
        self.watchers: set[Watcher] = set()
        self.now = now
        self.opened = now()
        self.left: dict[int, float] = {}
        """When each device closed its last connection, by the same clock."""

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if watcher.device is not None:
            self.left[watcher.device] = self.now()

    def is_here(self, holder: Holder) -> bool:
        """The person at a seat looks; bots always do."""
        return holder.kind != "person" or self.looks_on(holder.device)

    def away(self, holder: Holder) -> float:
        """Seconds for which the person at a seat has not looked; 0 for all who are there, and
        for bots."""
        if self.is_here(holder):
            return 0.0
        return self.now() - self.left.get(holder.device or 0, self.opened)

    def looks_on(self, device: int | None) -> bool:
        """The device is there; None, one that was deleted, never is."""
        return device is not None and any(one.device == device for one in self.watchers)

    def count(self, seated: Collection[int | None]) -> int:
        """How many look that have no seat: browsers, as far as they are known."""
        others = (one for one in self.watchers if one.device is None or one.device not in seated)
        return len({one.browser or id(one) for one in others})

    def recount(self) -> None:
        for watcher in self.watchers:
            watcher.recount()

    def show(self) -> None:
        """The match has changed."""
        for watcher in self.watchers:
            watcher.refresh()

    def send_away(self, browsers: Collection[int] | None = None) -> None:
        """All watchers, or those of some browsers."""
        for watcher in list(self.watchers):
            if browsers is None or watcher.browser in browsers:
                watcher.leave()
