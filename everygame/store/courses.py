"""What stands beside the log of a match: the terms that were agreed about it, how its clock and the
questions of its people stand, and when the server must look at it again."""

from __future__ import annotations

import json
import sqlite3

import everygame.store.uptime as uptime
from everygame.contract import Json
from everygame.store.invitations import replace_holder
from everygame.store.port import Change


def agree(db: sqlite3.Connection, match: str, terms: Json) -> None:
    """Store the terms of a new match."""
    if terms:
        db.execute("INSERT INTO courses (match, terms) VALUES (?, ?)", (match, json.dumps(terms)))


def find(db: sqlite3.Connection, match: str) -> tuple[Json, Json]:
    """The terms of a match and its course."""
    query = "SELECT terms, course FROM courses WHERE match = ?"
    row = db.execute(query, (match,)).fetchone() or ("{}", "{}")
    return json.loads(row[0]), json.loads(row[1])


def change(db: sqlite3.Connection, match: str, what: Change) -> None:
    """Raises StaleState where the seat that changes hands is somebody else's by now."""
    if what.seat is not None and what.after is not None:
        replace_holder(db, match, what.seat, what.before, what.after)
    db.execute(
        "INSERT INTO courses (match, course, due) VALUES (?, ?, ?) ON CONFLICT (match)"
        " DO UPDATE SET course = excluded.course, due = excluded.due",
        (match, json.dumps(what.course), what.due),
    )
    uptime.write(db, what.uptime)


def find_due(db: sqlite3.Connection) -> dict[str, float]:
    """The matches that the server must look at, and when by its uptime."""
    return dict(db.execute("SELECT match, due FROM courses WHERE due IS NOT NULL").fetchall())
