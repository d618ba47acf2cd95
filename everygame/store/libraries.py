"""The library of each device: the matches in it and what each is called there. Their table is
called `shelves`."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import LibraryEntry
from everygame.store.query import find_value

ENTRIES: Final = """
SELECT match, CASE WHEN name = '' AND last_game THEN 'last_game' ELSE name END, updated,
    game
FROM shelves JOIN matches ON matches.id = match WHERE shelves.device = ?
ORDER BY updated DESC LIMIT ?
"""
LAST_GAMES: Final = """
SELECT match, name FROM shelves JOIN matches ON matches.id = match
WHERE shelves.device = ? AND last_game AND game = ? AND match != ?
"""


def list_newest(db: sqlite3.Connection, device: int, most: int) -> list[LibraryEntry]:
    """The matches in the library of a device, the match changed last first."""
    return [LibraryEntry(*row) for row in db.execute(ENTRIES, (device, most)).fetchall()]


def list_matches(db: sqlite3.Connection, device: int) -> list[str]:
    """The ids of all matches in the library of a device."""
    rows = db.execute("SELECT match FROM shelves WHERE device = ?", (device,)).fetchall()
    return [match for (match,) in rows]


def put(db: sqlite3.Connection, device: int, match: str) -> None:
    """Put a match into the library of a device; one that is there stays as it is."""
    db.execute("INSERT OR IGNORE INTO shelves (device, match) VALUES (?, ?)", (device, match))


def remove(db: sqlite3.Connection, device: int, match: str) -> None:
    """Take a match out of the library of a device."""
    db.execute("DELETE FROM shelves WHERE device = ? AND match = ?", (device, match))


def has(db: sqlite3.Connection, device: int, match: str) -> bool:
    """The match is in the library of the device."""
    query = "SELECT 1 FROM shelves WHERE device = ? AND match = ?"
    return find_value(db, query, device, match) is not None


def is_in_any(db: sqlite3.Connection, match: str) -> bool:
    """The match is in the library of some device."""
    return find_value(db, "SELECT 1 FROM shelves WHERE match = ?", match) is not None


def find_name(db: sqlite3.Connection, device: int, match: str) -> str:
    """What a match is called in the library of a device; empty where nobody has named it."""
    query = "SELECT name FROM shelves WHERE device = ? AND match = ?"
    return str(find_value(db, query, device, match) or "")


def set_name(db: sqlite3.Connection, device: int, match: str, name: str) -> None:
    """Put a match into the library of a device under a name."""
    put(db, device, match)
    rename = "UPDATE shelves SET name = ? WHERE device = ? AND match = ?"
    db.execute(rename, (name, device, match))


def make_last_game(
    db: sqlite3.Connection, device: int, match: str, game: str
) -> list[tuple[str, str]]:
    """Mark a match as the `last_game` of a device and a game. Returns the matches that were so
    marked before, each with its name."""
    earlier = db.execute(LAST_GAMES, (device, game, match)).fetchall()
    mark = "UPDATE shelves SET last_game = ? WHERE device = ? AND match = ?"
    db.executemany(mark, [(0, device, old) for old, _ in earlier] + [(1, device, match)])
    return earlier
