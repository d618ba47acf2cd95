"""Where browsers are told, while their page is closed, that it is their turn, in the SQLite file.

A browser that is sent away, or deletes itself, takes its line with it."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import PushAddress

COLUMNS: Final = "endpoint, p256dh, auth, site, language"


def keep(db: sqlite3.Connection, browser: int, address: PushAddress) -> None:
    """In place of what it had, and of what another one had that is the same by now."""
    there = db.execute("SELECT 1 FROM browsers WHERE id = ?", (browser,)).fetchone()
    if there:  # not sent away in this very moment
        values = (browser, *vars(address).values())
        into = f"INSERT OR REPLACE INTO pushes (browser, {COLUMNS})"
        db.execute(f"{into} VALUES (?, ?, ?, ?, ?, ?)", values)


def drop(db: sqlite3.Connection, browser: int) -> None:
    db.execute("DELETE FROM pushes WHERE browser = ?", (browser,))


def drop_address(db: sqlite3.Connection, endpoint: str) -> None:
    db.execute("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))


def has(db: sqlite3.Connection, browser: int) -> bool:
    return db.execute("SELECT 1 FROM pushes WHERE browser = ?", (browser,)).fetchone() is not None


def find(db: sqlite3.Connection, device: int) -> list[PushAddress]:
    query = f"SELECT {COLUMNS} FROM pushes JOIN browsers ON browsers.id = browser WHERE device = ?"
    return [PushAddress(*row) for row in db.execute(query, (device,))]
