"""Matches that outlive the program: one port, and SQLite behind it."""

from everygame.library.paths import default_file
from everygame.store.port import (
    Change,
    Created,
    Gone,
    Holder,
    Invitation,
    LibraryEntry,
    NewMatch,
    Save,
    Store,
    StoredCommand,
    StoredMatch,
    Unwritable,
)
from everygame.store.sqlite import SQLiteStore

__all__ = [
    "Change",
    "Created",
    "Gone",
    "Holder",
    "Invitation",
    "LibraryEntry",
    "NewMatch",
    "SQLiteStore",
    "Save",
    "Store",
    "StoredCommand",
    "StoredMatch",
    "Unwritable",
    "default_file",
]
