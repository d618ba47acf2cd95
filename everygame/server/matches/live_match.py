"""A live match: a match in memory, which changes by one command at a time.

A change has three steps: it is applied to the session behind the port of the game (`change`),
stored (`write`), and only then answered and shown to the watchers. If storing fails, the session
contains a change that the store lacks. So the live match is closed, and the next visitor opens the
match again as stored.

Other modules use these steps: `obey` for commands of devices, `seats.seat_changes` for new holders
of seats, `offers` for questions between players, `clock.referee` for time, `bots.player` for bots.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakMethod

from msgspec.structs import replace

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError, StaleState
from everygame.history import TIME
from everygame.match import Event
from everygame.process.faults import GameBroken, GameLost
from everygame.process.game_port import GamePort
from everygame.process.metering import metered
from everygame.search.game_advice import Level
from everygame.server.bots.jobs import Bots
from everygame.server.bots.player import BotPlayer
from everygame.server.clock.clock_rules import Referee
from everygame.server.clock.terms_and_course import Course
from everygame.server.clock.timekeeper import Timekeeper
from everygame.server.matches.apply_commands import play_for_bot
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.library_summary import Standing
from everygame.server.matches.session import Session
from everygame.server.offers import offers
from everygame.server.operator.security import note
from everygame.server.people.phrases import Phrases
from everygame.server.people.presence import Presence
from everygame.server.push.push_services import MOST_SECONDS, Push
from everygame.server.seats.seat_holders import SeatHolders
from everygame.server.seats.stand_ins import bot_after_timeout
from everygame.store import Gone, Holder, Store, StoredCommand, StoredMatch, Unwritable
from everygame.words import Message, say

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


def uninterrupted(
    work: Callable[Concatenate[LiveMatch, Arguments], Coroutine[object, None, None]],
) -> Callable[Concatenate[LiveMatch, Arguments], Coroutine[object, None, None]]:
    """Decorate a function that changes a live match, so that it runs to its end even if the task
    that called it is cancelled, as happens when a browser closes its connection."""

    @wraps(work)
    async def run(
        live: LiveMatch, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> None:
        await live.run_uninterrupted(work(live, *arguments, **named))

    return run


class LiveMatch:
    """A match in memory, with its seats, clock and watchers, and the port of its game."""

    listed: bool | None = None
    """True where strangers may take an open seat, False where they may not; None on a server that
    is not public."""
    push: Push | None = None
    """The sender of push messages; None on a server that sends none."""
    users = 0
    """The number of requests and connections that use the match now. While it is above 0, the match
    stays in memory."""
    broken = False
    """True once the live match was closed, so that the match must be opened again from the
    store."""
    fault = ""
    """A sentence about the error of the game's code that ended the match; empty without one."""
    trouble = ""
    """A sentence that says why a change could not be stored; empty while all went well."""
    notice = ""
    """A sentence that all watchers see until the next change."""
    other_changes = 0
    """A counter of changes other than plies: of seats, presence, the clock, offers and the
    listing."""

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
        """`port` holds the session of `stored`; `facts` and `now` are read from that session."""
        self.id = stored.id
        self.owner = stored.device
        """The host's device, which made the match."""
        self.start = stored.start
        self.tags = stored.tags
        self.looked = stored.looked
        """The time at which somebody last opened the match, as the store has it."""
        self.next = stored.next
        """The id of the rematch or restart that continues this match; None where there is none."""
        self.facts = facts
        self.now = now
        """The moment that the match has reached, as far as it is stored."""
        self.port = port
        port.on_failure = WeakMethod(self.close_for_failure)
        self.ask, self.ask_long = port.ask, port.ask_long
        self.store = store
        self.seats = SeatHolders(stored.holders, facts.seat_names)
        self.presence = Presence(keeper.now)
        self.phrases = Phrases()
        self.referee = Referee(stored, facts, self.seats, self.presence, keeper)
        self.bot_player = BotPlayer(bots)
        self.events_stored = len(stored.events)
        self.commands = dict(stored.commands)
        """The node with which each stored command was answered, by device and command id. A device
        that lost the answer sends the command again, and it must not be applied twice."""
        self.lock = asyncio.Lock()
        """Held from the first check of a change until the change is stored. Otherwise another
        change could be stored in between, and the log would be in the wrong order. It is also held
        by code that reads several values and needs them from one moment."""
        self.shown: dict[Any, Any] = {}
        """The data sent about the present moment, by viewpoint; it is made once for all connections
        that share a viewpoint."""
        self.weights: dict[tuple[int | None, int], Json] = {}
        """The evaluations of nodes for the analysis, by the seat whose knowledge they use (None:
        everything is known) and the node."""
        self.weighing = asyncio.Lock()
        """Held while a node is evaluated, so that no two connections do it for the same node."""
        self.tasks: set[asyncio.Task[Any]] = set()
        """The running changes. Without a reference here, Python could collect their tasks."""

    # -- the game

    def keeps_secrets(self) -> bool:
        """Whether the match goes on and its game hides something from some players."""
        return self.facts.hidden and not self.now.over

    def bot_to_play(self) -> tuple[int, int] | None:
        """Return the current node and the seat to move, if a bot has to move there now; otherwise
        None."""
        waits = self.seats.awaited() or self.referee.course.paused
        is_bot = self.seats.has_bot(self.now.to_play) and not waits
        return (self.now.node, self.now.to_play) if is_bot else None

    def is_watched(self) -> bool:
        """Whether anybody has the match open. A bot thinks only for a match that somebody
        watches."""
        return bool(self.presence.watchers) and not self.broken

    def standing(self) -> Standing:
        """Return who takes part now, and how much time is left."""
        return Standing(self.owner, self.seats, self.referee.terms, self.referee.course)

    def check_may_watch(self, device: int | None) -> None:
        """Raise Gone where a device may not see the match."""
        if not self.standing().may_watch(device):
            note("not_allowed")
            raise Gone("Only those who play see this match.")

    # -- changes

    @uninterrupted
    async def play_bot(self, node: int, seat: int, move: str) -> None:
        """Play the move that a bot chose for a seat at a node, unless the match has changed while
        the bot was thinking. Raises BadMove."""
        async with self.lock:
            if not self.broken and self.bot_to_play() == (node, seat):
                events, now = await self.change(lambda session: play_for_bot(session, seat, move))
                await self.write(events, now, None)

    @uninterrupted
    async def wake(self) -> None:
        """Continue a match after nobody watched it: let chance draw, apply the time that has
        passed, and let bots think. Raises BadGame, StaleState."""
        async with self.lock:
            self.check_open()
            self.bot_player.failed = None
            await self.draw()
            await self.do_what_is_due()
            self.bot_player.consider(self)

    async def draw(self) -> None:
        """Let chance draw, if it is to decide and no reserved seat waits for a person. The caller
        holds `lock`."""
        events, now = ([], self.now) if self.seats.awaited() else await self.change(Session.draw)
        if events:
            await self.write(events, now, None)

    async def change(self, work: Callable[[Session], Result]) -> Result:
        """Call a function that changes the session, and return its result. The caller holds `lock`,
        and stores the returned events by `write`. After an unexpected exception the state of the
        session is unknown, so the live match is closed."""
        try:
            return await self.ask(work)
        except EveryGameError:
            raise
        except BaseException:
            self.close()
            raise

    async def run_uninterrupted(self, work: Coroutine[object, None, None]) -> None:
        """Run a change in a task of its own, and wait for it. If the caller is cancelled, only the
        waiting stops: a change that stopped half-way would be applied but not stored."""
        task = asyncio.ensure_future(metered(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        try:
            await asyncio.wait([task])  # unlike `await task`, this does not pass a cancellation on
        except asyncio.CancelledError:
            task.add_done_callback(log_fault)
            raise
        task.result()

    def check_open(self) -> None:
        """Raise BadGame where an error of the game's code ended the match, and StaleState where
        this live match was closed."""
        if self.fault:
            raise BadGame(self.fault)
        if self.broken:
            raise StaleState("This match was closed; open it again.")

    async def write(
        self,
        events: list[Event],
        now: Moment,
        command: StoredCommand | None = None,
        course: Course | None = None,
        new_holder: tuple[int, Holder] | None = None,
        notice: str = "",
    ) -> None:
        """Store events that have been applied to the session, then show the change to all watchers,
        with a sentence about it. The same transaction stores the command that caused them, the
        course (clock and offers) that they lead to, and the new holder of a seat. If storing fails,
        the live match is closed. The caller holds `lock`."""
        holders = list(self.seats.holders)
        new_holder = new_holder or self.returned_seat(now)
        if new_holder:
            holders[new_holder[0]] = new_holder[1]
        forward = bool(events) and all(event["type"] != "go" for event in events)
        ran = self.referee.course.running
        course = self.referee.next_course(now, holders, forward, course)
        try:
            change = self.referee.pending_change(course, new_holder)
            # by this number the store refuses if something else has added to the log
            stored = self.events_stored
            await self.store.append(self.id, stored, events, command, now.unseen, change)
        except BaseException as error:
            self.trouble = error.message if isinstance(error, Unwritable) else ""
            self.close()
            raise
        self.events_stored += len(events)
        if command:
            self.commands[command.device, command.id] = command.node
        self.now, self.seats.holders = now, holders
        self.referee.accept(self.id, course)
        self.notice = notice
        self.show_change() if change else self.show()
        if course.running != ran:
            self.notify_player(course.running)
        if new_holder:
            await self.tell_holders()

    async def tell_holders(self) -> None:
        """Tell the session who has the seats now, and let chance draw if it has waited only for
        that: it waits until every seat is taken and each person's device has added random bytes.
        The caller holds `lock`."""
        if self.facts.chance and not self.broken:
            with suppress(GameBroken, GameLost):  # `ask` has closed the live match then
                await self.ask(Session.set_holders, self.seats.holders)
                await self.draw()

    def returned_seat(self, now: Moment) -> tuple[int, Holder] | None:
        """Return the seat whose person has it again at the moment `now`, because the one turn that
        a bot played is over, with its holder; None where there is none."""
        seat = self.referee.ended_loan(now)
        bot = None if seat is None else self.seats.holders[seat]
        if seat is None or bot is None or not bot.stands_in:
            return None
        return seat, Holder("person", bot.name, device=bot.device)

    def notify_player(self, seat: int | None) -> None:
        """Send a push message to the player whose clock has begun to run, if the clock allows days
        for a move and the player does not have the match open."""
        clock = self.referee.terms.clock
        if seat is not None and clock is not None and clock.is_slow():
            player = self.seats.holders[seat].device
            self.notify_away({player}, say("It is your turn."), clock.seconds)

    def notify_of_newcomers(self, before: list[Holder]) -> None:
        """Send a push message to the players who do not have the match open where somebody has sat
        down on a seat that was open before."""
        for then, now in zip(before, self.seats.holders, strict=True):
            if (then.kind, now.kind) == ("open", "person"):
                words = say("{name} has sat down.", name=now.name)
                self.notify_away(self.seats.devices() - {now.device}, words, MOST_SECONDS)

    def notify_away(self, devices: Iterable[int | None], told: Message, seconds: float) -> None:
        """Send a push message, of use for so many seconds, to those devices that do not have the
        match open."""
        for device in devices:
            if self.push and device is not None and not self.presence.is_watching(device):
                self.push.notify(self.id, device, self.facts.title, told, seconds)

    # -- the clock

    @uninterrupted
    async def keep_time(self) -> None:
        """Do what is due in the match by now: start or stop its clock, let offers expire, and end
        the match or let a bot play on where a player has no time left. The timekeeper calls this
        when something is due."""
        async with self.lock:
            if not self.broken:
                await self.do_what_is_due()

    async def do_what_is_due(self) -> None:
        """Start or stop the clock, let offers expire, and handle a player without time left: a bot
        plays on for the player or plays this turn, or the match ends. The caller holds `lock`."""
        referee = self.referee
        if referee.next_course(self.now, self.seats.holders, False) != referee.course:
            await self.write([], self.now)
        await offers.settle(self)
        seat = referee.out_of_time()
        if seat is not None and referee.lends_turns():
            await self.lend_turn(seat)
        elif seat is not None and (
            level := bot_after_timeout(self.facts, referee.terms, self.seats, seat)
        ):
            await self.leave_to_bot(seat, level, TIME)
        elif seat is not None:
            await self.write(*await self.change(lambda session: session.end(TIME, seat)))
        referee.accept(self.id, referee.course)

    async def lend_turn(self, seat: int) -> None:
        """Let the strongest bot play this turn for a seat out of time."""
        holder, course = self.seats.holders[seat], self.referee.course
        bot = Holder("bot", holder.name, self.facts.levels[-1].name, holder.device)
        name = self.seats.name_of(seat)
        told = say("The time of {name} was up; a bot plays this turn.", name=name)
        lent = replace(course, lent=(seat, self.now.turn))
        await self.write([], self.now, None, lent, (seat, bot), told)
        await offers.settle(self)  # one may have waited for this person alone

    async def leave_to_bot(
        self, seat: int, level: Level, why: str, command: StoredCommand | None = None
    ) -> None:
        """Give a seat to a bot that plays it to the end of the match. Unlike a bot that stands in
        for a player who is away, it does not give the seat back. `why` is "time" or
        "resignation"."""
        course = self.referee.course_without_person(seat, why)
        holder = Holder("bot", level.title, level.name)
        await self.write([], self.now, command, course, (seat, holder))
        await offers.settle(self)  # one may have waited for this person alone

    # -- watchers

    def show_change(self) -> None:
        """Show the watchers a change that is no ply, such as of seats, presence, the clock, offers
        or the listing."""
        self.other_changes += 1
        self.show()

    def show(self) -> None:
        """Show the match to all watchers, and let a bot think if it is to move."""
        self.shown.clear()
        self.presence.refresh()
        self.bot_player.consider(self)

    def announce(self, sentence: str) -> None:
        """Show a sentence to all watchers."""
        self.notice = sentence
        self.show_change()

    def close_for_failure(self, error: GameBroken | GameLost) -> None:
        """Close after a failure of the game. An error of the game's code is remembered as the fault
        of the match; after a lost process, the match can be opened again at once."""
        if isinstance(error, GameBroken):
            self.fault = self.fault or broken_game_message(self.facts.name, error)
        self.close()

    def close(self) -> None:
        """Close all connections. A browser that comes back opens the match again from the store."""
        self.broken = True
        self.bot_player.stop()
        self.presence.send_away()


def log_fault(task: asyncio.Task[None]) -> None:
    """Log the exception of a change whose caller has gone away. A refusal is no error of the server
    and is dropped, because nobody is left to read it."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, EveryGameError):
        log.error("a command failed: %r", error, exc_info=error)


def broken_game_message(game: str, error: GameBroken) -> Message:
    """Return a sentence for people that says why a match cannot go on after an error of its game's
    code."""
    return say(
        "The game {game} is broken, so this match cannot go on: {fault}",
        game=game,
        fault=error.what,
    )
