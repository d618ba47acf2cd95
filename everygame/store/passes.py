"""Stores passes: the links and recovery codes that give a library to one more browser, each once.
Each function runs in one transaction of the writer, so two browsers cannot both use a pass."""

from __future__ import annotations

import sqlite3
from typing import Final

import everygame.store.browsers as browsers
import everygame.store.devices as devices
from everygame.store.port import Browser, Pass, Taken

COLUMNS: Final = "device, browser, kind, made"
LIVING: Final = "(expires IS NULL OR expires > ?)"
SECONDS_TO_REPEAT: Final = 600.0
"""The seconds in which the browser that has used a pass may use it again, because the first answer
may have been lost."""


def issue(
    db: sqlite3.Connection,
    token: bytes,
    device: int,
    browser: int,
    kind: str,
    expires: float | None,
    now: float,
) -> None:
    """Store a pass in place of the unused one of its kind: of the one that this browser made, or,
    for a recovery code, of the one that any browser made, because a library has one code."""
    db.execute(f"DELETE FROM passes WHERE NOT {LIVING}", (now,))
    before = "device = ? AND kind = ? AND taken IS NULL AND (kind = 'code' OR browser = ?)"
    db.execute(f"DELETE FROM passes WHERE {before}", (device, kind, browser))
    values = (token, device, browser, kind, now, expires)
    db.execute("INSERT INTO passes VALUES (?, ?, ?, ?, ?, ?, NULL)", values)


def find_unused(db: sqlite3.Connection, token: bytes, now: float) -> Pass | None:
    """Return the pass of a token that has not expired and that nobody has used."""
    found = find(db, token, now)
    return found[0] if found and found[1] is None else None


def find(db: sqlite3.Connection, token: bytes, now: float) -> tuple[Pass, bytes | None] | None:
    """Return the pass of a token that has not expired, and the hash of the secret of the browser
    that has used it."""
    query = f"SELECT {COLUMNS}, taken FROM passes WHERE token = ? AND {LIVING}"
    row = db.execute(query, (token, now)).fetchone()
    return (Pass(*row[:4]), row[4]) if row else None


def find_code(db: sqlite3.Connection, device: int) -> Pass | None:
    """Return the unused recovery code of a library."""
    where = "device = ? AND kind = 'code' AND taken IS NULL"
    row = db.execute(f"SELECT {COLUMNS} FROM passes WHERE {where}", (device,)).fetchone()
    return Pass(*row) if row else None


def take(db: sqlite3.Connection, token: bytes, secret: bytes, now: float) -> Taken | None:
    """Give the library of a pass to a browser, once; return None where the pass does not work for
    this browser."""
    found, browser = find(db, token, now), browsers.find(db, secret)
    if found is None or browser is None:
        return None
    offer, taken_by = found
    if taken_by is not None and taken_by != secret:
        return None
    if browser.device == offer.device:
        return Taken(offer.device)
    if taken_by is not None:  # the browser had the library by this pass and was sent away
        return None
    until = (secret, now + SECONDS_TO_REPEAT, token)
    db.execute("UPDATE passes SET taken = ?, expires = ? WHERE token = ?", until)
    return move(db, browser, offer)


def move(db: sqlite3.Connection, browser: Browser, offer: Pass) -> Taken:
    """Give a browser the library of a pass. The browser's former library is merged into that one
    where no other browser uses it."""
    old, new = browser.device, offer.device
    browsers.give_library(db, browser.number, new)
    drop_of(db, old, browser.number)
    alone = not browsers.list_all(db, old)
    if alone:
        devices.merge(db, old, new)
    changed = [browser.number]
    if offer.kind == "move":
        send_away(db, new, offer.browser)
        changed.append(offer.browser)
    return Taken(new, old if alone else None, tuple(changed))


def send_away(db: sqlite3.Connection, device: int, browser: int) -> bool:
    """Take the library of a device from a browser, and void the passes that the browser made,
    because the browser may know their tokens. Return False where the browser has another
    library."""
    gone = browsers.remove(db, device, browser)
    if gone:
        drop_of(db, device, browser)
    return gone


def drop_of(db: sqlite3.Connection, device: int, browser: int) -> None:
    """Void the passes to a device's library that a browser made."""
    db.execute("DELETE FROM passes WHERE device = ? AND browser = ?", (device, browser))
