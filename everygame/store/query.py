"""Queries that the other files of the store share. In all SQL of the store, `now()` is the time of
the store's clock, in seconds since 1970."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from everygame.contract import AnyJson

Made = TypeVar("Made")


def find_value(db: sqlite3.Connection, query: str, *values: object) -> AnyJson:
    """Return the first column of the first row that a query finds, or None."""
    return find_row(db, lambda first, *_: first, query, *values)


def has_row(db: sqlite3.Connection, query: str, *values: object) -> bool:
    """Whether a query finds any row."""
    return db.execute(query, values).fetchone() is not None


def find_row(
    db: sqlite3.Connection, make: Callable[..., Made], query: str, *values: object
) -> Made | None:
    """Return what `make` makes of the columns of the first row that a query finds, or None."""
    row = db.execute(query, values).fetchone()
    return make(*row) if row else None


def find_rows(
    db: sqlite3.Connection, make: Callable[..., Made], query: str, *values: object
) -> list[Made]:
    """Return what `make` makes of the columns of each row that a query finds."""
    return [make(*row) for row in db.execute(query, values).fetchall()]


def run_script(db: sqlite3.Connection, script: str, **values: int) -> None:
    """Run the statements of a script. `executescript` would commit what the writer has begun. Each
    statement gets only the values that it names, because SQLite refuses others."""
    for statement in script.split(";\n"):
        db.execute(statement, {k: v for k, v in values.items() if f":{k}" in statement})
