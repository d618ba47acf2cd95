"""A watchdog in the process that checks a game: it reports the stage of the check, and ends the
process when the game hangs."""

from __future__ import annotations

import faulthandler
import time
from typing import Final, TextIO

STAGE: Final = "… "
"""The beginning of each line that reports a stage; all other lines are the result."""


class Watchdog:
    """Reports the stage at most once a second. When the game has not answered for `patience`
    seconds, the watchdog prints the line of code in which the game hangs and ends the process."""

    def __init__(self, answers: TextIO, patience: float) -> None:
        self.answers = answers
        self.patience = patience
        self.reset_at = 0.0
        self.stage = ""

    def begin(self, stage: str) -> None:
        """Enter a stage and report it at once."""
        self.stage = stage
        self.report("")
        self.tick()

    def tick(self, where: str = "") -> None:
        """Restart the timer; called after each answer of the game. `where` names the match and the
        ply."""
        now = time.monotonic()
        # once a second, because setting the timer costs more than most answers of a game
        if now - self.reset_at > 1:
            self.reset_at = now
            faulthandler.dump_traceback_later(self.patience, exit=True, file=self.answers)
            self.report(where)

    def report(self, where: str) -> None:
        place = f"{self.stage}, {where}" if where else self.stage
        self.answers.write(f"{STAGE}{place}\n")
        self.answers.flush()
