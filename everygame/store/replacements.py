"""Which match took the place of one that is deleted.

A restart deletes a match without a ply. Whoever asked for it and never got the answer asks for the
restart of the deleted match again, and is led to its replacement."""

from __future__ import annotations

import sqlite3
from typing import Final

MOST_REPLACED: Final = 20
"""How many deleted matches lead to one replacement: whoever restarts without end adds no rows."""
OLDER: Final = """
DELETE FROM replaced WHERE replacement = :match AND id NOT IN (
  SELECT id FROM replaced WHERE replacement = :match ORDER BY id DESC LIMIT :most
)
"""
FIND: Final = """
SELECT replacement FROM replaced JOIN matches ON matches.id = replacement
WHERE replaced.match = ? AND matches.device = ?
"""


def add(db: sqlite3.Connection, match: str, replacement: str) -> None:
    """A match, and every match whose place it had taken, leads to its replacement from now on. To
    be called while the match is still stored: with it go the rows that lead to it."""
    db.execute("UPDATE replaced SET replacement = ? WHERE replacement = ?", (replacement, match))
    db.execute("INSERT INTO replaced (match, replacement) VALUES (?, ?)", (match, replacement))
    db.execute(OLDER, {"match": replacement, "most": MOST_REPLACED})


def find(db: sqlite3.Connection, device: int, match: str) -> str | None:
    """The match of a device that took the place of a deleted one."""
    row = db.execute(f"{FIND} ORDER BY replaced.id DESC", (match, device)).fetchone()
    return row and str(row[0])
