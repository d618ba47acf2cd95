"""A table: a match in memory, who sits and who looks, and the deeds that change it.

Deeds wait for one another (`lock`). Each is checked, applied, written, and only then answered
and shown. Where writing fails the table is broken: it is thrown away and loaded again.
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
from everygame.record import Seat
from everygame.server.guest import GuestFault, GuestLost
from everygame.server.hosting import GuestEntry, find_game
from everygame.server.messages import Deed, Go, Play
from everygame.server.scenes import Scenes
from everygame.server.thinker import Thinker
from everygame.store import Chair, Store, StoredMatch, Unwritable
from everygame.store import Deed as StoredDeed

Result = TypeVar("Result")


class Eye(Protocol):
    """Whoever looks at a table."""

    device: int | None

    def refresh(self) -> None:
        """The table has changed."""

    def rename(self, device: int, name: str) -> None:
        """The match got a name in the library of a device."""

    def leave(self) -> None:
        """The table is gone, or must be opened anew."""


class Table:
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, store: Store, thinker: Thinker) -> None:
        """Replay a stored match. Raises BadGame, BadOption, BadRecord."""
        self.id = stored.id
        self.store = store
        self.entry: Entry = find_game(stored.game)
        self.stamp = self.entry.stamp()
        self.facts = self.entry.facts()
        self.game = self.entry.game(**stored.options)
        if stored.version != self.game.version:
            raise BadRecord(f"The rules of {stored.game} have changed since this match was played.")
        self.owner = stored.device
        self.start = stored.start
        self.tags = stored.tags
        self.chairs = list(stored.chairs)
        self.next = stored.next
        self.updated = stored.updated
        self.written = len(stored.events)
        self.deeds = dict(stored.deeds)
        start = open_start(self.game, stored.start)
        self.match = Match.replay(self.game, SystemRandom(), stored.events, start)
        self.scenes = Scenes(self.match, self.entry.artist())
        self.lock = asyncio.Lock()
        self.one = CapacityLimiter(1)
        """Who works in a thread; threads of its own, as others would wait for those of all."""
        self.eyes: set[Eye] = set()
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
        self.thinker = thinker
        self.tasks: set[asyncio.Task[Any]] = set()
        self.weighing = asyncio.Lock()
        self.weights: dict[tuple[int | None, int], Json] = {}
        """How it stood at nodes, by whose knowledge, as far as it has been asked."""
        self.match.to_play(), thinker.bots.levels(self.game)  # guests remember what they said

    # -- who

    def mine(self, device: int | None) -> frozenset[int]:
        """The seats of a device."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and chair.device == device and device is not None
        )

    def replaced(self, device: int | None) -> frozenset[int]:
        """The seats of a device where a bot plays on until somebody takes them back."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "bot" and chair.device == device and device is not None
        )

    def people(self) -> frozenset[int]:
        """The seats that belong to people, also to some who have left or are still to come."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind != "bot" or chair.device is not None
        )

    def is_shared(self, device: int | None) -> bool:
        """All people sit at this device, so they may undo as they like."""
        people = self.people()
        return bool(people) and people == self.mine(device)

    def may_analyse(self, device: int | None) -> bool:
        """Hints and analysis are for matches against bots, at one screen, or that are over: they
        would be cheating against people elsewhere. A table without rules has none."""
        if not self.thinker.bots.levels(self.game):
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
        chair = self.chairs[seat]
        if chair.kind != "person" or any(eye.device == chair.device for eye in self.eyes):
            return 0.0
        return time.monotonic() - self.left.get(chair.device or 0, self.opened)

    def plays_for(self, seat: int) -> str | None:
        """The name of the person for whom a bot plays on at a seat."""
        chair = self.chairs[seat]
        is_stand_in = chair.kind == "bot" and chair.device is not None
        return (chair.name or self.title(seat)) if is_stand_in else None

    def title(self, seat: int) -> str:
        """What a seat is called."""
        return self.scenes.called[seat]

    def record_seats(self) -> list[Seat]:
        return [Seat(chair.name, chair.kind, chair.level) for chair in self.chairs]

    def bot_to_play(self) -> tuple[int, int] | None:
        """The node and the seat of the bot that must move there."""
        seat = self.match.to_play()
        is_bot = seat >= 0 and self.chairs[seat].kind == "bot"
        return (self.match.node, seat) if is_bot else None

    # -- deeds

    async def do(self, device: int, deed: Deed, answer: Callable[[int], None]) -> None:
        """Do a deed of a device, once, and answer with its node before anybody is shown it."""
        await self.finish(self.do_once(device, deed, answer))

    async def do_once(self, device: int, deed: Deed, answer: Callable[[int], None]) -> None:
        async with self.lock:
            self.check()
            node = self.deeds.get((device, deed.id))
            if node is None:
                events = await self.aside(self.perform, device, deed)
                node = self.match.node
                await self.write(events, StoredDeed(device, deed.id, node))
            answer(node)

    def perform(self, device: int, deed: Deed) -> list[Event]:
        """Apply a deed to the match. Raises StaleState, NotYourTurn, BadMove; then nothing has
        changed."""
        try:
            return self.apply(self.mine(device), self.is_shared(device), deed)
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
            self.thinker.failed = None
            events = await self.aside(self.match.draw)
            if events:
                await self.write(events, None)
            self.thinker.consider(self)

    async def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What work on the match comes to; that of a guest, which may take long, in a thread, one
        after another, so that other tables need not wait."""
        if not isinstance(self.entry, GuestEntry):
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

    def apply(self, mine: frozenset[int], shared: bool, deed: Deed) -> list[Event]:
        if isinstance(deed, Play):
            return self.play(mine, deed)
        if isinstance(deed, Go):
            if deed.at == self.match.node and not self.match.may_go(deed.node, mine, shared):
                why = self.match.why_no_undo(mine, shared)
                raise NotYourTurn(why or "The table cannot be taken there.")
            return self.go(deed, shared)
        if deed.seat not in mine:
            raise NotYourTurn("You can resign only for a seat of your own.")
        return self.match.resign(deed.seat, deed.at)

    def go(self, deed: Go, shared: bool) -> list[Event]:
        """Take the table to a node and from there along moves that nobody has played yet."""
        if deed.ahead and not shared:
            raise NotYourTurn("Only who plays for all people can play on from there.")
        states = self.peek(deed.node, deed.ahead)
        events = self.match.go(deed.node, deed.at)
        for state, move in zip(states, deed.ahead, strict=False):
            events += self.match.play(state.to_play(), move)
        return events

    def play(self, mine: frozenset[int], deed: Play) -> list[Event]:
        match = self.match
        if deed.at != match.node:
            raise StaleState("The match has moved on since you looked.")
        seat = match.to_play()
        if seat not in mine:
            over = "The match is over."
            raise NotYourTurn(over if seat == OVER else "It is another player's turn.")
        events = []
        for action in read_plies(match.state(), deed.move):
            choice = self.scenes.choice(match.node, seat, match.state().text(action))
            events += match.play(seat, action, final=choice.final if choice else "")
        return events

    def check(self) -> None:
        if self.fault:
            raise BadGame(self.fault)
        if self.broken:
            raise StaleState("This table was closed; open it again.")

    async def write(self, events: list[Event], deed: StoredDeed | None) -> None:
        """Make events durable, then show them. On failure the table is closed."""
        try:
            await self.store.append(self.id, self.written, events, deed)
        except BaseException as error:
            self.trouble = str(error) if isinstance(error, Unwritable) else ""
            self.close()
            raise
        self.written += len(events)
        if deed:
            self.deeds[deed.device, deed.id] = deed.node
        self.notice = ""
        self.changed()

    # -- who looks

    def changed(self) -> None:
        """Show the table to everybody, and let bots think."""
        self.shown.clear()
        for eye in self.eyes:
            eye.refresh()
        self.thinker.consider(self)

    def tell(self, sentence: str) -> None:
        """Say something to everybody at the table."""
        self.notice = sentence
        self.changed()

    async def move_in(self, seat: int, chair: Chair) -> None:
        """Seat somebody whose right to it was looked at, by who holds `lock`. Raises StaleState,
        Gone."""
        await self.finish(self.move_in_once(seat, chair))

    async def move_in_once(self, seat: int, chair: Chair) -> None:
        await self.store.sit(self.id, seat, self.chairs[seat], chair)
        await self.seat()

    async def follow_store(self) -> None:
        """Somebody may have taken a seat: it is as the store says now. Raises Gone."""
        await self.finish(self.follow_store_once())

    async def follow_store_once(self) -> None:
        async with self.lock:  # so that nobody shows later what was read before
            await self.seat()

    async def seat(self) -> None:
        self.chairs = list(await self.store.chairs(self.id))
        self.changed()

    def gone(self, device: int | None) -> None:
        """A connection of a device has ended."""
        if device is not None:
            self.left[device] = time.monotonic()

    def fail(self, error: BaseException) -> None:
        """End the match where the error is one of its game; where another match ended the game's
        process, it is to be opened anew."""
        self.fault = self.fault or find_fault(self.entry, error, self.game.hidden)
        if self.fault or isinstance(error, GuestLost):
            self.close()

    def close(self) -> None:
        """Send everybody away; who comes back opens the table anew."""
        self.broken = True
        self.thinker.stop()
        for eye in list(self.eyes):
            eye.leave()


def find_fault(entry: Entry, error: BaseException, hidden: bool) -> str:
    """What a game did wrong, in one sentence; empty where the error did not come out of it.
    `hidden`: what the error says beside its kind may be a secret."""
    if isinstance(error, GuestFault):
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
