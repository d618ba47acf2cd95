"""Joins two devices: everything that one owns becomes the other's."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.query import run_script

MERGE: Final = """
UPDATE OR IGNORE deeds SET device = :new WHERE device = :old AND match IN (
  SELECT match FROM shelves WHERE device = :old
  UNION SELECT match FROM chairs WHERE device = :old
  UNION SELECT id FROM matches WHERE device = :old
);
UPDATE OR IGNORE shelves SET device = :new WHERE device = :old;
DELETE FROM shelves WHERE device = :old;
UPDATE OR IGNORE tables SET device = :new WHERE device = :old;
DELETE FROM tables WHERE device = :old;
UPDATE matches SET device = :new, key = key || ' of ' || :old WHERE device = :old;
UPDATE chairs SET device = :new WHERE device = :old;
UPDATE invitations SET device = :new WHERE device = :old;
UPDATE OR IGNORE saves SET device = :new WHERE device = :old;
UPDATE OR IGNORE saves SET device = :new, name = name || ' (2)' WHERE device = :old;
UPDATE saves SET device = :new, name = name || ' (' || id || ')' WHERE device = :old;
UPDATE OR IGNORE kept_out SET device = :new WHERE device = :old;
UPDATE OR IGNORE kept_out SET host = :new WHERE host = :old;
UPDATE devices SET heir = :new WHERE id = :old OR heir = :old;
DELETE FROM passes WHERE device = :old
"""
"""Gives everything that the old device has in any table to the new one. Where both have a row of
which only one is allowed, the row of the new device stays. A save gets another name instead. The
key of a match is lengthened, because two browsers may have sent the same key for two matches."""


def merge(db: sqlite3.Connection, old: int, new: int) -> None:
    """Give everything that the device `old` has to the device `new`."""
    run_script(db, MERGE, old=old, new=new)
