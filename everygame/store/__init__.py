"""Stores the server's data in SQLite: matches, devices, seats and saves, behind one interface."""

from everygame.library.default_paths import default_file
from everygame.store.port import (
    Browser,
    BrowserSecret,
    Change,
    Created,
    Gone,
    Holder,
    Invitation,
    Kept,
    KeptOut,
    LibraryEntry,
    NewMatch,
    OpenMatch,
    Pass,
    PushAddress,
    Save,
    StoredCommand,
    StoredMatch,
    Taken,
    Unwritable,
)
from everygame.store.sqlite import SQLiteStore

Store = SQLiteStore
"""The store, as most of the server names it. A browser has another one, which inherits from it."""

__all__ = [
    "Browser",
    "BrowserSecret",
    "Change",
    "Created",
    "Gone",
    "Holder",
    "Invitation",
    "Kept",
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
