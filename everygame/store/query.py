"""What the files of all nouns ask of SQLite alike."""

from __future__ import annotations

import sqlite3

from everygame.contract import AnyJson


def find_value(db: sqlite3.Connection, query: str, *values: object) -> AnyJson:
    """The first column of the first row that a query finds, or None."""
    row = db.execute(query, values).fetchone()
    return row[0] if row else None
