"""Stores push addresses, by which a browser learns that it is its player's turn while its page is
closed. A browser's address is deleted with the browser."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store import browsers
from everygame.store.port import PushAddress
from everygame.store.query import find_rows, has_row

COLUMNS: Final = "endpoint, p256dh, auth, site, language"


def keep(db: sqlite3.Connection, browser: int, address: PushAddress) -> None:
    """Store the address of a browser. It replaces the browser's former address, and the same
    endpoint of any other browser, which is the same browser with a new secret."""
    if browsers.exists(db, browser):  # the browser may have been sent away meanwhile
        values = (browser, *vars(address).values())
        into = f"INSERT OR REPLACE INTO pushes (browser, {COLUMNS})"
        db.execute(f"{into} VALUES (?, ?, ?, ?, ?, ?)", values)


def drop(db: sqlite3.Connection, browser: int) -> None:
    """Delete the push address of a browser."""
    db.execute("DELETE FROM pushes WHERE browser = ?", (browser,))


def drop_address(db: sqlite3.Connection, endpoint: str) -> None:
    """Delete a push address that its push service no longer accepts."""
    db.execute("DELETE FROM pushes WHERE endpoint = ?", (endpoint,))


def has(db: sqlite3.Connection, browser: int) -> bool:
    """Whether the browser has a push address."""
    return has_row(db, "SELECT 1 FROM pushes WHERE browser = ?", browser)


def find(db: sqlite3.Connection, device: int) -> list[PushAddress]:
    """Return the addresses of all browsers that use a device's library."""
    query = f"SELECT {COLUMNS} FROM pushes JOIN browsers ON browsers.id = browser WHERE device = ?"
    return find_rows(db, PushAddress, query, device)
