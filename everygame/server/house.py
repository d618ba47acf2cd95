"""All tables of the house: those in memory, and how matches begin, follow one another and end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import Final

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool

from everygame.contract import Game, Json
from everygame.errors import BadGame, BadOption, BadRecord, EveryGameError
from everygame.library.registry import Entry
from everygame.match import Event, Match
from everygame.record import Record, Seat, replay
from everygame.server.bots import Bots
from everygame.server.hosting import find_game, is_lost, is_superseded
from everygame.server.library import open_game
from everygame.server.limits import Refused
from everygame.server.messages import PlayOn, Setup, clean
from everygame.server.messages import Seat as Wanted
from everygame.server.showing import summary
from everygame.server.table import Table, find_fault
from everygame.server.thinker import Thinker
from everygame.store import Chair, Gone, NewMatch, Shelved, Store

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


class House:
    """Tables by the id of their match."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self.store = store
        self.bots = bots
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table]] = {}
        self.openers = CapacityLimiter(MOST_OPENING)
        self.faults: dict[str, tuple[str, str]] = {}
        """Matches that their games have ended: the stamp of the game, and what it did wrong."""

    # -- tables

    @asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[Table]:
        """The table of a match, kept in memory while it is used. Raises Gone, BadRecord."""
        table = await self.find(match)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    async def find(self, match: str) -> Table:
        table = self.tables.get(match)
        if table and table.fault:
            self.note_fault(match, table.stamp, table.fault)
        if table and is_lost(table.game):
            table.close()
        if table and not table.broken:
            self.tables[match] = self.tables.pop(match)  # used last
            return table
        if match not in self.opening:
            task = asyncio.create_task(self.open(match))
            self.opening[match] = task
            task.add_done_callback(lambda _: self.opening.pop(match, None))
        return await asyncio.shield(self.opening[match])

    async def open(self, match: str) -> Table:
        stored = await self.store.load(match)
        if stored is None:
            raise Gone("There is no such match.")
        entry = find_entry(stored.game)
        now = entry.stamp()
        stamp, fault = self.faults.get(match, ("", ""))
        if fault and stamp == now:
            raise BadGame(fault)
        try:
            opened = partial(Table, stored, self.store, Thinker(self.bots))
            table = await to_thread.run_sync(opened, limiter=self.openers)
        except Exception as error:
            fault = find_fault(entry, error, hidden=True)
            if isinstance(error, EveryGameError) and not fault:
                raise
            log.exception("match %s", match)
            fault = fault or f"The game {stored.game!r} is broken here."
            self.note_fault(match, now, fault)
            raise BadGame(fault) from error
        self.make_room()
        self.tables[match] = table
        return table

    def note_fault(self, match: str, stamp: str, fault: str) -> None:
        """The match is not opened again until the game is another."""
        self.faults[match] = stamp, fault
        if len(self.faults) > MOST_FAULTS:
            del self.faults[next(iter(self.faults))]

    def make_room(self) -> None:
        """Forget tables that nobody uses, of superseded games all."""
        unused = [m for m, table in self.tables.items() if not table.users and not table.tasks]
        many = max(0, len(self.tables) - MOST_TABLES + 1)
        old = [m for m in unused[many:] if is_superseded(self.tables[m].game)]
        for match in unused[:many] + old:
            del self.tables[match]

    def close(self) -> None:
        """Send everybody away."""
        for table in self.tables.values():
            table.close()

    # -- matches

    async def begin(self, device: int, setup: Setup) -> str:
        """Store a new match; its id. Raises BadGame, BadOption."""
        return await self.store_match(await run_in_threadpool(self.set_up, device, setup))

    def set_up(self, device: int, setup: Setup) -> NewMatch:
        """A new match, with what chance decides first. Raises BadGame, BadOption."""
        game = open_game(find_game(setup.game), setup.options)
        chairs = [self.chair(game, device, seat) for seat in setup.seats]
        if len(chairs) != game.players:
            raise BadOption(f"This match needs {game.players} seats, not {len(chairs)}.")
        events = Match(game, SystemRandom()).draw()
        return new_match(game, device, setup.key, chairs, events)

    async def store_match(self, new: NewMatch) -> str:
        """Store a match, and forget those that made room for it."""
        created = await self.store.create(new)
        for match in created.deleted:
            self.drop(match)
        return created.match

    def chair(self, game: Game, device: int, seat: Wanted) -> Chair:
        """A seat as it was asked for. Raises BadOption."""
        if seat.kind == "bot":
            level = self.bots.level(game, seat.level)
            return Chair("bot", level.title, level.name)
        if seat.kind == "person":
            return Chair("person", clean(seat.name), device=device)
        if seat.kind == "open":
            return Chair("open")
        raise BadOption(f"A seat is for a person, a bot or open, not {seat.kind!r}.")

    async def load(self, device: int, record: Record) -> str:
        """Store the match of a record, with its people at this device. Raises BadRecord."""
        return await self.store_match(await run_in_threadpool(self.take_up, device, record))

    def take_up(self, device: int, record: Record) -> NewMatch:
        """The match of a record. Raises BadRecord."""
        game, match = replay_record(record)
        chairs = [self.loaded_chair(game, device, seat) for seat in record.seats]
        new = new_match(game, device, secrets.token_hex(8), chairs, events_of(match))
        return replace(new, start=record.start, tags=record.tags)

    def loaded_chair(self, game: Game, device: int, seat: Seat) -> Chair:
        """A seat of a record; a bot of an unknown level becomes one of middle strength."""
        levels = self.bots.levels(game)
        if seat.kind == "bot" and levels:
            names = [level.name for level in levels]
            level = seat.level if seat.level in names else names[len(names) // 2]
            return self.chair(game, device, Wanted("bot", level=level))
        return self.chair(game, device, Wanted("person", seat.name))

    async def follow(self, device: int, match: str, restart: bool) -> str:
        """The id of the match that follows this one: with `restart` the same again, and this one
        kept as the device's `last_game`; else a rematch, the seats turned by one. This one stays
        with everybody who has it."""
        async with self.at(match) as table:
            people = [person_of(chair) for chair in table.chairs]
            chairs = people if restart else [people[-1], *people[:-1]]
            start = Match(table.game, SystemRandom(), table.match.state(0))
            events = await table.aside(start.draw)
            key = secrets.token_hex(8)
            new = new_match(table.game, device, key, chairs, events)
            changes = {"start": table.start, "previous": match, "last_game": restart}
            so_far = table.next  # which may be another one when it has been looked at
            if await self.is_over(so_far):
                changes["instead_of"] = so_far
            following = await self.store_match(NewMatch(**{**vars(new), **changes}))
            table.next = following
            table.changed()
        return following

    async def play_on(self, device: int, table: Table, wanted: PlayOn) -> str:
        """The id of a new match that goes on from a position of one that is over, with all its
        people at this device. Raises Refused, StaleState, BadMove."""
        if table.match.outcome() is None:
            raise Refused(403, "Whoever has no seat can play on from a match only when it is over.")
        events = await table.aside(lead_to, table, wanted)
        chairs = [self.moved_here(chair, device) for chair in table.chairs]
        new = new_match(table.game, device, secrets.token_hex(8), chairs, events)
        return await self.store_match(replace(new, start=table.start))

    def moved_here(self, chair: Chair, device: int) -> Chair:
        """Bots stay, people are at this device."""
        person = person_of(chair)
        return person if person.kind == "bot" else Chair("person", person.name, device=device)

    async def is_over(self, match: str | None) -> bool:
        """A match that came after another is over or gone, so that another may."""
        if match is None:
            return False
        try:
            async with self.at(match) as table:
                return table.match.outcome() is not None
        except EveryGameError:
            return True

    async def forget(self, device: int, match: str) -> None:
        """Take a match out of a library; nobody's match is deleted."""
        if await self.store.forget(device, match):
            self.drop(match)

    def drop(self, match: str) -> None:
        """The match is deleted."""
        table = self.tables.pop(match, None)
        if table:
            table.close()
        for before in self.tables.values():
            if before.next == match:
                before.next = None
                before.changed()

    async def library(self, device: int) -> list[Json]:
        """The matches of a device: `Continue`, the newest first."""
        found = []
        slow: set[str] = set()
        for entry in await self.store.shelf(device, SHELF):
            began = time.monotonic()
            try:
                if entry.game in slow:
                    raise BadGame("Its game does not answer just now; look again later.")
                async with self.at(entry.match) as table:
                    table.updated = entry.updated
                    found.append(await table.aside(summary, table, device, entry.name))
            except Gone:
                continue
            except Exception as error:  # of one match, which must not take the others with it
                if time.monotonic() - began > SLOW:
                    slow.add(entry.game)
                known = isinstance(error, EveryGameError)
                if not known:
                    log.exception("match %s", entry.match)
                sentence = str(error) if known else "This match cannot be shown."
                found.append(problem(entry, sentence))
        return found


def person_of(chair: Chair) -> Chair:
    """The person back at a seat where a bot played on."""
    if chair.kind != "bot" or chair.device is None:
        return chair
    return Chair("person", chair.name, device=chair.device)


def new_match(
    game: Game, device: int, key: str, chairs: Sequence[Chair], events: list[Event]
) -> NewMatch:
    return NewMatch(
        id=secrets.token_urlsafe(12),
        device=device,
        key=key,
        game=game.name,
        version=game.version,
        options=game.settings,
        chairs=tuple(chairs),
        events=tuple(events),
    )


def lead_to(table: Table, wanted: PlayOn) -> list[Event]:
    """A log that leads straight to a position of a match. Raises StaleState, BadMove."""
    states = table.peek(wanted.node, wanted.ahead)
    match = Match(table.game, SystemRandom(), table.match.state(0))
    for node in table.match.path(wanted.node)[1:]:
        match.apply_event({"type": "play", "at": match.node, "move": table.match.nodes[node].move})
    for state, move in zip(states, wanted.ahead, strict=False):
        match.play(state.to_play(), move)
    return events_of(match)


def replay_record(record: Record) -> tuple[Game, Match]:
    """Raises BadRecord, with one sentence for a game or option that is not there."""
    try:
        game = open_game(find_game(record.game), record.options)
    except EveryGameError as error:
        raise BadRecord(f"This save cannot be opened: {error}") from None
    return game, replay(record, game, SystemRandom())


def events_of(match: Match) -> list[Event]:
    """A log that leads to a match, and what chance decides then."""
    events: list[Event] = [
        {"type": "play", "at": node.parent, "move": node.move} for node in match.nodes[1:]
    ]
    events.append({"type": "go", "node": match.node})
    if match.resigned is not None:
        events.append({"type": "resign", "seat": match.resigned})
    return events + match.draw()


def find_entry(name: str) -> Entry:
    """The entry of a game that was there once. Raises BadGame."""
    try:
        return find_game(name)
    except BadGame:
        raise BadGame(f"The game {name} is not here; when it is again, this goes on.") from None


def problem(shelved: Shelved, sentence: str) -> Json:
    """A match that cannot be opened, for the library."""
    try:
        title = str(find_game(shelved.game).facts()["title"])
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
        "updated": shelved.updated,
        "problem": sentence,
    }
