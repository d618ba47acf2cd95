"""How seats of a live match change hands: bots take those where nobody sits, and people take free
ones or theirs back."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from everygame.process.faults import GameBroken, GameLost
from everygame.server.bots.jobs import find_level
from everygame.server.matches.live_match import LiveMatch, to_the_end
from everygame.server.matches.session import Session
from everygame.server.requests.limits import Refused
from everygame.store import Holder, Store

PATIENCE: Final = 15.0
"""Seconds that a person must have been away before others may let a bot play on."""


async def let_bot_play(live: LiveMatch, device: int, seat: int, level: str) -> None:
    """Put a bot on a seat: one that waits for somebody, one of the device's own, or that of a
    person who has left, for whom the strongest level plays. Raises Refused, BadOption."""
    async with live.lock:
        live.check()
        check_free(live, device, seat)
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
        await move_in(live, seat, Holder("bot", name, chosen.name, holder.device))


def check_free(live: LiveMatch, device: int, seat: int) -> None:
    """The device may let a bot play there. Raises Refused."""
    if seat not in range(live.facts.players):
        raise Refused(403, "There is no seat {seat}.", seat=seat)
    holder = live.seats.holders[seat]
    if holder.kind == "bot":
        raise Refused(403, "A bot plays there already.")
    if live.seats.may_offer(device, seat):
        return
    name, away = live.seats.name(seat), live.presence.seconds_away(holder)
    if holder.kind == "open":
        raise Refused(403, "This seat waits for {name}.", name=name)
    if live.presence.is_here(holder):
        raise Refused(403, "{name} is at the table.", name=name)
    if away < PATIENCE:
        raise Refused(403, "{name} has only just left; wait a little.", name=name)


async def take_back(live: LiveMatch, device: int, seat: int) -> None:
    """The person is back at a seat where a bot has played on, or that was kept. Raises Refused."""
    async with live.lock:
        live.check()
        if seat not in live.seats.replaced(device) | live.seats.kept(device):
            raise Refused(403, "No bot plays for you there.")
        name = live.seats.holders[seat].name
        await move_in(live, seat, Holder("person", name, device=device))


async def sit_down(live: LiveMatch, store: Store, device: int, seat: int, name: str) -> None:
    """Take a free seat of a match whose maker allowed that. Raises Refused, StaleState, KeptOut."""
    live.check()
    if seat not in live.referee.free_seats():
        raise Refused(403, "This seat is not free.")
    await store.take_free(live.id, seat, device, name)
    await follow_store(live)


@to_the_end
async def move_in(live: LiveMatch, seat: int, holder: Holder) -> None:
    """Seat somebody whose right to the seat was looked at. The caller holds the lock of the match.
    Raises StaleState, Gone."""
    await live.store.set_holder(live.id, seat, live.seats.holders[seat], holder)
    await read_holders(live)
    await live.do_what_is_due()


@to_the_end
async def follow_store(live: LiveMatch) -> None:
    """Somebody may have taken a seat: seat people as the store says now. Raises Gone."""
    async with live.lock:  # so that nobody shows later what was read before
        await read_holders(live)
        await live.do_what_is_due()


async def read_holders(live: LiveMatch) -> None:
    """Seat people as the store says, and let chance know for whom it waits."""
    live.seats.holders = list(await live.store.holders(live.id))
    live.changed()
    if live.facts.chance and not live.broken:
        with suppress(GameBroken, GameLost):  # then this live match has ended
            await live.ask(Session.sit, live.seats.holders)
            await live.draw()
