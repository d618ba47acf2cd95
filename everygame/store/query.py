"""Queries that the other files of the store share."""

from __future__ import annotations

import sqlite3

from everygame.contract import AnyJson


def find_value(db: sqlite3.Connection, query: str, *values: object) -> AnyJson:
    """Return the first column of the first row that a query finds, or None."""
    row = db.execute(query, values).fetchone()
    return row[0] if row else None
