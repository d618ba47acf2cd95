"""Measures how many processor seconds work takes, for the client that asked for it.

Whoever answers a client sets `charge`. The seconds of threads and of coroutines that are started
from there are charged to that client, because both get a copy of the context."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from everygame.time_source import processor_seconds

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


def charge_nobody(seconds: float) -> None:
    """Charge the seconds to nobody, because the server acts on its own."""


charge: ContextVar[Callable[[float], None]] = ContextVar("charge", default=charge_nobody)
"""Takes the processor seconds that work for a client took; called in the thread of the loop."""


async def in_thread(
    work: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """Call `work` in a thread and return its result. The processor seconds that it took are
    charged."""
    return await in_thread_of(None, partial(work, *arguments, **named))


async def in_thread_of(threads: CapacityLimiter | None, work: Callable[[], Result]) -> Result:
    """Do as `in_thread`, in one of these threads, of which there are so many."""
    if charge.get() is charge_nobody:
        return await to_thread.run_sync(work, limiter=threads)
    spent = 0.0

    def measure() -> Result:
        nonlocal spent
        began = processor_seconds()
        try:
            return work()
        finally:
            spent = processor_seconds() - began

    try:
        return await to_thread.run_sync(measure, limiter=threads)
    finally:
        charge.get()(spent)


async def metered(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine and return its result. The processor seconds between the moments at which it
    waits are charged."""
    return await (work if charge.get() is charge_nobody else Metered(work))


class Metered(Generic[Result]):
    """Runs a coroutine step by step, and charges the processor seconds of each step."""

    def __init__(self, work: Coroutine[Any, Any, Result]) -> None:
        self.work = work

    def __await__(self) -> Generator[Any, Any, Result]:
        step: Callable[[Any], Any] = self.work.send
        given: Any = None
        while True:
            began = processor_seconds()
            try:
                waits_for = step(given)
            except StopIteration as end:
                result: Result = end.value
                return result
            finally:
                charge.get()(processor_seconds() - began)
            try:
                step, given = self.work.send, (yield waits_for)
            except BaseException as error:  # the task is cancelled, or what it waits for failed
                step, given = self.work.throw, error
