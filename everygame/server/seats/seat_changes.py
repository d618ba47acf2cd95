"""Gives a seat of a live match to another holder: a bot takes it, a newcomer takes a free seat, or
a player comes back to a seat where a bot stood in."""

from __future__ import annotations

from typing import Final

from everygame.server.bots.levels import find_level
from everygame.server.matches.live_match import LiveMatch, uninterrupted
from everygame.server.requests.limits import Refused
from everygame.server.seats.stand_ins import free_seats
from everygame.store import Holder, Store

AWAY_BEFORE_BOT: Final = 15.0
"""The seconds that a player must have been away before the others may let a bot stand in."""


async def let_bot_play(live: LiveMatch, device: int, seat: int, level: str) -> None:
    """Put a bot on a seat at the request of a device: on an open seat, on a seat of its own, or as
    a stand-in for a player who has left. A stand-in always has the strongest level, in the absent
    player's interest. Raises Refused, BadOption, BadGame, StaleState."""
    async with live.lock:
        live.check_open()
        check_bot_allowed(live, device, seat)
        holder = live.seats.holders[seat]
        theirs = holder.kind == "person" and seat not in live.seats.mine(device)
        if live.facts.endless:
            raise Refused(403, "This game has no bots.")
        levels = live.facts.levels
        if not levels:
            raise Refused(400, "No bot plays this game.")
        offered = (*levels, *live.facts.programs)
        chosen = levels[-1] if theirs or not level else find_level(offered, level, live.facts.name)
        name = holder.name if holder.kind == "person" else chosen.title
        await set_holder(live, seat, Holder("bot", name, chosen.name, holder.device))


def check_bot_allowed(live: LiveMatch, device: int, seat: int) -> None:
    """Raise Refused where a device may not put a bot on a seat."""
    if seat not in range(live.facts.players):
        raise Refused(403, "There is no seat {seat}.", seat=seat)
    holder = live.seats.holders[seat]
    if holder.kind == "bot":
        raise Refused(403, "A bot plays there already.")
    if live.seats.may_offer(device, seat):
        return
    name, away = live.seats.name_of(seat), live.presence.seconds_away(holder)
    if holder.kind == "open":
        raise Refused(403, "This seat waits for {name}.", name=name)
    if live.presence.is_here(holder):
        raise Refused(403, "{name} has the match open.", name=name)
    if live.referee.limits_absence():
        raise Refused(403, "{name} has time left on the clock.", name=name)
    if away < AWAY_BEFORE_BOT:
        raise Refused(403, "{name} has only just left; wait a little.", name=name)


async def take_back(live: LiveMatch, device: int, seat: int) -> None:
    """Give a player's seat back, where a bot has stood in or the seat was reserved for the player.
    Raises Refused, BadGame, StaleState."""
    async with live.lock:
        live.check_open()
        if seat not in live.seats.replaced(device) | live.seats.kept(device):
            raise Refused(403, "No bot plays for you there.")
        if plays_this_turn(live, seat):
            raise Refused(403, "A bot plays this turn; the next one is yours.")
        name = live.seats.holders[seat].name
        await set_holder(live, seat, Holder("person", name, device=device))


def plays_this_turn(live: LiveMatch, seat: int) -> bool:
    """Whether a bot plays the present turn of a seat to its end, because its person has no time
    left in it, or because a clock runs: it stands still for bots, so a person could think without
    it and then take the seat back. A bot that cannot move ends no turn."""
    course = live.referee.course
    lent = course.lent is not None and course.lent[0] == seat
    failed = live.bot_player.failed == (live.now.node, seat)
    return lent or (course.started and course.turn == seat and not live.now.over and not failed)


async def sit_down(live: LiveMatch, store: Store, device: int, seat: int, name: str) -> None:
    """Give a newcomer a free seat, if the host lets anybody take it. Raises Refused, BadGame,
    StaleState, KeptOut."""
    async with live.lock:  # so that a device cannot ask for two seats at once
        live.check_open()
        if seat not in free_seats(live.referee.terms, live.seats):
            raise Refused(403, "This seat is not free.")
        if live.facts.hidden and device in live.seats.devices():
            raise Refused(403, "You have a seat here already, and each seat keeps secrets.")
        await store.take_free(live.id, seat, device, name)
        await reload_holders_locked(live)
        await live.do_what_is_due()


@uninterrupted
async def set_holder(live: LiveMatch, seat: int, holder: Holder) -> None:
    """Store the new holder of a seat. The caller has checked the holder's right to it and holds the
    lock of the match. Raises StaleState, Gone."""
    await live.store.set_holder(live.id, seat, live.seats.holders[seat], holder)
    await reload_holders_locked(live)
    await live.do_what_is_due()


@uninterrupted
async def reload_holders(live: LiveMatch) -> None:
    """Read the holders from the store after somebody has taken a seat there. Raises Gone."""
    async with live.lock:  # otherwise an older answer of the store could overwrite a newer one
        await reload_holders_locked(live)
        await live.do_what_is_due()


async def reload_holders_locked(live: LiveMatch) -> None:
    """Read the holders from the store and tell the session. The caller holds the lock of the match.
    Raises Gone."""
    before, live.seats.holders = live.seats.holders, list(await live.store.holders(live.id))
    live.notify_of_newcomers(before)
    live.show_change()
    await live.tell_holders()


def find_guest(live: LiveMatch, seat: int, host: int) -> int:
    """Return the device that has a seat, also where a bot stands in. Raises Refused where no device
    has it, it is the host's own, or it is reserved: the match is a copy of one with secrets, and
    with a bot on that seat the host could play on to see what the guest still hides elsewhere."""
    holder = live.seats.holders[seat] if seat in range(live.facts.players) else None
    if holder is None or holder.kind == "open" or holder.device in (None, host):
        raise Refused(403, "There is nobody on that seat whom you could send away.")
    return holder.device


def next_holder(live: LiveMatch) -> Holder:
    """Return the holder of a seat after its guest was sent away. Usually the seat becomes open. In
    a match with secrets that has begun, a bot gets it, because a newcomer would see the seat's
    secrets and could be the host on another device. Raises Refused where no bot plays the game."""
    if not (live.keeps_secrets() and live.events_stored):
        return Holder("open")
    if not live.facts.has_bots:
        raise Refused(
            403,
            "The next player on this seat would see what it hides, and no bot plays this game.",
        )
    level = live.facts.levels[-1]
    return Holder("bot", level.title, level.name)
