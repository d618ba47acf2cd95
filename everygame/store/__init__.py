"""Matches that outlive the program: one port, and SQLite behind it."""

from everygame.library.paths import default_file
from everygame.store.port import (
    Chair,
    Created,
    Deed,
    Gone,
    Invitation,
    NewMatch,
    Shelved,
    Store,
    StoredMatch,
    Unwritable,
)
from everygame.store.sqlite import SQLiteStore

__all__ = [
    "Chair",
    "Created",
    "Deed",
    "Gone",
    "Invitation",
    "NewMatch",
    "SQLiteStore",
    "Shelved",
    "Store",
    "StoredMatch",
    "Unwritable",
    "default_file",
]
