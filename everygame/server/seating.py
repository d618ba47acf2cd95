"""Bots that take a seat nobody sits at, and people who take theirs back."""

from __future__ import annotations

from typing import Final

from everygame.server.limits import Refused
from everygame.server.table import Table
from everygame.store import Chair

PATIENCE: Final = 15.0
"""Seconds that a person must have been away before others may let a bot play on."""


async def let_bot_play(table: Table, device: int, seat: int, level: str) -> None:
    """Put a bot on a seat: one that waits for somebody, one of the device's own, or that of a
    person who has left, for whom the strongest level plays. Raises Refused, BadOption."""
    async with table.lock:
        table.check()
        check_free(table, device, seat)
        chair = table.chairs[seat]
        bots = table.thinker.bots
        theirs = chair.kind == "person" and seat not in table.mine(device)
        if table.game.endless:
            raise Refused(403, "This game has no bots.")
        levels = bots.levels(table.game)
        if not levels:
            raise Refused(400, "No bot plays this game.")
        strongest = levels[-1]
        chosen = strongest if theirs or not level else bots.level(table.game, level)
        name = chair.name if chair.kind == "person" else chosen.title
        await table.move_in(seat, Chair("bot", name, chosen.name, chair.device))


def check_free(table: Table, device: int, seat: int) -> None:
    """The device may let a bot play there. Raises Refused."""
    if seat not in range(len(table.chairs)):
        raise Refused(403, f"There is no seat {seat}.")
    if table.chairs[seat].kind == "bot":
        raise Refused(403, "A bot plays there already.")
    if table.chairs[seat].kind == "open" or seat in table.mine(device):
        return
    name = table.chairs[seat].name or table.title(seat)
    if not table.away(seat):
        raise Refused(403, f"{name} is at the table.")
    if table.away(seat) < PATIENCE:
        raise Refused(403, f"{name} has only just left; wait a little.")


async def take_back(table: Table, device: int, seat: int) -> None:
    """The person is back at a seat where a bot has played on. Raises Refused."""
    async with table.lock:
        table.check()
        if seat not in table.replaced(device):
            raise Refused(403, "No bot plays for you there.")
        name = table.chairs[seat].name
        await table.move_in(seat, Chair("person", name, device=device))
