"""Stores the seconds for which servers have run on this data file."""

from __future__ import annotations

import sqlite3


def find(db: sqlite3.Connection) -> float:
    """Return the seconds for which servers have run on this data file, as `write` last stored
    them."""
    return float(db.execute("SELECT seconds FROM uptime").fetchone()[0])


def write(db: sqlite3.Connection, seconds: float) -> None:
    """Store the seconds; a smaller number than the stored one changes nothing, because it was only
    written late."""
    db.execute("UPDATE uptime SET seconds = max(seconds, ?)", (seconds,))
