"""Stores which devices a host keeps out of all matches that the host has made."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import KeptOut
from everygame.store.query import has_row

BY_HOST: Final = (
    "SELECT 1 FROM kept_out JOIN matches ON matches.device = host"
    " WHERE matches.id = ? AND kept_out.device = ?"
)


def add(db: sqlite3.Connection, host: int, device: int) -> None:
    """Store that a device gets no seat at any match of a host, not even by a link."""
    db.execute("INSERT OR IGNORE INTO kept_out VALUES (?, ?)", (host, device))


def check_welcome(db: sqlite3.Connection, match: str, device: int) -> None:
    """Raise KeptOut where the host of a match keeps the device out."""
    if has_row(db, BY_HOST, match, device):
        raise KeptOut("The host of this match has sent you away.")
