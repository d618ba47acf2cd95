"""The tables without rules that devices have brought. `tables` is what the data file calls them."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.query import find_value

USERS: Final = ("tables", "matches", "saves")
"""What may need a table: a device that has it, a match on it, a save of such a match."""


def add(db: sqlite3.Connection, device: int, game: str, now: float) -> None:
    """A table belongs to a device from now on."""
    db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (device, game, now))


def remove(db: sqlite3.Connection, device: int, game: str) -> bool:
    """A table belongs to a device no more; True where nothing needs it any more."""
    gone = db.execute("DELETE FROM tables WHERE device = ? AND game = ?", (device, game))
    used = any(find_value(db, f"SELECT 1 FROM {user} WHERE game = ?", game) for user in USERS)
    return gone.rowcount > 0 and not used


def list_newest(db: sqlite3.Connection, device: int) -> list[str]:
    """The tables of a device, the one added last first."""
    query = "SELECT game FROM tables WHERE device = ? ORDER BY added DESC, game"
    return [game for (game,) in db.execute(query, (device,)).fetchall()]


def find_used(db: sqlite3.Connection) -> set[str]:
    """All games that something needs."""
    query = " UNION ".join(f"SELECT game FROM {user}" for user in USERS)
    return {game for (game,) in db.execute(query).fetchall()}
