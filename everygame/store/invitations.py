"""Stores links to seats; each link gives a seat to one device, once.

The table in `port.Invitation` says when a link ends. Each function runs in one transaction of the
writer, so two links to one seat cannot both give it away.
"""

from __future__ import annotations

import sqlite3

import everygame.store.libraries as libraries
from everygame.errors import StaleState
from everygame.store.kept_out import check_welcome
from everygame.store.port import Holder, Invitation
from everygame.store.query import find_row, find_value, has_row
from everygame.store.seats import find_holders, write_holder

SEAT_TAKEN = "Somebody else has taken this seat just now."


UNUSED = "match = ? AND seat = ? AND device IS NULL"


def invite(
    db: sqlite3.Connection, match: str, seat: int, name: str, token: bytes, device: int
) -> str | None:
    """Return the name of the unused link to a seat that is open or the device's own. Where there is
    none, store a link with this name and token. Return None, without any change, for any other
    seat."""
    holder = find_holders(db, match)[seat]
    if not holder.is_free and (holder.kind, holder.device) != ("person", device):
        return None
    query = f"SELECT name FROM invitations WHERE {UNUSED} AND name IS NOT NULL"
    known = find_value(db, query, match, seat)
    if known is None:  # a link of version 0.1 has no name; it goes on beside the new one
        db.execute("INSERT INTO invitations VALUES (?, ?, ?, NULL, ?)", (token, match, seat, name))
    return name if known is None else str(known)


def find_match(db: sqlite3.Connection, name: str) -> str | None:
    """Return the match to which the unused link with a name leads; None where there is none."""
    found = find_value(db, "SELECT match FROM invitations WHERE name = ? AND device IS NULL", name)
    return None if found is None else str(found)


def find(db: sqlite3.Connection, token: bytes) -> Invitation | None:
    """Return the link of a token; None where it has ended."""
    query = "SELECT match, seat, device FROM invitations WHERE token = ?"
    return find_row(db, Invitation, query, token)


def is_offered(db: sqlite3.Connection, match: str) -> bool:
    """Whether a link leads to any seat of the match."""
    return has_row(db, "SELECT 1 FROM invitations WHERE match = ?", match)


def accept(db: sqlite3.Connection, token: bytes, device: int, name: str) -> Invitation | None:
    """Give the seat of a link to a device, once: every other link to the seat ends, and this link
    no longer works for any other device. Return None where the link does not lead this device to
    the seat. A device that already has the seat keeps it, and does not use the link up. Raises
    KeptOut."""
    link = find(db, token)
    if link is None or link.taken_by not in (None, device):
        return None
    if find_holders(db, link.match)[link.seat].device != device:
        check_welcome(db, link.match, device)
        # noted first, because change_holder ends all links except the new holder's
        db.execute("UPDATE invitations SET device = ? WHERE token = ?", (device, token))
        change_holder(db, link.match, link.seat, Holder("person", name, device=device))
    libraries.put(db, device, link.match)
    return link


def take_free(db: sqlite3.Connection, match: str, seat: int, device: int, name: str) -> None:
    """Give a device an open seat that is reserved for nobody. Raises StaleState, KeptOut, Gone."""
    check_welcome(db, match, device)
    if not find_holders(db, match)[seat].is_free:
        raise StaleState(SEAT_TAKEN)
    change_holder(db, match, seat, Holder("person", name, device=device))
    libraries.put(db, device, match)


def replace_holder(
    db: sqlite3.Connection, match: str, seat: int, before: Holder | None, after: Holder
) -> None:
    """Change the holder of a seat that the holder `before` has; the links to the seat end. Raises
    StaleState where somebody else has the seat by now, Gone."""
    if find_holders(db, match)[seat] != before:
        raise StaleState(SEAT_TAKEN)
    change_holder(db, match, seat, after)


def change_holder(db: sqlite3.Connection, match: str, seat: int, holder: Holder) -> None:
    """Give a seat to somebody, whoever has it now. All links to the seat end, except the one that
    the new holder's device used."""
    write_holder(db, match, seat, holder)
    dead = "match = ? AND seat = ? AND (device IS NULL OR device IS NOT ?)"
    db.execute(f"DELETE FROM invitations WHERE {dead}", (match, seat, holder.device))
