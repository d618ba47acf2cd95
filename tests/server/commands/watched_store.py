"""The store of a server whose every write is looked at by a second connection to its file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import everygame.store.matches as rows
from everygame.match import Event
from everygame.server.clock.terms_and_course import read_course, read_terms
from everygame.store import Change, NewMatch, SQLiteStore, StoredCommand, StoredMatch
from everygame.store.port import Created
from everygame.store.sqlite import Work
from everygame.time_source import Clock
from tests.server.commands.clock_model import ClockModel

Result = TypeVar("Result")


class WatchedStore(SQLiteStore):
    """A store that answers before anything else goes on, so that a walk repeats itself exactly.

    Each course that is stored is checked against the clock model of its match, and an offer that
    has ended must not come back."""

    def __init__(self, file: Path, clock: Clock) -> None:
        super().__init__(file, clock)
        self.beside = sqlite3.connect(file, isolation_level=None)
        self.clocks: dict[str, ClockModel] = {}
        self.offers: dict[str, tuple[set[str], set[str]]] = {}
        """For each match: the ids of the offers that wait, and of those that have ended."""
        self.broken: list[AssertionError] = []
        """The promises that a write has broken; kept, because the server logs what its own tasks
        raise."""

    def prepare(self) -> sqlite3.Connection:
        connection = super().prepare()
        connection.execute("PRAGMA synchronous = OFF")  # no power fails in a test
        return connection

    def close(self) -> None:
        self.beside.close()
        super().close()

    async def write(self, work: Work[Result]) -> Result:
        return self.writer.submit(work).result()

    async def read(self, work: Work[Result]) -> Result:
        return work(self.reading)

    async def create(self, new: NewMatch) -> Created:
        created = await super().create(new)
        clock = read_terms(new.terms).clock
        if clock and created.match not in self.clocks:
            self.clocks[created.match] = ClockModel(clock, len(new.holders))
        return created

    async def append(
        self,
        match: str,
        number: int,
        events: Sequence[Event],
        command: StoredCommand | None,
        unseen: bool = False,
        change: Change | None = None,
    ) -> None:
        await super().append(match, number, events, command, unseen, change)
        if change:
            try:
                self.check_course(match, events, change)
            except AssertionError as error:
                self.broken.append(error)

    def check_course(self, match: str, events: Sequence[Event], change: Change) -> None:
        course = read_course(json.loads(json.dumps(change.course)))
        if match in self.clocks:
            self.clocks[match].see(events, course, change.uptime)
        waiting, ended = self.offers.setdefault(match, (set(), set()))
        now = {offer.id for offer in course.offers}
        ended |= waiting - now
        assert not now & ended, "an offer came back that had ended"
        self.offers[match] = now, ended

    # -- what stands in the file, for whoever looks at it from outside

    def version(self) -> int:
        """A number that changes with each commit to the file."""
        return int(self.beside.execute("PRAGMA data_version").fetchone()[0])

    def stored(self, match: str) -> StoredMatch:
        stored = rows.load(self.beside, match)
        assert stored
        return stored

    def has_command(self, match: str, device: int, name: str) -> bool:
        query = "SELECT 1 FROM deeds WHERE match = ? AND device = ? AND id = ?"
        return self.beside.execute(query, (match, device, name)).fetchone() is not None

    def events_since(self, match: str, number: int) -> list[Any]:
        query = "SELECT event FROM events WHERE match = ? AND number >= ? ORDER BY number"
        return [json.loads(text) for (text,) in self.beside.execute(query, (match, number))]
