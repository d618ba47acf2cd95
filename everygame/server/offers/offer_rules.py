"""The rules of offers between people at several devices, as functions on values.

Each other device answers once for all its seats; whoever asks for the same thing has agreed. Bots
agree to everything except a draw, which nobody can offer while a bot plays. Where no other person
plays, an offer is accepted at once.

    accepted     when all have agreed
    declined     when one person declines, or plays on instead of answering `back` or `draw`
    withdrawn    when the person who made it declines it, or plays on after offering `back`

Silence is an answer only where nobody's time would ever run out, so that nobody waits for ever:
in a match without a clock, and to `resume` during a pause. There a person who is away at the end of
the time to answer counts as having agreed, but to a draw as having declined.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from everygame.errors import NotYourTurn, StaleState
from everygame.server.clock.terms_and_course import DAY, Course, Offer, OfferKind, Terms
from everygame.server.matches.facts import Facts, Moment
from everygame.server.people.presence import Presence
from everygame.store import Holder
from everygame.words import Message, say

ANSWER_SECONDS: Final = 600.0
"""The seconds for which an offer waits for people who are away, in a match without a clock."""
RESUME_SECONDS: Final = 60.0
"""The seconds for which `resume` waits for them, and before it may be asked again after a no."""
RESUME_SECONDS_BY_DAYS: Final = DAY
"""The same seconds in a match whose turns take days."""
AWAY_SECONDS: Final = 15.0
"""The seconds after which a person who does not watch counts as away."""

Holders = Sequence[Holder]


def answer_seconds(terms: Terms, what: OfferKind) -> float | None:
    """Return the seconds for which an offer waits for people who are away; None where it waits
    until they answer."""
    if terms.clock is None:
        return ANSWER_SECONDS
    return resume_seconds(terms) if what == "resume" else None


def resume_seconds(terms: Terms) -> float:
    """Return the seconds for which `resume` waits, and before it may be asked again."""
    return RESUME_SECONDS_BY_DAYS if terms.clock and terms.clock.is_slow() else RESUME_SECONDS


def allowed_offers(
    facts: Facts, terms: Terms, course: Course, holders: Holders, now: Moment, back: bool
) -> list[OfferKind]:
    """Return the kinds of offers that a person may make now; `back` says that there is a ply to
    take back."""
    if now.over or any(one.kind == "open" for one in holders):
        return []
    asked = {offer.what for offer in course.offers}
    bots = any(one.kind == "bot" for one in holders)
    possible: dict[OfferKind, bool] = {
        "back": back and not course.paused,
        "draw": facts.has_opponents and not bots and not facts.endless and not course.paused,
        "pause": terms.clock is not None and course.started and not course.paused,
        "resume": course.paused,
        "stop": facts.players > 1 and not facts.endless,
    }
    return [what for what, can in possible.items() if can and what not in asked]


def was_declined(course: Course, what: str, seat: int, node: int) -> bool:
    """Whether this offer of a seat was declined and may not be repeated at this node yet."""
    if what == "resume":
        return seat in course.resume_after
    return course.refused.get(f"{what} {seat}") == node


def forget_refusals(course: Course, now: float) -> Course:
    """Return the course in which each seat whose time has come may ask again to end the pause."""
    after = {seat: time for seat, time in course.resume_after.items() if time > now}
    same = len(after) == len(course.resume_after)
    return course if same else replace(course, resume_after=after)


def find_same(
    course: Course, what: OfferKind, mine: frozenset[int], holders: Holders
) -> Offer | None:
    """Return an offer by which another person asks for the same as these seats and waits for their
    answer. Two wishes to take back go to different plies, so they are never the same."""
    same = (offer for offer in course.offers if offer.what == what != "back")
    return next((offer for offer in same if waited_for(offer, holders) & mine), None)


def make_offer(course: Course, what: OfferKind, seat: int, goal: int, now: float) -> Course:
    """Return the course with a new offer; `goal` is the node to which `back` would lead."""
    offer = Offer(secrets.token_urlsafe(6), what, seat, now, goal)
    return replace(course, offers=(*course.offers, offer))


def waited_for(offer: Offer, holders: Holders) -> frozenset[int]:
    """Return the seats whose people have yet to answer; the people at the offering device need
    not."""
    device = holders[offer.seat].device
    people = (seat for seat, one in enumerate(holders) if one.kind == "person")
    others = (seat for seat in people if holders[seat].device != device)
    return frozenset(seat for seat in others if seat not in offer.yes)


def find_offer(course: Course, id: str) -> Offer:
    """Return the offer with this id. Raises StaleState where it no longer exists."""
    for offer in course.offers:
        if offer.id == id:
            return offer
    raise StaleState("This question is settled.")


def answer_offer(
    course: Course, offer: Offer, mine: frozenset[int], yes: bool, holders: Holders
) -> Course:
    """Return the course in which the seats `mine` have agreed to an offer. If they do not agree,
    the course is unchanged, because one no ends the offer. Raises NotYourTurn where the offer does
    not wait for these seats."""
    if offer.seat in mine and not yes:
        return course
    waits = waited_for(offer, holders) & mine
    if not waits:
        raise NotYourTurn("This question is not for you.")
    agreed = replace(offer, yes=(*offer.yes, *sorted(waits))) if yes else offer
    return replace(course, offers=tuple(agreed if one is offer else one for one in course.offers))


def verdict(offer: Offer, terms: Terms, holders: Holders, presence: Presence) -> bool | None:
    """Whether an offer is accepted (True) or declined (False); None while it waits for answers."""
    waits = waited_for(offer, holders)
    if offer.what == "draw" and any(one.kind == "bot" for one in holders):
        return False
    if not waits:
        return True
    seconds = answer_seconds(terms, offer.what)
    if seconds is None or presence.now() < offer.asked + seconds:
        return None
    away = {seat for seat in waits if presence.seconds_away(holders[seat]) >= AWAY_SECONDS}
    if away and offer.what == "draw":
        return False
    return True if away == waits else None


def next_check(course: Course, terms: Terms, now: float) -> float | None:
    """Return the time of the next check of the offers: the end of a time to answer, and after that
    every few seconds, because a person who was present may leave without an answer; or the time
    from which a seat may ask again to end the pause. None where nothing is to be checked."""
    times = [*course.resume_after.values()]
    for offer in course.offers:
        seconds = answer_seconds(terms, offer.what)
        if seconds is not None:
            end = offer.asked + seconds
            times.append(end if end > now else now + AWAY_SECONDS)
    return min(times, default=None)


def without_offer(course: Course, offer: Offer) -> Course:
    """Return the course without an offer."""
    left = tuple(one for one in course.offers if one.id != offer.id)
    return replace(course, offers=left)


def after_refusal(course: Course, offer: Offer, node: int, terms: Terms, now: float) -> Course:
    """Return the course after an offer was declined at a node."""
    course = without_offer(course, offer)
    if offer.what == "resume":
        after = {**course.resume_after, offer.seat: now + resume_seconds(terms)}
        return replace(course, resume_after=after)
    return replace(course, refused={**course.refused, f"{offer.what} {offer.seat}": node})


def after_agreement(course: Course, offer: Offer) -> Course:
    """Return the course after everybody has agreed: without the offer, and paused or resumed. The
    match itself is changed elsewhere."""
    course = without_offer(course, offer)
    if offer.what == "resume":
        return replace(course, paused=False, resume_after={})
    return replace(course, paused=course.paused or offer.what == "pause")


def ended_by_ply(course: Course, seat: int, holders: Holders) -> list[Offer]:
    """Return the offers that end because the person at a seat has played a ply instead of
    answering: offers of `back`, and offers of `draw` by other people. A person's own draw offer
    stays."""
    device = holders[seat].device
    return [
        offer
        for offer in course.offers
        if offer.what == "back" or (offer.what == "draw" and holders[offer.seat].device != device)
    ]


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


def say_withdrawn(what: OfferKind, name: str) -> Message:
    """Return the sentence for everybody when a person takes back an offer."""
    sentences = {
        "back": "{name} no longer asks to take a move back.",
        "draw": "{name} no longer offers a draw.",
        "pause": "{name} no longer asks for a pause.",
        "resume": "{name} no longer asks to play on.",
        "stop": "{name} no longer asks to stop.",
    }
    return say(sentences[what], name=name)
