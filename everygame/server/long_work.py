"""Long work, as replays of long matches and kits: little of it at once, and of each address one.

So whoever asks for much waits behind himself alone, and short answers to all others are not held
up by more than a few threads that share one interpreter with them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from math import ceil
from typing import Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, to_thread

from everygame.clock import REAL, Clock
from everygame.server.limits import Refused

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

MOST_AT_ONCE: Final = 2
"""Threads for long work: each that waits for the interpreter holds up all others by 5 ms."""
MOST_OF_ADDRESS: Final = 12
"""Pieces of work of an address, done and waiting, until it is told to come back."""
LONG: Final = 200
"""Events of a match from which on its replay is long work."""

asking_address: ContextVar[str] = ContextVar("asking_address", default="")
"""The address for which something is done; empty where the server does it by itself."""


class Busy(Refused):
    """Not now; `seconds` says when."""

    def __init__(self, seconds: int) -> None:
        text = "Other work for this address is not done yet; try again in {seconds} seconds."
        super().__init__(503, text, seconds=seconds)
        self.seconds = seconds


class LongWork:
    """Lets each address do one piece of long work at a time, and makes its other pieces wait."""

    def __init__(self, clock: Clock = REAL) -> None:
        self.clock = clock
        self.threads = CapacityLimiter(MOST_AT_ONCE)
        self.turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.asked: Counter[str] = Counter()
        """Pieces of work of each address, done and waiting."""
        self.held: ContextVar[bool] = ContextVar("held", default=False)
        self.usual = 1.0
        """Seconds that a piece has taken lately."""

    async def run(
        self,
        work: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Do work in a thread when it is its turn. Raises Busy, and what the work raises."""
        async with self.turn():
            done = partial(work, *arguments, **named)
            return await to_thread.run_sync(done, limiter=self.threads)

    def check(self) -> None:
        """Raises Busy where too much of this address waits."""
        address = asking_address.get()
        if address and self.asked[address] >= MOST_OF_ADDRESS:
            raise Busy(max(1, ceil(self.usual * self.asked[address])))

    @asynccontextmanager
    async def turn(self, patient: bool = False) -> AsyncIterator[None]:
        """A time for work in one of `threads`; who asks again within it has it already. Raises
        Busy where too much of this address waits; who is patient and the server itself wait as long
        as it takes."""
        if self.held.get():
            yield
            return
        if not patient:
            self.check()
        address = asking_address.get()
        own = self.turns.setdefault(address, asyncio.Lock())
        self.asked[address] += 1
        try:
            async with own:
                began, before = self.clock.now(), self.held.set(True)
                try:
                    yield
                finally:
                    self.held.reset(before)
                self.usual += (self.clock.now() - began - self.usual) / 8
        finally:
            self.asked[address] -= 1
            if not self.asked[address]:
                del self.asked[address]
