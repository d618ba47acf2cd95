"""The moment at which compiled code lets Python do what it has put off. This file is not compiled,
and must not be."""

from __future__ import annotations


def listen() -> None:
    """Do nothing, interpreted. Whenever Python enters an interpreted function, it calls the
    handlers of signals that have come, such as KeyboardInterrupt for Ctrl+C, and lets another
    thread run that waits. Compiled code by itself does neither."""
