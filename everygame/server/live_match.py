"""A live match: in memory, who sits and who looks, and the commands that change it.

Commands wait for one another (`lock`). Each is checked, applied, written, and only then answered
and shown. Where writing fails the match is broken: it is thrown away and loaded again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import SystemRandom
from typing import Any, Protocol, TypeVar

from anyio import CapacityLimiter, to_thread

from everygame.contract import OVER, Game, Json, State
from everygame.errors import (
    BadGame,
    BadRecord,
    EveryGameError,
    IllegalMove,
    NotYourTurn,
    StaleState,
    find_place,
)
from everygame.library.registry import Entry
from everygame.match import Event, Match, read_plies
from everygame.process.hosting import RemoteEntry, find_safe_game
from everygame.process.remote_game import RemoteFault, RemoteLost
from everygame.record import Seat
from everygame.server.bot_player import BotPlayer
from everygame.server.messages import Command, Go, Play
from everygame.server.scenes import Scenes
from everygame.store import Holder, Store, StoredCommand, StoredMatch, Unwritable

Result = TypeVar("Result")


class Watcher(Protocol):
    """Whoever looks at a live match."""

    device: int | None

    def refresh(self) -> None:
        """The match has changed."""

    def rename(self, device: int, name: str) -> None:
        """The match got a name in the library of a device."""

    def leave(self) -> None:
        """The match is gone, or must be opened anew."""


class LiveMatch:
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, store: Store, bot_player: BotPlayer) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.id = stored.id
        self.store = store
        self.entry: Entry = find_safe_game(stored.game)
        self.stamp = self.entry.stamp()
        self.facts = self.entry.facts()
        self.game = self.entry.game(**stored.options)
        if stored.version != self.game.version:
            raise BadRecord(f"The rules of {stored.game} have changed since this match was played.")
        self.owner = stored.device
        self.start = stored.start
        self.tags = stored.tags
        self.holders = list(stored.holders)
        self.next = stored.next
        self.updated = stored.updated
        self.written = len(stored.events)
        self.commands = dict(stored.commands)
        start = open_start(self.game, stored.start)
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.scenes = Scenes(self.match, self.entry.artist())
        self.lock = asyncio.Lock()
        self.one = CapacityLimiter(1)
        """Who works in a thread; threads of its own, as others would wait for those of all."""
        self.watchers: set[Watcher] = set()
        self.opened = time.monotonic()
        self.left: dict[int, float] = {}
        """When each device closed its last connection, by the same clock."""
        self.users = 0
        self.broken = False
        self.fault = ""
        """What the game did wrong, where that ended the match."""
        self.trouble = ""
        """Why it could not be written."""
        self.notice = ""
        self.shown: dict[Any, bytes] = {}
        """What was sent of the present moment, by who may know what."""
        self.bot_player = bot_player
        self.tasks: set[asyncio.Task[Any]] = set()
        self.weighing = asyncio.Lock()
        self.weights: dict[tuple[int | None, int], Json] = {}
        """How it stood at nodes, by whose knowledge, as far as it has been asked."""
        (
            self.match.to_play(),
            bot_player.bots.levels(self.game),
        )  # remote games remember both

    # -- who

    def mine(self, device: int | None) -> frozenset[int]:
        """The seats of a device."""
        return frozenset(
            seat
            for seat, holder in enumerate(self.holders)
            if holder.kind == "person" and holder.device == device and device is not None
        )

    def replaced(self, device: int | None) -> frozenset[int]:
        """The seats of a device where a bot plays on until somebody takes them back."""
        return frozenset(
            seat
            for seat, holder in enumerate(self.holders)
            if holder.kind == "bot" and holder.device == device and device is not None
        )

    def people(self) -> frozenset[int]:
        """The seats that belong to people, also to some who have left or are still to come."""
        return frozenset(
            seat
            for seat, holder in enumerate(self.holders)
            if holder.kind != "bot" or holder.device is not None
        )

    def is_shared(self, device: int | None) -> bool:
        """All people sit at this device, so they may undo as they like."""
        people = self.people()
        return bool(people) and people == self.mine(device)

    def may_analyse(self, device: int | None) -> bool:
        """Hints and analysis are for matches against bots, at one screen, or that are over: they
        would be cheating against people elsewhere. A table without rules has none."""
        if not self.bot_player.bots.levels(self.game):
            return False
        return not self.people() or self.is_shared(device) or self.match.outcome() is not None

    def keeps_secrets(self) -> bool:
        """The match goes on and keeps something from somebody."""
        return self.game.hidden and self.match.outcome() is None

    def remember(self, key: tuple[int | None, int], weight: Json, most: int) -> None:
        """Keep how it stood; the oldest is forgotten where there are more than `most`."""
        self.weights[key] = weight
        if len(self.weights) > most:
            del self.weights[next(iter(self.weights))]

    def peek(self, node: int, ahead: Sequence[str]) -> list[State]:
        """The states from a node on along some moves that nobody has played. Raises StaleState,
        NotYourTurn, BadMove."""
        if node >= len(self.match.nodes):
            raise StaleState(f"There is no node {node}.")
        states = [self.match.state(node)]
        if ahead and self.keeps_secrets():
            raise NotYourTurn("What would come of a move is not told before the match is over.")
        for move in ahead:
            if states[-1].to_play() < 0:
                raise IllegalMove(f"Nobody can play {move!r} there.")
            states.append(states[-1].apply(states[-1].parse(move)))
        return states

    def away(self, seat: int) -> float:
        """Seconds for which the person of a seat has not looked; 0 for all who are there, and
        for bots."""
        holder = self.holders[seat]
        looks_on = any(watcher.device == holder.device for watcher in self.watchers)
        if holder.kind != "person" or looks_on:
            return 0.0
        return time.monotonic() - self.left.get(holder.device or 0, self.opened)

    def plays_for(self, seat: int) -> str | None:
        """The name of the person for whom a bot plays on at a seat."""
        holder = self.holders[seat]
        is_stand_in = holder.kind == "bot" and holder.device is not None
        return (holder.name or self.title(seat)) if is_stand_in else None

    def title(self, seat: int) -> str:
        """What a seat is called."""
        return self.scenes.called[seat]

    def record_seats(self) -> list[Seat]:
        return [Seat(holder.name, holder.kind, holder.level) for holder in self.holders]

    def bot_to_play(self) -> tuple[int, int] | None:
        """The node and the seat of the bot that must move there."""
        seat = self.match.to_play()
        is_bot = seat >= 0 and self.holders[seat].kind == "bot"
        return (self.match.node, seat) if is_bot else None

    # -- commands

    async def do(self, device: int, command: Command, answer: Callable[[int], None]) -> None:
        """Do a command of a device, once, and answer with its node before anybody is shown it."""
        await self.finish(self.do_once(device, command, answer))

    async def do_once(self, device: int, command: Command, answer: Callable[[int], None]) -> None:
        async with self.lock:
            self.check()
            node = self.commands.get((device, command.id))
            if node is None:
                events = await self.aside(self.perform, device, command)
                node = self.match.node
                await self.write(events, StoredCommand(device, command.id, node))
            answer(node)

    def perform(self, device: int, command: Command) -> list[Event]:
        """Apply a command to the match. Raises StaleState, NotYourTurn, BadMove; then nothing has
        changed."""
        try:
            return self.apply(self.mine(device), self.is_shared(device), command)
        except EveryGameError:
            raise
        except Exception as error:  # of a broken game, at a moment that nobody knows
            self.fail(error)
            self.close()
            raise

    async def play_bot(self, node: int, seat: int, move: str) -> None:
        """Play for a bot, unless the match has moved on. Raises BadMove."""
        await self.finish(self.play_bot_once(node, seat, move))

    async def play_bot_once(self, node: int, seat: int, move: str) -> None:
        async with self.lock:
            if not self.broken and self.bot_to_play() == (node, seat):
                await self.write(await self.aside(self.match.play, seat, move), None)

    async def wake(self) -> None:
        """Somebody comes: let chance decide where it is to play, and bots think."""
        await self.finish(self.wake_once())

    async def wake_once(self) -> None:
        async with self.lock:
            self.check()
            self.bot_player.failed = None
            events = await self.aside(self.match.draw)
            if events:
                await self.write(events, None)
            self.bot_player.consider(self)

    async def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What work on the match comes to; that of a remote game, which may take long, in a thread,
        one after another, so that other tables need not wait."""
        if not isinstance(self.entry, RemoteEntry):
            return work(*arguments)
        try:
            return await to_thread.run_sync(partial(work, *arguments), limiter=self.one)
        except EveryGameError as error:
            self.fail(error)
            raise

    async def finish(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run work to its end even if whoever asked for it goes away."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)

    def apply(self, mine: frozenset[int], shared: bool, command: Command) -> list[Event]:
        if isinstance(command, Play):
            return self.play(mine, command)
        if isinstance(command, Go):
            if command.at == self.match.node and not self.match.may_go(command.node, mine, shared):
                why = self.match.why_no_undo(mine, shared)
                raise NotYourTurn(why or "The table cannot be taken there.")
            return self.go(command, shared)
        if command.seat not in mine:
            raise NotYourTurn("You can resign only for a seat of your own.")
        return self.match.resign(command.seat, command.at)

    def go(self, command: Go, shared: bool) -> list[Event]:
        """Take the match to a node and from there along moves that nobody has played yet."""
        if command.ahead and not shared:
            raise NotYourTurn("Only who plays for all people can play on from there.")
        states = self.peek(command.node, command.ahead)
        events = self.match.go(command.node, command.at)
        for state, move in zip(states, command.ahead, strict=False):
            events += self.match.play(state.to_play(), move)
        return events

    def play(self, mine: frozenset[int], command: Play) -> list[Event]:
        match = self.match
        if command.at != match.node:
            raise StaleState("The match has moved on since you looked.")
        seat = match.to_play()
        if seat not in mine:
            over = "The match is over."
            raise NotYourTurn(over if seat == OVER else "It is another player's turn.")
        events = []
        for action in read_plies(match.state(), command.move):
            events += match.play(seat, action)
        return events

    def check(self) -> None:
        if self.fault:
            raise BadGame(self.fault)
        if self.broken:
            raise StaleState("This table was closed; open it again.")

    async def write(self, events: list[Event], command: StoredCommand | None) -> None:
        """Make events durable, then show them. On failure the match is closed."""
        try:
            await self.store.append(self.id, self.written, events, command)
        except BaseException as error:
            self.trouble = str(error) if isinstance(error, Unwritable) else ""
            self.close()
            raise
        self.written += len(events)
        if command:
            self.commands[command.device, command.id] = command.node
        self.notice = ""
        self.changed()

    # -- who looks

    def changed(self) -> None:
        """Show the match to everybody, and let bots think."""
        self.shown.clear()
        for watcher in self.watchers:
            watcher.refresh()
        self.bot_player.consider(self)

    def tell(self, sentence: str) -> None:
        """Say something to everybody at the match."""
        self.notice = sentence
        self.changed()

    async def move_in(self, seat: int, holder: Holder) -> None:
        """Seat somebody whose right to it was looked at, by who holds `lock`. Raises StaleState,
        Gone."""
        await self.finish(self.move_in_once(seat, holder))

    async def move_in_once(self, seat: int, holder: Holder) -> None:
        await self.store.set_holder(self.id, seat, self.holders[seat], holder)
        await self.seat()

    async def follow_store(self) -> None:
        """Somebody may have taken a seat: it is as the store says now. Raises Gone."""
        await self.finish(self.follow_store_once())

    async def follow_store_once(self) -> None:
        async with self.lock:  # so that nobody shows later what was read before
            await self.seat()

    async def seat(self) -> None:
        self.holders = list(await self.store.holders(self.id))
        self.changed()

    def gone(self, device: int | None) -> None:
        """A connection of a device has ended."""
        if device is not None:
            self.left[device] = time.monotonic()

    def fail(self, error: BaseException) -> None:
        """End the match where the error is one of its game; where another match ended the game's
        process, it is to be opened anew."""
        self.fault = self.fault or find_fault(self.entry, error, self.game.hidden)
        if self.fault or isinstance(error, RemoteLost):
            self.close()

    def close(self) -> None:
        """Send everybody away; who comes back opens the match anew."""
        self.broken = True
        self.bot_player.stop()
        for watcher in list(self.watchers):
            watcher.leave()


def find_fault(entry: Entry, error: BaseException, hidden: bool) -> str:
    """What a game did wrong, in one sentence; empty where the error did not come out of it.
    `hidden`: what the error says beside its kind may be a secret."""
    if isinstance(error, RemoteFault):
        found = error.what
    elif place := find_place(error, str(entry.folder)):
        found = f"{place} {type(error).__name__}{'' if hidden else f': {error}'}."
    else:
        return ""
    return f"The game {entry.name} is broken, so this match cannot go on: {found}"


def open_start(game: Game, start: str | Json | None) -> State | None:
    """The state that a stored match starts from."""
    if start is None:
        return None
    return game.parse_position(start) if isinstance(start, str) else game.from_json(start)
