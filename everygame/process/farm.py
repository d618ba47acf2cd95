"""Tasks in worker processes of this machine: a free one takes the next number, and results come as
they are ready. One that ends without an answer is told in a sentence and never waited for."""

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
PATIENCE: Final = 1.0
"""Seconds in which a worker may end by itself when it is told to."""


class Farm(Protocol):
    """Where tasks are done."""

    def run(
        self, task: Callable[[int], Result], numbers: Iterable[int]
    ) -> Generator[Result, None, None]:
        """What the task gives for each number, in the order of completion. An error of a task is
        raised here. Whoever closes the generator gives up what is under way, at once."""
        ...


class Local:
    """So many processes of this machine; one alone is this process itself."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(
        self, task: Callable[[int], Result], numbers: Iterable[int]
    ) -> Generator[Result, None, None]:
        """Raises EveryGameError where a process died."""
        waiting = iter(numbers)
        if self.workers == 1:
            yield from map(task, waiting)
            return
        hands: list[Hand] = []
        try:
            first = list(islice(waiting, self.workers))
            hands += (Hand(task) for _ in first)
            yield from share_out(hands, chain(first, waiting))
        finally:
            for hand in hands:
                hand.stop()
            for hand in hands:
                hand.clear()


def share_out(hands: list[Hand], waiting: Iterator[int]) -> Generator[Result, None, None]:
    """Give each a number, and another for each answer."""
    busy = {hand.connection: hand for hand in hands if hand.take(waiting)}
    while busy:
        for connection in wait(list(busy)):
            hand = busy[cast("Connection[object, object]", connection)]
            yield cast(Result, hand.answer())
            if not hand.take(waiting):
                del busy[hand.connection]


class Hand:
    """A worker process and what it is at."""

    def __init__(self, task: Callable[[int], object]) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.number = -1
        self.process: BaseProcess = context.Process(target=work, args=(theirs, task), daemon=True)
        self.process.start()
        theirs.close()

    def take(self, waiting: Iterator[int]) -> bool:
        """Start the next task, if there is one."""
        self.number = next(waiting, -1)
        if self.number >= 0:
            self.connection.send(self.number)
        return self.number >= 0

    def answer(self) -> object:
        """The result of the task. Raises what the task raised, and EveryGameError."""
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
        """Wait a moment for its end, then force it."""
        self.process.join(PATIENCE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


def work(connection: Connection[object, object], task: Callable[[int], object]) -> None:
    """Do what is asked until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which ends us
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
    """When the parent was killed, nobody wants what is under way."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def leave(signal: int, frame: FrameType | None) -> None:
    """End as if by a statement, so that what a task has opened is closed."""
    sys.exit(128 + signal)
