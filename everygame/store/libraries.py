"""Stores the library of each device: which matches are in it, and under which names. The table is
called `shelves`."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import LibraryEntry
from everygame.store.query import find_rows, find_value, has_row

ENTRIES: Final = """
SELECT match, CASE WHEN name = '' AND last_game THEN 'last_game' ELSE name END, updated,
    game, looked
FROM shelves JOIN matches ON matches.id = match WHERE shelves.device = ?
ORDER BY updated DESC LIMIT ?
"""
LAST_GAMES: Final = """
SELECT match, name FROM shelves JOIN matches ON matches.id = match
WHERE shelves.device = ? AND last_game AND game = ? AND match != ?
"""


def list_newest(db: sqlite3.Connection, device: int, most: int) -> list[LibraryEntry]:
    """Return the matches in a device's library, the most recently changed first."""
    return find_rows(db, LibraryEntry, ENTRIES, device, most)


def list_matches(db: sqlite3.Connection, device: int) -> list[str]:
    """Return the ids of all matches in a device's library."""
    return find_rows(db, str, "SELECT match FROM shelves WHERE device = ?", device)


def put(db: sqlite3.Connection, device: int, match: str) -> None:
    """Put a match into a device's library, unless it is there already."""
    db.execute("INSERT OR IGNORE INTO shelves (device, match) VALUES (?, ?)", (device, match))


def remove(db: sqlite3.Connection, device: int, match: str) -> None:
    """Remove a match from a device's library."""
    db.execute("DELETE FROM shelves WHERE device = ? AND match = ?", (device, match))


def has(db: sqlite3.Connection, device: int, match: str) -> bool:
    """Whether the match is in the device's library."""
    query = "SELECT 1 FROM shelves WHERE device = ? AND match = ?"
    return has_row(db, query, device, match)


def is_in_any(db: sqlite3.Connection, match: str) -> bool:
    """Whether the match is in any library."""
    return has_row(db, "SELECT 1 FROM shelves WHERE match = ?", match)


def find_name(db: sqlite3.Connection, device: int, match: str) -> str:
    """Return the name of a match in a device's library; an empty text where nobody has named it."""
    query = "SELECT name FROM shelves WHERE device = ? AND match = ?"
    return str(find_value(db, query, device, match) or "")


def set_name(db: sqlite3.Connection, device: int, match: str, name: str) -> None:
    """Put a match into a device's library under a name."""
    put(db, device, match)
    rename = "UPDATE shelves SET name = ? WHERE device = ? AND match = ?"
    db.execute(rename, (name, device, match))


def make_last_game(
    db: sqlite3.Connection, device: int, match: str, game: str
) -> list[tuple[str, str]]:
    """Mark a match as the `last_game` of a device and a game. Return the matches that had this mark
    before, each with its name."""
    earlier = db.execute(LAST_GAMES, (device, game, match)).fetchall()
    mark = "UPDATE shelves SET last_game = ? WHERE device = ? AND match = ?"
    db.executemany(mark, [(0, device, old) for old, _ in earlier] + [(1, device, match)])
    return earlier
