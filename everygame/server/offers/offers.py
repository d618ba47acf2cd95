"""Makes, answers and settles offers in a live match; callers hold its `lock`.

An offer or an answer is written to the store first, and its consequences by a second write. If the
server is killed between the two, the live match settles the offer when it is next opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from everygame.errors import NotYourTurn, StaleState
from everygame.match import Event
from everygame.server.clock.course import Course, Offer, OfferKind
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

    course: Course
    keeper: Timekeeper

    def allowed_offers(self, now: Moment, mine: frozenset[int], back: bool) -> list[OfferKind]: ...

    def offering_seat(self, now: Moment, mine: frozenset[int]) -> int: ...

    def verdict(self) -> bool | None: ...


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
    ) -> None: ...

    def announce(self, sentence: str) -> None: ...


async def make_offer(live: OfferMatch, device: int, rights: Rights, command: Ask) -> int:
    """Make an offer to the people at other devices; where there are none, it is accepted at once.
    Return the current node afterwards. Raises NotYourTurn where the offer is not allowed."""
    if command.seat not in rights.mine:
        raise NotYourTurn("You can ask only for a seat of your own.")
    goal = (
        None
        if rights.shared
        else await live.change(lambda session: session.takeback_node(rights.mine))
    )
    if command.what not in live.referee.allowed_offers(live.now, rights.mine, goal is not None):
        raise NotYourTurn("This cannot be asked now.")
    seat = live.referee.offering_seat(live.now, rights.mine)
    now = live.referee.keeper.now()
    course = offer_rules.make_offer(live.referee.course, command.what, seat, goal or 0, now)
    await live.write([], live.now, StoredCommand(device, command.id, live.now.node), course)
    await settle(live)
    return live.now.node


async def answer_offer(live: OfferMatch, device: int, rights: Rights, command: Answer) -> int:
    """Accept or decline an offer for a device. Return the current node afterwards. Raises
    StaleState where the offer no longer exists, and NotYourTurn where it does not wait for the
    device."""
    before, holders, node = live.referee.course, live.seats.holders, live.now.node
    course, no = offer_rules.answer_offer(before, command.offer, rights.mine, command.yes, holders)
    course = offer_rules.without_offer(course, node, True) if no else course
    await live.write([], live.now, StoredCommand(device, command.id, node), course)
    await settle(live)
    if no and before.offer and before.offer.seat not in rights.mine:
        live.announce(
            offer_rules.say_declined(before.offer.what, live.seats.name_of(min(rights.mine)))
        )
    return live.now.node


async def settle(live: OfferMatch) -> None:
    """End the present offer if it is decided: do what everybody agreed to, or drop it."""
    course, verdict = live.referee.course, live.referee.verdict()
    if course.offer is None or verdict is None:
        return
    try:
        events, now = await do_agreed(live, course.offer) if verdict else ([], live.now)
    except StaleState:
        events, now, verdict = [], live.now, False
    done = (
        offer_rules.after_agreement(course, now.node)
        if verdict
        else offer_rules.without_offer(course, now.node, True)
    )
    await live.write(events, now, None, done)


async def do_agreed(live: OfferMatch, offer: Offer) -> Applied:
    """Change the match itself as an accepted offer says; a pause changes only its course. Raises
    StaleState where the match can no longer go back."""
    if offer.what == "back":
        return await live.change(lambda session: session.take_back_to(offer.goal))
    if offer.what in ("draw", "stop"):
        ending = "agreement" if offer.what == "draw" else "stopped"
        return await live.change(lambda session: session.end(ending))
    return [], live.now
