"""A line on standard error that shows how many matches are finished and how long the rest will
take."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Final

PAUSE: Final = 0.5
"""The least time between two updates of the line in a terminal, in seconds."""
LONG_PAUSE: Final = 60.0
"""The least time between two lines in a file, in seconds."""


class Progress:
    """The line, which is updated in place in a terminal, first after `PAUSE` seconds. Elsewhere, as
    in a file, a new line is written now and then."""

    def __init__(self, all: int, done: int = 0, slow: int = 0) -> None:
        """`done` of `all` matches were finished before this progress began. The first `slow` ones
        take longer than the others, whose pace is measured anew."""
        self.all, self.before, self.slow = all, done, slow
        self.began = self.told = self.since = monotonic()

    def show(self, done: int, more: str = "") -> None:
        """Show that `done` of all matches are finished, followed by the text `more`."""
        now = monotonic()
        if self.before < self.slow <= done:
            self.before, self.since = done, now
        if now - self.told < (PAUSE if sys.stderr.isatty() else LONG_PAUSE) or done == self.before:
            return
        self.told = now
        said = f"{done} of {self.all} matches, {self.left(done, now)}{more}"
        start, end = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}{said}", end=end, file=sys.stderr, flush=True)

    def left(self, done: int, now: float) -> str:
        """Return how long the rest takes at the pace so far, as text."""
        said = duration((now - self.since) / (done - self.before) * (self.all - done))
        if done < self.slow < self.all:
            return f"at most {said} left, as the first {self.slow} take longer"
        return f"{said} left"

    def clear(self) -> None:
        """Remove the line from the terminal, if it was shown."""
        if self.told > self.began and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a number of seconds as text such as `2 h 5 min`, `3 min 20 s` or `12 s`."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
