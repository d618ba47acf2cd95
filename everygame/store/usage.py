"""Tells the operator what a data file holds and who has made it, and removes what the operator
names, while a server may use the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from everygame.errors import BadRecord
from everygame.store.faults import explain
from everygame.store.migrations import MIGRATIONS, check_ours
from everygame.store.query import find_row, find_rows, find_value, has_row

LOCK_SECONDS: Final = 10.0
"""The seconds to wait while the server writes."""
SIZES: Final = """
WITH logs AS (SELECT match, count(*) AS events, sum(length(event) + 60) AS size FROM events
  GROUP BY match),
shown AS (SELECT match, sum(length(glance) + 120) AS size FROM glances GROUP BY match),
sizes AS (
  SELECT id, game, device, max(looked, updated) AS used, coalesce(events, 0) AS events,
    500 + length(options) + length(start) + length(tags) + coalesce(logs.size, 0)
    + coalesce(shown.size, 0) AS size
  FROM matches LEFT JOIN logs ON logs.match = id LEFT JOIN shown ON shown.match = id
)
"""
"""The bytes of each match. The numbers stand for what SQLite adds to a row, about."""
MATCHES: Final = f"""
{SIZES} SELECT sizes.id, game, device, address, used, events, size
FROM sizes JOIN devices ON devices.id = device ORDER BY size DESC, sizes.id LIMIT ?
"""
ONE: Final = f"""
{SIZES} SELECT sizes.id, game, device, address, used, events, size
FROM sizes JOIN devices ON devices.id = device WHERE sizes.id = ?
"""
OWNERS: Final = f"""
{SIZES}, begun AS (SELECT device, count(*) AS number, sum(size) AS size FROM sizes GROUP BY device),
kept AS (SELECT device, count(*) AS number, sum(length(kept) + length(card)) AS size FROM saves
  GROUP BY device),
own AS (SELECT device, count(*) AS number FROM tables GROUP BY device),
owners AS (
  SELECT id, address, (SELECT max(seen) FROM browsers WHERE browsers.device = id) AS seen,
    coalesce(begun.number, 0) AS matches, coalesce(kept.number, 0) AS saves,
    coalesce(own.number, 0) AS tables, coalesce(begun.size, 0) + coalesce(kept.size, 0) AS size
  FROM devices LEFT JOIN begun ON begun.device = id LEFT JOIN kept ON kept.device = id
  LEFT JOIN own ON own.device = id WHERE heir IS NULL
)
"""
DEVICES: Final = f"""
{OWNERS} SELECT id, address, coalesce(seen, 0), matches, saves, tables, size FROM owners
ORDER BY size DESC, id LIMIT ?
"""
ADDRESSES: Final = f"""
{OWNERS} SELECT count(*), address, max(coalesce(seen, 0)), sum(matches), sum(saves), sum(tables),
  sum(size) AS size FROM owners WHERE address != '' GROUP BY address
ORDER BY size DESC, address LIMIT ?
"""
TOTALS: Final = f"""
{SIZES} SELECT (SELECT count(*) FROM sizes), (SELECT coalesce(sum(size), 0) FROM sizes),
  (SELECT count(*) FROM saves), (SELECT coalesce(sum(length(kept) + length(card)), 0) FROM saves),
  (SELECT count(*) FROM devices WHERE heir IS NULL)
"""


@dataclass(frozen=True)
class MatchUse:
    """A match, as the operator sees it: nothing of what is played."""

    id: str
    game: str
    device: int
    """The device that has begun it."""
    address: str
    """The network from which that device came; empty after some days."""
    used: float
    """The time at which somebody last opened or changed it, in seconds since 1970."""
    events: int
    size: int
    """The bytes that it takes, about."""


@dataclass(frozen=True)
class OwnerUse:
    """What a device has made, or all devices that came from a network."""

    number: int
    """The number of the device; for a network, how many devices came from it."""
    address: str
    """The network; empty after some days."""
    seen: float
    """The time of the last visit, in seconds since 1970; 0 for a device without a browser."""
    matches: int
    saves: int
    tables: int
    size: int
    """The bytes of its matches and saves, about."""


@dataclass(frozen=True)
class Totals:
    """The numbers of what a data file holds, and their bytes."""

    matches: int
    match_bytes: int
    saves: int
    save_bytes: int
    devices: int


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a data file that a server may use at the same time. What is written in the block is
    kept where the block ends without an error. Raises BadRecord."""
    if not file.is_file():
        raise BadRecord("There is no data file {file}.", file=file)
    try:
        with closing(sqlite3.connect(file, LOCK_SECONDS, isolation_level=None)) as db:
            check_ours(db, str(file))
            check_version(db, file)
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        raise BadRecord("{file}: {error}", file=file, error=explain(error).message) from None


def check_version(db: sqlite3.Connection, file: Path) -> None:
    """Raise BadRecord for a data file of an older or newer program."""
    version = find_value(db, "SELECT max(version) FROM schema_version") or 0
    if version > len(MIGRATIONS):
        raise BadRecord("{file} was written by a newer EveryGame.", file=file)
    if version < len(MIGRATIONS):
        raise BadRecord(
            "{file} was written by an older EveryGame; start the server once with this one.",
            file=file,
        )


def list_matches(db: sqlite3.Connection, most: int) -> list[MatchUse]:
    """Return the largest matches."""
    return find_rows(db, MatchUse, MATCHES, most)


def find_match(db: sqlite3.Connection, match: str) -> MatchUse | None:
    """Return a match; None where there is none of this id."""
    return find_row(db, MatchUse, ONE, match)


def list_devices(db: sqlite3.Connection, most: int) -> list[OwnerUse]:
    """Return the devices that have made most."""
    return find_rows(db, OwnerUse, DEVICES, most)


def list_addresses(db: sqlite3.Connection, most: int) -> list[OwnerUse]:
    """Return the networks whose devices have made most, as far as they are known."""
    return find_rows(db, OwnerUse, ADDRESSES, most)


def total(db: sqlite3.Connection) -> Totals:
    """Return how much of each kind a data file holds."""
    found = find_row(db, Totals, TOTALS)
    assert found
    return found


def has_device(db: sqlite3.Connection, device: int) -> bool:
    """Whether there is or was a device of this number."""
    return has_row(db, "SELECT 1 FROM devices WHERE id = ?", device)


def count_users(db: sqlite3.Connection, table: str) -> tuple[int, int]:
    """Return how many devices have a table without rules in their library, and how many matches
    are played on it."""
    users = int(find_value(db, "SELECT count(*) FROM tables WHERE game = ?", table))
    return users, int(find_value(db, "SELECT count(*) FROM matches WHERE game = ?", table))


def disown_by_all(db: sqlite3.Connection, table: str) -> None:
    """Take a table without rules from the libraries of all devices."""
    db.execute("DELETE FROM tables WHERE game = ?", (table,))
