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

    def __init__(self, all: int, done: int = 0) -> None:
        """`done` of `all` matches were finished before this progress began."""
        self.all, self.before = all, done
        self.began = self.told = monotonic()

    def show(self, done: int, more: str = "") -> None:
        """Show that `done` of all matches are finished, followed by the text `more`."""
        now = monotonic()
        if now - self.told < (PAUSE if sys.stderr.isatty() else LONG_PAUSE):
            return
        self.told = now
        left = (now - self.began) / (done - self.before) * (self.all - done)
        said = f"{done} of {self.all} matches, {duration(left)} left{more}"
        start, end = ("\r\x1b[K", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}{said}", end=end, file=sys.stderr, flush=True)

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
