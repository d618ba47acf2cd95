"""Stores the browsers, and the library that each of them uses."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import Browser
from everygame.store.query import find_row, find_rows, has_row

COLUMNS: Final = "SELECT id, device, name, agent, seen FROM browsers"


def find(db: sqlite3.Connection, secret: bytes) -> Browser | None:
    """Return the browser with this secret."""
    return find_row(db, Browser, f"{COLUMNS} WHERE secret = ?", secret)


def exists(db: sqlite3.Connection, browser: int) -> bool:
    """Whether the browser still has a library, so that nobody has sent it away."""
    return has_row(db, "SELECT 1 FROM browsers WHERE id = ?", browser)


def list_all(db: sqlite3.Connection, device: int) -> list[Browser]:
    """Return the browsers that use a device's library, the last visitor first."""
    return find_rows(db, Browser, f"{COLUMNS} WHERE device = ? ORDER BY seen DESC, id", device)


def add(db: sqlite3.Connection, secret: bytes, device: int) -> None:
    """Store a new browser, which uses the library of a device."""
    new = "INSERT INTO browsers (secret, device, seen) VALUES (?, ?, now())"
    db.execute(new, (secret, device))


def note_visit(db: sqlite3.Connection, browser: int, agent: str) -> None:
    """Store that a browser has made a request now, and which program it is."""
    db.execute("UPDATE browsers SET seen = now(), agent = ? WHERE id = ?", (agent, browser))


def rename(db: sqlite3.Connection, device: int, browser: int, name: str) -> None:
    """Store the name that a person gives to a browser of the person's device."""
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
