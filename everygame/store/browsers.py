"""Stores the browsers, and the library that each of them uses."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import Browser
from everygame.store.query import find_value

COLUMNS: Final = "SELECT id, device, name, agent, seen FROM browsers"


def find(db: sqlite3.Connection, secret: bytes) -> Browser | None:
    row = db.execute(f"{COLUMNS} WHERE secret = ?", (secret,)).fetchone()
    return Browser(*row) if row else None


def exists(db: sqlite3.Connection, browser: int) -> bool:
    """Whether the browser still has a library, so that nobody has sent it away."""
    return find_value(db, "SELECT 1 FROM browsers WHERE id = ?", browser) is not None


def list_all(db: sqlite3.Connection, device: int) -> list[Browser]:
    """Return the browsers that use a device's library, the last visitor first."""
    rows = db.execute(f"{COLUMNS} WHERE device = ? ORDER BY seen DESC, id", (device,))
    return [Browser(*row) for row in rows.fetchall()]


def add(db: sqlite3.Connection, secret: bytes, device: int, now: float) -> None:
    """Store a new browser, which uses the library of a device."""
    values = (secret, device, now)
    db.execute("INSERT INTO browsers (secret, device, seen) VALUES (?, ?, ?)", values)


def note_visit(db: sqlite3.Connection, browser: int, agent: str, now: float) -> None:
    db.execute("UPDATE browsers SET seen = ?, agent = ? WHERE id = ?", (now, agent, browser))


def rename(db: sqlite3.Connection, device: int, browser: int, name: str) -> None:
    values = (name, device, browser)
    db.execute("UPDATE browsers SET name = ? WHERE device = ? AND id = ?", values)


def give_library(db: sqlite3.Connection, browser: int, device: int) -> None:
    """Give a browser the library of another device."""
    db.execute("UPDATE browsers SET device = ? WHERE id = ?", (device, browser))


def remove(db: sqlite3.Connection, device: int, browser: int) -> bool:
    """Take the library of a device from a browser; return False where the browser has another
    library."""
    gone = db.execute("DELETE FROM browsers WHERE device = ? AND id = ?", (device, browser))
    return gone.rowcount > 0
