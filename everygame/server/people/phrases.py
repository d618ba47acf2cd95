"""The chat of a public server, where people choose from a few fixed phrases and cannot write their
own."""

from __future__ import annotations

from typing import Final

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
PHRASES_AT_ONCE: Final = 3
"""The number of phrases that a device may say in a row at one match."""
PHRASE_SECONDS: Final = 8.0
"""The seconds after which a device may say one more phrase."""


class Phrases:
    """Checks the phrases said at one match, and limits how many each device says."""

    def __init__(self) -> None:
        self.buckets: dict[int, Bucket] = {}

    def choose(self, device: int | None, seats: frozenset[int], key: str) -> Message:
        """Return the phrase with a key, if the device with these seats may say it now. Raises
        NotYourTurn where the device has no seat, and Refused where there is no such phrase or the
        device has said too many."""
        if device is None or not seats:
            raise NotYourTurn("You watch this match; you have no seat in it.")
        if key not in PHRASES:
            raise Refused(400, "There is no such phrase.")
        if not self.buckets.setdefault(device, Bucket(PHRASES_AT_ONCE, 1 / PHRASE_SECONDS)).take():
            raise Refused(429, "That was a lot at once; wait a moment.")
        return PHRASES[key]
