"""Says who takes part in a match, who may watch it, and how much time is left, for libraries. All
of it follows from what the store keeps, so the match need not be open."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.server.clock.terms_and_course import Course, Terms, read_course, read_terms
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Kept


@dataclass(frozen=True)
class Standing:
    """The people of a match, its terms and its course."""

    host: int
    seats: SeatHolders
    terms: Terms
    course: Course

    def is_participant(self, device: int | None) -> bool:
        """Whether a device takes part in the match: it made the match, has a seat, or had a seat
        until its person resigned or ran out of time."""
        has_seat = device in self.seats.devices() or device in self.course.former
        return has_seat or device == self.host

    def may_watch(self, device: int | None) -> bool:
        """Whether a device may see the match: it takes part, or the host allows spectators."""
        return self.terms.watching or self.is_participant(device)

    def is_watching(self, device: int) -> bool:
        """Whether a device has the match in its library without a seat and without being the
        host."""
        return device not in self.seats.devices() and device != self.host

    def is_shared(self, device: int) -> bool:
        """Whether a device plays the match with people at other devices, or waits for some."""
        held = self.seats.mine(device) or device == self.host
        others = [one for one in self.seats.holders if one.kind != "bot" and one.device != device]
        return bool(held and others)

    def time_left(self, device: int, now: float) -> int | None:
        """Return the seconds until the time of the seat to move is up; None without a clock, or
        where that seat is not at this device."""
        due, seat = self.course.runs_out_at(), self.course.running
        if due is None or seat not in self.seats.mine(device):
            return None
        return max(0, round(due - now))


def standing_of(kept: Kept, seat_names: tuple[str, ...]) -> Standing:
    """Return what the store keeps beside a glance."""
    terms, course = read_terms(kept.terms), read_course(kept.course)
    return Standing(kept.host, SeatHolders(kept.holders, seat_names), terms, course)
