"""A live match: in memory, its commands one after the other, and those who are shown them.

Each command is checked and applied behind the port, written, and only then answered and shown.
Where writing fails the live match is closed: it is thrown away and opened again from what is
stored. Who sits is in `seats`, who looks on in `presence`; what the game knows only the port tells.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError, StaleState
from everygame.match import TIME, Event
from everygame.process.faults import GameBroken, GameLost
from everygame.process.game_port import GamePort
from everygame.search.advice import Level
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import BotPlayer
from everygame.server.clock.course import Course
from everygame.server.clock.referee import Referee
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.commands import play_for
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.session import Session
from everygame.server.offers import offers
from everygame.server.people.phrases import Phrases
from everygame.server.people.presence import Presence
from everygame.server.push.push import Push
from everygame.server.seats.seats import Seats
from everygame.store import Holder, Store, StoredCommand, StoredMatch, Unwritable
from everygame.words import Message, say

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Question = Callable[Concatenate[Session, Arguments], Result]


def to_the_end(
    work: Callable[Concatenate[LiveMatch, Arguments], Coroutine[object, None, None]],
) -> Callable[Concatenate[LiveMatch, Arguments], Coroutine[object, None, None]]:
    """Decorate what changes a live match: it runs to its end even if its caller goes away."""

    @wraps(work)
    async def run(
        live: LiveMatch, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> None:
        await live.finish(work(live, *arguments, **named))

    return run


class LiveMatch:
    """A match that is being played or watched."""

    def __init__(
        self,
        stored: StoredMatch,
        port: GamePort[Session],
        facts: Facts,
        now: Moment,
        store: Store,
        bots: Bots,
        keeper: Timekeeper,
    ) -> None:
        """`port` holds the session of `stored`, and these are its facts and its moment."""
        self.id = stored.id
        self.owner = stored.device
        self.start = stored.start
        self.tags = stored.tags
        self.next = stored.next
        self.listed: bool | None = None
        """Anybody may take its open seats; None where the server is not public."""
        self.push: Push | None = None
        self.phrases = Phrases()
        self.updated = stored.updated
        self.facts = facts
        self.now = now
        """As far as it is written."""
        self.port = port
        self.seats = Seats(stored.holders, facts.called)
        self.presence = Presence(keeper.now)
        self.keeper = keeper
        self.referee = Referee(stored, facts, self.seats, self.presence, keeper)
        self.bot_player = BotPlayer(bots)
        self.store = store
        self.written = len(stored.events)
        self.commands = dict(stored.commands)
        self.lock = asyncio.Lock()
        """Held by whoever changes the match until that is written, or needs that nobody does."""
        self.users = 0
        self.broken = False
        self.fault = ""
        """What the game did wrong, where that ended the match."""
        self.trouble = ""
        """Why it could not be written."""
        self.notice = ""
        self.people = 0
        """How often something has changed that no ply does."""
        self.shown: dict[Any, Any] = {}
        """What was sent of the present moment, by who may know what."""
        self.weights: dict[tuple[int | None, int], Json] = {}
        """How it stood at nodes, by whose knowledge, as far as it has been asked."""
        self.weighing = asyncio.Lock()
        self.tasks: set[asyncio.Task[Any]] = set()

    # -- the game

    async def ask(
        self,
        question: Question[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """`GamePort.ask`; a game that is broken or lost ends this live match."""
        try:
            return await self.port.ask(question, *arguments, **named)
        except (GameBroken, GameLost) as error:
            self.end(error)
            raise

    async def ask_long(
        self,
        question: Question[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """`GamePort.ask_long`; a game that is broken or lost ends this live match."""
        try:
            return await self.port.ask_long(question, *arguments, **named)
        except (GameBroken, GameLost) as error:
            self.end(error)
            raise

    def keeps_secrets(self) -> bool:
        """The match goes on and keeps something from somebody."""
        return self.facts.hidden and not self.now.over

    def bot_to_play(self) -> tuple[int, int] | None:
        """The node and the seat of the bot that must move there."""
        stands = self.seats.awaited() or self.referee.course.paused
        is_bot = self.seats.has_bot(self.now.to_play) and not stands
        return (self.now.node, self.now.to_play) if is_bot else None

    def is_watched(self) -> bool:
        """Somebody looks, and it can go on."""
        return bool(self.presence.watchers) and not self.broken

    # -- changes

    @to_the_end
    async def play_bot(self, node: int, seat: int, move: str) -> None:
        """Play for a bot, unless the match has moved on. Raises BadMove."""
        async with self.lock:
            if not self.broken and self.bot_to_play() == (node, seat):
                events, now = await self.change(play_for, seat, move)
                await self.write(events, now, None)

    @to_the_end
    async def wake(self) -> None:
        """Somebody comes: let chance decide where it is to play, and bots think."""
        async with self.lock:
            self.check()
            self.bot_player.failed = None
            await self.draw()
            await self.do_what_is_due()
            self.bot_player.consider(self)

    async def draw(self) -> None:
        """Let chance decide where it is to play; by who holds `lock`."""
        events, now = ([], self.now) if self.seats.awaited() else await self.change(Session.draw)
        if events:
            await self.write(events, now, None)

    async def change(
        self,
        work: Question[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Ask for a change of the match, to be written by who asks."""
        try:
            return await self.ask(work, *arguments, **named)
        except EveryGameError:
            raise
        except BaseException:  # at a moment that nobody knows
            self.close()
            raise

    async def finish(self, work: Coroutine[object, None, None]) -> None:
        """Run work to its end even if whoever asked for it goes away."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            task.add_done_callback(note_fault)
            raise
        task.result()

    def check(self) -> None:
        """Raises BadGame, StaleState where the match cannot go on."""
        if self.fault:
            raise BadGame(self.fault)
        if self.broken:
            raise StaleState("This table was closed; open it again.")

    async def write(
        self,
        events: list[Event],
        now: Moment,
        command: StoredCommand | None = None,
        course: Course | None = None,
        sits: tuple[int, Holder] | None = None,
    ) -> None:
        """Make events durable, with the course that they lead to and who sits down at a seat; then
        show them. On failure the match is closed."""
        holders = list(self.seats.holders)
        if sits:
            holders[sits[0]] = sits[1]
        played = bool(events) and events[0]["type"] == "play"
        ran = self.referee.course.running
        course = self.referee.next_course(now, holders, played, course)
        try:
            change = self.referee.pending_change(course, sits)
            await self.store.append(self.id, self.written, events, command, now.unseen, change)
        except BaseException as error:
            self.trouble = error.message if isinstance(error, Unwritable) else ""
            self.close()
            raise
        self.written += len(events)
        if command:
            self.commands[command.device, command.id] = command.node
        self.now, self.seats.holders = now, holders
        self.referee.accept(self.id, course)
        self.notice = ""
        self.changed() if change else self.show()
        if course.running != ran:
            self.tell_turn(course.running)

    def tell_turn(self, seat: int | None) -> None:
        """The time of a seat has begun to run: where it has days and nobody of it looks, that is
        told elsewhere."""
        clock = self.referee.terms.clock
        if self.push is None or seat is None or clock is None or not clock.is_slow():
            return
        device = self.seats.holders[seat].device
        if device is not None and not self.presence.is_watching(device):
            self.push.notify(self.id, device, self.facts.title, clock.seconds)

    # -- the clock

    @to_the_end
    async def keep_time(self) -> None:
        """Do what time brings about by itself."""
        async with self.lock:
            if not self.broken:
                await self.do_what_is_due()

    async def do_what_is_due(self) -> None:
        """Do what time has brought about. The caller holds `lock`."""
        referee = self.referee
        if referee.next_course(self.now, self.seats.holders, False) != referee.course:
            await self.write([], self.now)
        await offers.settle(self)
        seat = referee.out_of_time()
        if seat is not None and (level := referee.bot_after_timeout(seat)):
            await self.leave_to_bot(seat, level, TIME)
        elif seat is not None:
            await self.write(*await self.change(Session.end, TIME, seat))
        referee.accept(self.id, referee.course)

    async def leave_to_bot(
        self, seat: int, level: Level, why: str, command: StoredCommand | None = None
    ) -> None:
        """A bot plays the seat to the end; nobody takes it back."""
        course = self.referee.course_without_person(seat, why)
        holder = Holder("bot", level.title, level.name)
        await self.write([], self.now, command, course, (seat, holder))

    # -- who looks

    def changed(self) -> None:
        """Something else has changed than where the match stands."""
        self.people += 1
        self.show()

    def show(self) -> None:
        """Show the match to everybody, and let bots think."""
        self.shown.clear()
        self.presence.refresh()
        self.bot_player.consider(self)

    def tell(self, sentence: str) -> None:
        """Say something to everybody at the match."""
        self.notice = sentence
        self.changed()

    def end(self, error: GameBroken | GameLost) -> None:
        """The game is broken; or where it is lost, the match can be opened again."""
        if isinstance(error, GameBroken):
            self.fault = self.fault or say_broken(self.facts.name, error)
        self.close()

    def close(self) -> None:
        """Send everybody away; who comes back opens the match again."""
        self.broken = True
        self.bot_player.stop()
        self.presence.send_away()


def note_fault(task: asyncio.Task[None]) -> None:
    """Nobody is left who could be told why a command was not done; a fault goes to the log."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, EveryGameError):
        log.error("a command failed: %r", error, exc_info=error)


def say_broken(game: str, error: GameBroken) -> Message:
    """Why a match cannot go on, in one sentence."""
    broken = "The game {game} is broken, so this match cannot go on: {what}"
    return say(broken, game=game, what=error.what)
