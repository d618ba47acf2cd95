"""Stores which devices and networks the operator keeps out of the server."""

from __future__ import annotations

import sqlite3

from everygame.store.query import find_rows


def list_all(db: sqlite3.Connection) -> list[str]:
    """Return the numbers of devices and the networks that are kept out, the newest first."""
    return find_rows(db, str, "SELECT who FROM barred ORDER BY made DESC, who")


def add(db: sqlite3.Connection, who: str, now: float) -> None:
    """Keep out a device, by its number, or a network."""
    db.execute("INSERT OR REPLACE INTO barred VALUES (?, ?)", (who, now))


def remove(db: sqlite3.Connection, who: str) -> bool:
    """Let a device or network in again; return False where it was not kept out."""
    return db.execute("DELETE FROM barred WHERE who = ?", (who,)).rowcount > 0
