"""SIGTERM for a command that prints what it has found so far when somebody ends it: it is heard as
Ctrl+C is. A script that starts a command in the background has no other way to end it, because the
shell lets such a command ignore Ctrl+C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


class Terminated(KeyboardInterrupt):
    """SIGTERM has asked the command to end."""


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Raise `Terminated` in this block at the first SIGTERM, and ignore any further one: `timeout`
    and process groups send it twice. Outside the main thread, which alone hears signals, do
    nothing."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def end(*_: object) -> None:
    """Handle SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated
