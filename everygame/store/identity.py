"""Reads the identity of a data file: a random text, written once when the file is made."""

from __future__ import annotations

import sqlite3

from everygame.store.query import find_value


def find(db: sqlite3.Connection) -> str:
    return str(find_value(db, "SELECT id FROM identity"))
