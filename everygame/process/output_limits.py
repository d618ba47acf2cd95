"""Limits how much of the output of people's own games and bots is kept or written to the log.
Otherwise a program that prints endlessly would fill the memory or the disk."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from io import TextIOWrapper
from threading import Thread
from typing import Final

MOST: Final = 100_000
"""The bytes of a process's output in each `SPAN` that go to the log."""
SPAN: Final = 60
"""The seconds after which a process may print `MOST` bytes again. The sentence below says a
minute."""
LEFT_OUT: Final = f"\n… What a game prints beyond {MOST:,} bytes in a minute is left out.\n"
KEPT: Final = 10_000
"""The bytes of another process's output that are kept, from its beginning and again from its
end."""


class Listener(Thread):
    """A thread that reads what another process prints into `writing`, until that process ends. If
    nobody read, the pipe would fill up and the process would wait for ever."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.reading, self.writing = os.pipe()
        self.first = self.last = b""
        self.ends = 0
        """The number of line ends printed so far."""

    def run(self) -> None:
        while data := os.read(self.reading, 1 << 16):
            self.first += data[: KEPT - len(self.first)]
            self.last = (self.last + data)[-KEPT:]
            self.ends += data.count(b"\n")
        os.close(self.reading)

    def listen(self) -> None:
        """Start reading; called after the other process has been started, or has failed to
        start."""
        os.close(self.writing)  # or reading never ends, as this process could still write
        self.start()

    def lines(self) -> int:
        """Return the number of lines printed; the last line may lack its end."""
        return self.ends + (not self.last.endswith(b"\n") and self.last != b"")


def bound_printed() -> None:
    """Send everything that this process prints, to stdout or stderr, to the former stderr, line by
    line and up to `MOST` bytes in each `SPAN`. The rest is read and dropped, so that printing never
    blocks."""
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
    """Copy the output to the log until the process ends."""
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
