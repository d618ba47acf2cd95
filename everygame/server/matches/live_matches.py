"""Opens stored matches as live matches, keeps them in memory, and closes those that are deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Final

from anyio import CapacityLimiter
from starlette.requests import HTTPConnection, Request

from everygame.addresses import is_limited
from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import Entry
from everygame.process.faults import GameBroken
from everygame.process.game_port import GamePort
from everygame.process.isolation import find_safe_game
from everygame.server.bots.jobs import Bots
from everygame.server.clock.timekeeper import Timekeeper, Uptime
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.matches.facts import Facts, Moment
from everygame.server.matches.live_match import LiveMatch, broken_game_message
from everygame.server.matches.session import Session
from everygame.server.operator.logs import name_match
from everygame.server.people.allowed_names import NameRule
from everygame.server.push.push_services import Push
from everygame.server.requests import quotas as quota_numbers
from everygame.server.requests.limits import LONG_MATCH, LongWork, Refused, asking_address
from everygame.server.requests.quotas import Quotas
from everygame.store import Gone, NewMatch, Store, StoredMatch, Unwritable
from everygame.time_source import REAL, Clock
from everygame.words import say

log = logging.getLogger("everygame")

MOST_LIVE: Final = 256
"""The number of live matches kept in memory; the one unused for the longest time leaves first.
Matches in use are never dropped, so there can be more."""
MOST_FAULTS: Final = 10_000
"""The number of matches that are remembered because of an error in their game's code; the oldest
are forgotten."""
MOST_OPENING: Final = 16
"""The number of matches that are replayed at once, each in a thread. More could take every thread
of the server, which other requests need."""
MOST_UNUSED_EVENTS: Final = 10_000
"""The events of the live matches in memory that nobody uses. A match counts a hundred events more
than it has. An event takes about 750 bytes."""
MATCH_WEIGHT: Final = 100
"""The events that take as much memory as a match without any."""
MATCH_BYTES: Final = 2_000
"""The bytes that a match without events takes in the data file, about."""
LOOK_INTERVAL: Final = 86_400.0
"""The seconds after which it is stored again that somebody opens a match."""


class LiveMatches:
    """The live matches, by the ids of their matches."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        clock: Clock = REAL,
        public: bool = False,
        names: NameRule | None = None,
        push: Push | None = None,
        most_live: int | None = None,
        quotas: Quotas | None = None,
    ) -> None:
        self.quotas = quotas or Quotas(clock)
        self.most_live = most_live or MOST_LIVE
        self.store = store
        self.bots = bots
        self.clock = clock
        self.keeper = Timekeeper(store, Uptime(clock), self.keep_time)
        self.public = public
        self.names = names or NameRule()
        self.push = push
        self.by_id: dict[str, LiveMatch] = {}
        """The live matches by id, in the order in which they were last used."""
        self.opening: dict[str, asyncio.Task[LiveMatch]] = {}
        """The tasks that open matches. All callers who want one match wait for the same task."""
        self.openers = CapacityLimiter(MOST_OPENING)
        self.long_work = LongWork(clock)
        self.faults: dict[str, tuple[str, str]] = {}
        """The matches that an error in their game's code has ended: the stamp of the game's files
        at that time, and a sentence about the error."""

    # -- in memory

    @asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[LiveMatch]:
        """Use a match: open it unless it is in memory, and keep it in memory meanwhile. Raises
        Gone, BadGame, BadRecord, Busy."""
        live = await self.find(match)
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            if not live.users and live.events_stored > LONG_MATCH:
                self.make_room()  # now, because it takes megabytes

    async def find(self, match: str) -> LiveMatch:
        """Return the live match of a stored match, and open it if need be. Raises Gone, BadGame,
        BadRecord, Busy."""
        live = self.by_id.get(match)
        if live and live.fault:
            self.note_fault(match, live.port.stamp, live.fault)
        if live and live.port.is_lost():
            live.close()
        if live and not live.broken:
            self.by_id[match] = self.by_id.pop(match)  # now the last in the order of use
            return live
        if match not in self.opening:
            self.long_work.check()  # not in the task, where it would refuse all callers
            task = asyncio.create_task(self.load(match))
            self.opening[match] = task
            task.add_done_callback(lambda _: self.opening.pop(match, None))
        # shielded: if this caller is cancelled, the others still wait for the task
        return await asyncio.shield(self.opening[match])

    async def load(self, match: str) -> LiveMatch:
        """Load a match into memory. An error in its game's code is remembered, and the match is not
        tried again before the game's files change. Raises Gone, BadGame, BadRecord."""
        stored = await self.store.load(match)
        if stored is None:
            raise Gone("There is no such match.")
        entry = find_entry(stored.game)
        stamp_now = entry.stamp()
        stamp, fault = self.faults.get(match, ("", ""))
        if fault and stamp == stamp_now:
            raise BadGame(fault)
        try:
            live = await self.replay(entry, stored)
        except Exception as error:
            if isinstance(error, EveryGameError) and not isinstance(error, GameBroken):
                raise
            log.exception("match %s cannot be opened", name_match(match))
            fault = say("The game {game} is broken here.", game=repr(stored.game))
            if isinstance(error, GameBroken):
                fault = broken_game_message(stored.game, error)
            self.note_fault(match, stamp_now, fault)
            raise BadGame(fault) from error
        self.make_room()
        self.by_id[match] = live
        return live

    async def replay(self, entry: Entry, stored: StoredMatch) -> LiveMatch:
        """Replay a stored match and make a live match of it. Long matches wait their turn with
        other long work, so that many of them cannot block the server. Raises GameBroken, GameLost,
        BadRecord, Busy."""
        is_long = len(stored.events) > LONG_MATCH
        threads = self.long_work.threads if is_long else self.openers
        async with self.long_work.turn(patient=True) if is_long else nullcontext():
            port = await GamePort.open(
                entry,
                lambda entry: Session(entry, stored),
                lambda session: session.game,
                threads,
            )
        facts, now = await port.ask(self.read_facts)
        live = LiveMatch(stored, port, facts, now, self.store, self.bots, self.keeper)
        live.listed = stored.listed if self.public else None
        live.push = self.push
        return live

    @asynccontextmanager
    async def seated(
        self, request: Request, or_owner: bool = False
    ) -> AsyncIterator[tuple[int, LiveMatch]]:
        """Use the match in the path of a request, for a device that has a seat in it or, with
        `or_owner`, is its host. Yields the device and the live match. Raises Refused, Gone."""
        device = await need_device(request)
        async with self.at(request.path_params["match"]) as live:
            if device not in live.seats.devices() and not (or_owner and live.owner == device):
                raise Refused(403, "You have no seat in this match.")
            yield device, live

    @asynccontextmanager
    async def watched(self, request: Request, device: int | None) -> AsyncIterator[LiveMatch]:
        """Use the match in the path of a request, for a device that may watch it. Raises Gone."""
        async with self.at(request.path_params["match"]) as live:
            live.check_may_watch(device)
            yield live

    async def successor(self, asking: HTTPConnection) -> str | None:
        """Return the match that took the place of a deleted one, for a device that restarted it and
        may have lost the answer; None where there is none."""
        device, match = await find_device(asking), asking.path_params["match"]
        return None if device is None else await self.store.find_replacement(device, match)

    def read_facts(self, session: Session) -> tuple[Facts, Moment]:
        """Return the facts and the moment of a session that was just opened. Runs behind the game
        port."""
        game, bots = session.game, self.bots
        facts = session.facts(bots.levels(game), bots.programs.levels(game.name))
        return facts, session.moment()

    async def keep_time(self, match: str) -> None:
        """Open a match and apply the time that has passed; called when something in the match is
        due."""
        async with self.at(match) as live:
            await live.keep_time()

    def is_broken(self, match: str) -> bool:
        """Whether an error in its game's code has ended a match, as far as is known."""
        live = self.by_id.get(match)
        return match in self.faults or (live is not None and bool(live.fault))

    def note_fault(self, match: str, stamp: str, fault: str) -> None:
        """Remember the error of a match's game, so that the match is not opened again with the same
        files of the game."""
        self.faults[match] = stamp, fault
        if len(self.faults) > MOST_FAULTS:
            del self.faults[next(iter(self.faults))]

    def make_room(self) -> None:
        """Drop unused live matches from memory: the longest unused ones beyond the limits, and all
        whose game has newer files, because they keep an old process alive."""
        unused = [m for m, live in self.by_id.items() if not live.users and not live.tasks]
        many, room = max(0, len(self.by_id) - self.most_live + 1), MOST_UNUSED_EVENTS
        dropped = set(unused[:many])
        for match in reversed(unused[many:]):
            live = self.by_id[match]
            room -= weight_of(live)
            if room < 0 or live.port.is_superseded():
                dropped.add(match)
        for match in dropped:
            del self.by_id[match]

    def close(self) -> None:
        """Stop the clocks and close the connections of all matches, when the server stops."""
        self.keeper.stop()
        for live in self.by_id.values():
            live.close()

    # -- matches

    async def add(self, new: NewMatch) -> str:
        """Store a new match and return its id. Matches that the store deleted in exchange leave the
        memory. Raises Refused where the device or its address has its share already."""
        await self.check_share(new)
        created = await self.store.create(new)
        for match in created.deleted:
            self.discard(match)
        return created.match

    async def check_share(self, new: NewMatch) -> None:
        """Count a new match for the device and the address that ask for it. Raises Refused."""
        most, address = quota_numbers.MATCHES_OF_DEVICE, asking_address.get()
        if is_limited(address) and await self.store.count_matches(new.device) >= most:
            raise Refused(
                403, "You have begun {most} matches here; remove some first.", most=most
            ).noted("too_many_requests")
        self.quotas.count_match()
        self.quotas.keep(MATCH_BYTES + len(str(new.events)))

    async def note_look(self, live: LiveMatch) -> None:
        """Store that somebody has opened a match, once a day at most: a match that nobody opens may
        be deleted one day."""
        now = self.clock.wall()
        if now - live.looked > LOOK_INTERVAL:
            live.looked = now
            with suppress(Unwritable):  # a full disk need not stop a person who only reads
                await self.store.note_look(live.id)

    async def forget(self, device: int, match: str) -> None:
        """Remove a match from a device's library. The store deletes a match that is in no library
        any more."""
        if await self.store.forget(device, match):
            self.discard(match)

    async def renew(self, game: str) -> None:
        """Close all matches of a game whose files have changed. Pages open them again at once, with
        the new files."""
        # one that is being opened may have begun with the old files
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        for match, live in list(self.by_id.items()):
            if live.facts.name == game:
                del self.by_id[match]
                live.close()

    def send_away(self, browsers: Collection[int]) -> None:
        """Close all connections of browsers that have joined another device or left theirs. Their
        pages connect again, with the rights that the browsers have then."""
        for live in self.by_id.values():
            live.presence.send_away(browsers)

    async def close_matches_of(self, device: int) -> None:
        """Close all matches of a device that was deleted or merged into another one. The store has
        changed their holders, so they must be read again."""
        # one that is being opened may have read the old holders already
        await asyncio.gather(*self.opening.values(), return_exceptions=True)
        for live in self.by_id.values():
            if live.owner == device or any(one.device == device for one in live.seats.holders):
                live.close()

    def discard(self, match: str) -> None:
        """Forget everything about a match that the store has deleted."""
        live = self.by_id.pop(match, None)
        self.keeper.schedule(match, None)
        if live:
            live.close()
        for before in self.by_id.values():
            if before.next == match:
                before.next = None
                before.show_change()


def weight_of(live: LiveMatch) -> int:
    """Return how much memory a live match takes, in events."""
    return MATCH_WEIGHT + live.events_stored


def find_entry(name: str) -> Entry:
    """Return the entry of a stored match's game. Raises BadGame where the game is no longer
    installed."""
    try:
        return find_safe_game(name)
    except BadGame:
        raise BadGame(
            "The game {name} is not here. The match goes on when it is back.", name=name
        ) from None
