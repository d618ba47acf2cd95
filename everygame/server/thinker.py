"""Lets the bots of a table think, in a worker process, while somebody looks on."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING

from everygame.bots import request
from everygame.bots.request import recalled
from everygame.contract import Game, Json
from everygame.errors import EveryGameError
from everygame.server.bots import Bots
from everygame.server.workers import WorkerDied
from everygame.store import Chair

if TYPE_CHECKING:
    from everygame.server.table import Table

log = logging.getLogger("everygame")


class Thinker:
    """The bots of one table."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.busy: tuple[int, int] | None = None
        """The node and the seat of the bot that thinks."""
        self.failed: tuple[int, int] | None = None
        self.task: asyncio.Task[None] | None = None

    def consider(self, table: Table) -> None:
        """Begin, go on or stop, as the table now stands."""
        wanted = table.bot_to_play() if table.eyes and not table.broken else None
        if wanted == self.busy:
            return
        self.stop()
        if wanted and wanted != self.failed:
            self.busy = wanted
            self.task = asyncio.create_task(self.think(table, *wanted))

    def title(self, game: Game, chair: Chair) -> str:
        """What who sits there is called; a bot by its level."""
        if chair.kind != "bot":
            return chair.name
        known = {level.name: level.title for level in self.bots.levels(game)}
        return known.get(chair.level, chair.name)

    def seconds(self, table: Table) -> float | None:
        """How long the bot that thinks now may take, if one does."""
        if self.busy is None:
            return None
        known = {level.name: level.seconds for level in self.bots.levels(table.game)}
        return known.get(table.chairs[self.busy[1]].level)

    def stop(self) -> None:
        """What was being thought about is of no use any more."""
        task, self.task, self.busy = self.task, None, None
        if task:
            task.cancel()

    async def think(self, table: Table, node: int, seat: int) -> None:
        began = time.monotonic()
        try:
            move = await self.find(table, seat)
            await asyncio.sleep(max(0.0, self.bots.pace + began - time.monotonic()))
            self.task = None  # from here on it is not to be cancelled
            await table.play_bot(node, seat, move)
        except Exception as error:
            self.task = None
            log.error("bot of %s at table %s: %r", table.game.name, table.id, error)
            self.give_up(table, seat)

    async def find(self, table: Table, seat: int) -> str:
        """The bot's move. Raises WorkerDied when it has stopped twice."""
        level = self.bots.level(table.game, table.chairs[seat].level)
        request = await table.aside(ask, table, seat, level.name)
        try:
            return await self.choose(request, level.seconds)
        except EveryGameError as error:
            log.error("bot of %s at table %s: %s", table.game.name, table.id, error)
        table.tell(f"The bot of {table.title(seat)} stopped; it is asked again.")
        return await self.choose(request, level.seconds)

    async def choose(self, request: Json, seconds: float) -> str:
        """A legal move. Raises WorkerDied, JobRefused."""
        move = (await self.bots.choose(request, seconds)).get("move")
        if move not in request["moves"]:
            raise WorkerDied(f"{move!r} is no legal move")
        return str(move)

    def give_up(self, table: Table, seat: int) -> None:
        """Until somebody comes to the table anew, or goes elsewhere."""
        self.failed, self.busy = self.busy, None
        table.tell(
            f"The bot of {table.title(seat)} stopped and cannot move here;"
            " take a move back, or open the table again."
        )


def ask(table: Table, seat: int, level: str) -> Json:
    """All that a bot is told: what its seat may know, and knew before."""
    match, game = table.match, table.game
    states = [match.state(node) for node in match.path(match.node)[-recalled(game) - 1 :]]
    return {**request.ask(game, states, seat), "level": level, "seed": secrets.randbits(48)}
