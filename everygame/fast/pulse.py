"""Keeps long loops of compiled code open to Ctrl+C and to other threads."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final, final

from everygame.fast.arrays import i64
from everygame.fast.listening import listen

PAUSE: Final = 0.001
"""The time between two beats that a pulse aims at, in seconds."""


@final
class Pulse:
    """Reads a clock and listens (`listen`) about once in `pause` seconds, in a loop that counts its
    own steps. Reading the clock costs more than a step of a fast loop, so it is read only every
    `pace` steps, and `pace` doubles or halves until the time between two readings is right."""

    def __init__(self, pause: float = PAUSE, clock: Callable[[], float] = perf_counter) -> None:
        self.pause = pause
        self.clock = clock
        self.steps: i64 = 0
        """How often `step` was called."""
        self.restart()

    def restart(self) -> None:
        """Begin again, with a count of steps that begins at 0."""
        self.now = self.clock()
        """The last reading of the clock."""
        self.pace: i64 = 1
        self.next: i64 = 0
        """The number of steps at which the clock is read next."""
        self.steps = 0

    def step(self) -> None:
        """Count one step, and listen where it is time."""
        self.steps += 1
        if self.steps >= self.next:
            self.beat(self.steps)

    def beat(self, done: i64) -> None:
        """Read the clock and listen, now that `done` steps are done, and set when to do so next."""
        now = self.clock()
        self.pace = self.pace * 2 if now - self.now < self.pause else max(self.pace // 2, 1)
        self.next = done + self.pace
        self.now = now
        listen()
