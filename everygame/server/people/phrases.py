"""What people on a public server may say to each other: a few phrases, and nothing of their own."""

from __future__ import annotations

from typing import Final

from everygame.clock import REAL, Clock
from everygame.errors import NotYourTurn
from everygame.server.requests.limits import Bucket, Refused
from everygame.words import Message, say

PHRASES: Final[dict[str, Message]] = {
    "hello": say("Hello!"),
    "luck": say("Good luck!"),
    "moment": say("One moment, please."),
    "back": say("I am back."),
    "nice": say("Nice move!"),
    "sorry": say("Sorry!"),
    "thanks": say("Thank you!"),
    "played": say("Well played!"),
    "again": say("Another one?"),
    "bye": say("I have to go. Goodbye!"),
}
AT_ONCE: Final = 3
PAUSE: Final = 8.0
"""Seconds until one more, for a device at a match."""


class Phrases:
    """Who has said how much at a match."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.buckets: dict[int, Bucket] = {}

    def say(self, device: int | None, seats: frozenset[int], key: str) -> Message:
        """A phrase of somebody who has these seats. Raises NotYourTurn, Refused."""
        if device is None or not seats:
            raise NotYourTurn("You watch this match; you have no seat in it.")
        if key not in PHRASES:
            raise Refused(400, "There is no such phrase.")
        if not self.buckets.setdefault(device, Bucket(AT_ONCE, 1 / PAUSE, self.clock)).take():
            raise Refused(429, "That was a lot at once; wait a moment.")
        return PHRASES[key]
