"""Stores push addresses, by which a browser learns that it is its player's turn while its page is
closed. A browser's address is deleted with the browser."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store import browsers
from everygame.store.port import PushAddress
from everygame.store.query import find_value

COLUMNS: Final = "endpoint, p256dh, auth, site, language"


def keep(db: sqlite3.Connection, browser: int, address: PushAddress) -> None:
    """Store the address of a browser. It replaces the browser's former address, and the same
    endpoint of any other browser, which is the same browser with a new secret."""
    if browsers.exists(db, browser):  # the browser may have been sent away meanwhile
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
    """Return the addresses of all browsers that use a device's library."""
    query = f"SELECT {COLUMNS} FROM pushes JOIN browsers ON browsers.id = browser WHERE device = ?"
    return [PushAddress(*row) for row in db.execute(query, (device,)).fetchall()]
