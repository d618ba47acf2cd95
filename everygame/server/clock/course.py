"""What was agreed about a match beside its rules, and how that stands: its clock, first of all.

Values without input or output: `LiveMatch` keeps them, the store writes them with the plies that
change them. All times are seconds of `Uptime`, so clocks stand still while no server runs.

    clock            a turn begins with          after a turn       seconds
    per match        what is left                + `increment`      of all turns together
    per turn         `seconds`                                      of each turn

A turn lasts until another seat is to play; who plays alone has turns of one ply. Time runs for a
person only: bots answer within the time of their level, and chance takes none.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from everygame.contract import OVER, Json

DAY: Final = 86_400.0
Seconds = Annotated[float, Meta(ge=1, le=30 * DAY)]


class Clock(Struct, frozen=True, omit_defaults=True):
    """How time is given."""

    seconds: Seconds
    each: Literal["match", "turn"] = "match"
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0.0
    """Seconds that a turn adds."""
    then: Literal["end", "bot"] = "end"
    """At the end of time the seat loses, or a bot takes it."""

    def is_slow(self) -> bool:
        """Turns take days, so that nobody has to be there."""
        return self.each == "turn" and self.seconds >= DAY


class Terms(Struct, frozen=True, omit_defaults=True):
    """What the maker of a match chose for everybody."""

    clock: Clock | None = None
    watching: bool = True
    """Whoever knows the address of the match may watch it."""
    free_seats: bool = False
    """Whoever comes to the match may take a seat that is open."""


Asked = Literal["back", "draw", "pause", "resume", "stop"]
"""What people ask each other: to take back the asker's last decision, to agree on a draw, to stop
the clock for a while and to let it run again, to end the match without a result."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """A question that waits for answers."""

    id: str
    what: Asked
    seat: int
    """Who asks."""
    asked: float
    """When, as clocks count."""
    goal: int = 0
    """The node to which `back` leads."""
    yes: tuple[int, ...] = ()
    """The seats that have agreed."""


class Course(Struct, frozen=True, omit_defaults=True):
    """How a match stands beside its board."""

    started: bool = False
    """Everybody was there, so that time may run."""
    turn: int = -1
    """The seat whose turn it is, or a negative number."""
    left: tuple[float, ...] = ()
    """Seconds of each seat: at `since` of the one whose time runs, now of the others."""
    running: int | None = None
    since: float = 0.0
    gave_up: dict[int, str] = {}
    """Seats that bots play to the end, and why: "resignation" or "time"."""
    paused: bool = False
    """Nobody's time runs, and nobody moves."""
    offer: Offer | None = None
    former: tuple[int, ...] = ()
    """The devices of those who gave up, which may go on looking."""
    refused: dict[str, int] = {}
    """What was asked in vain last, and at which node: it is asked again after a ply."""

    def left_at(self, now: float) -> tuple[float, ...]:
        """Seconds of each seat."""
        return tuple(
            max(0.0, left - (now - self.since)) if seat == self.running else left
            for seat, left in enumerate(self.left)
        )

    def due(self) -> float | None:
        """When the time is up that runs."""
        return None if self.running is None else self.since + self.left[self.running]


def begin(clock: Clock, players: int, course: Course) -> Course:
    """All have their whole time."""
    return replace(course, left=(clock.seconds,) * players)


def follow(
    clock: Clock, course: Course, to_play: int, runs: bool, played: bool, now: float
) -> Course:
    """The course from now on: the seat `to_play` is to play, and its time runs or stands still.
    `played`: by a ply, not by going back, for which there is no increment. Where chance waits for
    bytes of a device, the turn before it has ended."""
    running = to_play if runs else None
    new_turn = course.turn != to_play or (played and len(course.left) == 1)
    if not new_turn and course.running == running:
        return course
    left = list(course.left_at(now))
    if new_turn and played and course.running is not None and to_play != OVER:
        left[course.running] += clock.increment
    if new_turn and to_play >= 0 and clock.each == "turn":
        left[to_play] = clock.seconds
    return replace(course, turn=to_play, left=tuple(left), running=running, since=now)


def to_json(value: Terms | Course) -> Json:
    """As it is stored; defaults are left out."""
    data: Json = msgspec.to_builtins(value, str_keys=True)
    return data


def read_terms(data: Json) -> Terms:
    return msgspec.convert(data, Terms)


def read_course(data: Json) -> Course:
    return msgspec.convert(data, Course, strict=False)
