"""Stores the server's data in SQLite: matches, devices, seats and saves, behind one interface."""

from everygame.library.paths import default_file
from everygame.store.port import (
    Browser,
    Change,
    Created,
    Gone,
    Holder,
    Invitation,
    KeptOut,
    LibraryEntry,
    NewMatch,
    OpenMatch,
    Pass,
    PushAddress,
    Save,
    Store,
    StoredCommand,
    StoredMatch,
    Taken,
    Unwritable,
)
from everygame.store.sqlite import SQLiteStore

__all__ = [
    "Browser",
    "Change",
    "Created",
    "Gone",
    "Holder",
    "Invitation",
    "KeptOut",
    "LibraryEntry",
    "NewMatch",
    "OpenMatch",
    "Pass",
    "PushAddress",
    "SQLiteStore",
    "Save",
    "Store",
    "StoredCommand",
    "StoredMatch",
    "Taken",
    "Unwritable",
    "default_file",
]
