"""The thread that writes to the database. Jobs wait in a queue, and jobs that wait together share a
commit, because a commit takes as long as the disk needs, however many writes it contains."""

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
    """Runs jobs on a connection that nothing else uses. The future of a job is done when its writes
    are durable. A job that raises an exception leaves no trace, and does not affect the jobs that
    share its commit."""

    explain = staticmethod(explain)
    """Turns an error of SQLite into an error for people."""

    def __init__(
        self, connection: sqlite3.Connection, is_there: Callable[[], None] = lambda: None
    ) -> None:
        """`is_there` raises Unwritable where the file at this path is no longer the one that is
        open."""
        self.connection = connection
        self.is_there = is_there
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="store-writer", daemon=True)
        self.thread.start()

    def submit(self, work: Callable[[sqlite3.Connection], Result]) -> Future[Result]:
        """Queue a job, and return its future."""
        future: Future[Result] = Future()
        self.jobs.put((work, future))
        return future

    def close(self) -> None:
        """Do all queued jobs, then end the thread."""
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
        """Wait for at least one job, and return all that wait. None among them asks the thread to
        end."""
        batch = [self.jobs.get()]
        while not self.jobs.empty():
            batch.append(self.jobs.get())
        return batch

    def write(self, batch: list[Job]) -> None:
        """Run some jobs in one transaction, and complete their futures."""
        if not batch:
            return
        try:
            self.is_there()
            self.connection.execute("BEGIN IMMEDIATE")
            results = [self.attempt(work) for work, _ in batch]
            self.connection.execute("COMMIT")
            self.is_there()  # again, because a file deleted meanwhile has lost the commit
        except (sqlite3.Error, Unwritable) as error:
            with suppress(sqlite3.Error):  # a damaged file may refuse even this
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
        """Run a job; return its result, or the exception that it raised, after undoing what it
        wrote."""
        self.connection.execute("SAVEPOINT job")
        try:
            result = work(self.connection)
        except Exception as error:
            if is_fault(error) and not self.connection.in_transaction:
                raise  # SQLite has rolled back the whole transaction, not this job alone
            self.connection.execute("ROLLBACK TO job")
            result = error
        self.connection.execute("RELEASE job")
        return result


def is_fault(error: object) -> TypeGuard[sqlite3.DatabaseError]:
    """Whether the error comes from the file or its disk, not from the job."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError
    )
