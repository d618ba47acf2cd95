"""Gives memory that the server has freed back to the operating system.

glibc keeps free memory that lies between blocks in use, in an arena for each thread. After much
work these are megabytes, which stay with the process until the same thread needs them again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Give all free pages back. Takes some milliseconds, in which other threads go on."""
    if trim := find_trim():
        trim(0)


@cache
def find_trim() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`; None where the server runs on another C library."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # Windows has no library without a name
        return None
    return trim
