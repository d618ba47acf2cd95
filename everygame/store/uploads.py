"""Stores which device has uploaded which tables without rules. In the data file, the table for them
is called `tables`."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.query import find_rows, has_row

USERS: Final = ("tables", "matches", "saves")
"""The tables of the data file whose rows may need an uploaded table: a device that has it, a match
on it, a save of such a match."""


def add(db: sqlite3.Connection, device: int, game: str) -> None:
    """Store that a table belongs to a device."""
    db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, now())", (device, game))


def remove(db: sqlite3.Connection, device: int, game: str) -> bool:
    """Store that a table no longer belongs to a device; return True where nothing needs the table
    any more."""
    gone = db.execute("DELETE FROM tables WHERE device = ? AND game = ?", (device, game))
    used = any(has_row(db, f"SELECT 1 FROM {user} WHERE game = ?", game) for user in USERS)
    return gone.rowcount > 0 and not used


def list_newest(db: sqlite3.Connection, device: int) -> list[str]:
    """Return the tables of a device, the most recently added first."""
    query = "SELECT game FROM tables WHERE device = ? ORDER BY added DESC, game"
    return find_rows(db, str, query, device)


def find_used(db: sqlite3.Connection) -> set[str]:
    """Return all games that a device, a match or a save needs."""
    query = " UNION ".join(f"SELECT game FROM {user}" for user in USERS)
    return set(find_rows(db, str, query))
