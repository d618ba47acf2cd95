"""A process of its own that reads a match from the store and says how it stands, and what each page
would show. It shares no memory with the server that is tested, and keeps nothing of a match from
one question to the next."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    """The store, as far as opening a match reads it. Whatever it reads is committed, because its
    connection is of another process than the one that writes."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    async def load(self, match: str) -> StoredMatch | None:
        return rows.load(self.db, match)


async def answer(question: Question, db: sqlite3.Connection, bots: Bots) -> Answer:
    """Open the match as a server does that has just been started."""
    matches = LiveMatches(Reading(db), bots, bots.clock)  # type: ignore[arg-type]
    matches.keeper.uptime.before = question.uptime
    try:
        async with matches.at(question.match) as live:
            pages = [Page(live, glance, matches.quotas) for glance in question.glances]
            for page in pages:
                await page.look()
            return await standing(live, question.devices), [page.shown() for page in pages]
    except EveryGameError as error:
        return str(error)


async def answer_all(pipe: Pipe) -> None:
    """Answer questions until the process that asks has gone. Only threads, the reading connection
    and what the registry knows of games outlive a question."""
    bots, file, db = Bots(Pool(1, clock=Hourglass()), standin.levels), Path(), None
    while question := pipe.recv():
        if db is None or question.file != file:
            if db:
                db.close()
            file, db = question.file, sqlite3.connect(question.file, isolation_level=None)
        pipe.send(await answer(question, db, bots))


def work(pipe: Pipe) -> None:
    everygame.library.registry.games = all_games
    asyncio.run(answer_all(pipe))


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
