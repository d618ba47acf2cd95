"""Defines the terms of a match, which its maker chooses besides the rules, and its course: the
state of its clock and of offers.

Both are plain values: a `LiveMatch` holds them, and the store writes them together with the plies
that change them. All times are seconds of `Uptime`, so clocks stop while no server runs.

    clock            at the start of a turn      at its end         `seconds`
    per match        the seat has what is left   `increment` added  for all turns together
    per turn         the seat has `seconds`                         for each turn

A turn lasts until another seat is to play; in a match with one player each ply is a turn. Time runs
for people only: bots answer within the time of their level, and chance takes none.
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
    """The time control of a match, the same for all seats."""

    seconds: Seconds
    """The time of each seat, for the whole match or for each turn, as `each` says."""
    each: Literal["match", "turn"] = "match"
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0.0
    """Seconds that a seat gains with each turn it plays."""
    then: Literal["end", "bot"] = "end"
    """What happens when a seat runs out of time: "end" means that the seat loses, "bot" that a bot
    plays on for it."""

    def is_slow(self) -> bool:
        """Whether a turn may take a day or more, so that nobody needs to be present."""
        return self.each == "turn" and self.seconds >= DAY


class Terms(Struct, frozen=True, omit_defaults=True):
    """What the maker of a match chose for everybody who plays in it."""

    clock: Clock | None = None
    watching: bool = True
    """Whether anybody who knows the match's address may watch it."""
    free_seats: bool = False
    """Whether anybody who opens the match may take an open seat."""


OfferKind = Literal["back", "draw", "pause", "resume", "stop"]
"""What a person may offer the others: "back", to let this person take back the last decision;
"draw"; "pause", to stop the clock; "resume", to go on after a pause; "stop", to end the match
without a result."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """An offer of one seat to the others, which waits for their answers."""

    id: str
    what: OfferKind
    seat: int
    """The seat that made the offer."""
    asked: float
    """The time of the offer, in seconds of `Uptime`."""
    goal: int = 0
    """The node to which the match goes back if the others agree to `back`."""
    yes: tuple[int, ...] = ()
    """The seats that have agreed so far."""


class Course(Struct, frozen=True, omit_defaults=True):
    """The state of a match that its game does not know: clock, pause and offers."""

    started: bool = False
    """Whether the clock has started, which it does when everybody is present or, where turns take
    days, when every seat is taken."""
    turn: int = -1
    """The seat whose turn it is; negative where chance is to decide or the match is over."""
    left: tuple[float, ...] = ()
    """The seconds left to each seat; for the seat `running`, at the time `since`."""
    running: int | None = None
    """The seat whose time runs, or None."""
    since: float = 0.0
    """The time since which the clock of that seat has run."""
    gave_up: dict[int, str] = {}
    """The seats whose people have resigned or run out of time, so that bots play them to the end,
    each with the reason: "resignation" or "time"."""
    paused: bool = False
    """Whether the match is paused: no time runs, and nobody may move."""
    offer: Offer | None = None
    """The offer that waits for answers."""
    former: tuple[int, ...] = ()
    """The devices of these people, who may go on watching."""
    refused: dict[str, int] = {}
    """For each kind of offer and its seat ("draw 0"): the node at which the offer was last
    declined. It may not be repeated before the next ply."""

    def left_at(self, now: float) -> tuple[float, ...]:
        """Return the seconds left to each seat at a time."""
        return tuple(
            max(0.0, left - (now - self.since)) if seat == self.running else left
            for seat, left in enumerate(self.left)
        )

    def runs_out_at(self) -> float | None:
        """Return the time at which the seat `running` runs out of time; None where no time runs."""
        return None if self.running is None else self.since + self.left[self.running]


def start_clock(clock: Clock, players: int, course: Course) -> Course:
    """Return the course with the whole time for each seat."""
    return replace(course, left=(clock.seconds,) * players)


def run_clock(
    clock: Clock, course: Course, to_play: int, runs: bool, played: bool, now: float
) -> Course:
    """Return the course after a change of the match: `to_play` is the seat to move, and `runs` says
    whether its time runs. `played` says that a ply led there; going back brings no increment."""
    running = to_play if runs else None
    # with one player each ply is a turn; while chance is to decide, no seat's turn goes on
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
    """Return terms or course in the form that the store keeps, without fields that have their
    default."""
    data: Json = msgspec.to_builtins(value, str_keys=True)
    return data


def read_terms(data: Json) -> Terms:
    """Read terms from their stored form."""
    return msgspec.convert(data, Terms)


def read_course(data: Json) -> Course:
    """Read a course from its stored form. The reading is not strict, because JSON stores the seats
    in `gave_up` as texts."""
    return msgspec.convert(data, Course, strict=False)
