"""What a game of one's own prints goes to the log, so much of it as somebody may read."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from io import TextIOWrapper
from threading import Thread
from typing import Final

MOST: Final = 100_000
"""Bytes that a process may print in a span of time."""
SPAN: Final = 60
"""Seconds."""
LEFT_OUT: Final = f"\n… What a game prints beyond {MOST:,} bytes in a minute is left out.\n"


def bound_printed() -> None:
    """What this process prints to both of its streams goes line by line to where errors went, up to
    `MOST` bytes in each `SPAN`; the rest is read by nobody, and holds nobody up."""
    log = os.dup(2)
    printed, printing = os.pipe()
    for stream in (1, 2):
        os.dup2(printing, stream)
    os.close(printing)
    for file in (sys.stdout, sys.stderr):
        assert isinstance(file, TextIOWrapper), "as Python opened them"
        file.reconfigure(line_buffering=True)
    Thread(target=pass_on, args=(printed, log), daemon=True).start()


def pass_on(printed: int, log: int) -> None:
    """Copy until nobody prints any more."""
    until, left = 0.0, MOST
    while data := os.read(printed, 1 << 16):
        if time.monotonic() > until:
            until, left = time.monotonic() + SPAN, MOST
        if left >= 0:  # below it, that something is left out has been said
            write(log, data[:left] + LEFT_OUT.encode() * (len(data) > left))
            left -= len(data)


def write(log: int, data: bytes) -> None:
    """All of it, unless nobody reads the log any more."""
    with suppress(OSError):
        while data:
            data = data[os.write(log, data) :]
