"""The clocks of a match, counted a second time, by what people are promised of them.

Time falls for the seat whose time runs, and for nobody else. Nothing that people do adds time to a
clock or takes it, but for the rule's own: a clock per match gains the increment once for each turn
that a person has played, and a clock per turn begins each turn with its whole time, or, in a turn
to which the match was taken back, with what was left in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from everygame.match import Event
from everygame.server.clock.terms_and_course import Clock, Course

ROUNDED: Final = 0.002
"""The seconds by which the store may round what is left of a turn."""
Turn = tuple[int, int]


class ClockModel:
    """What the clocks of one match may show."""

    def __init__(self, clock: Clock, players: int) -> None:
        self.clock = clock
        self.course = Course(left=(clock.seconds,) * players)
        self.paid: set[Turn] = set()
        self.rest: dict[Turn, float] = {}

    def see(self, events: Sequence[Event], course: Course, uptime: float) -> None:
        """Check a course that was stored together with these events."""
        before, after = left_at(self.course, uptime), left_at(course, uptime)
        ended, begun = turn_of(self.course), turn_of(course)
        if ended != begun:
            self.rest[ended] = before[ended[0]]
        for seat, left in enumerate(after):
            may_be = self.allowed(seat, before[seat], ended, begun, events)
            close = [one for one in may_be if abs(left - one) <= ROUNDED]
            assert close, f"the clock of seat {seat} shows {left}, not {may_be}"
            if ended != begun and close[0] > before[seat] + ROUNDED:
                self.paid.add(ended)
        assert course.running in (None, course.turn), "time runs only for the seat to move"
        self.course = course

    def allowed(
        self, seat: int, before: float, ended: Turn, begun: Turn, events: Sequence[Event]
    ) -> list[float]:
        """The seconds that the clock of a seat may show after a change, which was before it."""
        if ended == begun:
            return [before]
        if self.clock.each == "turn":
            return [self.rest.get(begun, self.clock.seconds) if seat == begun[0] else before]
        forward = bool(events) and all(event["type"] != "go" for event in events)
        earns = forward and seat == ended[0] and ended not in self.paid
        return [before + self.clock.increment, before] if earns else [before]


def turn_of(course: Course) -> Turn:
    return course.turn, course.number


def left_at(course: Course, uptime: float) -> list[float]:
    """The seconds left to each seat, from what the store keeps alone."""
    gone = uptime - course.since
    assert course.running is None or gone > -ROUNDED, "no time runs before it began to"
    return [
        max(0.0, left - gone) if seat == course.running else left
        for seat, left in enumerate(course.left)
    ]
