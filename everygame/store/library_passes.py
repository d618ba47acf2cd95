"""Stores passes: the links and recovery codes that give a library to one more browser, each once.
Each function runs in one transaction of the writer, so two browsers cannot both use a pass."""

from __future__ import annotations

import sqlite3
from typing import Final

import everygame.store.browsers as browsers
from everygame.store.merge_devices import merge
from everygame.store.port import Browser, Pass, Taken
from everygame.store.query import find_row

COLUMNS: Final = "device, browser, kind, made"
LIVING: Final = "(expires IS NULL OR expires > now())"
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
) -> None:
    """Store a pass in place of the unused one of its kind: of the one that this browser made, or,
    for a recovery code, of the one that any browser made, because a library has one code."""
    db.execute("DELETE FROM passes WHERE expires <= now()")
    before = "device = ? AND kind = ? AND taken IS NULL AND (kind = 'code' OR browser = ?)"
    db.execute(f"DELETE FROM passes WHERE {before}", (device, kind, browser))
    values = (token, device, browser, kind, expires)
    db.execute("INSERT INTO passes VALUES (?, ?, ?, ?, now(), ?, NULL)", values)


def find_unused(db: sqlite3.Connection, token: bytes) -> Pass | None:
    """Return the pass of a token that has not expired and that nobody has used."""
    found = find(db, token)
    return found[0] if found and found[1] is None else None


def find(db: sqlite3.Connection, token: bytes) -> tuple[Pass, bytes | None] | None:
    """Return the pass of a token that has not expired, and the hash of the secret of the browser
    that has used it."""
    query = f"SELECT {COLUMNS}, taken FROM passes WHERE token = ? AND {LIVING}"
    return find_row(db, lambda *row: (Pass(*row[:4]), row[4]), query, token)


def find_code(db: sqlite3.Connection, device: int) -> Pass | None:
    """Return the unused recovery code of a library."""
    where = "device = ? AND kind = 'code' AND taken IS NULL"
    return find_row(db, Pass, f"SELECT {COLUMNS} FROM passes WHERE {where}", device)


def take(db: sqlite3.Connection, token: bytes, secret: bytes) -> Taken | None:
    """Give the library of a pass to a browser; return None where another browser has used the
    pass, or it has expired or never existed. If no other browser uses the browser's former library,
    it is merged into the new one; otherwise it stays as it is. A browser that already has the
    library of the pass does not use the pass up."""
    found, browser = find(db, token), browsers.find(db, secret)
    if found is None or browser is None:
        return None
    offer, taken_by = found
    if taken_by is not None and taken_by != secret:
        return None
    if browser.device == offer.device:
        return Taken(offer.device)
    if taken_by is not None:  # the browser had the library by this pass and was sent away
        return None
    until = (secret, SECONDS_TO_REPEAT, token)
    db.execute("UPDATE passes SET taken = ?, expires = now() + ? WHERE token = ?", until)
    return move(db, browser, offer)


def move(db: sqlite3.Connection, browser: Browser, offer: Pass) -> Taken:
    """Give a browser the library of a pass. The browser's former library is merged into that one
    where no other browser uses it."""
    old, new = browser.device, offer.device
    browsers.give_library(db, browser.number, new)
    drop_of(db, old, browser.number)
    alone = not browsers.list_all(db, old)
    if alone:
        merge(db, old, new)
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
