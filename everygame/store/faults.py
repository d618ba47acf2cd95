"""Says why a data file cannot be written or read, in one sentence for people."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import Unwritable

EXPLANATIONS: Final = {
    sqlite3.SQLITE_BUSY: "Another program keeps this server's data file locked.",
    sqlite3.SQLITE_LOCKED: "Another program keeps this server's data file locked.",
    sqlite3.SQLITE_READONLY: "This server may not write its data file.",
    sqlite3.SQLITE_PERM: "This server may not write its data file.",
    sqlite3.SQLITE_CANTOPEN: "This server cannot open its data file any more.",
    sqlite3.SQLITE_FULL: "This server cannot write; its disk is full.",
    sqlite3.SQLITE_CORRUPT: "This server's data file is damaged.",
    sqlite3.SQLITE_NOTADB: "This server's data file is damaged.",
}
"""The sentence that people get, by the primary error code of SQLite."""


def code_of(error: Exception) -> int:
    """Return the primary error code of an error of SQLite."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def explain(error: sqlite3.DatabaseError) -> Unwritable:
    """Return the error for people that stands for an error of SQLite."""
    return Unwritable(
        EXPLANATIONS.get(code_of(error), "This server cannot use its data file; see its log.")
    )


def is_damaged(error: Exception) -> bool:
    """Whether the error says that SQLite has found the file to be a damaged database."""
    return code_of(error) == sqlite3.SQLITE_CORRUPT


def check_whole(connection: sqlite3.Connection) -> None:
    """Read all pages of a file. Raises sqlite3.DatabaseError where a page is damaged."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        error = sqlite3.DatabaseError(" ".join(found.split()))
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error
