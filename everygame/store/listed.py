"""Open invitations in the SQLite file: matches whose open seats anybody may take, and whom a host
keeps out. Each function is one transaction of the writer, so a seat is taken once."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from everygame.store.invitations import change_places, check_welcome, find_holders
from everygame.store.port import Gone, Holder, OpenMatch

OPEN: Final = """
SELECT listed.match, matches.device, game, options, coalesce(terms, '{}'), listed.made
FROM listed JOIN matches ON matches.id = listed.match
LEFT JOIN courses ON courses.match = listed.match
WHERE listed.made > ? AND EXISTS (
  SELECT 1 FROM chairs
  WHERE chairs.match = listed.match AND kind = 'open' AND chairs.device IS NULL
)
ORDER BY listed.made DESC LIMIT ?
"""


def put(db: sqlite3.Connection, match: str, on: bool, now: float) -> None:
    db.execute("DELETE FROM listed WHERE match = ?", (match,))
    if on:
        db.execute("INSERT INTO listed VALUES (?, ?)", (match, now))


def is_listed(db: sqlite3.Connection, match: str) -> bool:
    return db.execute("SELECT 1 FROM listed WHERE match = ?", (match,)).fetchone() is not None


def find_open(db: sqlite3.Connection, since: float, most: int) -> list[OpenMatch]:
    found = []
    for match, host, game, options, terms, made in db.execute(OPEN, (since, most)).fetchall():
        texts = json.loads(options), json.loads(terms)
        found.append(OpenMatch(match, host, game, *texts, find_holders(db, match), made))
    return found


def count_of(db: sqlite3.Connection, host: int, since: float) -> int:
    """How many of a host's matches wait for somebody."""
    return sum(1 for one in find_open(db, since, 10_000) if one.host == host)


def sit_down(db: sqlite3.Connection, match: str, device: int, name: str) -> None:
    """Take the first open seat of a listed match; who sits there already keeps the seat as it is.
    Raises Gone, KeptOut."""
    holders = find_holders(db, match) if is_listed(db, match) else ()
    if any(holder.device == device for holder in holders):
        return
    check_welcome(db, match, device)
    seats = [n for n, holder in enumerate(holders) if holder == Holder("open", holder.name)]
    if not seats:
        raise Gone("Somebody else has taken this seat, or its host has closed it.")
    change_places(db, match, seats[0], Holder("person", name, device=device))


def keep_out(db: sqlite3.Connection, host: int, device: int) -> None:
    db.execute("INSERT OR IGNORE INTO kept_out VALUES (?, ?)", (host, device))
