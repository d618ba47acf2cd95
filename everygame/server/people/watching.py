"""Who may look at a live match without a seat."""

from __future__ import annotations

from everygame.server.matches.live_match import LiveMatch
from everygame.store import Gone


def belongs(live: LiveMatch, device: int | None) -> bool:
    """The match is this device's: it sits there, sat there until it gave up, or made it."""
    if device is None:
        return False
    seats, course = live.seats, live.referee.course
    mine = seats.mine(device) | seats.replaced(device) | seats.kept(device)
    return bool(mine) or live.owner == device or device in course.former


def may_watch(live: LiveMatch, device: int | None) -> bool:
    return live.referee.terms.watching or belongs(live, device)


def check_may_watch(live: LiveMatch, device: int | None) -> None:
    """Raises Gone."""
    if not may_watch(live, device):
        raise Gone("Only those who play see this match.")
