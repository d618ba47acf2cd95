"""Replaces threads in a Python that cannot start any: work for a thread is done at once instead."""

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
    """Do the work as `anyio.to_thread.run_sync` would, but in the only thread that there is."""
    return func(*args)


def work_without_threads() -> None:
    """From now on, let anyio do work for a thread at once."""
    to_thread.run_sync = run_here
