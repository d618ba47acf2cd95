"""Sends a phrase that a person says to everybody at a live match."""

from __future__ import annotations

from everygame.server.matches.live_match import LiveMatch
from everygame.server.requests.limits import Refused


def say_phrase(live: LiveMatch, device: int | None, key: str) -> None:
    """Say a phrase to everybody at the match, for a device with a seat. Raises Refused where the
    server is not public, and whatever `Phrases.choose` raises."""
    if live.listed is None:
        raise Refused(403, "Nothing is said on this server.")
    mine = live.seats.mine(device)
    words = live.phrases.choose(device, mine, key)
    seat = live.now.to_play if live.now.to_play in mine else min(mine)
    for watcher in list(live.presence.watchers):
        watcher.hear_phrase(seat, words)
