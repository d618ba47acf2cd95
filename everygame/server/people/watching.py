"""Decides who may watch a live match as a spectator."""

from __future__ import annotations

from everygame.server.matches.live_match import LiveMatch
from everygame.store import Gone


def is_participant(live: LiveMatch, device: int | None) -> bool:
    """Whether a device takes part in a match: it made the match, has a seat, or had a seat until
    its person resigned or ran out of time."""
    if device is None:
        return False
    seats, course = live.seats, live.referee.course
    mine = seats.mine(device) | seats.replaced(device) | seats.kept(device)
    return bool(mine) or live.owner == device or device in course.former


def may_watch(live: LiveMatch, device: int | None) -> bool:
    """Whether a device may see a match: it takes part, or the host allows spectators."""
    return live.referee.terms.watching or is_participant(live, device)


def check_may_watch(live: LiveMatch, device: int | None) -> None:
    """Raise Gone where a device may not see a match."""
    if not may_watch(live, device):
        raise Gone("Only those who play see this match.")
