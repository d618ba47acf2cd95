"""For a Python that can start no thread: what a library would do in one is done at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


async def run_here(
    func: Callable[[*Arguments], Result],
    *args: *Arguments,
    abandon_on_cancel: bool = False,
    cancellable: bool | None = None,
    limiter: CapacityLimiter | None = None,
) -> Result:
    """`anyio.to_thread.run_sync` in the only thread there is."""
    return func(*args)


def work_without_threads() -> None:
    """From now on, for all who ask anyio for a thread."""
    to_thread.run_sync = run_here
