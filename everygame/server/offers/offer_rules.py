"""The rules of offers between people at several devices, as functions on values.

Each other device answers once for all its seats. Bots agree to everything except a draw, which
nobody can offer while a bot plays. A person who is away at the end of the time to answer counts as
having agreed, but to a draw as having declined. Where no other person plays, an offer is accepted
at once.

    accepted     when all have agreed or are away
    declined     when one person declines, or plays on instead of answering `back` or `draw`
    withdrawn    when the person who made it declines it, or plays on after offering `back`
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from everygame.errors import NotYourTurn, StaleState
from everygame.server.clock.course import DAY, Course, Offer, OfferKind, Terms
from everygame.server.matches.facts import Facts, Moment
from everygame.server.people.presence import Presence
from everygame.store import Holder
from everygame.words import Message, say

ANSWER_SECONDS: Final = 600.0
"""The seconds for which an offer waits for people who are away, in a match without a clock."""
ANSWER_SECONDS_ON_CLOCK: Final = 60.0
"""The same seconds in a match with a clock."""
ANSWER_SECONDS_BY_DAYS: Final = DAY
"""The same seconds in a match whose turns take days."""
AWAY_SECONDS: Final = 15.0
"""The seconds after which a person who does not watch counts as away."""

Holders = Sequence[Holder]


def answer_seconds(terms: Terms) -> float:
    """Return the seconds for which an offer waits for people who are away."""
    if terms.clock is None:
        return ANSWER_SECONDS
    return ANSWER_SECONDS_BY_DAYS if terms.clock.is_slow() else ANSWER_SECONDS_ON_CLOCK


def allowed_offers(
    facts: Facts, terms: Terms, course: Course, holders: Holders, now: Moment, back: bool
) -> list[OfferKind]:
    """Return the kinds of offers that a person may make now; `back` says that there is a ply to
    take back."""
    if now.over or course.offer or any(one.kind == "open" for one in holders):
        return []
    bots = any(one.kind == "bot" for one in holders)
    possible: dict[OfferKind, bool] = {
        "back": back and not course.paused,
        "draw": facts.has_opponents and not bots and not facts.endless and not course.paused,
        "pause": terms.clock is not None and course.started and not course.paused,
        "resume": course.paused,
        "stop": facts.players > 1 and not facts.endless,
    }
    return [what for what, can in possible.items() if can]


def was_declined(course: Course, what: str, seat: int, node: int) -> bool:
    """Whether this offer of a seat was declined at this node, so that it may not be repeated."""
    return course.refused.get(f"{what} {seat}") == node


def make_offer(course: Course, what: OfferKind, seat: int, goal: int, now: float) -> Course:
    """Return the course with a new offer; `goal` is the node to which `back` would lead."""
    offer = Offer(secrets.token_urlsafe(6), what, seat, now, goal)
    return replace(course, offer=offer)


def waited_for(offer: Offer, holders: Holders) -> frozenset[int]:
    """Return the seats whose people have yet to answer; the people at the offering device need
    not."""
    device = holders[offer.seat].device
    people = (seat for seat, one in enumerate(holders) if one.kind == "person")
    others = (seat for seat in people if holders[seat].device != device)
    return frozenset(seat for seat in others if seat not in offer.yes)


def answer_offer(
    course: Course, id: str, mine: frozenset[int], yes: bool, holders: Holders
) -> tuple[Course, bool]:
    """Return the course after an answer for the seats `mine`, and whether the answer declines or
    withdraws the offer. Raises StaleState where the offer no longer exists, and NotYourTurn where
    it does not wait for these seats."""
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
    """Whether an offer is accepted (True) or declined (False); None while it waits for answers."""
    waits = waited_for(offer, holders)
    if offer.what == "draw" and any(one.kind == "bot" for one in holders):
        return False
    if not waits:
        return True
    if presence.now() < offer.asked + answer_seconds(terms):
        return None
    away = {seat for seat in waits if presence.seconds_away(holders[seat]) >= AWAY_SECONDS}
    if away and offer.what == "draw":
        return False
    return True if away == waits else None


def next_check(course: Course, terms: Terms, now: float) -> float | None:
    """Return the time of the next check of the offer: the end of the time to answer, and after that
    every few seconds, because a person who was present may leave without an answer. None without an
    offer."""
    if course.offer is None:
        return None
    end = course.offer.asked + answer_seconds(terms)
    return end if end > now else now + AWAY_SECONDS


def without_offer(course: Course, node: int, refused: bool) -> Course:
    """Return the course after its offer has ended; `refused` notes that the offer was declined at a
    node."""
    offer = course.offer
    if offer is None:
        return course
    vain = {**course.refused, f"{offer.what} {offer.seat}": node} if refused else course.refused
    return replace(course, offer=None, refused=vain)


def after_agreement(course: Course, node: int) -> Course:
    """Return the course after everybody has agreed: without the offer, and paused or resumed. The
    match itself is changed elsewhere."""
    what = course.offer.what if course.offer else ""
    paused = what == "pause" or (course.paused and what != "resume")
    return replace(without_offer(course, node, False), paused=paused)


def after_ply(course: Course, seat: int, holders: Holders, node: int) -> Course:
    """Return the course after the person at a seat has played a ply instead of answering: that ends
    an offer of `back`, and an offer of `draw` by another person. A person's own draw offer
    stays."""
    offer = course.offer
    if offer is None or offer.what not in ("back", "draw"):
        return course
    own = holders[seat].device == holders[offer.seat].device
    if own and offer.what == "draw":
        return course
    return without_offer(course, node, not own)


def say_declined(what: OfferKind, name: str) -> Message:
    """Return the sentence for everybody when a person declines an offer."""
    sentences = {
        "back": "{name} does not agree to take a move back.",
        "draw": "{name} does not agree to a draw.",
        "pause": "{name} does not agree to a pause.",
        "resume": "{name} does not want to go on yet.",
        "stop": "{name} does not agree to stop.",
    }
    return say(sentences[what], name=name)
