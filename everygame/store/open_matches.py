"""Stores which matches are listed for strangers, any of whom may take an open seat. Each function
runs in one transaction of the writer, so no seat is given twice."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

import everygame.store.libraries as libraries
from everygame.store.invitations import change_holder
from everygame.store.kept_out import check_welcome
from everygame.store.port import Gone, Holder, OpenMatch
from everygame.store.query import find_value, has_row
from everygame.store.seats import find_holders

HAS_SEAT: Final = """EXISTS (
  SELECT 1 FROM chairs
  WHERE chairs.match = listed.match AND kind = 'open' AND chairs.device IS NULL
)"""
OPEN: Final = f"""
SELECT listed.match, matches.device, game, options, coalesce(terms, '{{}}'), listed.made
FROM listed JOIN matches ON matches.id = listed.match
LEFT JOIN courses ON courses.match = listed.match
WHERE listed.made > ? AND {HAS_SEAT}
ORDER BY listed.made DESC LIMIT ?
"""
COUNT: Final = f"""
SELECT count(*) FROM matches CROSS JOIN listed ON listed.match = matches.id
WHERE matches.device = ? AND listed.made > ? AND {HAS_SEAT}
"""
"""Counts through the matches of the host: CROSS JOIN tells SQLite to begin with them."""


def put(db: sqlite3.Connection, match: str, on: bool) -> None:
    """List a match, so that strangers may take its open seats, or take it off the list."""
    db.execute("DELETE FROM listed WHERE match = ?", (match,))
    if on:
        db.execute("INSERT INTO listed VALUES (?, now())", (match,))


def is_listed(db: sqlite3.Connection, match: str) -> bool:
    return has_row(db, "SELECT 1 FROM listed WHERE match = ?", match)


def find_open(db: sqlite3.Connection, since: float, most: int) -> list[OpenMatch]:
    """Return the matches with a free seat that were listed after `since`, the newest first."""
    found = []
    for match, host, game, options, terms, made in db.execute(OPEN, (since, most)).fetchall():
        texts = json.loads(options), json.loads(terms)
        found.append(OpenMatch(match, host, game, *texts, find_holders(db, match), made))
    return found


def count_of(db: sqlite3.Connection, host: int, since: float) -> int:
    """Return how many matches with a free seat a host has listed."""
    return int(find_value(db, COUNT, host, since))


def sit_down(db: sqlite3.Connection, match: str, device: int, name: str) -> None:
    """Give a device the first free seat of a listed match; a device that already has a seat there
    keeps that one. Raises Gone, KeptOut."""
    holders = find_holders(db, match) if is_listed(db, match) else ()
    if all(holder.device != device for holder in holders):
        check_welcome(db, match, device)
        free = [seat for seat, holder in enumerate(holders) if holder.is_free]
        if not free:
            raise Gone("Somebody else has taken this seat, or its host has closed it.")
        change_holder(db, match, free[0], Holder("person", name, device=device))
    libraries.put(db, device, match)
