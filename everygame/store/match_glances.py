"""Stores where matches stand, as the library of a device shows them, so that a library can be shown
without replaying its matches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Final

import everygame.store.courses as courses
from everygame.store.port import Gone, Holder, Kept
from everygame.store.query import find_row, find_value
from everygame.store.seats import find_holders

GLANCE: Final = """
SELECT stamp, glance FROM glances WHERE match = ? AND seats = ? AND language = ? AND events = ?
"""
COUNT: Final = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE match = ?"


def keep(
    db: sqlite3.Connection, match: str, seats: Sequence[int], language: str, kept: Kept
) -> None:
    """Store how a match stands for the device that has these seats. It takes the place of what was
    stored for them before."""
    if find_value(db, "SELECT 1 FROM matches WHERE id = ?", match):  # it may be deleted by now
        values = match, name_seats(seats), language, kept.events, kept.stamp, kept.glance
        db.execute("INSERT OR REPLACE INTO glances VALUES (?, ?, ?, ?, ?, ?)", values)


def find_all(
    db: sqlite3.Connection, device: int, matches: Sequence[str], language: str
) -> dict[str, Kept]:
    """Return what is stored of matches, by their ids, for a device that may have seats at them.
    Matches are left out that do not exist any more, and those of which no glance is stored or that
    have gone on since."""
    found = {match: find(db, device, match, language) for match in matches}
    return {match: kept for match, kept in found.items() if kept}


def find(db: sqlite3.Connection, device: int, match: str, language: str) -> Kept | None:
    try:
        holders = find_holders(db, match)
    except Gone:
        return None
    seats = [seat for seat, one in enumerate(holders) if is_at(one, device)]
    events = int(find_value(db, COUNT, match))
    row = find_row(db, make_pair, GLANCE, match, name_seats(seats), language, events)
    if row is None:
        return None
    host = int(find_value(db, "SELECT device FROM matches WHERE id = ?", match))
    return Kept(events, *row, host, holders, *courses.find(db, match))


def is_at(holder: Holder, device: int) -> bool:
    """Whether people at a device play the seat of a holder."""
    return holder.kind == "person" and holder.device == device


def name_seats(seats: Sequence[int]) -> str:
    """Return seats as the table names them."""
    return json.dumps(sorted(seats))


def make_pair(stamp: str, glance: str) -> tuple[str, str]:
    return stamp, glance
