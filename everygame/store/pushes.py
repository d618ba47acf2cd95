"""Push addresses: where a browser is told, while its page is closed, that it is its turn.

A browser that is sent away, or deletes itself, takes its address with it."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store import browsers
from everygame.store.port import PushAddress
from everygame.store.query import find_value

COLUMNS: Final = "endpoint, p256dh, auth, site, language"


def keep(db: sqlite3.Connection, browser: int, address: PushAddress) -> None:
    """Store the address of a browser, in place of the browser's former one, and of any browser's
    that has the same endpoint: it is the same one, which came back as a new browser."""
    if browsers.exists(db, browser):  # not sent away since it asked
        values = (browser, *vars(address).values())
        into = f"INSERT OR REPLACE INTO pushes (browser, {COLUMNS})"
        db.execute(f"{into} VALUES (?, ?, ?, ?, ?, ?)", values)


def drop(db: sqlite3.Connection, browser: int) -> None:
    db.execute("DELETE FROM pushes WHERE browser = ?", (browser,))


def drop_address(db: sqlite3.Connection, endpoint: str) -> None:
    db.execute("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))


def has(db: sqlite3.Connection, browser: int) -> bool:
    return find_value(db, "SELECT 1 FROM pushes WHERE browser = ?", browser) is not None


def find(db: sqlite3.Connection, device: int) -> list[PushAddress]:
    """The addresses of the browsers that have the library of a device."""
    query = f"SELECT {COLUMNS} FROM pushes JOIN browsers ON browsers.id = browser WHERE device = ?"
    return [PushAddress(*row) for row in db.execute(query, (device,)).fetchall()]
