"""Security events: what the server refused to somebody, and how access to libraries changed. Each
is a record of the logger `everygame.security`, from which the log and the metrics take it."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Final

from everygame.errors import EveryGameError
from everygame.server.requests.limits import Bucket, Refused, asking_address
from everygame.store import KeptOut
from everygame.time_source import Clock

log = logging.getLogger("everygame.security")

REFUSALS: Final = {
    "unknown_host": "A request named a host that this server is not.",
    "foreign_origin": "A page of another origin sent a request.",
    "too_many_requests": "An address sent too much too fast.",
    "too_many_connections": "An address has too many connections.",
    "too_large": "A request was too large, or took too long to arrive.",
    "unknown_secret": "A device's secret was refused: this server did not issue it.",
    "unknown_invitation": "A link to a seat was refused: it was used, or never was one.",
    "unknown_pass": "A link or code to a library was refused: used, expired, or never one.",
    "not_allowed": "A device asked for what it has no right to.",
    "barred": "A device or address that the operator keeps out asked for something.",
    "kept_out": "A device asked for a seat where the host keeps it out.",
}
"""What the server refuses, by the name of the event."""
CHANGES: Final = {
    "library_shared": "A device joined a library by a link or code.",
    "code_made": "A device made a recovery code.",
    "device_removed": "A device was removed from a library.",
    "library_deleted": "A library was deleted.",
    "secret_renewed": "A device's secret was renewed.",
}
"""Changes of who has access to what."""
BY_STATUS: Final = {
    403: "not_allowed",
    408: "too_large",
    413: "too_large",
    429: "too_many_requests",
}
LINES: Final = (20.0, 1.0)
"""The lines of one kind that the log has at once, and how many more each second: whoever floods
the server must not fill its disk."""


def note(event: str, address: str = "") -> None:
    """Log a security event, with an address, or else the one whose request is being answered."""
    level = logging.WARNING if event in REFUSALS else logging.INFO
    text = REFUSALS.get(event) or CHANGES[event]
    log.log(level, text, extra={"event": event, "address": address or asking_address.get()})


def note_crowded(address: str) -> None:
    """Log that an address was refused because it has too many connections."""
    note("too_many_connections", address)


def note_refusal(error: EveryGameError) -> None:
    """Log the security event that an error is, if it is one."""
    if isinstance(error, KeptOut):
        note("kept_out")
    elif isinstance(error, Refused) and (event := error.event or BY_STATUS.get(error.status)):
        note(event)


class BoundedLines(logging.Filter):
    """Lets at most so many lines of one kind through, and says in the next one how many were left
    out. Lines of one security event are of one kind, and so are all others that one place of a
    program writes: strangers cause lines of libraries too, such as for what is no HTTP."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.buckets: dict[object, Bucket] = {}
        self.left_out: Counter[object] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = vars(record).get("event") or (record.pathname, record.lineno)
        if not self.buckets.setdefault(kind, Bucket(*LINES, self.clock)).take():
            self.left_out[kind] += 1
            return False
        if left := self.left_out.pop(kind, 0):
            record.msg = f"{record.msg} {left} more were left out."
        return True
