"""Bots, as the server knows them: names of levels, and a job for a worker process."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final

from everygame.contract import Game, Json
from everygame.errors import BadOption
from everygame.process.pool import Pool
from everygame.search.advice import Level
from everygame.server.bots.programs import Programs
from everygame.server.requests.limits import LongWork

LONGEST: Final = 60.0
"""Seconds that a bot may take for a move before it is ended."""
HINT: Final = 2.0
"""Seconds of thought behind a hint."""
LEAST: Final = 0.1
"""How much of its time a bot thinks at least that had to wait for a process."""


class Bots:
    """`levels(game)` lists them, `call` ("module:function") chooses a move in a worker."""

    def __init__(
        self,
        pool: Pool,
        levels: Callable[[Game], Sequence[Level]],
        call: str = "everygame.bots:choose",
        pace: float = 0.6,
        adviser: str = "everygame.bots.analysis:advise",
        weigher: str = "everygame.bots.analysis:weigh",
        study: Pool | None = None,
        programs: Programs | None = None,
    ) -> None:
        self.pool = pool
        self.clock = pool.clock
        self.study = study or Pool(max(1, (os.cpu_count() or 1) // 4), nice=15, clock=pool.clock)
        """Analysis has processes of its own, which stand back behind those of bots; where only one
        thing can be thought about at once, it is the same pool."""
        self.studies = LongWork(pool.clock)
        """Those of an address are done one after the other."""
        self.levels = levels
        self.programs = programs or Programs()
        """Those that may be chosen beside the levels."""
        self.call = call
        self.adviser = adviser
        self.weigher = weigher
        self.pace = pace
        """Seconds that a bot takes at least, so that people can follow."""

    async def choose(self, request: Json, seconds: float) -> Json:
        """`{"move": …}`, after `seconds` at most: a bot that has to wait because many think at
        once thinks the less. Raises WorkerDied, JobRefused."""

        def hurry(waited: float) -> Json:
            return {**request, "seconds": max(seconds - waited, seconds * LEAST)}

        answer: Json = await self.pool.run_late(self.call, hurry, LONGEST)
        return answer

    async def advise(self, request: Json) -> Json:
        """`{"move": …, "reasons": […]}`, a hint. Raises WorkerDied, JobRefused."""
        answer: Json = await self.pool.run(self.adviser, {**request, "seconds": HINT}, LONGEST)
        return answer

    async def weigh(self, request: Json, seconds: float) -> Json:
        """`{"returns": […], …}`: how it stands. Raises WorkerDied, JobRefused."""
        asked = {**request, "seconds": seconds}
        async with self.studies.turn(patient=True):
            answer: Json = await self.study.run(self.weigher, asked, LONGEST)
        return answer

    async def close(self) -> None:
        """End all processes."""
        await self.programs.close()
        await self.pool.close()
        await self.study.close()

    def level(self, game: Game, name: str) -> Level:
        """The level or program of that name. Raises BadOption."""
        offered = (*self.levels(game), *self.programs.levels(game.name))
        return find_level(offered, name, game.name)


def find_level(levels: Sequence[Level], name: str, game: str) -> Level:
    """The level of that name. Raises BadOption."""
    for level in levels:
        if level.name == name:
            return level
    known = ", ".join(level.name for level in levels)
    raise BadOption(
        "{game} has no bot {name}; its levels are: {known}.",
        game=game,
        name=repr(name),
        known=known,
    )
