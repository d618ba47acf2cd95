"""Stores which match took the place of a deleted one.

A restart deletes a match in which nothing was played. A browser that asked for the restart and
never got the answer repeats its request for the deleted match, and gets the replacement."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.query import find_row

MOST_REPLACED: Final = 20
"""The number of deleted matches that lead to one replacement; older ones are dropped, so that
endless restarts add no rows."""
OLDER: Final = """
DELETE FROM replaced WHERE replacement = :match AND id NOT IN (
  SELECT id FROM replaced WHERE replacement = :match ORDER BY id DESC LIMIT :most
)
"""
FIND: Final = """
SELECT replacement FROM replaced JOIN matches ON matches.id = replacement
WHERE replaced.match = ? AND matches.device = ? ORDER BY replaced.id DESC
"""


def add(db: sqlite3.Connection, match: str, replacement: str) -> None:
    """Let a match, and every match whose place it had taken, lead to its replacement. Called while
    the match is still stored, because its deletion also deletes the rows that lead to it."""
    db.execute("UPDATE replaced SET replacement = ? WHERE replacement = ?", (replacement, match))
    db.execute("INSERT INTO replaced (match, replacement) VALUES (?, ?)", (match, replacement))
    db.execute(OLDER, {"match": replacement, "most": MOST_REPLACED})


def find(db: sqlite3.Connection, device: int, match: str) -> str | None:
    """Return the match of a device that took the place of a deleted one; None where there is
    none."""
    return find_row(db, str, FIND, match, device)
