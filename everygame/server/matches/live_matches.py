"""All live matches: those in memory, and how matches begin, follow one another and end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, nullcontext
from typing import Final

from anyio import CapacityLimiter
from starlette.requests import HTTPConnection, Request

from everygame.clock import REAL, Clock
from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import Entry
from everygame.process.faults import GameBroken
from everygame.process.game_port import GamePort
from everygame.process.isolation import find_safe_game
from everygame.server.bots.jobs import Bots
from everygame.server.clock.timekeeper import Timekeeper, Uptime
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.live_match import LiveMatch, say_broken
from everygame.server.matches.session import Session
from everygame.server.people.allowed_names import NameRule
from everygame.server.push.push import Push
from everygame.server.requests.limits import LONG_MATCH, LongWork, Refused
from everygame.store import Gone, NewMatch, Store, StoredMatch
from everygame.words import say

log = logging.getLogger("everygame")

MOST_LIVE: Final = 256
"""Live matches kept in memory; those where nobody is go first."""
MOST_FAULTS: Final = 10_000
"""Matches whose game is known to be broken; the oldest are forgotten."""
MOST_OPENING: Final = 16
"""Matches that are opened at once; threads of all others stay free."""


class LiveMatches:
    """The live matches by their ids."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        clock: Clock = REAL,
        public: bool = False,
        names: NameRule | None = None,
        push: Push | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.clock = clock
        self.keeper = Timekeeper(store, Uptime(clock), self.keep_time)
        self.public = public
        self.names = names or NameRule()
        self.push = push
        self.lives: dict[str, LiveMatch] = {}
        self.opening: dict[str, asyncio.Task[LiveMatch]] = {}
        self.openers = CapacityLimiter(MOST_OPENING)
        self.long_work = LongWork(clock)
        self.faults: dict[str, tuple[str, str]] = {}
        """Matches that their games have ended: the stamp of the game, and what it did wrong."""

    # -- in memory

    @asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[LiveMatch]:
        """The live match of a stored one, kept in memory while it is used. Raises Gone,
        BadRecord."""
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
        is_long = len(stored.events) > LONG_MATCH
        threads = self.long_work.threads if is_long else self.openers
        async with self.long_work.turn(patient=True) if is_long else nullcontext():
            port = await GamePort.open(
                entry,
                lambda entry: Session(entry, stored),
                lambda session: session.game,
                threads,
            )
        facts, now = await port.ask(self.look_at)
        live = LiveMatch(stored, port, facts, now, self.store, self.bots, self.keeper)
        live.listed = stored.listed if self.public else None
        live.push = self.push
        return live

    @asynccontextmanager
    async def seated(
        self, request: Request, or_owner: bool = False
    ) -> AsyncIterator[tuple[int, LiveMatch]]:
        """The device of a request and the match in its path, where the device has a seat. Raises
        Refused, Gone."""
        device = await need_device(request, self.store)
        async with self.at(request.path_params["match"]) as live:
            seats = live.seats
            mine = seats.mine(device) | seats.replaced(device) | seats.kept(device)
            if not mine and not (or_owner and live.owner == device):
                raise Refused(403, "You have no seat in this match.")
            yield device, live

    async def successor(self, asking: HTTPConnection) -> str | None:
        """The match in place of one that is gone, whose restart may not have been answered."""
        device, match = await find_device(asking, self.store), asking.path_params["match"]
        return None if device is None else await self.store.find_replacement(device, match)

    def look_at(self, session: Session) -> tuple[Facts, Moment]:
        """What the live match knows of its session from the start. Behind the port."""
        game, bots = session.game, self.bots
        facts = session.facts(bots.levels(game), bots.programs.levels(game.name))
        return facts, session.moment()

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
        """Forget live matches that nobody uses, of superseded games all."""
        unused = [m for m, live in self.lives.items() if not live.users and not live.tasks]
        many = max(0, len(self.lives) - MOST_LIVE + 1)
        old = [m for m in unused[many:] if self.lives[m].port.is_superseded()]
        for match in unused[:many] + old:
            del self.lives[match]

    def close(self) -> None:
        """Send everybody away."""
        self.keeper.stop()
        for live in self.lives.values():
            live.close()

    # -- matches

    async def add(self, new: NewMatch) -> str:
        """Store a match, and forget those that made room for it."""
        created = await self.store.create(new)
        for match in created.deleted:
            self.drop(match)
        return created.match

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
        self.keeper.schedule(match, None)
        if live:
            live.close()
        for before in self.lives.values():
            if before.next == match:
                before.next = None
                before.changed()


def find_entry(name: str) -> Entry:
    """The entry of a game that was there once. Raises BadGame."""
    try:
        return find_safe_game(name)
    except BadGame:
        raise BadGame(
            "The game {name} is not here; when it is again, this goes on.", name=name
        ) from None
