"""Lets the bots of a live match think, in a worker process, while somebody looks on."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Callable
from itertools import islice
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from everygame.bots.request import OUTSIDE, RECALLED, ask, recalled
from everygame.contract import Json
from everygame.errors import BadOption, EveryGameError
from everygame.history import START
from everygame.lens import is_unseen
from everygame.match import Match
from everygame.process.pool import WorkerDied
from everygame.process.program import BotFault
from everygame.search.advice import Level
from everygame.server.bots.jobs import Bots, find_level
from everygame.server.bots.programs import say_fault
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.session import Session
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Holder
from everygame.words import say

log = logging.getLogger("everygame")

USUAL = 2.0
"""Seconds that a program of one's own is taken to need in a game with secrets, and at most a level
that stops by what it has looked at: its time is only its limit, a long one in a browser."""
BEAT = 1.0
"""Seconds between the moments at which a bot that is late in a game with secrets may answer."""

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class BotMatch(Protocol):
    """What the bots of a live match ask of it, and do there."""

    id: str
    facts: Facts
    now: Moment
    seats: SeatHolders

    def is_watched(self) -> bool: ...

    def bot_to_play(self) -> tuple[int, int] | None: ...

    async def play_bot(self, node: int, seat: int, move: str) -> None: ...

    async def ask(
        self,
        question: Callable[Concatenate[Session, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result: ...

    def announce(self, sentence: str) -> None: ...


class BotPlayer:
    """The bots of one match."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.busy: tuple[int, int] | None = None
        """The node and the seat of the bot that thinks."""
        self.failed: tuple[int, int] | None = None
        self.task: asyncio.Task[None] | None = None
        self.began: float | None = None
        """When it began to think about what others see next: plies that nobody sees cost no time
        of their own, which would tell how many they are."""
        self.excuse = ""
        """Why another plays this ply, to be said when it is played."""

    def consider(self, live: BotMatch) -> None:
        """Begin, go on or stop, as the match now stands."""
        if live.now.over and self.bots.programs.plays_in(live.id):
            self.farewell = asyncio.create_task(self.tell_end(live))
        wanted = live.bot_to_play() if live.is_watched() else None
        if wanted == self.busy:
            return
        self.stop()
        if wanted and wanted != self.failed:
            self.busy = wanted
            self.task = asyncio.create_task(self.think(live, *wanted))

    async def tell_end(self, live: BotMatch) -> None:
        """Programs that played learn how it ended."""
        outcome = await live.ask(lambda session: session.match.outcome())
        if outcome:
            await self.bots.programs.tell_end(live.id, outcome.returns, outcome.ending)

    def title(self, facts: Facts, holder: Holder) -> str:
        """What who sits there is called; a bot by its level."""
        if holder.kind != "bot":
            return holder.name
        try:
            return find_bot(facts, holder.level).title
        except BadOption:
            return holder.name

    def seconds(self, live: BotMatch) -> float | None:
        """How long the bot that thinks now may take, if one does."""
        if self.busy is None:
            return None
        return self.level(live, self.busy[1]).seconds

    def level(self, live: BotMatch, seat: int) -> Level:
        """Of the bot that sits there."""
        return find_bot(live.facts, live.seats.holders[seat].level)

    def stop(self) -> None:
        """What was being thought about is of no use any more."""
        task, self.task, self.busy = self.task, None, None
        if task:
            task.cancel()
            self.began = None

    async def think(self, live: BotMatch, node: int, seat: int) -> None:
        self.excuse = ""
        began = self.began = self.bots.clock.now() if self.began is None else self.began
        try:
            move = await self.find(live, seat)
            if not (live.facts.hidden and await live.ask(plays_unseen, seat, move)):
                spent = self.bots.clock.now() - began
                await self.bots.clock.sleep(self.rest(live, seat, spent))
                self.began = None
            self.task = None  # from here on it is not to be cancelled
            excuse, self.excuse = self.excuse, ""
            await live.play_bot(node, seat, move)
            if excuse:
                live.announce(excuse)
        except Exception as error:
            self.task = None
            log.error("bot of %s at table %s: %r", live.facts.name, live.id, error)
            self.give_up(live, seat)

    def rest(self, live: BotMatch, seat: int, spent: float) -> float:
        """Seconds until a move that was found is played. Where something is hidden, the time of
        thought would tell how much there was to choose from; so there it is the usual time of the
        level whatever was found how soon, and on a slow machine or for a slow program some beats
        more."""
        least = self.bots.pace
        facts = live.facts
        if facts.hidden:
            level = self.level(live, seat)
            usual = USUAL if level in facts.programs else level.seconds
            least += min(usual, USUAL) if level.nodes else usual
            least += BEAT * max(0, math.ceil((spent - least) / BEAT))
        return max(0.0, least - spent)

    async def find(self, live: BotMatch, seat: int) -> str:
        """The bot's move. Raises WorkerDied when it has stopped twice."""
        level = self.level(live, seat)
        request = await live.ask(prepare, seat, level.name)
        if level in live.facts.programs:
            return await self.find_by_program(live, seat, level, request)
        try:
            return await self.choose(request, level.seconds)
        except EveryGameError as error:
            log.error("bot of %s at table %s: %s", live.facts.name, live.id, error)
        called = live.facts.seat_names[seat]
        live.announce(say("The bot of {called} stopped; it is asked again.", called=called))
        return await self.choose(request, level.seconds)

    async def find_by_program(self, live: BotMatch, seat: int, level: Level, request: Json) -> str:
        """The program's move; where it fails twice, the strongest level's."""
        place, stand_in = (live.id, seat, level.name), live.facts.levels[-1]
        for is_last in (False, True):
            try:
                return await self.bots.programs.move(place, live.facts, request)
            except BotFault as error:
                fault = say_fault(error, level.title)
                detail = fault if live.facts.hidden else error
                log.error("bot of %s at table %s: %s", live.facts.name, live.id, detail)
            if not is_last:
                live.announce(say("{fault}; it is started again.", fault=fault))
        by = stand_in.title
        self.excuse = say("{fault}, again; {by} has played this move for it.", fault=fault, by=by)
        return await self.choose({**request, "level": stand_in.name}, stand_in.seconds)

    async def choose(self, request: Json, seconds: float) -> str:
        """A legal move. Raises WorkerDied, JobRefused."""
        move = (await self.bots.choose(request, seconds)).get("move")
        if move not in request["moves"]:
            raise WorkerDied("{move} is no legal move", move=repr(move))
        return str(move)

    def give_up(self, live: BotMatch, seat: int) -> None:
        """Until somebody comes to the match anew, or goes elsewhere."""
        self.failed, self.busy, self.began = self.busy, None, None
        live.announce(
            say(
                "The bot of {called} stopped and cannot move here; take a move back, or open the"
                " table again.",
                called=live.facts.seat_names[seat],
            )
        )


def find_bot(facts: Facts, name: str) -> Level:
    """The level or program of that name; for a program that is not offered any more, the strongest
    level. Raises BadOption."""
    offered = (*facts.levels, *facts.programs)
    is_gone = name.startswith(OUTSIDE) and name not in {level.name for level in facts.programs}
    return facts.levels[-1] if is_gone else find_level(offered, name, facts.name)


def plays_unseen(session: Session, seat: int, move: str) -> bool:
    """Nobody but the seat would learn of this ply."""
    state = session.match.state()
    viewers = [None, *(other for other in range(session.game.players) if other != seat)]
    return is_unseen(state, state.parse(move), viewers)


def prepare(session: Session, seat: int, level: str) -> Json:
    """All that a bot is told: what its seat may know, and knew before."""
    match, game = session.match, session.game
    states = [match.state(node) for node in recall(match, match.node, recalled(game))]
    return {**ask(game, states, seat), "level": level, "seed": secrets.randbits(48)}


def recall(match: Match, node: int, most: int = RECALLED) -> list[int]:
    """A node and at most so many before it, the first first."""
    nodes = [*islice(match.upwards(node), most + 1)]
    whole = len(nodes) <= most
    return [START, *reversed(nodes)] if whole else [*reversed(nodes)]
