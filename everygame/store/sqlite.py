"""The store in one SQLite file, by the standard library."""

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
import everygame.store.invitations as invitations
import everygame.store.listed as listed
import everygame.store.pushes as pushes
import everygame.store.saves as saves
from everygame.clock import REAL, Clock
from everygame.errors import BadRecord, StaleState
from everygame.match import Event
from everygame.store.faults import Presence, check_whole, explain, is_damaged
from everygame.store.lock import hold, refuse_second_name
from everygame.store.matches import (
    create,
    find_one,
    find_successor,
    forget,
    insert_events,
    load,
    put_on_shelf,
)
from everygame.store.migrations import check_ours, migrate
from everygame.store.port import (
    Browser,
    Change,
    Created,
    Gone,
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

PATIENCE: Final = 4.0
"""Seconds to wait for another program that has the file locked."""
SHELF = """
SELECT match, CASE WHEN name = '' AND last_game THEN 'last_game' ELSE name END, updated,
    game
FROM shelves JOIN matches ON matches.id = match WHERE shelves.device = ?
ORDER BY updated DESC LIMIT ?
"""


class SQLiteStore:
    """`Store` in a file, for one program at a time: one thread writes, another one reads."""

    known_identity = ""

    def __init__(self, file: str | Path, clock: Clock = REAL) -> None:
        """Open a file, made where there is none. Raises BadRecord, also where another program
        has it open as a store."""
        self.file = str(file)
        self.clock = clock
        try:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).touch(0o600)  # secrets of matches are for nobody else on this computer
            refuse_second_name(self.file)
            with closing(self.connect()) as found:
                check_ours(found, self.file)  # first: nothing is left beside somebody else's file
            with ExitStack() as opened:
                self.lock = opened.enter_context(closing(hold(self.file)))
                connection = self.prepare()
                self.reading = self.connect()
                self.presence = Presence(self.file)
                self.writer = Writer(connection, self.presence.check)
                opened.pop_all()
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
        """A connection to a file that has all its tables."""
        connection = self.connect()
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            check_whole(connection)  # before anything is written into what is damaged
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            migrate(connection, self.file)
        except BaseException:
            connection.close()
            raise
        return connection

    def connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.file, PATIENCE, isolation_level=None, check_same_thread=False)

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

    # -- devices

    async def find_device(self, secret: bytes) -> int | None:
        return await self.read(
            lambda db: find_one(db, "SELECT device FROM browsers WHERE secret = ?", secret)
        )

    async def add_device(self, secret: bytes) -> int:
        return await self.write(lambda db: browsers.add(db, secret, self.clock.wall()))

    async def find_browser(self, secret: bytes) -> Browser | None:
        return await self.read(lambda db: browsers.find(db, secret))

    async def browsers(self, device: int) -> list[Browser]:
        return await self.read(lambda db: browsers.list_all(db, device))

    async def note_visit(self, browser: int, agent: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            values = (self.clock.wall(), agent, browser)
            db.execute("UPDATE browsers SET seen = ?, agent = ? WHERE id = ?", values)

        await self.write(work)

    async def rename_browser(self, device: int, browser: int, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            values = (name, device, browser)
            db.execute("UPDATE browsers SET name = ? WHERE device = ? AND id = ?", values)

        await self.write(work)

    async def send_away(self, device: int, browser: int) -> bool:
        return await self.write(lambda db: browsers.send_away(db, device, browser))

    async def issue(
        self, token: bytes, device: int, browser: int, kind: str, expires: float | None
    ) -> None:
        values = token, device, browser, kind, expires
        await self.write(lambda db: browsers.issue(db, *values, self.clock.wall()))

    async def find_pass(self, token: bytes) -> Pass | None:
        found = await self.read(lambda db: browsers.find_pass(db, token, self.clock.wall()))
        return found[0] if found and found[1] is None else None

    async def find_code(self, device: int) -> Pass | None:
        return await self.read(lambda db: browsers.find_code(db, device))

    async def take(self, token: bytes, secret: bytes) -> Taken | None:
        return await self.write(lambda db: browsers.take(db, token, secret, self.clock.wall()))

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

    async def find_successor(self, device: int, match: str) -> str | None:
        return await self.read(lambda db: find_successor(db, device, match))

    async def find_heir(self, device: int) -> int:
        return await self.read(lambda db: browsers.find_heir(db, device))

    async def delete_device(self, device: int) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            shelf = db.execute("SELECT match FROM shelves WHERE device = ?", (device,)).fetchall()
            deleted = [match for (match,) in shelf if forget(db, device, match)]
            browsers.delete(db, device)
            return deleted

        return await self.write(work)

    # -- matches

    async def create(self, new: NewMatch) -> Created:
        return await self.write(lambda db: create(db, new, self.clock.wall()))

    async def load(self, match: str) -> StoredMatch | None:
        def work(db: sqlite3.Connection) -> StoredMatch | None:
            db.execute("BEGIN")  # one moment for all that is read
            try:
                return load(db, match)
            finally:
                db.execute("COMMIT")

        return await self.read(work)

    async def append(
        self,
        match: str,
        number: int,
        events: list[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        def work(db: sqlite3.Connection) -> None:
            written = find_one(
                db, "SELECT coalesce(max(number) + 1, 0) FROM events WHERE match = ?", match
            )
            if find_one(db, "SELECT 1 FROM matches WHERE id = ?", match) is None:
                raise Gone("There is no such match any more.")
            if written != number:
                raise StaleState("The match has moved on since you looked.")
            now = self.clock.wall()
            insert_events(db, match, number, events, now)
            if command:
                values = (match, command.device, command.id, command.node)
                db.execute("INSERT INTO deeds VALUES (?, ?, ?, ?)", values)
            if change:
                courses.change(db, match, change)
            if not unseen:
                db.execute("UPDATE matches SET updated = ? WHERE id = ?", (now, match))

        await self.write(work)

    async def holders(self, match: str) -> tuple[Holder, ...]:
        return await self.read(lambda db: invitations.find_holders(db, match))

    async def set_holder(self, match: str, seat: int, before: Holder, holder: Holder) -> None:
        def work(db: sqlite3.Connection) -> None:
            if invitations.find_holders(db, match)[seat] != before:
                raise StaleState("Somebody else has taken this seat just now.")
            invitations.change_places(db, match, seat, holder)

        await self.write(work)

    # -- clocks

    async def uptime(self) -> float:
        return await self.read(courses.uptime)

    async def beat(self, uptime: float) -> None:
        await self.write(lambda db: courses.beat(db, uptime))

    async def due(self) -> dict[str, float]:
        return await self.read(courses.due)

    # -- the library

    async def library(self, device: int, most: int) -> list[LibraryEntry]:
        rows = await self.read(lambda db: db.execute(SHELF, (device, most)).fetchall())
        return [LibraryEntry(*row) for row in rows]

    async def find_name(self, device: int, match: str) -> str:
        query = "SELECT name FROM shelves WHERE device = ? AND match = ?"
        return str(await self.read(lambda db: find_one(db, query, device, match)) or "")

    async def name(self, device: int, match: str, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            put_on_shelf(db, device, match)
            db.execute(
                "UPDATE shelves SET name = ? WHERE device = ? AND match = ?", (name, device, match)
            )

        await self.write(work)

    async def take_free(self, match: str, seat: int, device: int, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            invitations.take_free(db, match, seat, device, name)
            put_on_shelf(db, device, match)

        await self.write(work)

    async def watch(self, device: int, match: str) -> None:
        there = "SELECT 1 FROM shelves WHERE device = ? AND match = ?"
        if not await self.read(lambda db: find_one(db, there, device, match)):
            await self.write(lambda db: put_on_shelf(db, device, match))

    async def forget(self, device: int, match: str) -> bool:
        return await self.write(lambda db: forget(db, device, match))

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
        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (device, game, self.clock.wall())
            )

        await self.write(work)

    async def disown_table(self, device: int, game: str) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            gone = db.execute("DELETE FROM tables WHERE device = ? AND game = ?", (device, game))
            used = any(
                find_one(db, f"SELECT 1 FROM {one} WHERE game = ?", game)
                for one in ("tables", "matches", "saves")
            )
            return gone.rowcount > 0 and not used

        return await self.write(work)

    async def tables(self, device: int) -> list[str]:
        query = "SELECT game FROM tables WHERE device = ? ORDER BY added DESC, game"
        return await self.read(lambda db: [row[0] for row in db.execute(query, (device,))])

    async def used_tables(self) -> set[str]:
        query = " UNION ".join(f"SELECT game FROM {one}" for one in ("tables", "matches", "saves"))
        return await self.read(lambda db: {row[0] for row in db.execute(query)})

    async def mark(self) -> str:
        """Of the file's own id and its name: a copy has the same id."""
        name = Path(self.file).resolve().name
        return hashlib.sha256(f"{await self.identity()} {name}".encode()).hexdigest()[:20]

    async def key(self) -> bytes:
        return hashlib.sha256(f"key {await self.identity()}".encode()).digest()

    async def identity(self) -> str:
        """Of the file; each request asks for it, and it never changes."""
        if not self.known_identity:
            query = "SELECT id FROM identity"
            self.known_identity = str(await self.read(lambda db: find_one(db, query)))
        return self.known_identity

    # -- open invitations

    async def list_openly(self, match: str, on: bool) -> None:
        await self.write(lambda db: listed.put(db, match, on, self.clock.wall()))

    async def open_matches(self, since: float, most: int) -> list[OpenMatch]:
        return await self.read(lambda db: listed.find_open(db, since, most))

    async def count_open(self, host: int, since: float) -> int:
        return await self.read(lambda db: listed.count_of(db, host, since))

    async def sit_down(self, match: str, device: int, name: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            listed.sit_down(db, match, device, name)
            put_on_shelf(db, device, match)

        await self.write(work)

    async def keep_out(self, host: int, device: int) -> None:
        await self.write(lambda db: listed.keep_out(db, host, device))

    # -- invitations

    async def invite(self, match: str, seat: int, token: bytes, device: int) -> bool:
        return await self.write(lambda db: invitations.invite(db, match, seat, token, device))

    async def find_invitation(self, token: bytes) -> Invitation | None:
        return await self.read(lambda db: invitations.find(db, token))

    async def accept(self, token: bytes, device: int, name: str) -> Invitation | None:
        def work(db: sqlite3.Connection) -> Invitation | None:
            offer = invitations.accept(db, token, device, name)
            if offer:
                put_on_shelf(db, device, offer.match)
            return offer

        return await self.write(work)
