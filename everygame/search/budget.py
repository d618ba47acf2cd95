"""The budget that limits a search, and the answer that a search returns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final, SupportsFloat, SupportsIndex, final

from everygame.arguments import whole
from everygame.errors import BadArgument
from everygame.fast.arrays import i64
from everygame.fast.pulse import PAUSE, Pulse
from everygame.words import say

ENDLESS: Final = 1 << 60
"""A number of nodes that no search reaches: no limit."""
READINGS: Final = 50
"""A search reads the clock at least about this many times, so that it stops on time."""
CPU_CLOCKS: Final = ("thread_time", "process_time", "perf_counter")
"""Names of clocks in the module `time`, in order of preference: Python in a browser lacks some of
them."""


def find_cpu_clock() -> Callable[[], float]:
    """Return the clock that counts processor time of this thread, or the best substitute that this
    Python has."""
    here = [name for name in CPU_CLOCKS if hasattr(time, name)]
    clock: Callable[[], float] = getattr(time, here[0])
    return clock


cpu_clock: Final = find_cpu_clock()


@final
class Budget:
    """The limits of a search: it stops after `nodes` nodes, after `seconds` seconds, or when
    `stop()` returns true, whichever comes first. With a limit of nodes alone, a search gives the
    same answer on every machine. `stop` may be the `is_set` of a threading.Event. With `cpu`, the
    seconds are processor time of this thread instead of wall-clock time, so that other work of the
    machine does not shorten the search."""

    def __init__(
        self,
        nodes: SupportsIndex = 0,
        seconds: SupportsFloat = 0.0,
        stop: Callable[[], bool] | None = None,
        cpu: bool = False,
    ) -> None:
        self.seconds = read_seconds(seconds)
        most = min(whole(nodes, say("The number of nodes"), 0), ENDLESS)
        if most == 0 and self.seconds == 0 and stop is None:
            raise BadArgument("A budget needs nodes, seconds or a way to stop.")
        self.nodes: i64 = most if most > 0 else ENDLESS
        self.stop = stop
        pause = min(PAUSE, self.seconds / READINGS) if self.seconds > 0 else PAUSE
        self.pulse = Pulse(pause, cpu_clock if cpu else perf_counter)
        self.began = self.pulse.now

    def part(self, share: float) -> Budget:
        """Return a new budget with this share of the nodes (at least one) and of the seconds, and
        the same `stop`."""
        few = max(int(float(self.nodes) * share), 1) if self.nodes < ENDLESS else 0
        return Budget(few, self.seconds * share, self.stop, self.pulse.clock is cpu_clock)

    def restart(self) -> None:
        """Start the clock of this budget from zero."""
        self.pulse.restart()
        self.began = self.pulse.now

    def spent(self, nodes: i64) -> bool:
        """Whether the search must stop, now that it has searched `nodes` nodes. The time and `stop`
        are looked at about once a millisecond, or more often where the time is short. At each such
        look the search hears Ctrl+C and lets other threads run."""
        if nodes >= self.nodes:
            return True
        pulse = self.pulse
        if nodes < pulse.next:
            return False
        pulse.beat(nodes)
        if self.seconds > 0 and pulse.now - self.began >= self.seconds:
            return True
        return self.stop is not None and self.stop()

    def elapsed(self) -> float:
        """Return the seconds since the clock was started."""
        return self.pulse.clock() - self.began


def read_seconds(value: object) -> float:
    """Return a number of seconds as a float; infinity is no limit, as 0 is. Raises BadArgument."""
    try:
        seconds = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds >= 0.0:
        raise BadArgument("Seconds must be a number from 0 on, not {value}.", value=repr(value))
    return seconds if seconds < float("inf") else 0.0


@dataclass(frozen=True)
class Answer:
    """What a search has found for the player to move."""

    action: int
    value: float
    """The expected return of the player to move, in [-1, 1]."""
    nodes: int
    """The number of simulations or positions that the search needed."""
    seconds: float
    proven: bool = False
    """Whether `value` is exact: best play on both sides leads to it."""
    plies: int = 0
    """The number of plies to a proven win or loss; 0 from searches that do not count them."""
    depth: int = 0
    """The greatest depth, in plies, that iterative deepening has completed."""
    line: tuple[int, ...] = ()
    """The principal variation, beginning with `action`. It ends where chance decides or, in games
    with secrets, where another seat decides."""
    values: dict[int, float] = field(default_factory=dict)
    """The expected return of the player to move, in [-1, 1], for each action that was searched. In
    an answer of alpha-beta, the value of an action other than the best is an upper bound."""
    exact: dict[int, float] = field(default_factory=dict)
    """The exact return of the player to move for each action whose return is proven."""
    returns: tuple[float, ...] = ()
    """The expected return of each seat, from searches of open games for any number of seats; else
    empty."""
    visits: dict[int, int] = field(default_factory=dict)
    """For each action, the number of simulations that began with it, from searches by
    simulation."""
