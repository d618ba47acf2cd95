"""Defines the terms of a match, which its maker chooses besides the rules, and its course: the
state of its clock and of offers.

Both are plain values: a `LiveMatch` holds them, and the store writes them together with the plies
that change them. All times are seconds of `Uptime`, so clocks stop while no server runs.

    clock            at the start of a turn      at its end         `seconds`
    per match        the seat has what is left   `increment` added  for all turns together
    per turn         the seat has `seconds`                         for each turn

A turn lasts until another seat is to play; chance in between does not end it, and in a match with
one player each ply is a turn. Time runs for people only: bots answer within the time of their
level, and chance takes none. A turn gets its time once: after a ply was taken back, the turn goes
on with what was left in it, and no turn brings its increment again.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from everygame.contract import Json

DAY: Final = 86_400.0
Seconds = Annotated[float, Meta(ge=1, le=30 * DAY)]


class Clock(Struct, frozen=True, omit_defaults=True):
    """The time control of a match, the same for all seats."""

    seconds: Seconds
    """The time of each seat, for the whole match or for each turn, as `each` says."""
    each: Literal["match", "turn"] = "match"
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0.0
    """Seconds that a seat gains with each turn it plays."""
    then: Literal["end", "bot", "turn"] = "end"
    """What happens when a seat runs out of time: "end" means that the seat loses, "bot" that a bot
    plays on for it, and "turn", with a clock per turn, that a bot plays this one turn."""

    def __post_init__(self) -> None:
        if self.then == "turn" and self.each != "turn":
            raise ValueError("A bot can play a single turn only where each turn has its own time.")

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
    """The seat whose turn it is, also while chance is to decide; negative before the first turn."""
    number: int = 0
    """Which turn of that seat it is, counted from 1 on the line to the current node."""
    paid: tuple[int, ...] = ()
    """In a match with a clock per match: for each seat, the number of its turns that have brought
    their increment."""
    rest: tuple[tuple[float, ...], ...] = ()
    """In a match with a clock per turn: for each seat, the seconds left at the end of each of its
    turns. When plies are taken back, the turn goes on with them."""
    left: tuple[float, ...] = ()
    """The seconds left to each seat; for the seat `running`, at the time `since`."""
    running: int | None = None
    """The seat whose time runs, or None."""
    since: float = 0.0
    """The time since which the clock of that seat has run."""
    gave_up: dict[int, str] = {}
    """The seats whose people have resigned or run out of time, so that bots play them to the end,
    each with the reason: "resignation" or "time"."""
    lent: tuple[int, int] | None = None
    """The seat whose time was up in this turn, so that a bot plays the turn, and the number of the
    turn; None where no bot does."""
    paused: bool = False
    """Whether the match is paused: no time runs, and nobody may move."""
    offers: tuple[Offer, ...] = ()
    """The offers that wait for answers, at most one of each kind."""
    former: tuple[int, ...] = ()
    """The devices of these people, who may go on watching."""
    refused: dict[str, int] = {}
    """For each kind of offer and its seat ("draw 0"): the node at which the offer was last
    declined. It may not be repeated before the next ply. "resume" is not among them, because no ply
    comes in a pause."""
    resume_after: dict[int, float] = {}
    """For each seat whose wish to end a pause was declined: the time at which it may ask again."""

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
    clock: Clock, course: Course, to_play: int, number: int, runs: bool, earned: bool, now: float
) -> Course:
    """Return the course after a change of the match: `to_play` is the seat to move in its turn
    `number`, and `runs` says whether its time runs. `earned` says that a person's ply ended the
    turn before, which brings the increment."""
    running = to_play if runs else None
    # a course that an older version stored has no number yet
    same = to_play < 0 or (to_play, number) == (course.turn, course.number or number)
    if same and course.running == running:
        return course
    stopped = replace(course, left=course.left_at(now), running=running, since=now)
    if same:
        return stopped
    change = begin_turn if clock.each == "turn" else end_turn
    return replace(change(clock, stopped, to_play, number, earned), turn=to_play, number=number)


def end_turn(clock: Clock, course: Course, to_play: int, number: int, earned: bool) -> Course:
    """Return the course with the increment for the turn that ends, unless that turn has brought it
    before."""
    seat = course.turn
    paid = list(course.paid or (0,) * len(course.left))
    if not earned or course.number <= paid[seat]:
        return course
    left = list(course.left)
    left[seat] += clock.increment
    paid[seat] = course.number
    return replace(course, left=tuple(left), paid=tuple(paid))


def begin_turn(clock: Clock, course: Course, to_play: int, number: int, earned: bool) -> Course:
    """Return the course with the time of the turn that begins: all of it, or what was left in that
    turn before plies were taken back."""
    left = list(course.left)
    rest = [list(one) for one in course.rest] or [[] for _ in left]
    if course.number:
        ended = rest[course.turn]
        ended += [clock.seconds] * (course.number - 1 - len(ended))  # turns before the clock began
        ended[course.number - 1 : course.number] = [round(left[course.turn], 3)]
    before = rest[to_play][number - 1 : number]
    left[to_play] = before[0] if before else clock.seconds
    return replace(course, left=tuple(left), rest=tuple(map(tuple, rest)))


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
    old = {"offers": [data["offer"]]} if data.get("offer") else {}  # of version 0.1
    return msgspec.convert({**data, **old}, Course, strict=False)
