"""Stores the devices, which own libraries, seats and saves. The number of a device is never used
again, because a new device would inherit seats. So the row of a device stays when all its data has
been given to another device or deleted."""

from __future__ import annotations

import sqlite3
from typing import Final

import everygame.store.browsers as browsers
import everygame.store.libraries as libraries
import everygame.store.matches as matches
from everygame.store.query import find_value, run_script

DELETE: Final = """
UPDATE chairs SET kind = 'person' WHERE device = :old AND kind = 'open';
UPDATE chairs SET device = NULL WHERE device = :old;
DELETE FROM invitations WHERE device = :old;
DELETE FROM shelves WHERE device = :old;
DELETE FROM tables WHERE device = :old;
DELETE FROM saves WHERE device = :old;
DELETE FROM kept_out WHERE host = :old;
DELETE FROM listed WHERE match IN (SELECT id FROM matches WHERE device = :old);
DELETE FROM passes WHERE device = :old;
DELETE FROM browsers WHERE device = :old
"""
"""Deletes what only this device has. An open seat that was reserved for it, in a match with
secrets, becomes the seat of a person who is away, because as a free seat it would show its secrets
to the next guest."""


def find(db: sqlite3.Connection, secret: bytes) -> int | None:
    """Return the device whose library is used by the browser with this secret; None for an unknown
    browser."""
    found = browsers.find(db, secret)
    return None if found is None else found.device


def add(db: sqlite3.Connection, secret: bytes, address: str = "") -> int:
    """Return the device whose library is used by the browser with this secret; an unknown browser
    becomes a new device, which comes from this network."""
    found = find(db, secret)
    if found is not None:
        return found
    new = "INSERT INTO devices (secret, created, address) VALUES (randomblob(32), now(), ?)"
    made = db.execute(new, (address,))
    device = int(made.lastrowid or 0)
    browsers.add(db, secret, device)
    return device


def find_owner_now(db: sqlite3.Connection, device: int) -> int:
    """Return the device that now owns what a device owned: itself, or the device that it was merged
    into."""
    owner = find_value(db, "SELECT heir FROM devices WHERE id = ?", device)
    return device if owner is None else int(owner)


def delete(db: sqlite3.Connection, device: int) -> list[str]:
    """Delete everything that only this device has; its seats stay, with nobody at them. Return the
    matches that were deleted because no other library has them."""
    shelf = libraries.list_matches(db, device)
    deleted = [match for match in shelf if matches.forget(db, device, match)]
    run_script(db, DELETE, old=device)
    return deleted
