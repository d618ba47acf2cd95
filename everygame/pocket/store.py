"""The store of one page in a browser: SQLite on one connection, in the only thread."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Final, TypeVar

from everygame.errors import BadRecord
from everygame.store.faults import code_of
from everygame.store.port import Unwritable
from everygame.store.sqlite import SQLiteStore
from everygame.store.writer import Writer
from everygame.time_source import REAL, Durations

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]
DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""The primary error codes of SQLite for a damaged file."""


def explain(error: sqlite3.DatabaseError) -> Unwritable:
    """Return the error for people who use a browser without a server. A browser that gives this
    address no more room refuses to write, and SQLite does not learn the reason."""
    if code_of(error) in DAMAGED:
        return Unwritable("What this browser keeps of EveryGame is damaged.")
    return Unwritable("This browser cannot keep that; this device may have no room left.")


class DirectWriter(Writer):
    """Runs each job at once, because there is no thread that could wait for the disk."""

    explain = staticmethod(explain)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.is_there = lambda: None

    def submit(self, work: Work[Result]) -> Future[Result]:
        future: Future[Result] = Future()
        self.write([(work, future)])
        return future

    def close(self) -> None:
        self.connection.close()


class PocketStore(SQLiteStore):
    """A store in a file that nobody else can open, because the browser prevents that."""

    def __init__(self, file: str | Path) -> None:
        """Open a file, or make it. Raises BadRecord, Unwritable."""
        self.file = str(file)
        self.clock = REAL
        self.read_times, self.write_times = Durations(), Durations()
        self.reading = self.prepare()
        self.writer = DirectWriter(self.reading)

    def prepare(self) -> sqlite3.Connection:
        """Do as SQLiteStore does, but raise BadRecord and Unwritable with sentences that mention no
        file, because people at a browser know of none."""
        try:
            return super().prepare()
        except BadRecord:
            raise BadRecord("What this browser keeps was written by a newer EveryGame.") from None
        except sqlite3.DatabaseError as error:
            raise explain(error) from None

    def connect(self) -> sqlite3.Connection:
        connection = super().connect()
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # the log needs no shared memory
        return connection

    def close(self) -> None:
        self.writer.close()

    async def read(self, work: Work[Result]) -> Result:
        try:
            return work(self.reading)
        except sqlite3.DatabaseError as error:
            log.error("the store: %s", error)
            raise explain(error) from None
