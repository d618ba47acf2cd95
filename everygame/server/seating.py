"""Bots that take a seat nobody sits at, and people who take theirs back."""

from __future__ import annotations

from typing import Final

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
        holder = live.holders[seat]
        bots = live.bot_player.bots
        theirs = holder.kind == "person" and seat not in live.mine(device)
        if live.game.endless:
            raise Refused(403, "This game has no bots.")
        levels = bots.levels(live.game)
        if not levels:
            raise Refused(400, "No bot plays this game.")
        strongest = levels[-1]
        chosen = strongest if theirs or not level else bots.level(live.game, level)
        name = holder.name if holder.kind == "person" else chosen.title
        await live.move_in(seat, Holder("bot", name, chosen.name, holder.device))


def check_free(live: LiveMatch, device: int, seat: int) -> None:
    """The device may let a bot play there. Raises Refused."""
    if seat not in range(len(live.holders)):
        raise Refused(403, f"There is no seat {seat}.")
    if live.holders[seat].kind == "bot":
        raise Refused(403, "A bot plays there already.")
    if live.holders[seat].kind == "open" or seat in live.mine(device):
        return
    name = live.holders[seat].name or live.title(seat)
    if not live.away(seat):
        raise Refused(403, f"{name} is at the table.")
    if live.away(seat) < PATIENCE:
        raise Refused(403, f"{name} has only just left; wait a little.")


async def take_back(live: LiveMatch, device: int, seat: int) -> None:
    """The person is back at a seat where a bot has played on. Raises Refused."""
    async with live.lock:
        live.check()
        if seat not in live.replaced(device):
            raise Refused(403, "No bot plays for you there.")
        name = live.holders[seat].name
        await live.move_in(seat, Holder("person", name, device=device))
