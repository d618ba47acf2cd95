"""Logs errors that asyncio's event loop reports, with a limit on repeated lines."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from everygame.time_source import REAL, Clock

log = logging.getLogger("everygame")

LOG_INTERVAL: Final = 60.0
"""The seconds between two log lines with the same content."""


class LoopErrors:
    """Handles exceptions of the event loop. Where the system has no more open files, asyncio
    reports each connection that it cannot accept; this handler logs one line a minute instead."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.logged_at = clock.now() - LOG_INTERVAL

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "out of system resource" not in str(context.get("message")):
            loop.default_exception_handler(context)
        elif self.clock.now() - self.logged_at >= LOG_INTERVAL:
            self.logged_at = self.clock.now()
            log.warning("No new connection can be accepted: %s", context.get("exception"))
