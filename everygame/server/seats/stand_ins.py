"""Which bot plays on for a person who has resigned or run out of time, and which seats are free for
anybody."""

from __future__ import annotations

from everygame.search.game_advice import Level
from everygame.server.clock.terms_and_course import Terms
from everygame.server.matches.facts import Facts
from everygame.server.seats.seat_holders import SeatHolders


def bot_after_timeout(facts: Facts, terms: Terms, seats: SeatHolders, seat: int) -> Level | None:
    """Return the level of the bot that plays on for a seat out of time; None where the match ends
    instead."""
    clock = terms.clock
    if clock and clock.then == "bot" and facts.players > 1 and facts.has_bots:
        return facts.levels[-1]
    return bot_after_resignation(facts, seats, seat)


def bot_after_resignation(facts: Facts, seats: SeatHolders, seat: int) -> Level | None:
    """Return the level of the bot that plays on for a seat whose person resigns. Only a match with
    three seats or more, and with another person among them, goes on; otherwise return None, and the
    match ends."""
    others = seats.people_seats() - {seat}
    goes_on = facts.players > 2 and bool(others) and facts.has_bots
    return facts.levels[0] if goes_on else None


def free_seats(terms: Terms, seats: SeatHolders) -> list[int]:
    """Return the open seats that anybody who opens the match may take, without those that are
    reserved."""
    if not terms.free_seats:
        return []
    return [seat for seat, holder in enumerate(seats.holders) if holder.is_free]
