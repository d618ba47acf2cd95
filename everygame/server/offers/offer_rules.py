"""What people at several devices ask each other, and what comes of it.

Each device is asked once for all its seats. Bots agree to everything but a draw, which is not
offered where one plays. Who is away when the patience is over counts as agreeing; to a draw, as
not agreeing. Without others to be asked, what is asked happens at once.

    at an end    all have agreed, or are away; or somebody says no
    withdrawn    by who asked; `back` and `draw` by a ply of another person, `back` by any
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from everygame.errors import NotYourTurn, StaleState
from everygame.server.clock.course import DAY, Asked, Course, Offer, Terms
from everygame.server.matches.facts import Facts, Moment
from everygame.server.people.presence import Presence
from everygame.store import Holder
from everygame.words import Message, say

PATIENCE: Final = 600.0
"""Seconds for which who is away may still come and answer,"""
HURRY: Final = 60.0
"""where a clock runs,"""
SLOWLY: Final = DAY
"""and where turns have days."""
GRACE: Final = 15.0
"""Seconds after which who does not look is away."""

Holders = Sequence[Holder]


def patience(terms: Terms) -> float:
    """Seconds for which who is away is waited for."""
    if terms.clock is None:
        return PATIENCE
    return SLOWLY if terms.clock.is_slow() else HURRY


def may_ask(
    facts: Facts, terms: Terms, course: Course, holders: Holders, now: Moment, back: bool
) -> list[Asked]:
    """What can be asked now; `back`: there is a way back."""
    if now.over or course.offer or any(who.kind == "open" for who in holders):
        return []
    bots = any(who.kind == "bot" for who in holders)
    possible: dict[Asked, bool] = {
        "back": back and not course.paused,
        "draw": facts.players > 1 and not bots and not facts.endless and not course.paused,
        "pause": terms.clock is not None and course.started and not course.paused,
        "resume": course.paused,
        "stop": facts.players > 1 and not facts.endless,
    }
    return [what for what, can in possible.items() if can]


def is_refused(course: Course, what: str, seat: int, node: int) -> bool:
    """It was asked here in vain."""
    return course.refused.get(f"{what} {seat}") == node


def ask(course: Course, what: Asked, seat: int, goal: int, now: float) -> Course:
    offer = Offer(secrets.token_urlsafe(6), what, seat, now, goal)
    return replace(course, offer=offer)


def waited_for(offer: Offer, holders: Holders) -> frozenset[int]:
    """The seats whose people have not answered."""
    device = holders[offer.seat].device
    people = (seat for seat, who in enumerate(holders) if who.kind == "person")
    others = (seat for seat in people if holders[seat].device != device)
    return frozenset(seat for seat in others if seat not in offer.yes)


def answer(
    course: Course, id: str, mine: frozenset[int], yes: bool, holders: Holders
) -> tuple[Course, bool]:
    """The course after an answer, and whether that was a no. Raises StaleState, NotYourTurn."""
    offer = course.offer
    if offer is None or offer.id != id:
        raise StaleState("This question is settled.")
    waits = waited_for(offer, holders) & mine
    if offer.seat in mine and not yes:
        return course, True
    if not waits:
        raise NotYourTurn("This question is not for you.")
    agreed = replace(offer, yes=(*offer.yes, *sorted(waits)))
    return replace(course, offer=agreed), not yes


def verdict(offer: Offer, terms: Terms, holders: Holders, presence: Presence) -> bool | None:
    """Whether what was asked happens; None as long as somebody is waited for."""
    waits = waited_for(offer, holders)
    if offer.what == "draw" and any(who.kind == "bot" for who in holders):
        return False
    if not waits:
        return True
    if presence.now() < offer.asked + patience(terms):
        return None
    away = {seat for seat in waits if presence.away(holders[seat]) >= GRACE}
    if away and offer.what == "draw":
        return False
    return True if away == waits else None


def due(course: Course, terms: Terms, now: float) -> float | None:
    """When to look at the question again."""
    if course.offer is None:
        return None
    end = course.offer.asked + patience(terms)
    return end if end > now else now + GRACE


def settled(course: Course, node: int, refused: bool) -> Course:
    """The course without its question."""
    offer = course.offer
    if offer is None:
        return course
    vain = {**course.refused, f"{offer.what} {offer.seat}": node} if refused else course.refused
    return replace(course, offer=None, refused=vain)


def agreed(course: Course, node: int) -> Course:
    """The course when all have agreed, as far as it is more than the match that changes."""
    what = course.offer.what if course.offer else ""
    paused = what == "pause" or (course.paused and what != "resume")
    return replace(settled(course, node, False), paused=paused)


def after_ply(course: Course, seat: int, holders: Holders, node: int) -> Course:
    """The course when the person of a seat has moved on instead of answering."""
    offer = course.offer
    if offer is None or offer.what not in ("back", "draw"):
        return course
    own = holders[seat].device == holders[offer.seat].device
    if own and offer.what == "draw":
        return course
    return settled(course, node, not own)


def refusal(what: Asked, name: str) -> Message:
    """What all are told when somebody does not agree."""
    sentences = {
        "back": "{name} does not agree to take a move back.",
        "draw": "{name} does not agree to a draw.",
        "pause": "{name} does not agree to a pause.",
        "resume": "{name} does not want to go on yet.",
        "stop": "{name} does not agree to stop.",
    }
    return say(sentences[what], name=name)
