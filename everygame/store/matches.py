"""Matches in the store: a new one, its plies, whose library it is in, and what is deleted."""

from __future__ import annotations

import json
import sqlite3

import everygame.store.courses as courses
import everygame.store.invitations as invitations
import everygame.store.listed as listed
from everygame.contract import AnyJson
from everygame.match import Event
from everygame.store.port import Created, NewMatch, StoredMatch

OTHERS = "SELECT 1 FROM chairs WHERE match = ? AND device IS NOT NULL AND device IS NOT ?"
MAY_SIT = """
SELECT 1 FROM chairs WHERE match = ? AND kind = 'open'
UNION ALL SELECT 1 FROM invitations WHERE match = ?
"""
OLD_LAST_GAMES = """
SELECT match, name FROM shelves JOIN matches ON matches.id = match
WHERE shelves.device = ? AND last_game AND game = ? AND match != ?
"""

IN_PLACE_OF = "in place of "
"""Before the matches that a match took the place of, in its key; nobody makes it again by that."""
MOST_REPLACED = 20
"""So many of them are led on to the last one."""


def find_one(db: sqlite3.Connection, query: str, *values: object) -> AnyJson:
    """The first column of the first row, or None."""
    row = db.execute(query, values).fetchone()
    return row[0] if row else None


def create(db: sqlite3.Connection, new: NewMatch, now: float) -> Created:
    there = find_by_key(db, new.device, new.key)
    if not there and new.previous:
        following = "SELECT next FROM matches WHERE id = ? AND next IS NOT ?"
        there = find_one(db, following, new.previous, new.instead_of)
    if there:
        return Created(there)
    texts = (json.dumps(new.options), json.dumps(new.start), json.dumps(new.tags))
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?)",
        (new.id, new.device, new.key, new.game, new.version, *texts, now, now),
    )
    db.executemany(
        "INSERT INTO chairs VALUES (?, ?, ?, ?, ?, ?)",
        [(new.id, i, c.kind, c.name, c.level, c.device) for i, c in enumerate(new.holders)],
    )
    insert_events(db, new.id, 0, new.events, now)
    courses.agree(db, new.id, new.terms)
    for device in {new.device, *(c.device for c in new.holders if c.device is not None)}:
        put_on_shelf(db, device, new.id)
    deleted: list[str] = []
    if new.previous:
        db.execute("UPDATE matches SET next = ? WHERE id = ?", (new.id, new.previous))
    if new.previous and new.last_game:
        deleted = keep_as_last_game(db, new.device, new.previous, new.game)
    if new.previous and new.in_place:
        deleted = take_place(db, new.device, new.previous, new.id)
    return Created(new.id, tuple(deleted))


def insert_events(
    db: sqlite3.Connection,
    match: str,
    number: int,
    events: list[Event] | tuple[Event, ...],
    now: float,
) -> None:
    db.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?)",
        [(match, i, json.dumps(event), now) for i, event in enumerate(events, number)],
    )


def put_on_shelf(db: sqlite3.Connection, device: int, match: str) -> None:
    db.execute("INSERT OR IGNORE INTO shelves (device, match) VALUES (?, ?)", (device, match))


def keep_as_last_game(db: sqlite3.Connection, device: int, match: str, game: str) -> list[str]:
    """The slot `last_game` of a device: what was there before leaves it, and the library of the
    device as well, unless it was saved under a name or others sit at it. Returns what is deleted;
    the libraries of others stay as they are."""
    deleted = []
    set_slot = "UPDATE shelves SET last_game = ? WHERE device = ? AND match = ?"
    for old, name in db.execute(OLD_LAST_GAMES, (device, game, match)).fetchall():
        db.execute(set_slot, (0, device, old))
        if not name and not find_one(db, OTHERS, old, device) and forget(db, device, old):
            deleted.append(old)
    db.execute(set_slot, (1, device, match))
    return deleted


def take_place(db: sqlite3.Connection, device: int, match: str, follower: str) -> list[str]:
    """A match without a ply leaves the library of a device for the one that follows it, unless it
    has a name there, or others sit at it or may. Returns what is deleted: whoever asks for that
    again, for the answer was lost, finds the follower by its key."""
    named = "SELECT 1 FROM shelves WHERE device = ? AND match = ? AND name != ''"
    others = find_one(db, OTHERS, match, device) or find_one(db, MAY_SIT, match, match)
    if others or find_one(db, named, device, match):
        return []
    db.execute("UPDATE matches SET next = ? WHERE next = ?", (follower, match))
    before = str(find_one(db, "SELECT key FROM matches WHERE id = ?", match))
    if not forget(db, device, match):
        return []
    gone = before.removeprefix(IN_PLACE_OF).split() if before.startswith(IN_PLACE_OF) else []
    key = IN_PLACE_OF + " ".join([*gone, match][-MOST_REPLACED:])
    db.execute("UPDATE matches SET key = ? WHERE id = ?", (key, follower))
    return [match]


def find_successor(db: sqlite3.Connection, device: int, match: str) -> str | None:
    """The match of a device that took the place of another, or of one that had taken its place."""
    mine = "SELECT id, key FROM matches WHERE device = ? AND key GLOB ?"
    for found, key in db.execute(mine, (device, f"{IN_PLACE_OF}*")).fetchall():
        if match in key.removeprefix(IN_PLACE_OF).split():
            return str(found)
    return None


def find_by_key(db: sqlite3.Connection, device: int, key: str) -> str | None:
    found = find_one(db, "SELECT id FROM matches WHERE device = ? AND key = ?", device, key)
    return None if found is None else str(found)


def load(db: sqlite3.Connection, match: str) -> StoredMatch | None:
    query = (
        "SELECT device, game, version, options, start, tags, next, updated"
        " FROM matches WHERE id = ?"
    )
    row = db.execute(query, (match,)).fetchone()
    if row is None:
        return None
    device, game, version, options, start, tags, following, updated = row
    events = db.execute("SELECT event FROM events WHERE match = ? ORDER BY number", (match,))
    logged = tuple(json.loads(event) for (event,) in events.fetchall())
    commands = db.execute("SELECT device, id, node FROM deeds WHERE match = ?", (match,))
    terms, course = courses.find(db, match)
    return StoredMatch(
        id=match,
        device=device,
        game=game,
        version=version,
        options=json.loads(options),
        start=json.loads(start),
        tags=json.loads(tags),
        holders=invitations.find_holders(db, match),
        events=logged,
        commands={(doer, command): node for doer, command, node in commands.fetchall()},
        next=following,
        updated=updated,
        terms=terms,
        course=course,
        listed=listed.is_listed(db, match),
    )


def forget(db: sqlite3.Connection, device: int, match: str) -> bool:
    db.execute("DELETE FROM shelves WHERE device = ? AND match = ?", (device, match))
    if find_one(db, "SELECT 1 FROM shelves WHERE match = ?", match):
        return False
    db.execute("UPDATE matches SET next = NULL WHERE next = ?", (match,))
    db.execute("DELETE FROM matches WHERE id = ?", (match,))
    return True
