"""Waiting for what has a time of its own: a process that ends, a file that is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds, on however busy a machine."""


def wait_until(true: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until `true()` holds; the error says `what` was waited for in vain."""
    until = time.monotonic() + patience
    while not true():
        assert time.monotonic() < until, f"{patience:.0f} s were not enough: {what}"
        time.sleep(0.02)
