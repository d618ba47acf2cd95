"""What asyncio reports of itself, told no more often than it helps."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from everygame.clock import REAL, Clock

log = logging.getLogger("everygame")

OFTEN: Final = 60.0
"""Seconds between two lines of the log that say the same."""


class Quiet:
    """Handles what asyncio reports: where files run out it would say so a thousand times."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.told = clock.now() - OFTEN

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "out of system resource" not in str(context.get("message")):
            loop.default_exception_handler(context)
        elif self.clock.now() - self.told >= OFTEN:
            self.told = self.clock.now()
            log.warning("No more connections can be taken just now: %s", context.get("exception"))
