"""Runs bots, hints and evaluations as jobs in worker processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

from everygame.addresses import is_limited
from everygame.contract import Game, Json
from everygame.process.pool import Pool
from everygame.search.game_advice import Level
from everygame.server.bots.levels import find_level
from everygame.server.bots.programs import Programs
from everygame.server.requests.limits import LongWork, asking_address, asking_network

KILL_SECONDS: Final = 60.0
"""The seconds after which a job without an answer is ended by force."""
HINT_SECONDS: Final = 2.0
"""The seconds that the search for a hint takes."""
LEAST_SHARE: Final = 0.1
"""The share of its time that a bot thinks in any case, however long it waited for a process."""


class Bots:
    """The bots of a server: their levels, the programs of the operator, and the worker processes.

    `levels(game)` lists the levels of a game. `chooser`, `adviser` and `weigher` name the functions
    ("module:function") that workers call for a move, a hint and an evaluation."""

    def __init__(
        self,
        pool: Pool,
        levels: Callable[[Game], Sequence[Level]],
        chooser: str = "everygame.bots:choose",
        pace: float = 0.6,
        adviser: str = "everygame.bots.analysis:advise",
        weigher: str = "everygame.bots.analysis:weigh",
        study: Pool | None = None,
        programs: Programs | None = None,
    ) -> None:
        self.pool = pool
        self.clock = pool.clock
        self.study = study or Pool(max(1, (os.cpu_count() or 1) // 4), nice=15, clock=pool.clock)
        """The processes for evaluations, which run at a lower priority than those of bots. Where
        only one process can run, as in a browser, this is the same pool."""
        self.studies = LongWork(pool.clock)
        """Makes the evaluations for one IP address run one after the other."""
        self.shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """For each network: the processes that may work for it at the same time."""
        self.levels = levels
        self.programs = programs or Programs()
        """The programs of the operator, which people may choose besides the levels."""
        self.chooser = chooser
        self.adviser = adviser
        self.weigher = weigher
        self.pace = pace
        """The least number of seconds that a bot's move takes, so that people can follow it."""

    async def choose(self, request: Json, seconds: float) -> Json:
        """Choose a move and return `{"move": …}`. Where many bots think at once, the time that this
        bot waits for a process is subtracted from its `seconds`. Raises WorkerDied, JobRefused."""

        def hurry(waited: float) -> Json:
            left = seconds - waited_before - waited
            return {**request, "seconds": max(left, seconds * LEAST_SHARE)}

        asked = self.clock.now()
        async with self.share():
            waited_before = self.clock.now() - asked
            answer: Json = await self.pool.run_late(self.chooser, hurry, KILL_SECONDS)
        return answer

    @asynccontextmanager
    async def share(self) -> AsyncIterator[None]:
        """Wait until fewer than half of the processes work for the address for which this is
        done, so that others need not wait for it. This computer may use them all."""
        if not is_limited(asking_address.get()):
            yield
            return
        network = asking_network()
        most = max(1, self.pool.size // 2)
        async with self.shares.setdefault(network, asyncio.Semaphore(most)):
            yield

    async def advise(self, request: Json) -> Json:
        """Find a hint and return `{"move": …, "reasons": […]}`. Raises WorkerDied, JobRefused."""
        timed = {**request, "seconds": HINT_SECONDS}
        async with self.share():
            answer: Json = await self.pool.run(self.adviser, timed, KILL_SECONDS)
        return answer

    async def weigh(self, request: Json, seconds: float) -> Json:
        """Evaluate a position by a search of some seconds, and return `{"returns": […], …}`. Raises
        WorkerDied, JobRefused."""
        timed = {**request, "seconds": seconds}
        async with self.studies.turn(patient=True):
            answer: Json = await self.study.run(self.weigher, timed, KILL_SECONDS)
        return answer

    async def close(self) -> None:
        """End all worker processes and programs."""
        await self.programs.close()
        await self.pool.close()
        await self.study.close()

    def level(self, game: Game, name: str) -> Level:
        """Return the level or program of a game by its name. Raises BadOption where there is
        none."""
        offered = (*self.levels(game), *self.programs.levels(game.name))
        return find_level(offered, name, game.name)
