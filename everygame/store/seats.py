"""Stores who has each seat of a match. The table is called `chairs`. Only
`invitations.change_holder` may give a seat to somebody else, because the links to the seat must end
at the same time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from everygame.store.port import Gone, Holder
from everygame.store.query import find_rows, has_row

HOLDERS: Final = "SELECT kind, name, level, device FROM chairs WHERE match = ? ORDER BY seat"
OTHER_PERSON: Final = (
    "SELECT 1 FROM chairs WHERE match = ? AND device IS NOT NULL AND device IS NOT ?"
)
OPEN: Final = "SELECT 1 FROM chairs WHERE match = ? AND kind = 'open'"


def add(db: sqlite3.Connection, match: str, holders: Sequence[Holder]) -> None:
    """Store the seats of a new match."""
    db.executemany(
        "INSERT INTO chairs VALUES (?, ?, ?, ?, ?, ?)",
        [(match, seat, h.kind, h.name, h.level, h.device) for seat, h in enumerate(holders)],
    )


def find_holders(db: sqlite3.Connection, match: str) -> tuple[Holder, ...]:
    """Return the holders of all seats of a match, by seat. Raises Gone."""
    found = find_rows(db, Holder, HOLDERS, match)
    if not found:
        raise Gone("There is no such match any more.")
    return tuple(found)


def write_holder(db: sqlite3.Connection, match: str, seat: int, holder: Holder) -> None:
    """Store who has a seat."""
    db.execute(
        "UPDATE chairs SET kind = ?, name = ?, level = ?, device = ? WHERE match = ? AND seat = ?",
        (holder.kind, holder.name, holder.level, holder.device, match, seat),
    )


def has_other_device(db: sqlite3.Connection, match: str, device: int) -> bool:
    """Whether a seat of the match belongs to another device."""
    return has_row(db, OTHER_PERSON, match, device)


def has_open(db: sqlite3.Connection, match: str) -> bool:
    """Whether a seat of the match is open."""
    return has_row(db, OPEN, match)
