"""Keeps the store in one SQLite file, with Python's standard library. The SQL for matches, seats
and so on is in one file each."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final, TypeVar

import everygame.store.browsers as browsers
import everygame.store.courses as courses
import everygame.store.devices as devices
import everygame.store.identity as identity
import everygame.store.invitations as invitations
import everygame.store.kept_out as kept_out
import everygame.store.libraries as libraries
import everygame.store.matches as matches
import everygame.store.open_matches as open_matches
import everygame.store.passes as passes
import everygame.store.pushes as pushes
import everygame.store.replacements as replacements
import everygame.store.saves as saves
import everygame.store.seats as seats
import everygame.store.uploads as uploads
import everygame.store.uptime as uptime
from everygame.clock import REAL, Clock
from everygame.errors import BadRecord
from everygame.match import Event
from everygame.store.faults import Presence, check_whole, explain, is_damaged
from everygame.store.lock import hold, refuse_second_name
from everygame.store.migrations import check_ours, migrate
from everygame.store.port import (
    Browser,
    Change,
    Created,
    Holder,
    Invitation,
    LibraryEntry,
    NewMatch,
    OpenMatch,
    Pass,
    PushAddress,
    Save,
    StoredCommand,
    StoredMatch,
    Taken,
)
from everygame.store.writer import Writer

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]

LOCK_SECONDS: Final = 4.0
"""The seconds for which SQLite waits while another program has the file locked."""


class SQLiteStore:
    """A `Store` in a file, for one program at a time. One thread writes and one reads, so that no
    request waits for the disk in the thread that answers all requests."""

    known_identity = ""

    def __init__(self, file: str | Path, clock: Clock = REAL) -> None:
        """Open a data file, or make it. Raises BadRecord for a file that cannot be used, for
        example because another program has it open."""
        self.file = str(file)
        self.clock = clock
        try:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).touch(0o600)  # secrets of matches are for nobody else on this computer
            refuse_second_name(self.file)
            with closing(self.connect()) as found:
                check_ours(found, self.file)  # before SQLite writes a log beside a foreign file
            with ExitStack() as opened:
                self.lock = opened.enter_context(closing(hold(self.file)))
                connection = self.prepare()
                self.reading = self.connect()
                self.presence = Presence(self.file)
                self.writer = Writer(connection, self.presence.check)
                opened.pop_all()  # nothing has failed, so the lock stays until close()
        except (OSError, sqlite3.Error) as error:
            if is_damaged(error):
                raise BadRecord(
                    "{file} is damaged: {error}. Put a copy of it in its place, or move it away to"
                    " begin anew.",
                    file=file,
                    error=error,
                ) from None
            raise BadRecord(
                "{file} cannot be used to keep matches: {error}.", file=file, error=error
            ) from None
        self.readers = ThreadPoolExecutor(1, "store-reader")

    def prepare(self) -> sqlite3.Connection:
        """Return a connection to the file after bringing its tables to the newest version."""
        connection = self.connect()
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            check_whole(connection)  # before anything is written into a damaged file
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            migrate(connection, self.file)
        except BaseException:
            connection.close()
            raise
        return connection

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.file, LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )

    def close(self) -> None:
        self.writer.close()
        self.readers.shutdown()
        self.reading.close()
        self.lock.close()

    async def write(self, work: Work[Result]) -> Result:
        return await asyncio.wrap_future(self.writer.submit(work))

    async def read(self, work: Work[Result]) -> Result:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.readers, work, self.reading)
        except sqlite3.DatabaseError as error:
            log.error("the store: %s", error)
            raise explain(error) from None

    # -- devices and their browsers

    async def find_device(self, secret: bytes) -> int | None:
        return await self.read(lambda db: devices.find(db, secret))

    async def add_device(self, secret: bytes) -> int:
        return await self.write(lambda db: devices.add(db, secret, self.clock.wall()))

    async def find_owner_now(self, device: int) -> int:
        return await self.read(lambda db: devices.find_owner_now(db, device))

    async def delete_device(self, device: int) -> list[str]:
        return await self.write(lambda db: devices.delete(db, device))

    async def find_browser(self, secret: bytes) -> Browser | None:
        return await self.read(lambda db: browsers.find(db, secret))

    async def browsers(self, device: int) -> list[Browser]:
        return await self.read(lambda db: browsers.list_all(db, device))

    async def note_visit(self, browser: int, agent: str) -> None:
        await self.write(lambda db: browsers.note_visit(db, browser, agent, self.clock.wall()))

    async def rename_browser(self, device: int, browser: int, name: str) -> None:
        await self.write(lambda db: browsers.rename(db, device, browser, name))

    async def send_away(self, device: int, browser: int) -> bool:
        return await self.write(lambda db: passes.send_away(db, device, browser))

    # -- passes

    async def issue(
        self, token: bytes, device: int, browser: int, kind: str, expires: float | None
    ) -> None:
        values = token, device, browser, kind, expires
        await self.write(lambda db: passes.issue(db, *values, self.clock.wall()))

    async def find_pass(self, token: bytes) -> Pass | None:
        return await self.read(lambda db: passes.find_unused(db, token, self.clock.wall()))

    async def find_code(self, device: int) -> Pass | None:
        return await self.read(lambda db: passes.find_code(db, device))

    async def take(self, token: bytes, secret: bytes) -> Taken | None:
        return await self.write(lambda db: passes.take(db, token, secret, self.clock.wall()))

    # -- push addresses

    async def keep_push(self, browser: int, address: PushAddress) -> None:
        await self.write(lambda db: pushes.keep(db, browser, address))

    async def drop_push(self, browser: int) -> None:
        await self.write(lambda db: pushes.drop(db, browser))

    async def drop_push_address(self, endpoint: str) -> None:
        await self.write(lambda db: pushes.drop_address(db, endpoint))

    async def has_push(self, browser: int) -> bool:
        return await self.read(lambda db: pushes.has(db, browser))

    async def pushes(self, device: int) -> list[PushAddress]:
        return await self.read(lambda db: pushes.find(db, device))

    # -- matches

    async def create(self, new: NewMatch) -> Created:
        return await self.write(lambda db: matches.create(db, new, self.clock.wall()))

    async def load(self, match: str) -> StoredMatch | None:
        return await self.read(lambda db: matches.load(db, match))

    async def append(
        self,
        match: str,
        number: int,
        events: list[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        values = match, number, events, command, unseen, change
        await self.write(lambda db: matches.append(db, *values, self.clock.wall()))

    async def find_replacement(self, device: int, match: str) -> str | None:
        return await self.read(lambda db: replacements.find(db, device, match))

    # -- clocks

    async def uptime(self) -> float:
        return await self.read(uptime.find)

    async def beat(self, seconds: float) -> None:
        await self.write(lambda db: uptime.write(db, seconds))

    async def due(self) -> dict[str, float]:
        return await self.read(courses.find_due)

    # -- libraries

    async def library(self, device: int, most: int) -> list[LibraryEntry]:
        return await self.read(lambda db: libraries.list_newest(db, device, most))

    async def find_name(self, device: int, match: str) -> str:
        return await self.read(lambda db: libraries.find_name(db, device, match))

    async def name(self, device: int, match: str, name: str) -> None:
        await self.write(lambda db: libraries.set_name(db, device, match, name))

    async def watch(self, device: int, match: str) -> None:
        # read first, because every spectator calls this and a write waits for the disk
        if not await self.read(lambda db: libraries.has(db, device, match)):
            await self.write(lambda db: libraries.put(db, device, match))

    async def forget(self, device: int, match: str) -> bool:
        return await self.write(lambda db: matches.forget(db, device, match))

    # -- saves

    async def save(self, device: int, save: Save, replace: bool) -> bool:
        return await self.write(lambda db: saves.keep(db, device, save, replace, self.clock.wall()))

    async def saves(self, device: int, most: int) -> list[Save]:
        return await self.read(lambda db: saves.list_newest(db, device, most))

    async def find_save(self, device: int, save: str) -> Save | None:
        return await self.read(lambda db: saves.find(db, device, save))

    async def drop_save(self, device: int, save: str) -> None:
        await self.write(lambda db: saves.drop(db, device, save))

    # -- tables without rules

    async def own_table(self, device: int, game: str) -> None:
        await self.write(lambda db: uploads.add(db, device, game, self.clock.wall()))

    async def disown_table(self, device: int, game: str) -> bool:
        return await self.write(lambda db: uploads.remove(db, device, game))

    async def tables(self, device: int) -> list[str]:
        return await self.read(lambda db: uploads.list_newest(db, device))

    async def used_tables(self) -> set[str]:
        return await self.read(uploads.find_used)

    # -- the identity of the file

    async def mark(self) -> str:
        name = Path(self.file).resolve().name  # a copy beside this file has the same identity
        return hashlib.sha256(f"{await self.identity()} {name}".encode()).hexdigest()[:20]

    async def key(self) -> bytes:
        return hashlib.sha256(f"key {await self.identity()}".encode()).digest()

    async def identity(self) -> str:
        """Return the identity of the file, which is read once, because each request needs it and it
        never changes."""
        if not self.known_identity:
            self.known_identity = await self.read(identity.find)
        return self.known_identity

    # -- seats, invitations and lists of open matches

    async def holders(self, match: str) -> tuple[Holder, ...]:
        return await self.read(lambda db: seats.find_holders(db, match))

    async def set_holder(self, match: str, seat: int, before: Holder, holder: Holder) -> None:
        await self.write(lambda db: invitations.replace_holder(db, match, seat, before, holder))

    async def take_free(self, match: str, seat: int, device: int, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            invitations.take_free(db, match, seat, device, name)
            libraries.put(db, device, match)

        await self.write(work)

    async def invite(self, match: str, seat: int, token: bytes, device: int) -> bool:
        return await self.write(lambda db: invitations.invite(db, match, seat, token, device))

    async def find_invitation(self, token: bytes) -> Invitation | None:
        return await self.read(lambda db: invitations.find(db, token))

    async def accept(self, token: bytes, device: int, name: str) -> Invitation | None:
        def work(db: sqlite3.Connection) -> Invitation | None:
            link = invitations.accept(db, token, device, name)
            if link:
                libraries.put(db, device, link.match)
            return link

        return await self.write(work)

    async def list_openly(self, match: str, on: bool) -> None:
        await self.write(lambda db: open_matches.put(db, match, on, self.clock.wall()))

    async def open_matches(self, since: float, most: int) -> list[OpenMatch]:
        return await self.read(lambda db: open_matches.find_open(db, since, most))

    async def count_open(self, host: int, since: float) -> int:
        return await self.read(lambda db: open_matches.count_of(db, host, since))

    async def sit_down(self, match: str, device: int, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            open_matches.sit_down(db, match, device, name)
            libraries.put(db, device, match)

        await self.write(work)

    async def keep_out(self, host: int, device: int) -> None:
        await self.write(lambda db: kept_out.add(db, host, device))
