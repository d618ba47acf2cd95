"""Finds and deletes what nobody has used for a long time, and forgets addresses."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

import everygame.store.matches as matches
from everygame.store.query import find_rows

UNUSED: Final = """
SELECT id FROM matches WHERE looked < :before AND updated < :before AND NOT EXISTS (
  SELECT 1 FROM shelves WHERE shelves.match = id AND name != ''
) ORDER BY looked LIMIT :most
"""
LIBRARIES: Final = """
SELECT DISTINCT device FROM browsers AS old INDEXED BY browsers_seen
WHERE seen < :before AND NOT EXISTS (
  SELECT 1 FROM browsers WHERE browsers.device = old.device AND seen >= :before
) AND NOT EXISTS (
  SELECT 1 FROM passes WHERE passes.device = old.device AND kind = 'code' AND taken IS NULL
) LIMIT :most
"""
ADDRESSES: Final = "UPDATE devices SET address = '' WHERE address != '' AND created < ?"


def note_look(db: sqlite3.Connection, match: str) -> None:
    """Store that somebody has opened a match now."""
    db.execute("UPDATE matches SET looked = now() WHERE id = ?", (match,))


def find_unused(db: sqlite3.Connection, before: float, most: int) -> list[str]:
    """Return matches that nobody has opened or changed since a time, in seconds since 1970, and
    that nobody has given a name."""
    found = db.execute(UNUSED, {"before": before, "most": most}).fetchall()
    return [match for (match,) in found]


def find_unused_libraries(db: sqlite3.Connection, before: float, most: int) -> list[int]:
    """Return devices none of whose browsers has been seen since a time, and for whose library there
    is no recovery code."""
    found = db.execute(LIBRARIES, {"before": before, "most": most}).fetchall()
    return [device for (device,) in found]


def delete_matches(db: sqlite3.Connection, ids: Sequence[str]) -> None:
    """Delete matches, whoever has them in a library."""
    for match in ids:
        matches.delete(db, match)


def find_existing(db: sqlite3.Connection, ids: Sequence[str]) -> set[str]:
    """Return those of the ids that are the ids of matches."""
    marks = ", ".join("?" * len(ids))
    return set(find_rows(db, str, f"SELECT id FROM matches WHERE id IN ({marks})", *ids))


def forget_addresses(db: sqlite3.Connection, before: float) -> None:
    """Forget from where devices came that were made before a time."""
    db.execute(ADDRESSES, (before,))
