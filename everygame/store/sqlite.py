"""Keeps the store in one SQLite file, with Python's standard library. The SQL for matches, seats
and so on is in one file each."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import wraps
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

import everygame.store.barred as barred
import everygame.store.browsers as browser_rows
import everygame.store.courses as courses
import everygame.store.devices as devices
import everygame.store.expiry as expiry
import everygame.store.invitations as invitations
import everygame.store.kept_out as kept_out
import everygame.store.libraries as libraries
import everygame.store.library_passes as passes
import everygame.store.match_glances as glances
import everygame.store.matches as matches
import everygame.store.open_matches as open_match_rows
import everygame.store.pushes as push_rows
import everygame.store.restarts as restarts
import everygame.store.saves as save_rows
import everygame.store.seats as seats
import everygame.store.uploads as uploads
import everygame.store.uptime as uptime_row
from everygame.errors import BadRecord
from everygame.store.faults import check_whole, explain, is_damaged
from everygame.store.lock import hold, refuse_second_name
from everygame.store.lost_file import Presence
from everygame.store.migrations import check_ours, migrate
from everygame.store.query import find_value
from everygame.store.writer import Writer
from everygame.time_source import REAL, Clock, Durations

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Work = Callable[[sqlite3.Connection], Result]
Rows = Callable[Concatenate[sqlite3.Connection, Arguments], Result]
"""A function of a file of SQL."""
Method = Callable[Concatenate["SQLiteStore", Arguments], Coroutine[None, None, Result]]
"""A method of the store that calls such a function."""

LOCK_SECONDS: Final = 4.0
"""The seconds for which SQLite waits while another program has the file locked."""


def reading(rows: Rows[Arguments, Result]) -> Method[Arguments, Result]:
    """Return the method that calls a function which only reads."""

    @wraps(rows)
    async def method(
        store: SQLiteStore, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        return await store.read(lambda db: rows(db, *arguments, **named))

    return method


def writing(rows: Rows[Arguments, Result]) -> Method[Arguments, Result]:
    """Return the method that calls a function in a transaction. It returns when what the function
    has written is durable."""

    @wraps(rows)
    async def method(
        store: SQLiteStore, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        return await store.write(lambda db: rows(db, *arguments, **named))

    return method


class SQLiteStore:
    """The store of a server, in a file, for one program at a time. One thread writes and one reads,
    so that no request waits for the disk in the thread that answers all requests.

    Most methods are the functions of the files of SQL, called in one of these threads. Arguments
    called `secret` and `token` are hashes."""

    known_identity = ""
    version_seen = -1
    """The number by which SQLite tells that another program has written to the file."""

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
        self.read_times, self.write_times = Durations(), Durations()

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
        connection = sqlite3.connect(
            self.file, LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.create_function("now", 0, self.clock.wall)  # for all SQL of the store
        return connection

    def close(self) -> None:
        """Finish the writes in progress, then close the store."""
        self.writer.close()
        self.readers.shutdown()
        self.reading.close()
        self.lock.close()

    async def write(self, work: Work[Result]) -> Result:
        with self.write_times.measure(self.clock):
            return await asyncio.wrap_future(self.writer.submit(work))

    async def read(self, work: Work[Result]) -> Result:
        loop = asyncio.get_running_loop()
        try:
            with self.read_times.measure(self.clock):
                return await loop.run_in_executor(self.readers, work, self.reading)
        except sqlite3.DatabaseError as error:
            log.error("the store: %s", error)
            raise explain(error) from None

    # -- what is kept

    find_device = reading(devices.find)
    add_device = writing(devices.add)
    find_owner_now = reading(devices.find_owner_now)
    delete_device = writing(devices.delete)
    find_browser = reading(browser_rows.find)
    find_secret = reading(browser_rows.find_secret)
    set_next_secret = writing(browser_rows.set_next)
    renew_secret = writing(browser_rows.renew)
    browsers = reading(browser_rows.list_all)
    note_visit = writing(browser_rows.note_visit)
    rename_browser = writing(browser_rows.rename)
    send_away = writing(passes.send_away)

    issue = writing(passes.issue)
    find_pass = reading(passes.find_unused)
    find_code = reading(passes.find_code)
    take = writing(passes.take)

    keep_push = writing(push_rows.keep)
    drop_push = writing(push_rows.drop)
    drop_push_address = writing(push_rows.drop_address)
    has_push = reading(push_rows.has)
    pushes = reading(push_rows.find)

    create = writing(matches.create)
    load = reading(matches.load)
    append = writing(matches.append)
    count_matches = reading(matches.count_of)
    find_replacement = reading(restarts.find)

    uptime = reading(uptime_row.find)
    beat = writing(uptime_row.write)
    due = reading(courses.find_due)

    library = reading(libraries.list_newest)
    has_match = reading(libraries.has)
    find_name = reading(libraries.find_name)
    name = writing(libraries.set_name)
    put_match = writing(libraries.put)
    forget = writing(matches.forget)

    keep_glance = writing(glances.keep)
    glances = reading(glances.find_all)

    note_look = writing(expiry.note_look)
    find_unused = reading(expiry.find_unused)
    find_unused_libraries = reading(expiry.find_unused_libraries)
    find_existing = reading(expiry.find_existing)
    delete_matches = writing(expiry.delete_matches)
    forget_addresses = writing(expiry.forget_addresses)
    barred = reading(barred.list_all)

    save = writing(save_rows.keep)
    saves = reading(save_rows.list_newest)
    find_save = reading(save_rows.find)
    drop_save = writing(save_rows.drop)

    own_table = writing(uploads.add)
    disown_table = writing(uploads.remove)
    tables = reading(uploads.list_newest)
    used_tables = reading(uploads.find_used)

    holders = reading(seats.find_holders)
    set_holder = writing(invitations.replace_holder)
    take_free = writing(invitations.take_free)
    invite = writing(invitations.invite)
    find_invitation = reading(invitations.find)
    find_invited_match = reading(invitations.find_match)
    accept = writing(invitations.accept)

    list_openly = writing(open_match_rows.put)
    open_matches = reading(open_match_rows.find_open)
    count_open = reading(open_match_rows.count_of)
    sit_down = writing(open_match_rows.sit_down)
    keep_out = writing(kept_out.add)

    async def size(self) -> int:
        """Return the bytes that the data takes on the disk. What was deleted is not counted,
        because its place is used again."""
        log = Path(f"{self.file}-wal")
        return await self.read(find_size) + (log.stat().st_size if log.exists() else 0)

    async def has_changed_elsewhere(self) -> bool:
        """Whether another program has written to the file since this was last asked."""
        # asked of the connection that writes: for it, only writes of others count
        version = await self.write(lambda db: int(find_value(db, "PRAGMA data_version")))
        changed, self.version_seen = version != self.version_seen, version
        return changed

    async def watch(self, device: int, match: str) -> None:
        """Put a match into the library of a spectator's device, unless it is there already."""
        # read first, because every spectator calls this and a write waits for the disk
        if not await self.has_match(device, match):
            await self.put_match(device, match)

    # -- the identity of the file

    async def identity(self) -> str:
        """Return the identity of the file, which is read once, because each request needs it and it
        never changes."""
        if not self.known_identity:
            self.known_identity = await self.read(find_identity)
        return self.known_identity

    async def mark(self) -> str:
        """Return a text of letters and digits that no other store has, not even a copy of the file
        beside it."""
        name = Path(self.file).resolve().name  # a copy beside this file has the same identity
        return hashlib.sha256(f"{await self.identity()} {name}".encode()).hexdigest()[:20]

    async def key(self) -> bytes:
        """Return a secret of this store that never changes; the server signs with it."""
        return hashlib.sha256(f"key {await self.identity()}".encode()).digest()


def find_size(db: sqlite3.Connection) -> int:
    """Return the bytes of a data file without its empty pages."""
    pages, empty, size = (
        int(find_value(db, f"PRAGMA {name}"))
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - empty) * size


def find_identity(db: sqlite3.Connection) -> str:
    """Return a random text, which was written once when the file was made."""
    return str(find_value(db, "SELECT id FROM identity"))
