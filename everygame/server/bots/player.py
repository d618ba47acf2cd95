"""Lets the bots of a live match think, in a worker process, while a person watches."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any, Protocol

from everygame.bots.request import OUTSIDE, RECALLED, ask, recalled
from everygame.contract import Json
from everygame.errors import BadOption, EveryGameError
from everygame.history import START
from everygame.match import Match
from everygame.process.bot_program import BotFault
from everygame.process.pool import WorkerDied
from everygame.search.game_advice import Level
from everygame.server.bots.jobs import Bots
from everygame.server.bots.levels import find_level
from everygame.server.bots.programs import say_fault
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.session import Session
from everygame.server.operator.logs import name_match
from everygame.server.seats.seat_holders import SeatHolders
from everygame.store import Holder
from everygame.visible_history import is_unseen
from everygame.words import say

log = logging.getLogger("everygame")

USUAL_SECONDS = 2.0
"""The seconds after which a bot's move is played in a game with secrets, where the level's own time
is no good measure. That is so for an operator's program, and for a level limited by nodes, whose
time is only an upper limit, and a long one in a browser."""
DELAY_STEP = 1.0
"""In a game with secrets, a bot that needs longer plays its move after a whole number of these
steps, in seconds, so that nobody sees its exact time of thought."""


class BotMatch(Protocol):
    """The part of a live match that its bots use."""

    id: str
    facts: Facts
    now: Moment
    seats: SeatHolders

    @property
    def ask(self) -> Callable[..., Awaitable[Any]]: ...
    def is_watched(self) -> bool: ...

    def bot_to_play(self) -> tuple[int, int] | None: ...

    async def play_bot(self, node: int, seat: int, move: str) -> None: ...

    def announce(self, sentence: str) -> None: ...


class BotPlayer:
    """Plays for all bots of one live match."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.busy: tuple[int, int] | None = None
        """The node and the seat of the bot that is thinking; None while no bot thinks."""
        self.failed: tuple[int, int] | None = None
        """The node and the seat of the bot that has failed, which is not tried again there."""
        self.task: asyncio.Task[None] | None = None
        """The task in which the bot thinks."""
        self.farewell: asyncio.Task[None] | None = None
        """The task that tells programs how the match ended; it is kept here so that Python does not
        collect it."""
        self.began: float | None = None
        """The time at which the bot began to think about the next ply that other players see.
        Secret plies before it get no time of their own, because that would reveal how many there
        were."""
        self.excuse = ""
        """Why a level plays this ply instead of a program; the sentence is shown after the ply."""

    def consider(self, live: BotMatch) -> None:
        """Start, continue or stop thinking, as the present state of the match demands; called after
        each change."""
        if live.now.over and self.bots.programs.plays_in(live.id):
            self.farewell = asyncio.create_task(self.end_programs(live))
        wanted = live.bot_to_play() if live.is_watched() else None
        if wanted == self.busy:
            return
        self.stop()
        if wanted and wanted != self.failed:
            self.busy = wanted
            self.task = asyncio.create_task(self.think(live, *wanted))

    async def end_programs(self, live: BotMatch) -> None:
        """Tell the programs that played how the match ended, and end them."""
        outcome = await live.ask(lambda session: session.match.outcome())
        if outcome:
            await self.bots.programs.end_match(live.id, outcome.returns, outcome.ending)

    def title(self, facts: Facts, holder: Holder) -> str:
        """Return the name of a seat's holder for people; a bot has the title of its level."""
        if holder.kind != "bot":
            return holder.name
        try:
            return find_bot(facts, holder.level).title
        except BadOption:
            return holder.name

    def seconds(self, live: BotMatch) -> float | None:
        """Return the seconds that the thinking bot may take; None where no bot is thinking."""
        if self.busy is None:
            return None
        return self.level(live, self.busy[1]).seconds

    def level(self, live: BotMatch, seat: int) -> Level:
        """Return the level of the bot at a seat."""
        return find_bot(live.facts, live.seats.holders[seat].level)

    def stop(self) -> None:
        """Stop the thinking, because the match has changed or nobody watches it."""
        task, self.task, self.busy = self.task, None, None
        if task:
            task.cancel()
            self.began = None

    async def think(self, live: BotMatch, node: int, seat: int) -> None:
        """Find the bot's move, wait until the time that it should seem to take is over, and play
        it."""
        self.excuse = ""
        began = self.began = self.bots.clock.now() if self.began is None else self.began
        try:
            move = await self.find(live, seat)
            if not (live.facts.hidden and await live.ask(plays_unseen, seat, move)):
                spent = self.bots.clock.now() - began
                await self.bots.clock.sleep(self.delay(live, seat, spent))
                self.began = None
            self.task = None  # `play_bot` calls `consider`, which must not cancel this task
            excuse, self.excuse = self.excuse, ""
            await live.play_bot(node, seat, move)
            if excuse:
                live.announce(excuse)
        except Exception as error:
            self.task = None
            log.error("bot of %s in match %s: %r", live.facts.name, name_match(live.id), error)
            self.give_up(live, seat)

    def delay(self, live: BotMatch, seat: int, spent: float) -> float:
        """Return how many seconds to wait before playing a move that took `spent` seconds to find.

        In a game with secrets, the time of thought would reveal how many moves the bot could choose
        from. So the move is played after the usual time of the level, however soon it was found; a
        bot that needs longer waits for some whole `DELAY_STEP`s more."""
        least = self.bots.pace
        facts = live.facts
        if facts.hidden:
            level = self.level(live, seat)
            usual = USUAL_SECONDS if level in facts.programs else level.seconds
            least += min(usual, USUAL_SECONDS) if level.nodes else usual
            least += DELAY_STEP * max(0, math.ceil((spent - least) / DELAY_STEP))
        return max(0.0, least - spent)

    async def find(self, live: BotMatch, seat: int) -> str:
        """Return the bot's move; a worker that fails once is asked again. Raises WorkerDied where
        it fails twice."""
        level = self.level(live, seat)
        request = await live.ask(make_request, seat, level.name)
        if level in live.facts.programs:
            return await self.find_by_program(live, seat, level, request)
        try:
            return await self.choose(request, level.seconds)
        except EveryGameError as error:
            log.error("bot of %s in match %s: %s", live.facts.name, name_match(live.id), error)
        title = live.facts.seat_names[seat]
        live.announce(say("The bot of {seat} stopped; it is asked again.", seat=title))
        return await self.choose(request, level.seconds)

    async def find_by_program(self, live: BotMatch, seat: int, level: Level, request: Json) -> str:
        """Return the move of an operator's program; where the program fails twice, the strongest
        level chooses the move instead."""
        key, stand_in = (live.id, seat, level.name), live.facts.levels[-1]
        for is_last in (False, True):
            try:
                return await self.bots.programs.move(key, live.facts, request)
            except BotFault as error:
                fault = say_fault(error, level.title)
                # the program's own words may hold secrets of its seat, which no log may have
                detail = fault if live.facts.hidden else error
                log.error("bot of %s in match %s: %s", live.facts.name, name_match(live.id), detail)
            if not is_last:
                live.announce(say("{fault} It is started again.", fault=fault))
        text = "{fault} That was the second time, so {level} has played this move for it."
        self.excuse = say(text, fault=fault, level=stand_in.title)
        return await self.choose({**request, "level": stand_in.name}, stand_in.seconds)

    async def choose(self, request: Json, seconds: float) -> str:
        """Return the move that a worker chooses. Raises JobRefused, and WorkerDied, also where the
        move is not legal."""
        move = (await self.bots.choose(request, seconds)).get("move")
        if move not in request["moves"]:
            raise WorkerDied("{move} is no legal move", move=repr(move))
        return str(move)

    def give_up(self, live: BotMatch, seat: int) -> None:
        """Stop trying at this node until a person opens the match again, and tell all watchers."""
        self.failed, self.busy, self.began = self.busy, None, None
        live.announce(
            say(
                "The bot of {seat} stopped and cannot move here; take a move back, or open the"
                " match again.",
                seat=live.facts.seat_names[seat],
            )
        )


def find_bot(facts: Facts, name: str) -> Level:
    """Return the level or program with a name. A match may name a program that the operator no
    longer offers; then return the strongest level instead. Raises BadOption where a level is
    unknown."""
    offered = (*facts.levels, *facts.programs)
    is_gone = name.startswith(OUTSIDE) and name not in {level.name for level in facts.programs}
    return facts.levels[-1] if is_gone else find_level(offered, name, facts.name)


def plays_unseen(session: Session, seat: int, move: str) -> bool:
    """Whether only the seat itself would notice that it plays this move."""
    state = session.match.state()
    viewers = [None, *(other for other in range(session.game.players) if other != seat)]
    return is_unseen(state, state.parse(move), viewers)


def make_request(session: Session, seat: int, level: str) -> Json:
    """Return the request for a bot's move: its level, and the seat's observations of this state and
    of some states before it."""
    match, game = session.match, session.game
    states = [match.state(node) for node in recent_nodes(match, match.node, recalled(game))]
    return {**ask(game, states, seat), "level": level, "seed": secrets.randbits(48)}


def recent_nodes(match: Match, node: int, most: int = RECALLED) -> list[int]:
    """Return the nodes on the line to a node, itself included, the earliest first: the whole line
    from the root, or, where that is longer, the node and the `most` nodes before it."""
    nodes = [*islice(match.upwards(node), most + 1)]
    whole = len(nodes) <= most  # `upwards` leaves the start out
    return [START, *reversed(nodes)] if whole else [*reversed(nodes)]
