"""Lets the bots of a live match think, in a worker process, while somebody looks on."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol, TypeVar

from everygame.contract import Game, Json
from everygame.errors import EveryGameError
from everygame.match import Match
from everygame.process.pool import WorkerDied
from everygame.server.bots import Bots
from everygame.store import Holder

log = logging.getLogger("everygame")

BEAT = 1.0
"""Seconds between the moments at which a bot that is late in a game with secrets may answer."""
RECALLED = 60
"""Plies before this one that a bot is told of, so that it need not repeat itself."""

Result = TypeVar("Result")


class BotMatch(Protocol):
    """What the bots of a live match ask of it, and do there."""

    id: str
    game: Game
    match: Match
    holders: list[Holder]
    broken: bool

    @property
    def watchers(self) -> Collection[object]: ...

    def bot_to_play(self) -> tuple[int, int] | None: ...

    async def play_bot(self, node: int, seat: int, move: str) -> None: ...

    async def aside(self, work: Callable[..., Result], *arguments: Any) -> Result: ...

    def tell(self, sentence: str) -> None: ...

    def title(self, seat: int) -> str: ...


class BotPlayer:
    """The bots of one match."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.busy: tuple[int, int] | None = None
        """The node and the seat of the bot that thinks."""
        self.failed: tuple[int, int] | None = None
        self.task: asyncio.Task[None] | None = None

    def consider(self, live: BotMatch) -> None:
        """Begin, go on or stop, as the match now stands."""
        wanted = live.bot_to_play() if live.watchers and not live.broken else None
        if wanted == self.busy:
            return
        self.stop()
        if wanted and wanted != self.failed:
            self.busy = wanted
            self.task = asyncio.create_task(self.think(live, *wanted))

    def title(self, game: Game, holder: Holder) -> str:
        """What who sits there is called; a bot by its level."""
        if holder.kind != "bot":
            return holder.name
        known = {level.name: level.title for level in self.bots.levels(game)}
        return known.get(holder.level, holder.name)

    def seconds(self, live: BotMatch) -> float | None:
        """How long the bot that thinks now may take, if one does."""
        if self.busy is None:
            return None
        known = {level.name: level.seconds for level in self.bots.levels(live.game)}
        return known.get(live.holders[self.busy[1]].level)

    def stop(self) -> None:
        """What was being thought about is of no use any more."""
        task, self.task, self.busy = self.task, None, None
        if task:
            task.cancel()

    async def think(self, live: BotMatch, node: int, seat: int) -> None:
        began = time.monotonic()
        try:
            move = await self.find(live, seat)
            await asyncio.sleep(self.rest(live, seat, time.monotonic() - began))
            self.task = None  # from here on it is not to be cancelled
            await live.play_bot(node, seat, move)
        except Exception as error:
            self.task = None
            log.error("bot of %s at table %s: %r", live.game.name, live.id, error)
            self.give_up(live, seat)

    def rest(self, live: BotMatch, seat: int, spent: float) -> float:
        """Seconds until a move that was found is played. Where something is hidden, the time of
        thought would tell how much there was to choose from; so there it is the whole time of the
        level whatever was found how soon, and on a slow machine some beats more."""
        least = self.bots.pace
        if live.game.hidden:
            least += self.bots.level(live.game, live.holders[seat].level).seconds
            least += BEAT * max(0, math.ceil((spent - least) / BEAT))
        return max(0.0, least - spent)

    async def find(self, live: BotMatch, seat: int) -> str:
        """The bot's move. Raises WorkerDied when it has stopped twice."""
        level = self.bots.level(live.game, live.holders[seat].level)
        request = await live.aside(ask, live, seat, level.name)
        try:
            return await self.choose(request, level.seconds)
        except EveryGameError as error:
            log.error("bot of %s at table %s: %s", live.game.name, live.id, error)
        live.tell(f"The bot of {live.title(seat)} stopped; it is asked again.")
        return await self.choose(request, level.seconds)

    async def choose(self, request: Json, seconds: float) -> str:
        """A legal move. Raises WorkerDied, JobRefused."""
        move = (await self.bots.choose(request, seconds)).get("move")
        if move not in request["moves"]:
            raise WorkerDied(f"{move!r} is no legal move")
        return str(move)

    def give_up(self, live: BotMatch, seat: int) -> None:
        """Until somebody comes to the match anew, or goes elsewhere."""
        self.failed, self.busy = self.busy, None
        live.tell(
            f"The bot of {live.title(seat)} stopped and cannot move here;"
            " take a move back, or open the table again."
        )


def ask(live: BotMatch, seat: int, level: str) -> Json:
    """All that a bot is told: what its seat may know, and knew before."""
    match = live.match
    state = match.state()
    before = match.path(match.node)[-RECALLED - 1 : -1] if live.game.repetition else []
    return {
        "game": live.game.name,
        "options": live.game.settings,
        "seat": seat,
        "observation": state.observe(seat),
        "before": [match.state(node).observe(seat) for node in before],
        "moves": [state.text(action) for action in state.legal_actions()],
        "level": level,
        "seed": secrets.randbits(48),
    }
