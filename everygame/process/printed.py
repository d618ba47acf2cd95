"""What the programs of people's own games and bots print: how much of it is kept, or goes to the
log. A program that prints without end would fill the memory or the disk."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from io import TextIOWrapper
from threading import Thread
from typing import Final

MOST: Final = 100_000
"""How many bytes of what a process prints in `SPAN` go to the log."""
SPAN: Final = 60
"""Seconds. The sentence below says a minute."""
LEFT_OUT: Final = f"\n… What a game prints beyond {MOST:,} bytes in a minute is left out.\n"
KEPT: Final = 10_000
"""How many bytes are kept of the beginning of what another process prints, and of its end."""


class Listener(Thread):
    """A thread that reads what another process prints into `writing`, until that process ends. If
    nobody read, the pipe would fill and the process would wait for ever."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.reading, self.writing = os.pipe()
        self.first = self.last = b""
        self.ends = 0
        """How many ends of lines were printed."""

    def run(self) -> None:
        while data := os.read(self.reading, 1 << 16):
            self.first += data[: KEPT - len(self.first)]
            self.last = (self.last + data)[-KEPT:]
            self.ends += data.count(b"\n")
        os.close(self.reading)

    def listen(self) -> None:
        """To be called when the other process has begun, or could not be started."""
        os.close(self.writing)  # else reading would never end, for this process could still write
        self.start()

    def lines(self) -> int:
        """How many lines were printed; the last one may have no end."""
        return self.ends + (not self.last.endswith(b"\n") and self.last != b"")


def bound_printed() -> None:
    """Send what this process prints, to stdout or stderr, to the former stderr, line by line and up
    to `MOST` bytes in each `SPAN`. The rest is read and dropped, so that printing never waits."""
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
    """Copy what is printed to the log until the process ends."""
    until, left = 0.0, MOST
    while data := os.read(printed, 1 << 16):
        if time.monotonic() > until:
            until, left = time.monotonic() + SPAN, MOST
        if left >= 0:  # when it is negative, the log already says that something is left out
            write(log, data[:left] + LEFT_OUT.encode() * (len(data) > left))
            left -= len(data)


def write(log: int, data: bytes) -> None:
    """Write all of the data, unless nobody reads the log any more."""
    with suppress(OSError):
        while data:
            data = data[os.write(log, data) :]
