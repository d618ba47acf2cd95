"""Decides what follows from the terms of a live match: its clock, the offers between people, and
which bot plays on for a person who has resigned or run out of time."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from everygame.server.clock.terms_and_course import (
    Clock,
    Course,
    Offer,
    OfferKind,
    read_course,
    read_terms,
    run_clock,
    start_clock,
    to_json,
)
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.facts import Facts, Moment
from everygame.server.offers import offer_rules
from everygame.server.people.presence import Presence
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Change, Holder, StoredMatch


class Referee:
    """Holds the terms and the course of a live match. It computes the next course; the live match
    writes that to the store and then hands it back to `accept`."""

    def __init__(
        self,
        stored: StoredMatch,
        facts: Facts,
        seats: SeatHolders,
        presence: Presence,
        keeper: Timekeeper,
    ) -> None:
        self.terms = read_terms(stored.terms)
        self.course = read_course(stored.course)
        if self.terms.clock and not self.course.left:
            self.course = start_clock(self.terms.clock, facts.players, self.course)
        self.facts = facts
        self.seats = seats
        self.presence = presence
        self.keeper = keeper

    # -- the course

    def next_course(
        self,
        now: Moment,
        holders: Sequence[Holder],
        forward: bool,
        course: Course | None = None,
    ) -> Course:
        """Return the course that follows from `course`, or else from the present one, when the
        match is at the moment `now` with these seat holders; `forward` says that plies led there,
        and no step back.
        The clock starts when everybody is present or, where turns take days, when every seat is
        taken."""
        clock, course = self.terms.clock, course or self.course
        course = offer_rules.forget_refusals(course, self.keeper.now())
        if self.ended_loan(now) is not None:
            course = replace(course, lent=None)
        if now.over and (course.offers or course.paused):
            course = replace(course, offers=(), paused=False, resume_after={})
        if clock is None or not (course.started or self.may_start(clock, holders)):
            return course
        person = now.to_play >= 0 and holders[now.to_play].kind == "person"
        runs = person and not course.paused
        started = course if course.started else replace(course, started=True)
        earned = forward and course.turn >= 0 and holders[course.turn].kind == "person"
        uptime = self.keeper.now()
        return run_clock(clock, started, now.to_play, now.turn, runs, earned, uptime)

    def may_start(self, clock: Clock, holders: Sequence[Holder]) -> bool:
        """Whether the clock may start: all seats are taken, and everybody is present where turns
        are short."""
        taken = all(holder.kind != "open" for holder in holders)
        return taken and (clock.is_slow() or all(map(self.presence.is_here, holders)))

    def pending_change(self, course: Course, sits: tuple[int, Holder] | None) -> Change | None:
        """Return what the store must write for a new course and for a new holder, which `sits`
        gives with the seat; None where nothing changes."""
        if course == self.course and not sits:
            return None
        data, now = to_json(course), self.keeper.now()
        if sits is None:
            return Change(data, now, self.next_due(course))
        seat, holder = sits
        return Change(data, now, self.next_due(course), seat, self.seats.holders[seat], holder)

    def next_due(self, course: Course) -> float | None:
        """Return the time at which a seat runs out of time or an offer has waited long enough; None
        where neither can happen."""
        ends = course.runs_out_at(), offer_rules.next_check(course, self.terms, self.keeper.now())
        return min((end for end in ends if end is not None), default=None)

    def accept(self, match: str, course: Course) -> None:
        """Take over a course that was written to the store, and schedule what is due by it."""
        self.course = course
        self.keeper.schedule(match, self.next_due(course))

    def limits_absence(self) -> bool:
        """Whether the clock decides how long a person may stay away: it has started. A pause
        changes nothing, because people agree to it in order to be away."""
        return self.course.started

    # -- running out of time

    def out_of_time(self) -> int | None:
        """Return the seat that has run out of time, or None."""
        due = self.course.runs_out_at()
        return self.course.running if due is not None and due <= self.keeper.now() else None

    def lends_turns(self) -> bool:
        """Whether a bot plays a single turn for a seat out of time."""
        clock = self.terms.clock
        return clock is not None and clock.then == "turn" and self.facts.has_bots

    def ended_loan(self, now: Moment) -> int | None:
        """Return the seat that a bot played for one turn, if that turn is over at the moment `now`;
        otherwise None."""
        lent = self.course.lent
        if lent is None or (now.to_play < 0 and not now.over):
            return None
        return lent[0] if now.over or (now.to_play, now.turn) != lent else None

    def course_without_person(self, seat: int, why: str) -> Course:
        """Return the course after the person of a seat has resigned or run out of time and a bot
        plays the seat to the end. `why` is "resignation" or "time"."""
        left = tuple(offer for offer in self.course.offers if offer.seat != seat)
        course = replace(self.course, offers=left)
        device = self.seats.holders[seat].device
        former = course.former if device is None else (*course.former, device)
        return replace(course, gave_up={**course.gave_up, seat: why}, former=former)

    # -- offers

    def allowed_offers(self, now: Moment, mine: frozenset[int], back: bool) -> list[OfferKind]:
        """Return the kinds of offers that a device with these seats may make now; `back` says that
        it has a ply to take back."""
        if not mine:
            return []
        course, holders = self.course, self.seats.holders
        possible = offer_rules.allowed_offers(self.facts, self.terms, course, holders, now, back)
        seat = self.offering_seat(now, mine)
        return [
            what for what in possible if not offer_rules.was_declined(course, what, seat, now.node)
        ]

    def offering_seat(self, now: Moment, mine: frozenset[int]) -> int:
        """Return the seat by which a device makes its offers: the seat to move if it has that,
        otherwise its first seat."""
        return now.to_play if now.to_play in mine else min(mine)

    def verdict(self, offer: Offer) -> bool | None:
        """Whether an offer is accepted (True) or declined (False); None while it waits for
        answers."""
        return offer_rules.verdict(offer, self.terms, self.seats.holders, self.presence)
