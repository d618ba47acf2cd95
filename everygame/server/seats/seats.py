"""Who has which seat of a live match, and what follows from that: who may what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.store import Holder

NONE: Final[frozenset[int]] = frozenset()
"""The one of thousands who watch."""


class Seats:
    """The holders of a match's seats."""

    def __init__(self, holders: Sequence[Holder], called: Sequence[str]) -> None:
        self.holders = list(holders)
        self.called = called
        """What each seat is called."""

    def mine(self, device: int | None) -> frozenset[int]:
        """The seats of a device."""
        return self.find("person", device)

    def replaced(self, device: int | None) -> frozenset[int]:
        """The seats of a device where a bot plays on until somebody takes them back."""
        return self.find("bot", device)

    def kept(self, device: int | None) -> frozenset[int]:
        """The seats that wait for a device, and for no other."""
        return self.find("open", device)

    def awaited(self) -> list[str]:
        """The people without whom the match does not go on."""
        return [
            self.name(seat)
            for seat, holder in enumerate(self.holders)
            if holder.kind == "open" and holder.device is not None
        ]

    def devices(self) -> set[int | None]:
        """All that have a seat, also those for whom bots play on."""
        return {holder.device for holder in self.holders if holder.device is not None}

    def find(self, kind: str, device: int | None) -> frozenset[int]:
        if device is None:
            return NONE
        found = (seat for seat, one in enumerate(self.holders) if one.device == device)
        return frozenset(seat for seat in found if self.holders[seat].kind == kind) or NONE

    def people(self) -> frozenset[int]:
        """The seats that belong to people, also to some who have left or are still to come."""
        return frozenset(
            seat
            for seat, holder in enumerate(self.holders)
            if holder.kind != "bot" or holder.device is not None
        )

    def is_shared(self, device: int | None) -> bool:
        """All people sit at this device, so they may undo as they like."""
        people = self.people()
        return bool(people) and people == self.mine(device)

    def may_offer(self, device: int, seat: int) -> bool:
        """The device may hand this seat to another one."""
        return seat in range(len(self.holders)) and (
            self.holders[seat] == Holder("open", self.holders[seat].name)
            or seat in self.mine(device)
        )

    def has_bot(self, seat: int) -> bool:
        """A bot moves there."""
        return seat >= 0 and self.holders[seat].kind == "bot"

    def plays_for(self, seat: int) -> str | None:
        """The name of the person for whom a bot plays on at a seat."""
        holder = self.holders[seat]
        is_stand_in = holder.kind == "bot" and holder.device is not None
        return self.name(seat) if is_stand_in else None

    def name(self, seat: int) -> str:
        """What a person there is called, or else the seat."""
        return self.holders[seat].name or self.called[seat]
