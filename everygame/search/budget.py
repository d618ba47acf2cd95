"""How long a search may think, and what it answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, final

from everygame.fast.arrays import i64

ENDLESS: Final = 1 << 60
GLANCES: Final = 50
"""Looks at the clock while the time runs, roughly."""
GLANCE: Final = 0.001
"""Seconds between two of them, at most."""
CPU_CLOCKS: Final = ("thread_time", "process_time", "perf_counter")
"""The best first: a browser's Python has not all of them."""


def find_cpu_clock() -> Callable[[], float]:
    """What reads the seconds of the processor in this thread, or the nearest to it that is here."""
    here = [name for name in CPU_CLOCKS if hasattr(time, name)]
    clock: Callable[[], float] = getattr(time, here[0])
    return clock


cpu_clock: Final = find_cpu_clock()


@final
class Budget:
    """Nodes, seconds, or until `stop()` is true: whichever comes first. With nodes alone a search
    does the same on every machine. `stop` may be the `is_set` of a threading.Event. Seconds are
    those of the clock on the wall or, with `cpu`, of the processor in this thread, so that what
    else the machine has to do takes nothing away."""

    def __init__(
        self,
        nodes: int = 0,
        seconds: float = 0.0,
        stop: Callable[[], bool] | None = None,
        cpu: bool = False,
    ) -> None:
        if nodes <= 0 and seconds <= 0 and stop is None:
            raise ValueError("A budget needs nodes, seconds or a way to stop.")
        self.nodes: i64 = nodes if nodes > 0 else ENDLESS
        self.seconds = seconds
        self.stop = stop
        self.glance = min(GLANCE, seconds / GLANCES) if seconds > 0 else GLANCE
        self.clock: Callable[[], float] = cpu_clock if cpu else perf_counter
        self.restart()

    def part(self, share: float) -> Budget:
        """A budget of its own with this share of the nodes, one at least, and seconds, and the same
        stop."""
        few = max(int(float(self.nodes) * share), 1) if self.nodes < ENDLESS else 0
        return Budget(few, self.seconds * share, self.stop, self.clock is cpu_clock)

    def restart(self) -> None:
        """Start the clock."""
        self.began = self.clock()
        self.looked = self.began
        self.pace: i64 = 1
        self.next: i64 = 0

    def spent(self, nodes: i64) -> bool:
        """Time to stop, after so many nodes. The clock is read about once a
        millisecond, and more often if time is short."""
        if nodes >= self.nodes:
            return True
        if nodes < self.next:
            return False
        now = self.clock()
        self.pace = self.pace * 2 if now - self.looked < self.glance else max(self.pace // 2, 1)
        self.next = nodes + self.pace
        self.looked = now
        if self.seconds > 0 and now - self.began >= self.seconds:
            return True
        return self.stop is not None and self.stop()

    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.clock() - self.began


@dataclass(frozen=True)
class Answer:
    """What a search found for the seat to play."""

    action: int
    value: float
    """The return that the seat may expect, in [-1, 1]."""
    nodes: int
    seconds: float
    proven: bool = False
    """`value` is no estimate: best play on both sides leads to it."""
    plies: int = 0
    """How many more plies a proven win or loss takes, by searches that know."""
    depth: int = 0
    """Plies looked ahead everywhere, by searches that go ply by ply."""
    line: tuple[int, ...] = ()
    """Best play as far as it was seen, `action` first; up to where chance decides or, with
    secrets, somebody else."""
    values: dict[int, float] = field(default_factory=dict)
    """What the seat may expect of each action that was looked at, in [-1, 1]. Searches that go
    ply by ply only know of actions other than the best that they are worth at most so much."""
    exact: dict[int, float] = field(default_factory=dict)
    """What each action that is proven is worth: neither more nor less with best play."""
    returns: tuple[float, ...] = ()
    """What each seat may expect, by searches for any number of them that see everything."""
    visits: dict[int, int] = field(default_factory=dict)
    """How often each action was tried, by searches that sample."""
