"""Browsers in the SQLite file: whose library each has, and the passes by which it gets another.

Each function is one transaction of the writer, so a pass cannot be taken twice. The number of a
device is never given to another one, so that nobody inherits a seat: its row stays.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.store.port import Browser, Pass, Taken

COLUMNS: Final = "SELECT id, device, name, agent, seen FROM browsers"
LIVING: Final = "(expires IS NULL OR expires > ?)"
AGAIN: Final = 600.0
"""Seconds for which who has taken a pass may ask again, as after a lost answer."""
MERGE: Final = """
UPDATE OR IGNORE shelves SET device = :new WHERE device = :old;
DELETE FROM shelves WHERE device = :old;
UPDATE OR IGNORE tables SET device = :new WHERE device = :old;
DELETE FROM tables WHERE device = :old;
UPDATE OR IGNORE deeds SET device = :new WHERE device = :old;
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
DELETE: Final = """
UPDATE chairs SET device = NULL WHERE device = :old;
DELETE FROM invitations WHERE device = :old;
DELETE FROM shelves WHERE device = :old;
DELETE FROM tables WHERE device = :old;
DELETE FROM saves WHERE device = :old;
DELETE FROM kept_out WHERE host = :old;
DELETE FROM listed WHERE match IN (SELECT id FROM matches WHERE device = :old);
DELETE FROM passes WHERE device = :old;
DELETE FROM browsers WHERE device = :old
"""


def find(db: sqlite3.Connection, secret: bytes) -> Browser | None:
    row = db.execute(f"{COLUMNS} WHERE secret = ?", (secret,)).fetchone()
    return Browser(*row) if row else None


def add(db: sqlite3.Connection, secret: bytes, now: float) -> int:
    """The device of a browser, a new one if the browser is new."""
    found = find(db, secret)
    if found:
        return found.device
    made = db.execute("INSERT INTO devices (secret, created) VALUES (randomblob(32), ?)", (now,))
    device = int(made.lastrowid or 0)
    values = (secret, device, now)
    db.execute("INSERT INTO browsers (secret, device, seen) VALUES (?, ?, ?)", values)
    return device


def list_all(db: sqlite3.Connection, device: int) -> list[Browser]:
    rows = db.execute(f"{COLUMNS} WHERE device = ? ORDER BY seen DESC, id", (device,))
    return [Browser(*row) for row in rows.fetchall()]


def send_away(db: sqlite3.Connection, device: int, browser: int) -> bool:
    """Void, too, are passes that it made: it may know them."""
    gone = db.execute("DELETE FROM browsers WHERE device = ? AND id = ?", (device, browser))
    if gone.rowcount:
        db.execute("DELETE FROM passes WHERE device = ? AND browser = ?", (device, browser))
    return gone.rowcount > 0


def issue(
    db: sqlite3.Connection,
    token: bytes,
    device: int,
    browser: int,
    kind: str,
    expires: float | None,
    now: float,
) -> None:
    db.execute(f"DELETE FROM passes WHERE NOT {LIVING}", (now,))
    before = "device = ? AND kind = ? AND taken IS NULL AND (kind = 'code' OR browser = ?)"
    db.execute(f"DELETE FROM passes WHERE {before}", (device, kind, browser))
    values = (token, device, browser, kind, now, expires)
    db.execute("INSERT INTO passes VALUES (?, ?, ?, ?, ?, ?, NULL)", values)


def find_pass(db: sqlite3.Connection, token: bytes, now: float) -> tuple[Pass, bytes | None] | None:
    """A pass that has not expired, and the secret's hash of who took it."""
    query = f"SELECT device, browser, kind, made, taken FROM passes WHERE token = ? AND {LIVING}"
    row = db.execute(query, (token, now)).fetchone()
    return (Pass(*row[:4]), row[4]) if row else None


def find_code(db: sqlite3.Connection, device: int) -> Pass | None:
    query = (
        "SELECT device, browser, kind, made FROM passes"
        " WHERE device = ? AND kind = 'code' AND taken IS NULL"
    )
    row = db.execute(query, (device,)).fetchone()
    return Pass(*row) if row else None


def take(db: sqlite3.Connection, token: bytes, secret: bytes, now: float) -> Taken | None:
    found, browser = find_pass(db, token, now), find(db, secret)
    if found is None or browser is None:
        return None
    offer, taken = found
    if taken is not None and taken != secret:
        return None
    if browser.device == offer.device:
        return Taken(offer.device)
    if taken is not None:  # it had the library and was sent away
        return None
    until = (secret, now + AGAIN, token)
    db.execute("UPDATE passes SET taken = ?, expires = ? WHERE token = ?", until)
    return move(db, browser, offer)


def move(db: sqlite3.Connection, browser: Browser, offer: Pass) -> Taken:
    """The browser has the library of the offer from now on."""
    old, new = browser.device, offer.device
    db.execute("UPDATE browsers SET device = ? WHERE id = ?", (new, browser.number))
    db.execute("DELETE FROM passes WHERE device = ? AND browser = ?", (old, browser.number))
    alone = not list_all(db, old)
    if alone:
        run(db, MERGE, old=old, new=new)
    changed = [browser.number]
    if offer.kind == "move":
        send_away(db, new, offer.browser)
        changed.append(offer.browser)
    return Taken(new, old if alone else None, tuple(changed))


def find_heir(db: sqlite3.Connection, device: int) -> int:
    """Who has now what a device had: it, or whom all went over to."""
    row = db.execute("SELECT heir FROM devices WHERE id = ?", (device,)).fetchone()
    return int(row[0]) if row and row[0] is not None else device


def delete(db: sqlite3.Connection, device: int) -> None:
    """All that is left of a device whose library is empty."""
    run(db, DELETE, old=device)


def run(db: sqlite3.Connection, script: str, **values: int) -> None:
    """Several statements, in the transaction that is under way."""
    for statement in script.split(";\n"):
        db.execute(statement, {k: v for k, v in values.items() if f":{k}" in statement})
