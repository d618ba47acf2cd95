"""One thread that writes: jobs wait in a queue, and those that wait together share a commit."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeGuard, TypeVar

from everygame.store.faults import explain
from everygame.store.port import Unwritable

log = logging.getLogger("everygame")

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, "Future[Any]"]


class Writer:
    """Runs work on a connection that nobody else uses. A future is done when its work is durable;
    work that raises leaves no trace, and those that share its commit are not disturbed."""

    explain = staticmethod(explain)
    """What people are told of a fault of SQLite."""

    def __init__(
        self, connection: sqlite3.Connection, is_there: Callable[[], None] = lambda: None
    ) -> None:
        """`is_there` raises Unwritable where the file is not what the connection has open."""
        self.connection = connection
        self.is_there = is_there
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], Result]) -> Future[Result]:
        """Queue work."""
        future: Future[Result] = Future()
        self.jobs.put((work, future))
        return future

    def close(self) -> None:
        """Do what is queued, then end."""
        self.jobs.put(None)
        self.thread.join()
        self.connection.close()

    def run(self) -> None:
        while True:
            batch = self.take()
            self.write([job for job in batch if job and job[1].set_running_or_notify_cancel()])
            if None in batch:
                return

    def take(self) -> list[Job | None]:
        """All jobs that wait; at least one."""
        batch = [self.jobs.get()]
        while not self.jobs.empty():
            batch.append(self.jobs.get())
        return batch

    def write(self, batch: list[Job]) -> None:
        """Run the jobs in one transaction and tell what came of each."""
        if not batch:
            return
        try:
            self.is_there()
            self.connection.execute("BEGIN IMMEDIATE")
            results = [self.attempt(work) for work, _ in batch]
            self.connection.execute("COMMIT")
            self.is_there()  # else it went into a file that nobody finds any more
        except (sqlite3.Error, Unwritable) as error:
            with suppress(sqlite3.Error):  # of a file that is damaged, for one
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
            results = [error for _ in batch]
        for (_, future), result in zip(batch, results, strict=True):
            if is_fault(result):
                log.error("the store: %s", result)
                future.set_exception(self.explain(result))
            elif isinstance(result, BaseException):
                future.set_exception(result)
            else:
                future.set_result(result)

    def attempt(self, work: Work) -> object:
        """What the work returned, or the exception that it raised and that undid it."""
        self.connection.execute("SAVEPOINT job")
        try:
            result = work(self.connection)
        except Exception as error:
            if is_fault(error) and not self.connection.in_transaction:
                raise  # it has undone all that share its commit
            self.connection.execute("ROLLBACK TO job")
            result = error
        self.connection.execute("RELEASE job")
        return result


def is_fault(error: object) -> TypeGuard[sqlite3.DatabaseError]:
    """The file or its disk is to blame, not the work."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError
    )
