"""Questions of one device to the others, as a live match hears them and does what was agreed.

What is asked and what is answered is written first, then what comes of it; after a kill between
the two, the live match that is opened again settles it. Used by who holds its `lock`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from everygame.errors import NotYourTurn, StaleState
from everygame.match import Event
from everygame.server.clock.course import Asked, Course, Offer
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.facts import Applied, Moment, Rights
from everygame.server.matches.session import Session
from everygame.server.offers import offer_rules
from everygame.server.requests.messages import Answer, Ask
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Holder, StoredCommand

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class OfferReferee(Protocol):
    """What offers need of the referee of a live match."""

    course: Course
    keeper: Timekeeper

    def may_ask(self, now: Moment, mine: frozenset[int], back: bool) -> list[Asked]: ...

    def asker(self, now: Moment, mine: frozenset[int]) -> int: ...

    def verdict(self) -> bool | None: ...


class AskedMatch(Protocol):
    """What questions need of a live match."""

    now: Moment
    seats: SeatHolders

    @property
    def referee(self) -> OfferReferee: ...

    async def change(
        self,
        work: Callable[Concatenate[Session, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result: ...

    async def write(
        self,
        events: list[Event],
        now: Moment,
        command: StoredCommand | None = None,
        course: Course | None = None,
        sits: tuple[int, Holder] | None = None,
    ) -> None: ...

    def announce(self, sentence: str) -> None: ...


async def ask_others(live: AskedMatch, device: int, rights: Rights, command: Ask) -> int:
    """Ask the people at other devices; without any, what is asked happens. Returns the node that
    answers the command. Raises NotYourTurn."""
    if command.seat not in rights.mine:
        raise NotYourTurn("You can ask only for a seat of your own.")
    goal = None if rights.shared else await live.change(Session.takeback_node, rights.mine)
    if command.what not in live.referee.may_ask(live.now, rights.mine, goal is not None):
        raise NotYourTurn("This cannot be asked now.")
    seat = live.referee.asker(live.now, rights.mine)
    now = live.referee.keeper.now()
    course = offer_rules.ask(live.referee.course, command.what, seat, goal or 0, now)
    await live.write([], live.now, StoredCommand(device, command.id, live.now.node), course)
    await settle(live)
    return live.now.node


async def hear_answer(live: AskedMatch, device: int, rights: Rights, command: Answer) -> int:
    """Returns the node that answers the command. Raises StaleState, NotYourTurn."""
    before, holders, node = live.referee.course, live.seats.holders, live.now.node
    course, no = offer_rules.answer(before, command.offer, rights.mine, command.yes, holders)
    course = offer_rules.settled(course, node, True) if no else course
    await live.write([], live.now, StoredCommand(device, command.id, node), course)
    await settle(live)
    if no and before.offer and before.offer.seat not in rights.mine:
        live.announce(offer_rules.refusal(before.offer.what, live.seats.name_of(min(rights.mine))))
    return live.now.node


async def settle(live: AskedMatch) -> None:
    """Do what all have agreed to, or forget it where somebody did not come to agree."""
    course, verdict = live.referee.course, live.referee.verdict()
    if course.offer is None or verdict is None:
        return
    try:
        events, now = await do_agreed(live, course.offer) if verdict else ([], live.now)
    except StaleState:
        events, now, verdict = [], live.now, False
    done = (
        offer_rules.agreed(course, now.node)
        if verdict
        else offer_rules.settled(course, now.node, True)
    )
    await live.write(events, now, None, done)


async def do_agreed(live: AskedMatch, offer: Offer) -> Applied:
    """What becomes of the match itself."""
    if offer.what == "back":
        return await live.change(Session.take_back_to, offer.goal)
    if offer.what in ("draw", "stop"):
        return await live.change(Session.end, "agreement" if offer.what == "draw" else "stopped")
    return [], live.now
