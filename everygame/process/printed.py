"""What games and bots of one's own print: kept and passed on as much as somebody may read."""

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
KEPT: Final = 10_000
"""Bytes of what another process prints that are kept from its start, and as many from its end."""


class Listener(Thread):
    """Reads what another process prints into `writing`, for as long as it prints."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.reading, self.writing = os.pipe()
        self.first = self.last = b""
        self.ends = 0
        """Of lines."""

    def run(self) -> None:
        while data := os.read(self.reading, 1 << 16):
            self.first += data[: KEPT - len(self.first)]
            self.last = (self.last + data)[-KEPT:]
            self.ends += data.count(b"\n")
        os.close(self.reading)

    def listen(self) -> None:
        """When the other process has begun, or could not."""
        os.close(self.writing)
        self.start()

    def lines(self) -> int:
        """How many there were, the last one perhaps without its end."""
        return self.ends + (not self.last.endswith(b"\n") and self.last != b"")


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
