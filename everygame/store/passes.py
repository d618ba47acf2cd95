"""Passes: the links and recovery codes by which one more browser gets a library, each once.

Each function runs in one transaction of the writer, so two browsers cannot both take a pass."""

from __future__ import annotations

import sqlite3
from typing import Final

import everygame.store.browsers as browsers
import everygame.store.devices as devices
from everygame.store.port import Browser, Pass, Taken

COLUMNS: Final = "device, browser, kind, made"
LIVING: Final = "(expires IS NULL OR expires > ?)"
SECONDS_TO_REPEAT: Final = 600.0
"""For so long the browser that has taken a pass may take it again: its answer may be lost."""


def issue(
    db: sqlite3.Connection,
    token: bytes,
    device: int,
    browser: int,
    kind: str,
    expires: float | None,
    now: float,
) -> None:
    """Store a pass in place of the unused one of its kind: of this browser, or, for a recovery
    code, of any browser, for a library has one code."""
    db.execute(f"DELETE FROM passes WHERE NOT {LIVING}", (now,))
    before = "device = ? AND kind = ? AND taken IS NULL AND (kind = 'code' OR browser = ?)"
    db.execute(f"DELETE FROM passes WHERE {before}", (device, kind, browser))
    values = (token, device, browser, kind, now, expires)
    db.execute("INSERT INTO passes VALUES (?, ?, ?, ?, ?, ?, NULL)", values)


def find_unused(db: sqlite3.Connection, token: bytes, now: float) -> Pass | None:
    """The pass of a token that has not expired and that nobody has taken."""
    found = find(db, token, now)
    return found[0] if found and found[1] is None else None


def find(db: sqlite3.Connection, token: bytes, now: float) -> tuple[Pass, bytes | None] | None:
    """The pass of a token that has not expired, and the hash of the secret of the browser that has
    taken it."""
    query = f"SELECT {COLUMNS}, taken FROM passes WHERE token = ? AND {LIVING}"
    row = db.execute(query, (token, now)).fetchone()
    return (Pass(*row[:4]), row[4]) if row else None


def find_code(db: sqlite3.Connection, device: int) -> Pass | None:
    """The unused recovery code of a library."""
    where = "device = ? AND kind = 'code' AND taken IS NULL"
    row = db.execute(f"SELECT {COLUMNS} FROM passes WHERE {where}", (device,)).fetchone()
    return Pass(*row) if row else None


def take(db: sqlite3.Connection, token: bytes, secret: bytes, now: float) -> Taken | None:
    """Give the library of a pass to a browser, once; None where the pass does not work for it."""
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
    """A browser has the library of a pass from now on. The library that it had is merged into that
    one if no other browser has it."""
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
    """Take the library of a device from a browser, and void the passes that the browser made: it
    may know their tokens. False if the browser has another library."""
    gone = browsers.remove(db, device, browser)
    if gone:
        drop_of(db, device, browser)
    return gone


def drop_of(db: sqlite3.Connection, device: int, browser: int) -> None:
    """Void the passes to the library of a device that a browser made."""
    db.execute("DELETE FROM passes WHERE device = ? AND browser = ?", (device, browser))
