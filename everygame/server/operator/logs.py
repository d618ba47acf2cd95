"""Writes the server's log: each record with its time and level, as text or as a line of JSON.

Who knows the id of a match can watch it, and who knows a secret or a token can act as somebody. So
code that logs names a match by `name_match`, and the formatters replace whatever still looks like
an id, a secret or a token, such as in the text of an unexpected exception.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

SECRET: Final = re.compile(
    r"(?<![\w-])(?=[\w-]*[A-Z0-9])(?!\w*Error\b)"
    r"(?:(?=[\w-]*[A-Za-z])[\w-]{16}|[\w-]{20}|[\w-]{24}|[\w-]{32,})(?![\w-])",
    re.ASCII,
)
"""Matches words of the lengths that ids (16), recovery codes (20), tokens (24, 32) and secrets (43)
have. They are random, so nearly all of them have a capital or a digit, as most names of functions
have not. One recovery code in ten thousand has digits alone."""
RECOVERY: Final = re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}\b")
"""Matches a recovery code as people see it."""
FIELDS: Final = ("event", "address")
"""What a record may say besides its text: the security event, and the IP address that caused
it."""


def name_match(match: str) -> str:
    """Return a name for a match that lets nobody watch it; the same match has the same name."""
    return "~" + hashlib.sha256(match.encode()).hexdigest()[:8]


def hide(text: str) -> str:
    """Return a text in which a name stands for everything that looks like an id or a secret."""
    for form in (RECOVERY, SECRET):
        text = form.sub(lambda found: name_match(found[0]), text)
    return text


def describe_error(record: logging.LogRecord) -> str:
    """Return the traceback of a record; an empty text without one. Only what exceptions say is
    hidden: the other lines are of the program."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    lines = traceback.TracebackException(*record.exc_info).format()
    return "".join(line if line.startswith("  File ") else hide(line) for line in lines).rstrip()


def time_of(record: logging.LogRecord) -> str:
    """Return the time of a record, in UTC to the millisecond: `2026-11-27T10:59:35.123Z`."""
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def escape(text: str) -> str:
    """Return a text on one line, so that nobody whose words are logged can forge a record."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class Text(logging.Formatter):
    """Formats a record as a line of text, and further lines, which are indented, for a
    traceback."""

    def format(self, record: logging.LogRecord) -> str:
        said = escape(hide(record.getMessage()))
        more = [f"{name}={vars(record)[name]}" for name in FIELDS if vars(record).get(name)]
        lines = [" ".join((time_of(record), record.levelname, said, *more))]
        lines += [f"  {escape(line)}" for line in describe_error(record).splitlines()]
        return "\n".join(lines)


class JsonLines(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time_of(record),
            "level": record.levelname,
            "logger": record.name,
            "text": hide(record.getMessage()),
            **{name: vars(record)[name] for name in FIELDS if vars(record).get(name)},
        }
        error = describe_error(record)
        return json.dumps({**line, "error": error} if error else line)  # in ASCII, on one line


def start_log(as_json: bool, bound: logging.Filter) -> Callable[[], None]:
    """Write what the server and its libraries log to standard error from now on, as far as `bound`
    lets it through. Return the function that ends it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Text())
    handler.addFilter(bound)
    root, ours = logging.getLogger(), logging.getLogger("everygame")
    before = ours.level
    root.addHandler(handler)
    ours.setLevel(logging.INFO)

    def end() -> None:
        root.removeHandler(handler)
        ours.setLevel(before)

    return end
