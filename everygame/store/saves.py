"""Stores saves: the positions that devices keep."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from everygame.store.port import Save
from everygame.store.query import find_row, find_rows

CARDS: Final = """
SELECT id, game, name, card, '', made FROM saves WHERE device = ? ORDER BY made DESC LIMIT ?
"""
ONE: Final = "SELECT id, game, name, card, kept, made FROM saves WHERE device = ? AND id = ?"


def keep(db: sqlite3.Connection, device: int, save: Save, replace: bool) -> bool:
    """Store a save. Return False where the device has a save of this game and name and `replace` is
    false."""
    place = (device, save.game, save.name)
    if replace:
        db.execute("DELETE FROM saves WHERE device = ? AND game = ? AND name = ?", place)
    values = (save.id, *place, json.dumps(save.card), save.kept)
    done = db.execute("INSERT OR IGNORE INTO saves VALUES (?, ?, ?, ?, ?, ?, now())", values)
    return done.rowcount > 0


def list_newest(db: sqlite3.Connection, device: int, most: int) -> list[Save]:
    """Return the saves of a device, the newest first, each without its record."""
    return find_rows(db, read, CARDS, device, most)


def find(db: sqlite3.Connection, device: int, save: str) -> Save | None:
    """Return a save of a device with its record."""
    return find_row(db, read, ONE, device, save)


def drop(db: sqlite3.Connection, device: int, save: str) -> None:
    """Delete a save of a device."""
    db.execute("DELETE FROM saves WHERE device = ? AND id = ?", (device, save))


def read(id: str, game: str, name: str, card: str, kept: str, made: float) -> Save:
    """Return the save in a row of the table."""
    return Save(id, game, name, json.loads(card), kept, made)
