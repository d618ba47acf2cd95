"""How far the process has come that looks at a game, and its end where the game hangs."""

from __future__ import annotations

import faulthandler
import time
from typing import Final, TextIO

STAGE: Final = "… "
"""How a line begins that says where the process is, and nothing of what it has found."""


class Clock:
    """Says now and then where the process is; ends it where nobody has looked at it for too long,
    and says in which line it was then."""

    def __init__(self, answers: TextIO, patience: float) -> None:
        self.answers = answers
        self.patience = patience
        self.looked = 0.0
        self.stage = ""

    def begin(self, stage: str) -> None:
        """What is looked at from now on."""
        self.stage = stage
        self.tell("")
        self.tick()

    def tick(self, where: str = "") -> None:
        """The game has answered; `where` in this stage it was asked."""
        now = time.monotonic()
        if now - self.looked > 1:
            self.looked = now
            faulthandler.dump_traceback_later(self.patience, exit=True, file=self.answers)
            self.tell(where)

    def tell(self, where: str) -> None:
        place = f"{self.stage}, {where}" if where else self.stage
        self.answers.write(f"{STAGE}{place}\n")
        self.answers.flush()
