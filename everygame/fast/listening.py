"""The moment at which compiled code lets Python do what it has put off. This file is not compiled,
and must not be."""

from __future__ import annotations

from collections.abc import Callable

hear: Callable[[], None] | None = None
"""Called at that moment. A process sets it that nobody can send a signal, such as the Python of a
page: it may raise what ends the work, as Ctrl+C raises KeyboardInterrupt elsewhere."""


def listen() -> None:
    """Hear whether the work is to end. Whenever Python enters an interpreted function, such as this
    one, it calls the handlers of signals that have come, such as KeyboardInterrupt for Ctrl+C, and
    lets another thread run that waits. Compiled code by itself does neither."""
    if hear is not None:
        hear()
