"""How a phrase of one person reaches all who look at a match."""

from __future__ import annotations

from everygame.server.matches.live_match import LiveMatch
from everygame.server.requests.limits import Refused


def say_phrase(live: LiveMatch, device: int | None, key: str) -> None:
    """Somebody who sits here says a phrase to all. Raises Refused, NotYourTurn."""
    if live.listed is None:
        raise Refused(403, "Nothing is said on this server.")
    mine = live.seats.mine(device)
    words = live.phrases.say(device, mine, key)
    seat = live.now.to_play if live.now.to_play in mine else min(mine)
    for watcher in list(live.presence.watchers):
        watcher.hear_phrase(seat, words)
