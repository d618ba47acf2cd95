"""Invitations in the SQLite file: who may take a seat by a link, and when a link dies.

The table in `port.Invitation` says what becomes of a link. Each function is one transaction of the
writer, so two links for one seat cannot both lead there.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.errors import StaleState
from everygame.store.port import Gone, Holder, Invitation, KeptOut

HOLDERS: Final = "SELECT kind, name, level, device FROM chairs WHERE match = ? ORDER BY seat"


def invite(db: sqlite3.Connection, match: str, seat: int, token: bytes, device: int) -> bool:
    """Offer a seat that is open or the device's own, instead of an earlier unused offer of it;
    False for any other."""
    holder = find_holders(db, match)[seat]
    if (holder.kind, holder.device) not in (("open", None), ("person", device)):
        return False
    where = "match = ? AND seat = ? AND device IS NULL"
    db.execute(f"DELETE FROM invitations WHERE {where}", (match, seat))
    db.execute("INSERT INTO invitations VALUES (?, ?, ?, NULL)", (token, match, seat))
    return True


def find(db: sqlite3.Connection, token: bytes) -> Invitation | None:
    query = "SELECT match, seat, device FROM invitations WHERE token = ?"
    row = db.execute(query, (token,)).fetchone()
    return Invitation(*row) if row else None


def accept(db: sqlite3.Connection, token: bytes, device: int, name: str) -> Invitation | None:
    """Take the seat of an offer, once: every other link to the seat dies, and so does this one for
    every other device."""
    offer = find(db, token)
    if offer is None or offer.taken_by not in (None, device):
        return None
    if find_holders(db, offer.match)[offer.seat].device != device:
        check_welcome(db, offer.match, device)
        db.execute("UPDATE invitations SET device = ? WHERE token = ?", (device, token))
        change_places(db, offer.match, offer.seat, Holder("person", name, device=device))
    return offer


def take_free(db: sqlite3.Connection, match: str, seat: int, device: int, name: str) -> None:
    """Take an open seat that waits for nobody. Raises StaleState, KeptOut, Gone."""
    check_welcome(db, match, device)
    holder = find_holders(db, match)[seat]
    if holder != Holder("open", holder.name):
        raise StaleState("Somebody else has taken this seat just now.")
    change_places(db, match, seat, Holder("person", name, device=device))


def change_places(db: sqlite3.Connection, match: str, seat: int, holder: Holder) -> None:
    """Seat somebody; links to the seat die, but for that which led this device to it."""
    db.execute(
        "UPDATE chairs SET kind = ?, name = ?, level = ?, device = ? WHERE match = ? AND seat = ?",
        (holder.kind, holder.name, holder.level, holder.device, match, seat),
    )
    dead = "match = ? AND seat = ? AND (device IS NULL OR device IS NOT ?)"
    db.execute(f"DELETE FROM invitations WHERE {dead}", (match, seat, holder.device))


def find_holders(db: sqlite3.Connection, match: str) -> tuple[Holder, ...]:
    """Who sits at a match. Raises Gone."""
    found = tuple(Holder(*holder) for holder in db.execute(HOLDERS, (match,)).fetchall())
    if not found:
        raise Gone("There is no such match any more.")
    return found


def check_welcome(db: sqlite3.Connection, match: str, device: int) -> None:
    """Raises KeptOut where the host of a match keeps a device out."""
    query = (
        "SELECT 1 FROM kept_out JOIN matches ON matches.device = host"
        " WHERE matches.id = ? AND kept_out.device = ?"
    )
    if db.execute(query, (match, device)).fetchone():
        raise KeptOut("The host of this match has sent you away.")
