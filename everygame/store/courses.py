"""Stores facts beside the log of a match: the agreed terms, the state of its clock and of its
players' open questions, and the time at which the server must handle the match even if nobody does
anything."""

from __future__ import annotations

import json
import sqlite3

import everygame.store.uptime as uptime
from everygame.contract import Json
from everygame.store.invitations import replace_holder
from everygame.store.port import Change


def agree(db: sqlite3.Connection, match: str, terms: Json) -> None:
    """Store the terms of a new match, such as its clock."""
    if terms:
        db.execute("INSERT INTO courses (match, terms) VALUES (?, ?)", (match, json.dumps(terms)))


def find(db: sqlite3.Connection, match: str) -> tuple[Json, Json]:
    """Return the terms of a match, such as its clock, and its course: the state of its clock and of
    open questions."""
    query = "SELECT terms, course FROM courses WHERE match = ?"
    row = db.execute(query, (match,)).fetchone() or ("{}", "{}")
    return json.loads(row[0]), json.loads(row[1])


def change(db: sqlite3.Connection, match: str, what: Change) -> None:
    """Store the changes `what` of a match: the state of its clock and of open questions (its
    course), the time at which it is next due, and, if a seat gets another holder, this holder.
    Raises StaleState where that seat no longer has the holder `what.before`."""
    if what.seat is not None and what.after is not None:
        replace_holder(db, match, what.seat, what.before, what.after)
    db.execute(
        "INSERT INTO courses (match, course, due) VALUES (?, ?, ?) ON CONFLICT (match)"
        " DO UPDATE SET course = excluded.course, due = excluded.due",
        (match, json.dumps(what.course), what.due),
    )
    uptime.write(db, what.uptime)


def find_due(db: sqlite3.Connection) -> dict[str, float]:
    """Return the matches that the server must handle, each with the time in seconds of its
    uptime."""
    return dict(db.execute("SELECT match, due FROM courses WHERE due IS NOT NULL").fetchall())
