"""Does numbered tasks in several processes, on this machine or on a cluster. A free process takes
the next number, and results come in the order in which tasks finish. A process that dies is an
error, which is raised at once."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import FrameType
from typing import Final, Protocol, TypeVar, cast

from everygame.errors import EveryGameError

Result = TypeVar("Result")
END_SECONDS: Final = 1.0
"""The seconds that a process has to end by itself before it is killed."""


class Farm(Protocol):
    """A place where tasks are done: this machine, or a cluster (`arena/cluster.py`)."""

    def run(
        self, task: Callable[[int], Result], numbers: Iterable[int]
    ) -> Generator[Result, None, None]:
        """Do a task for these numbers, and yield the results in the order in which they are ready.
        An error of a task is raised here. Closing the generator stops the tasks in progress."""
        ...


class Local:
    """A number of processes on this machine; where the number is one, this process does the tasks
    itself."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(
        self, task: Callable[[int], Result], numbers: Iterable[int]
    ) -> Generator[Result, None, None]:
        """Do as `Farm.run` does. Raises EveryGameError where a process died."""
        waiting = iter(numbers)
        if self.workers == 1:
            yield from map(task, waiting)
            return
        workers: list[WorkerProcess] = []
        try:
            first = list(islice(waiting, self.workers))
            workers += (WorkerProcess(task) for _ in first)
            yield from share_out(workers, chain(first, waiting))
        finally:
            for worker in workers:
                worker.stop()
            for worker in workers:
                worker.clear()


def share_out(
    workers: list[WorkerProcess], waiting: Iterator[int]
) -> Generator[Result, None, None]:
    """Give each process a number, and another one after each of its answers; yield the answers."""
    busy = {worker.connection: worker for worker in workers if worker.take(waiting)}
    while busy:
        for connection in wait(list(busy)):
            worker = busy[cast("Connection[object, object]", connection)]
            yield cast(Result, worker.answer())
            if not worker.take(waiting):
                del busy[worker.connection]


class WorkerProcess:
    """A process that does one task at a time."""

    def __init__(self, task: Callable[[int], object]) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.number = -1
        self.process: BaseProcess = context.Process(target=work, args=(theirs, task), daemon=True)
        self.process.start()
        theirs.close()

    def take(self, waiting: Iterator[int]) -> bool:
        """Start the task for the next number; return False where no number is left."""
        self.number = next(waiting, -1)
        if self.number >= 0:
            self.connection.send(self.number)
        return self.number >= 0

    def answer(self) -> object:
        """Return the result of the task. Raises what the task raised, and EveryGameError where the
        process died."""
        try:
            done, result = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            raise EveryGameError(
                "A worker process died at task {number} (exit status {exitcode}); what was"
                " finished before is kept.",
                number=self.number,
                exitcode=self.process.exitcode,
            ) from None
        if not done:
            raise result
        return result

    def stop(self) -> None:
        self.process.terminate()
        self.connection.close()

    def clear(self) -> None:
        """Wait for the end of a process after `stop`; kill it where it takes too long."""
        self.process.join(END_SECONDS)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


def work(connection: Connection[object, object], task: Callable[[int], object]) -> None:
    """Do tasks until the parent process closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which stops us
    signal.signal(signal.SIGTERM, leave)
    Thread(target=end_with_parent, daemon=True).start()
    while True:
        try:
            number = cast(int, connection.recv())
        except (EOFError, ConnectionError):
            return
        try:
            connection.send((True, task(number)))
        except Exception as error:
            error.add_note(traceback.format_exc())
            connection.send((False, error))


def end_with_parent() -> None:
    """End this process, in whatever task it is, when the parent process has been killed."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def leave(signal: int, frame: FrameType | None) -> None:
    """Raise SystemExit at a signal, so that the `with` and `finally` of a task close what is
    open."""
    sys.exit(128 + signal)
