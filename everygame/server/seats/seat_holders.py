"""The holders of a live match's seats, and what a device may do because of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.store import Holder

NO_SEATS: Final[frozenset[int]] = frozenset()
"""The seats of a spectator. There can be thousands of spectators, which share this one object to
save memory."""


class SeatHolders:
    """The holders of the seats of a match."""

    def __init__(self, holders: Sequence[Holder], seat_names: Sequence[str]) -> None:
        self.holders = list(holders)
        self.seat_names = seat_names
        """The game's own name of each seat, such as "North"."""

    def mine(self, device: int | None) -> frozenset[int]:
        """Return the seats that people at a device play."""
        return self.find("person", device)

    def replaced(self, device: int | None) -> frozenset[int]:
        """Return the seats of a device where a bot stands in until its people come back."""
        return self.find("bot", device)

    def kept(self, device: int | None) -> frozenset[int]:
        """Return the open seats that are reserved for a device, so that no other may take them."""
        return self.find("open", device)

    def awaited(self) -> list[str]:
        """Return the names of the people for whom open seats are reserved. The match does not go on
        before they take their seats."""
        return [
            self.name_of(seat)
            for seat, holder in enumerate(self.holders)
            if holder.kind == "open" and holder.device is not None
        ]

    def devices(self) -> set[int | None]:
        """Return all devices that have a seat, including those where a bot stands in or the seat is
        reserved."""
        return {holder.device for holder in self.holders if holder.device is not None}

    def find(self, kind: str, device: int | None) -> frozenset[int]:
        """Return the seats of a device whose holder is of a kind: "person", "bot" or "open"."""
        if device is None:
            return NO_SEATS
        found = (seat for seat, one in enumerate(self.holders) if one.device == device)
        return frozenset(seat for seat in found if self.holders[seat].kind == kind) or NO_SEATS

    def people_seats(self) -> frozenset[int]:
        """Return the seats for people, including open seats and those where a bot stands in for a
        person."""
        return frozenset(
            seat
            for seat, holder in enumerate(self.holders)
            if holder.kind != "bot" or holder.stands_in
        )

    def has_all_people(self, device: int | None) -> bool:
        """Whether all people of the match sit at this device, so that it may undo without asking
        anybody."""
        people = self.people_seats()
        return bool(people) and people == self.mine(device)

    def may_offer(self, device: int, seat: int) -> bool:
        """Whether a device may invite somebody to a seat or put a bot on it: the seat is its own,
        or open and reserved for nobody."""
        is_free = seat in range(len(self.holders)) and self.holders[seat].is_free
        return is_free or seat in self.mine(device)

    def has_bot(self, seat: int) -> bool:
        """Whether a bot holds a seat; False for CHANCE and OVER."""
        return seat >= 0 and self.holders[seat].kind == "bot"

    def stand_in_for(self, seat: int) -> str | None:
        """Return the name of the person for whom a bot stands in at a seat; None where no bot
        does."""
        return self.name_of(seat) if self.holders[seat].stands_in else None

    def name_of(self, seat: int) -> str:
        """Return the name that the person at a seat has given, or else the game's name of the
        seat."""
        return self.holders[seat].name or self.seat_names[seat]
