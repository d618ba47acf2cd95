"""What stands beside the log of a match in the SQLite file: what was agreed about it, how its clock
and its questions stand, and how long servers have run on the file."""

from __future__ import annotations

import json
import sqlite3

from everygame.contract import Json
from everygame.errors import StaleState
from everygame.store.invitations import change_places, find_holders
from everygame.store.port import Change


def agree(db: sqlite3.Connection, match: str, terms: Json) -> None:
    """A new match is to be played like that."""
    if terms:
        db.execute("INSERT INTO courses (match, terms) VALUES (?, ?)", (match, json.dumps(terms)))


def find(db: sqlite3.Connection, match: str) -> tuple[Json, Json]:
    """The terms of a match and its course."""
    query = "SELECT terms, course FROM courses WHERE match = ?"
    row = db.execute(query, (match,)).fetchone() or ("{}", "{}")
    return json.loads(row[0]), json.loads(row[1])


def change(db: sqlite3.Connection, match: str, what: Change) -> None:
    """Raises StaleState."""
    if what.seat is not None and what.after is not None:
        if find_holders(db, match)[what.seat] != what.before:
            raise StaleState("Somebody else has taken this seat just now.")
        change_places(db, match, what.seat, what.after)
    db.execute(
        "INSERT INTO courses (match, course, due) VALUES (?, ?, ?) ON CONFLICT (match)"
        " DO UPDATE SET course = excluded.course, due = excluded.due",
        (match, json.dumps(what.course), what.due),
    )
    beat(db, what.uptime)


def beat(db: sqlite3.Connection, uptime: float) -> None:
    db.execute("UPDATE uptime SET seconds = max(seconds, ?)", (uptime,))


def uptime(db: sqlite3.Connection) -> float:
    return float(db.execute("SELECT seconds FROM uptime").fetchone()[0])


def due(db: sqlite3.Connection) -> dict[str, float]:
    return dict(db.execute("SELECT match, due FROM courses WHERE due IS NOT NULL").fetchall())
