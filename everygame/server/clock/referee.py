"""Keeps the time of a live match, hears what people ask each other, and says who plays on for
whom."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from everygame.search.advice import Level
from everygame.server.clock.course import (
    Asked,
    Clock,
    Course,
    begin,
    follow,
    read_course,
    read_terms,
    to_json,
)
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.facts import Facts, Moment
from everygame.server.offers import offer_rules
from everygame.server.people.presence import Presence
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Change, Holder, StoredMatch


class Referee:
    """Knows the terms of a match and its course, and decides nothing by itself: the live match
    asks it, writes what comes of that, and tells it."""

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
            self.course = begin(self.terms.clock, facts.players, self.course)
        self.facts = facts
        self.seats = seats
        self.presence = presence
        self.keeper = keeper

    # -- the course

    def follow(
        self,
        now: Moment,
        holders: Sequence[Holder],
        played: bool,
        course: Course | None = None,
    ) -> Course:
        """The course, or what comes of another one, when the match stands at `now` and these sit
        at it; `played`: by a ply. Time begins to run when everybody has come, or where turns take
        days, when every seat is taken."""
        clock, course = self.terms.clock, course or self.course
        if now.over and (course.offer or course.paused):
            course = replace(course, offer=None, paused=False)
        if clock is None or not (course.started or self.may_start(clock, holders)):
            return course
        person = now.to_play >= 0 and holders[now.to_play].kind == "person"
        runs = person and not course.paused
        started = course if course.started else replace(course, started=True)
        return follow(clock, started, now.to_play, runs, played, self.keeper.now())

    def may_start(self, clock: Clock, holders: Sequence[Holder]) -> bool:
        taken = all(holder.kind != "open" for holder in holders)
        return taken and (clock.is_slow() or all(map(self.presence.is_here, holders)))

    def change(self, course: Course, sits: tuple[int, Holder] | None) -> Change | None:
        """What is to be written of a course, and of who sits down; None if nothing is new."""
        if course == self.course and not sits:
            return None
        data, now = to_json(course), self.keeper.now()
        if sits is None:
            return Change(data, now, self.due(course))
        seat, holder = sits
        return Change(data, now, self.due(course), seat, self.seats.holders[seat], holder)

    def due(self, course: Course) -> float | None:
        """When time or patience will be at an end."""
        ends = course.due(), offer_rules.due(course, self.terms, self.keeper.now())
        return min((end for end in ends if end is not None), default=None)

    def set(self, match: str, course: Course) -> None:
        """It is written."""
        self.course = course
        self.keeper.set(match, self.due(course))

    # -- the end of time, and of patience

    def out_of_time(self) -> int | None:
        """The seat whose time is up."""
        due = self.course.due()
        return self.course.running if due is not None and due <= self.keeper.now() else None

    def successor(self, seat: int) -> Level | None:
        """The bot that takes a seat at the end of its time; None where the match ends."""
        clock = self.terms.clock
        if clock and clock.then == "bot" and self.facts.players > 1 and self.has_bots():
            return self.facts.levels[-1]
        return self.bot_after_resignation(seat)

    def bot_after_resignation(self, seat: int) -> Level | None:
        """The bot that plays on for who gives up where three or more play, one of them another
        person for whom it goes on; else None, and the match ends."""
        others = self.seats.people_seats() - {seat}
        goes_on = self.facts.players > 2 and bool(others) and self.has_bots()
        return self.facts.levels[0] if goes_on else None

    def has_bots(self) -> bool:
        return bool(self.facts.levels) and not self.facts.endless

    def given_up(self, seat: int, why: str) -> Course:
        """The course when a bot plays a seat to the end."""
        course, offer = self.course, self.course.offer
        if offer and offer.seat == seat:
            course = replace(course, offer=None)
        device = self.seats.holders[seat].device
        former = course.former if device is None else (*course.former, device)
        return replace(course, gave_up={**course.gave_up, seat: why}, former=former)

    def free_seats(self) -> list[int]:
        """The seats that whoever comes may take."""
        if not self.terms.free_seats:
            return []
        holders = enumerate(self.seats.holders)
        return [seat for seat, who in holders if who.kind == "open" and who.device is None]

    # -- questions

    def may_ask(self, now: Moment, mine: frozenset[int], back: bool) -> list[Asked]:
        """What a device with these seats can ask now."""
        if not mine:
            return []
        course, holders = self.course, self.seats.holders
        possible = offer_rules.may_ask(self.facts, self.terms, course, holders, now, back)
        seat = self.asker(now, mine)
        return [
            what for what in possible if not offer_rules.is_refused(course, what, seat, now.node)
        ]

    def asker(self, now: Moment, mine: frozenset[int]) -> int:
        """The seat that asks for all of a device."""
        return now.to_play if now.to_play in mine else min(mine)

    def verdict(self) -> bool | None:
        """Whether what was asked happens, if something was and nobody is waited for."""
        offer = self.course.offer
        if offer is None:
            return None
        return offer_rules.verdict(offer, self.terms, self.seats.holders, self.presence)
