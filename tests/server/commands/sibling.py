"""A process of its own that reads a match from the store and says how it stands, and what each page
would show. It shares no memory with the server that is tested, and keeps nothing of a match from
one question to the next."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import everygame.library.registry
import everygame.store.matches as rows
from everygame.contract import Json
from everygame.errors import EveryGameError
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.matches.live_matches import LiveMatches
from everygame.store import StoredMatch
from tests.server import standin
from tests.server.commands.pages import Glance, Page, Told
from tests.server.commands.standing import standing
from tests.server.serving import Hourglass, all_games

Shown = tuple[Json, Told]


@dataclass(frozen=True)
class Question:
    """How does a match stand when the servers of its file have run for so long, and what do these
    pages show of it?"""

    file: Path
    match: str
    uptime: float
    devices: Sequence[int]
    glances: Sequence[Glance]


Answer = tuple[Json, list[Shown]] | str
"""`standing`, and what each page shows; or why the match cannot be opened."""


class Reading:
    """The store, as far as opening a match reads it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    async def load(self, match: str) -> StoredMatch | None:
        with closing(sqlite3.connect(self.file, isolation_level=None)) as db:
            return rows.load(db, match)


async def answer(question: Question) -> Answer:
    """Open the match as a server does that has just been started."""
    glass = Hourglass()
    bots = Bots(Pool(1, clock=glass), standin.levels)
    matches = LiveMatches(Reading(question.file), bots, glass)  # type: ignore[arg-type]
    matches.keeper.uptime.before = question.uptime
    try:
        async with matches.at(question.match) as live:
            pages = [Page(live, glance, matches.quotas) for glance in question.glances]
            for page in pages:
                await page.look()
            return await standing(live, question.devices), [page.shown() for page in pages]
    except EveryGameError as error:
        return str(error)


def work(pipe: Pipe) -> None:
    """Answer questions until the process that asks has gone."""
    everygame.library.registry.games = all_games
    loop = asyncio.new_event_loop()
    while question := pipe.recv():
        pipe.send(loop.run_until_complete(answer(question)))


class Sibling:
    """The process, as the one that asks it knows it."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe

    def ask(self, question: Question) -> Answer:
        self.pipe.send(question)
        answer: Any = self.pipe.recv()
        return answer  # type: ignore[no-any-return]


@contextmanager
def sibling() -> Iterator[Sibling]:
    """Start the process, and end it."""
    spawn = multiprocessing.get_context("spawn")  # a fork would have the memory of this one
    here, there = spawn.Pipe()
    process = spawn.Process(target=work, args=(there,), daemon=True)
    process.start()
    yield Sibling(here)
    here.send(None)
    process.join()
