"""Makes, answers and settles offers in a live match; callers hold its `lock`.

An offer or an answer is written to the store first, and its consequences by a second write. If the
server is killed between the two, the live match settles the offer when it is next opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from everygame.errors import NotYourTurn, StaleState
from everygame.match import Event
from everygame.server.clock.terms_and_course import Course, Offer, OfferKind, Terms
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.facts import Applied, Moment, Rights
from everygame.server.matches.session import Session
from everygame.server.offers import offer_rules
from everygame.server.requests.messages import Answer, Ask
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import StoredCommand

Result = TypeVar("Result")


class OfferReferee(Protocol):
    """The part of a referee that offers use."""

    terms: Terms
    course: Course
    keeper: Timekeeper

    def allowed_offers(self, now: Moment, mine: frozenset[int], back: bool) -> list[OfferKind]: ...

    def offering_seat(self, now: Moment, mine: frozenset[int]) -> int: ...

    def verdict(self, offer: Offer) -> bool | None: ...


class OfferMatch(Protocol):
    """The part of a live match that offers use."""

    now: Moment
    seats: SeatHolders

    @property
    def referee(self) -> OfferReferee: ...

    async def change(self, work: Callable[[Session], Result]) -> Result: ...

    async def write(
        self,
        events: list[Event],
        now: Moment,
        command: StoredCommand | None = None,
        course: Course | None = None,
        *,
        notice: str = "",
    ) -> None: ...


async def make_offer(live: OfferMatch, device: int, rights: Rights, command: Ask) -> int:
    """Make an offer to the people at other devices; where there are none, it is accepted at once.
    Where another person has just asked for the same, this agrees to it. Return the current node
    afterwards. Raises NotYourTurn where the offer is not allowed."""
    if command.seat not in rights.mine:
        raise NotYourTurn("You can ask only for a seat of your own.")
    course, holders = live.referee.course, live.seats.holders
    same = offer_rules.find_same(course, command.what, rights.mine, holders)
    if same:
        course = offer_rules.answer_offer(course, same, rights.mine, True, holders)
    else:
        course = await new_offer(live, rights, command.what)
    await live.write([], live.now, StoredCommand(device, command.id, live.now.node), course)
    await settle(live)
    return live.now.node


async def new_offer(live: OfferMatch, rights: Rights, what: OfferKind) -> Course:
    """Return the course with a new offer. Raises NotYourTurn where it is not allowed."""
    goal = (
        None
        if rights.shared
        else await live.change(lambda session: session.takeback_node(rights.mine))
    )
    if what not in live.referee.allowed_offers(live.now, rights.mine, goal is not None):
        raise NotYourTurn("This cannot be asked now.")
    seat = live.referee.offering_seat(live.now, rights.mine)
    now = live.referee.keeper.now()
    return offer_rules.make_offer(live.referee.course, what, seat, goal or 0, now)


async def answer_offer(live: OfferMatch, device: int, rights: Rights, command: Answer) -> int:
    """Accept or decline an offer for a device. Return the current node afterwards. Raises
    StaleState where the offer no longer exists, and NotYourTurn where it does not wait for the
    device."""
    referee, holders, node = live.referee, live.seats.holders, live.now.node
    offer = offer_rules.find_offer(referee.course, command.offer)
    course = offer_rules.answer_offer(referee.course, offer, rights.mine, command.yes, holders)
    own = offer.seat in rights.mine
    if not command.yes:
        course = offer_rules.without_offer(course, offer) if own else refused(live, course, offer)
    told = offer_rules.say_withdrawn if own else offer_rules.say_declined
    notice = "" if command.yes else told(offer.what, live.seats.name_of(min(rights.mine)))
    stored = StoredCommand(device, command.id, node)
    await live.write([], live.now, stored, course, notice=notice)
    await settle(live)
    return live.now.node


def refused(live: OfferMatch, course: Course, offer: Offer) -> Course:
    """Return the course after an offer was declined now."""
    referee = live.referee
    now = referee.keeper.now()
    return offer_rules.after_refusal(course, offer, live.now.node, referee.terms, now)


def after_ply(live: OfferMatch, seat: int, ended: Sequence[Offer], node: int) -> Course:
    """Return the course after the person at a seat has played a ply that led to a node and ended
    some offers."""
    referee, holders = live.referee, live.seats.holders
    course, now = referee.course, referee.keeper.now()
    for offer in ended:
        own = holders[seat].device == holders[offer.seat].device
        course = (
            offer_rules.without_offer(course, offer)
            if own
            else offer_rules.after_refusal(course, offer, node, referee.terms, now)
        )
    return course


def say_ended(live: OfferMatch, seat: int, ended: Sequence[Offer]) -> str:
    """Return the sentence about the last offer that the person at a seat has ended by playing a
    ply; empty where there is none."""
    if not ended:
        return ""
    own = live.seats.holders[seat].device == live.seats.holders[ended[-1].seat].device
    told = offer_rules.say_withdrawn if own else offer_rules.say_declined
    return told(ended[-1].what, live.seats.name_of(seat))


async def settle(live: OfferMatch) -> None:
    """End each offer that is decided: do what everybody agreed to, or drop it."""
    for offer in live.referee.course.offers:
        verdict = live.referee.verdict(offer)
        if verdict is not None and not live.now.over:
            await end_offer(live, offer, verdict)


async def end_offer(live: OfferMatch, offer: Offer, agreed: bool) -> None:
    """Do what an accepted offer says, or drop an offer that was declined."""
    course = live.referee.course
    try:
        events, now = await do_agreed(live, offer) if agreed else ([], live.now)
    except StaleState:
        events, now, agreed = [], live.now, False
    after = offer_rules.after_agreement(course, offer) if agreed else refused(live, course, offer)
    await live.write(events, now, None, after)


async def do_agreed(live: OfferMatch, offer: Offer) -> Applied:
    """Change the match itself as an accepted offer says; a pause changes only its course. Raises
    StaleState where the match can no longer go back."""
    if offer.what == "back":
        return await live.change(lambda session: session.take_back_to(offer.goal))
    if offer.what in ("draw", "stop"):
        ending = "agreement" if offer.what == "draw" else "stopped"
        return await live.change(lambda session: session.end(ending))
    return [], live.now
