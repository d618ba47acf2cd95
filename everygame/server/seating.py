"""Bots that take a seat nobody sits at, and people who take theirs back."""

from __future__ import annotations

from typing import Final

from everygame.server.bot_jobs import find_level
from everygame.server.limits import Refused
from everygame.server.live_match import LiveMatch
from everygame.store import Holder

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
        await live.move_in(seat, Holder("bot", name, chosen.name, holder.device))


def check_free(live: LiveMatch, device: int, seat: int) -> None:
    """The device may let a bot play there. Raises Refused."""
    if seat not in range(live.facts.players):
        raise Refused(403, "There is no seat {seat}.", seat=seat)
    holder = live.seats.holders[seat]
    if holder.kind == "bot":
        raise Refused(403, "A bot plays there already.")
    if live.seats.may_offer(device, seat):
        return
    name, away = live.seats.name(seat), live.presence.away(holder)
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
        await live.move_in(seat, Holder("person", name, device=device))
