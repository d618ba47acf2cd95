"""All live matches: those in memory, and how matches begin, follow one another and end."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from random import SystemRandom
from typing import Final

from anyio import CapacityLimiter
from msgspec import structs
from starlette.concurrency import run_in_threadpool

from everygame.clock import REAL, Clock
from everygame.colours import OPTION, moved
from everygame.contract import Game, Json
from everygame.errors import BadGame, BadOption, BadRecord, EveryGameError
from everygame.library.registry import Entry
from everygame.match import Event, Match
from everygame.process.faults import GameBroken
from everygame.process.game_port import GamePort
from everygame.process.isolation import find_safe_game
from everygame.record import Record, Seat, replay
from everygame.server.bot_jobs import Bots
from everygame.server.course import to_json
from everygame.server.library import open_game
from everygame.server.limits import Refused
from everygame.server.live_match import LiveMatch, say_broken
from everygame.server.long_work import LONG, Busy, LongWork
from everygame.server.messages import PlayOn, SeatRequest, Setup
from everygame.server.names import Names
from everygame.server.push import Push
from everygame.server.saved import Saved
from everygame.server.session import Facts, Session, first_events, log_of
from everygame.server.timekeeper import Timekeeper, Uptime
from everygame.server.views import Viewpoint, picture_now, summary
from everygame.server.watching import may_watch
from everygame.store import Gone, Holder, LibraryEntry, NewMatch, Store, StoredMatch
from everygame.words import say

log = logging.getLogger("everygame")

MOST_TABLES: Final = 256
"""Tables kept in memory; those where nobody is go first."""
MOST_FAULTS: Final = 10_000
"""Matches whose game is known to be broken; the oldest are forgotten."""
MOST_OPENING: Final = 16
"""Tables that are opened at once; threads of all others stay free."""
SHELF: Final = 60
"""Matches shown in a library."""
SLOW: Final = 1.0
"""Seconds after which a match that fails is the last of its game that a library tries."""


class Matches:
    """Tables by the id of their match."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        clock: Clock = REAL,
        public: bool = False,
        names: Names | None = None,
        push: Push | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.clock = clock
        self.keeper = Timekeeper(store, Uptime(clock), self.keep_time)
        self.public = public
        self.names = names or Names()
        self.push = push
        self.lives: dict[str, LiveMatch] = {}
        self.opening: dict[str, asyncio.Task[LiveMatch]] = {}
        self.openers = CapacityLimiter(MOST_OPENING)
        self.long_work = LongWork(clock)
        self.faults: dict[str, tuple[str, str]] = {}
        """Matches that their games have ended: the stamp of the game, and what it did wrong."""

    # -- tables

    @asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[LiveMatch]:
        """The match of a match, kept in memory while it is used. Raises Gone, BadRecord."""
        live = await self.find(match)
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1

    async def find(self, match: str) -> LiveMatch:
        live = self.lives.get(match)
        if live and live.fault:
            self.note_fault(match, live.port.stamp, live.fault)
        if live and live.port.is_lost():
            live.close()
        if live and not live.broken:
            self.lives[match] = self.lives.pop(match)  # used last
            return live
        if match not in self.opening:
            self.long_work.check()  # here, for others may come to wait for the same opening
            task = asyncio.create_task(self.open(match))
            self.opening[match] = task
            task.add_done_callback(lambda _: self.opening.pop(match, None))
        return await asyncio.shield(self.opening[match])

    async def open(self, match: str) -> LiveMatch:
        stored = await self.store.load(match)
        if stored is None:
            raise Gone("There is no such match.")
        entry = find_entry(stored.game)
        now = entry.stamp()
        stamp, fault = self.faults.get(match, ("", ""))
        if fault and stamp == now:
            raise BadGame(fault)
        try:
            live = await self.open_stored(entry, stored)
        except Exception as error:
            if isinstance(error, EveryGameError) and not isinstance(error, GameBroken):
                raise
            log.exception("match %s", match)
            fault = say("The game {game} is broken here.", game=repr(stored.game))
            if isinstance(error, GameBroken):
                fault = say_broken(stored.game, error)
            self.note_fault(match, now, fault)
            raise BadGame(fault) from error
        self.make_room()
        self.lives[match] = live
        return live

    async def open_stored(self, entry: Entry, stored: StoredMatch) -> LiveMatch:
        """The live match of a stored one. Raises GameBroken, GameLost, BadRecord."""
        is_long = len(stored.events) > LONG
        threads = self.long_work.threads if is_long else self.openers
        async with self.long_work.turn(patient=True) if is_long else nullcontext():
            port = await GamePort.open(
                entry,
                lambda entry: Session(entry, stored, self.bots),
                lambda session: session.game,
                threads,
            )
        facts, now = await port.ask(lambda session: (session.facts, session.moment()))
        live = LiveMatch(stored, port, facts, now, self.store, self.bots, self.keeper)
        live.listed = stored.listed if self.public else None
        live.push = self.push
        return live

    async def keep_time(self, match: str) -> None:
        """The time has come to look at a match."""
        async with self.at(match) as live:
            await live.keep_time()

    def note_fault(self, match: str, stamp: str, fault: str) -> None:
        """The match is not opened again until the game is another."""
        self.faults[match] = stamp, fault
        if len(self.faults) > MOST_FAULTS:
            del self.faults[next(iter(self.faults))]

    def make_room(self) -> None:
        """Forget tables that nobody uses, of superseded games all."""
        unused = [m for m, live in self.lives.items() if not live.users and not live.tasks]
        many = max(0, len(self.lives) - MOST_TABLES + 1)
        old = [m for m in unused[many:] if self.lives[m].port.is_superseded()]
        for match in unused[:many] + old:
            del self.lives[match]

    def close(self) -> None:
        """Send everybody away."""
        self.keeper.stop()
        for live in self.lives.values():
            live.close()

    # -- matches

    async def begin(self, device: int, setup: Setup) -> str:
        """Store a new match; its id. Raises BadGame, BadOption."""
        return await self.store_match(await run_in_threadpool(self.set_up, device, setup))

    def set_up(self, device: int, setup: Setup) -> NewMatch:
        """A new match. Raises BadGame, BadOption."""
        setup = draw_lots(setup)
        game = open_game(find_safe_game(setup.game), setup.options)
        holders = [self.holder(game, device, seat) for seat in setup.seats]
        if len(holders) != game.players:
            raise BadOption(
                "This match needs {players} seats, not {number}.",
                players=game.players,
                number=len(holders),
            )
        if setup.terms.clock and game.endless:
            raise BadOption("A table without rules has no turns, so it has no clock.")
        new = new_match(game, device, setup.key, holders, first_events(game))
        return replace(new, terms=to_json(setup.terms))

    async def store_match(self, new: NewMatch) -> str:
        """Store a match, and forget those that made room for it."""
        created = await self.store.create(new)
        for match in created.deleted:
            self.drop(match)
        return created.match

    def holder(self, game: Game, device: int, seat: SeatRequest) -> Holder:
        """A seat as it was asked for. Raises BadOption."""
        if seat.kind == "bot":
            level = self.bots.level(game, seat.level)
            return Holder("bot", level.title, level.name)
        if seat.kind == "person":
            return Holder("person", self.names.check(seat.name), device=device)
        if seat.kind == "open":
            return Holder("open")
        raise BadOption("A seat is for a person, a bot or open, not {kind}.", kind=repr(seat.kind))

    async def load(self, device: int, saved: Saved, key: str = "") -> str:
        """Store the match of a save for a device; its id. The same `key` again answers the same
        match. Raises BadRecord, Refused."""
        if saved.devices is not None:
            owners = [one and await self.store.find_owner_now(one) for one in saved.devices]
            saved = replace(saved, devices=tuple(owners))
        new = await self.long_work.run(self.take_up, device, saved)
        return await self.store_match(replace(new, key=key or new.key))

    def take_up(self, device: int, saved: Saved) -> NewMatch:
        """The match of a save, its people at the seats that were theirs. Raises BadRecord,
        Refused."""
        record = saved.record
        game, match = replay_record(record)
        secret = game.hidden and match.outcome() is None
        saved.check(device, secret)
        holders = [
            self.loaded_holder(game, device, seat)
            if saved.is_here(device, number)
            else Holder(
                "open",
                self.names.soften(seat.name),
                device=saved.former(number) if secret else None,
            )
            for number, seat in enumerate(record.seats)
        ]
        events = log_of(match) + ([] if match.outcome() else first_events(game))
        new = new_match(game, device, secrets.token_hex(8), holders, events)
        return replace(new, start=record.start, tags=record.tags)

    def loaded_holder(self, game: Game, device: int, seat: Seat) -> Holder:
        """A seat of a record; a bot of an unknown level becomes one of middle strength."""
        levels = self.bots.levels(game)
        if seat.kind == "bot" and levels:
            known = {level.name for level in (*levels, *self.bots.programs.levels(game.name))}
            level = seat.level if seat.level in known else levels[len(levels) // 2].name
            return self.holder(game, device, SeatRequest("bot", level=level))
        return Holder("person", self.names.soften(seat.name), device=device)

    async def follow(self, device: int, match: str, restart: bool) -> str:
        """The id of the match that follows this one: with `restart` the same again, and this one
        kept as the device's `last_game`, or gone where nothing was played; else a rematch, the
        seats turned by one and the colours that were chosen with them. This one stays with
        everybody else who has it."""
        async with self.at(match) as live:
            known = live.next
            over = await self.is_over(known)  # not under the lock: to open a long match takes turns
            async with live.lock:  # so that nothing is played meanwhile
                live.check()
                new = replace(self.following(device, live, restart), previous=match)
                if restart:
                    begun = await live.ask(Session.has_begun)
                    new = replace(new, last_game=begun, in_place=not begun and is_for_one(live))
                if over and live.next == known:
                    new = replace(new, instead_of=known)
                live.next = await self.store_match(new)
                if not live.broken:
                    live.changed()
        return live.next

    def following(self, device: int, live: LiveMatch, restart: bool) -> NewMatch:
        """The same match from its start, for a restart or a rematch."""
        people = [person_of(holder) for holder in live.seats.holders]
        order = [*range(len(people))] if restart else turned(len(people))
        holders = [people[seat] for seat in order]
        key, events = secrets.token_hex(8), first_events(live.facts)
        new = new_match(live.facts, device, key, holders, events)
        terms, options = to_json(live.referee.terms), with_colours(new.options, order)
        return replace(new, start=live.start, terms=terms, options=options)

    async def play_on(self, device: int, live: LiveMatch, wanted: PlayOn) -> str:
        """The id of a new match that goes on from a position of one that is over, with all its
        people at this device. Raises Refused, StaleState, BadMove."""
        if not live.now.over:
            raise Refused(403, "Whoever has no seat can play on from a match only when it is over.")
        async with self.long_work.turn():
            events = await live.ask_long(Session.lead_to, wanted.node, wanted.ahead)
        holders = [self.moved_here(holder, device) for holder in live.seats.holders]
        new = new_match(live.facts, device, secrets.token_hex(8), holders, events)
        return await self.store_match(replace(new, start=live.start))

    def moved_here(self, holder: Holder, device: int) -> Holder:
        """Bots stay, people are at this device."""
        person = person_of(holder)
        return person if person.kind == "bot" else Holder("person", person.name, device=device)

    async def is_over(self, match: str | None) -> bool:
        """A match that came after another is over or gone, so that another may. Raises Busy."""
        if match is None:
            return False
        try:
            async with self.at(match) as live:
                return live.now.over
        except Busy:
            raise
        except EveryGameError:
            return True

    async def forget(self, device: int, match: str) -> None:
        """Take a match out of a library; nobody's match is deleted."""
        if await self.store.forget(device, match):
            self.drop(match)

    def send_away(self, browsers: Collection[int]) -> None:
        """Close every connection of browsers that are another device's now, or nobody's; their
        pages come back as what they are."""
        for live in self.lives.values():
            live.presence.send_away(browsers)

    async def reopen(self, device: int) -> None:
        """What a device had is another's now, or nobody's: its matches are opened as stored."""
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        for live in self.lives.values():
            if live.owner == device or any(one.device == device for one in live.seats.holders):
                live.close()

    def drop(self, match: str) -> None:
        """The match is deleted."""
        live = self.lives.pop(match, None)
        self.keeper.set(match, None)
        if live:
            live.close()
        for before in self.lives.values():
            if before.next == match:
                before.next = None
                before.changed()

    async def library(self, device: int, game: str = "") -> list[Json]:
        """The matches of a device, or those of a game: `Continue`, the newest first."""
        found = []
        slow: set[str] = set()
        for entry in await self.store.library(device, SHELF):
            if game not in ("", entry.game):
                continue
            began = self.clock.now()
            try:
                if entry.game in slow:
                    raise BadGame("Its game does not answer just now; look again later.")
                async with self.at(entry.match) as live:
                    if not may_watch(live, device):
                        continue
                    live.updated = entry.updated
                    look = Viewpoint(live.seats.mine(device))
                    ply, shown = await live.ask(picture_now, look)
                    found.append(summary(live, device, entry.name, ply, shown))
            except Gone:
                continue
            except Exception as error:  # of one match, which must not take the others with it
                if self.clock.now() - began > SLOW:
                    slow.add(entry.game)
                if isinstance(error, EveryGameError):
                    found.append(problem(entry, error.message))
                    continue
                log.exception("match %s", entry.match)
                found.append(problem(entry, say("This match cannot be shown.")))
        return found


def draw_lots(setup: Setup) -> Setup:
    """The same with what shall be drawn: a seat for everybody, who keep the colours chosen for
    them, and a colour of those for everybody."""
    order, chance = [*range(len(setup.seats))], SystemRandom()
    if setup.lot:
        chance.shuffle(order)
    keepers = chance.sample(order, len(order)) if setup.lot_colours else order
    seats = [setup.seats[i] for i in order]
    return structs.replace(setup, seats=seats, options=with_colours(setup.options, keepers))


def turned(seats: int) -> list[int]:
    """Who sits where in a rematch: the last one begins."""
    return [seats - 1, *range(seats - 1)]


def with_colours(options: dict[str, str], order: Sequence[int]) -> dict[str, str]:
    """Options for a match with other people at its seats, who keep their colours."""
    if OPTION.name not in options:
        return options
    return {**options, OPTION.name: moved(options[OPTION.name], order)}


def is_for_one(live: LiveMatch) -> bool:
    """Nobody looks at it but who has asked, it is not over, and a match from its start has all
    that is in it."""
    return len(live.presence.watchers) < 2 and not live.now.over and not live.tags


def person_of(holder: Holder) -> Holder:
    """The person back at a seat where a bot played on."""
    if holder.kind != "bot" or holder.device is None:
        return holder
    return Holder("person", holder.name, device=holder.device)


def new_match(
    game: Game | Facts, device: int, key: str, holders: Sequence[Holder], events: list[Event]
) -> NewMatch:
    return NewMatch(
        id=secrets.token_urlsafe(12),
        device=device,
        key=key,
        game=game.name,
        version=game.version,
        options=game.settings,
        holders=tuple(holders),
        events=tuple(events),
    )


def replay_record(record: Record) -> tuple[Game, Match]:
    """Raises BadRecord, with one sentence for a game or option that is not there."""
    try:
        game = open_game(find_safe_game(record.game), record.options, record.version)
    except EveryGameError as error:
        raise BadRecord("This save cannot be opened: {error}", error=error) from None
    return game, replay(record, game, SystemRandom())


def find_entry(name: str) -> Entry:
    """The entry of a game that was there once. Raises BadGame."""
    try:
        return find_safe_game(name)
    except BadGame:
        raise BadGame(
            "The game {name} is not here; when it is again, this goes on.", name=name
        ) from None


def problem(shelved: LibraryEntry, sentence: str) -> Json:
    """A match that cannot be opened, for the library."""
    try:
        title = str(find_safe_game(shelved.game).facts()["title"])
    except BadGame:
        title = shelved.game
    return {
        "match": shelved.match,
        "game": shelved.game,
        "title": title,
        "name": shelved.name,
        "seats": [],
        "ply": 0,
        "over": False,
        "your_turn": False,
        "left": None,
        "watching": False,
        "updated": shelved.updated,
        "problem": sentence,
    }
