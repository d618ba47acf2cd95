"""Gives memory that the server has freed back to the operating system.

glibc keeps free memory that lies between blocks in use, in an arena for each thread. After much
work these are megabytes, which stay with the process until the same thread needs them again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Final

ARENA_MAX: Final = -8
"""The number of `mallopt`'s parameter M_ARENA_MAX, from glibc's malloc.h."""
ARENAS: Final = 1
"""The arenas for all threads. Python runs one thread at a time, so more arenas make nothing faster,
but each keeps free memory of its own."""


def share_arenas() -> None:
    """Let all threads that are started from now on share their arenas."""
    if set_option := find("mallopt"):
        set_option(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give all free pages back. Takes some milliseconds, in which other threads go on."""
    if trim := find("malloc_trim"):
        trim(0)


@cache
def find(name: str) -> Callable[..., Any] | None:
    """Return a function of glibc; None where the server runs on another C library."""
    try:
        found: Callable[..., Any] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):  # Windows has no library without a name
        return None
    return found
