"""Stores the browsers, and the library that each of them uses."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import Browser, BrowserSecret
from everygame.store.query import find_row, find_rows, has_row

COLUMNS: Final = "SELECT id, device, name, agent, seen FROM browsers"
FORMER_SECONDS: Final = 7 * 86_400
"""The seconds for which a secret is valid after its browser has used the next one: a browser that
crashes may come back with the cookie of some days ago."""
HAS_SECRET: Final = (
    f"(secret = ?1 OR next = ?1 OR (former = ?1 AND issued + {FORMER_SECONDS} > now()))"
)
ROLE: Final = "CASE ?1 WHEN secret THEN 'present' WHEN next THEN 'next' ELSE 'former' END"
RENEW: Final = (
    "UPDATE browsers SET former = secret, secret = next, next = :following, issued = now()"
    " WHERE id = :browser AND next = :secret"
)
RENEW_PASSES: Final = (
    "UPDATE passes SET taken = :secret"
    " WHERE taken = (SELECT secret FROM browsers WHERE id = :browser AND next = :secret)"
)


def find(db: sqlite3.Connection, secret: bytes) -> Browser | None:
    """Return the browser with this secret."""
    return find_row(db, Browser, f"{COLUMNS} WHERE {HAS_SECRET}", secret)


def find_secret(db: sqlite3.Connection, secret: bytes) -> BrowserSecret | None:
    """Return what is known of a browser's secret."""
    query = f"SELECT id, {ROLE}, issued, next IS NOT NULL FROM browsers WHERE {HAS_SECRET}"
    return find_row(db, BrowserSecret, query, secret)


def set_next(db: sqlite3.Connection, browser: int, secret: bytes) -> None:
    """Store the secret that a browser gets after the present one, unless it is known already."""
    db.execute("UPDATE browsers SET next = ? WHERE id = ? AND next IS NULL", (secret, browser))


def renew(db: sqlite3.Connection, browser: int, secret: bytes, following: bytes) -> bool:
    """Store that a browser uses its next secret, and which one follows; the one that it used so far
    is valid for `FORMER_SECONDS` more. Return False where another request has done that already."""
    values = {"browser": browser, "secret": secret, "following": following}
    db.execute(RENEW_PASSES, values)  # the browser is known by its new secret where it repeats
    return db.execute(RENEW, values).rowcount > 0


def exists(db: sqlite3.Connection, browser: int) -> bool:
    """Whether the browser still has a library, so that nobody has sent it away."""
    return has_row(db, "SELECT 1 FROM browsers WHERE id = ?", browser)


def list_all(db: sqlite3.Connection, device: int) -> list[Browser]:
    """Return the browsers that use a device's library, the last visitor first."""
    return find_rows(db, Browser, f"{COLUMNS} WHERE device = ? ORDER BY seen DESC, id", device)


def add(db: sqlite3.Connection, secret: bytes, device: int) -> None:
    """Store a new browser, which uses the library of a device."""
    new = "INSERT INTO browsers (secret, device, seen, issued) VALUES (?, ?, now(), now())"
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
