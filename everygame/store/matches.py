"""Stores, extends, reads and deletes matches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

import everygame.store.courses as courses
import everygame.store.invitations as invitations
import everygame.store.libraries as libraries
import everygame.store.open_matches as open_matches
import everygame.store.restarts as restarts
import everygame.store.seats as seats
from everygame.errors import StaleState
from everygame.match import Event
from everygame.store.port import Change, Created, Gone, NewMatch, StoredCommand, StoredMatch
from everygame.store.query import find_row, find_rows, find_value, has_row

COLUMNS = "device, game, version, options, start, tags, next, updated, looked"


def create(db: sqlite3.Connection, new: NewMatch) -> Created:
    """Store a match, once: a repeated request gets the match of the first request."""
    there = find_by_key(db, new.device, new.key) or find_follower(db, new)
    if there:
        return Created(there)
    texts = (json.dumps(new.options), json.dumps(new.start), json.dumps(new.tags))
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, now(), now(), now())",
        (new.id, new.device, new.key, new.game, new.version, *texts),
    )
    seats.add(db, new.id, new.holders)
    add_events(db, new.id, 0, new.events)
    courses.agree(db, new.id, new.terms)
    for device in {new.device, *(h.device for h in new.holders if h.device is not None)}:
        libraries.put(db, device, new.id)
    return Created(new.id, tuple(follow(db, new)))


def find_by_key(db: sqlite3.Connection, device: int, key: str) -> str | None:
    return find_row(db, str, "SELECT id FROM matches WHERE device = ? AND key = ?", device, key)


def find_follower(db: sqlite3.Connection, new: NewMatch) -> str | None:
    """Return the match that already continues the match which the new one would continue."""
    query = "SELECT next FROM matches WHERE id = ? AND next NOT NULL AND next IS NOT ?"
    return find_row(db, str, query, new.previous, new.instead_of)


def follow(db: sqlite3.Connection, new: NewMatch) -> list[str]:
    """Let a stored match continue its previous one, and return the matches that were deleted in
    exchange."""
    if not new.previous:
        return []
    db.execute("UPDATE matches SET next = ? WHERE id = ?", (new.id, new.previous))
    if new.in_place:
        return take_place(db, new.device, new.previous, new.id)
    if new.last_game:
        return keep_as_last_game(db, new.device, new.previous, new.game)
    return []


def keep_as_last_game(db: sqlite3.Connection, device: int, match: str, game: str) -> list[str]:
    """Keep a match as the `last_game` of a device. The former `last_game` leaves the device's
    library, unless it has a name there or other people have seats at it. Return the deleted
    matches."""
    deleted = []
    for old, name in libraries.make_last_game(db, device, match, game):
        if not name and not seats.has_other_device(db, old, device) and forget(db, device, old):
            deleted.append(old)
    return deleted


def take_place(db: sqlite3.Connection, device: int, match: str, replacement: str) -> list[str]:
    """Let a match without a ply leave the library of a device for its replacement, unless it has a
    name there, or other people have seats at it or may take one. Return the deleted matches."""
    if has_others(db, match, device) or libraries.find_name(db, device, match):
        return []
    db.execute("UPDATE matches SET next = ? WHERE next = ?", (replacement, match))
    libraries.remove(db, device, match)
    if libraries.is_in_any(db, match):
        return []
    restarts.add(db, match, replacement)
    delete(db, match)
    return [match]


def has_others(db: sqlite3.Connection, match: str, device: int) -> bool:
    """Whether people at other devices have seats at a match, or may take one."""
    taken = seats.has_other_device(db, match, device)
    return taken or seats.has_open(db, match) or invitations.is_offered(db, match)


def append(
    db: sqlite3.Connection,
    match: str,
    number: int,
    events: Sequence[Event],
    command: StoredCommand | None,
    unseen: bool = False,
    change: Change | None = None,
) -> None:
    """Add events to a log that has `number` of them so far, and store the change that belongs to
    them. With `unseen`, the match keeps its place in libraries, which list the most recently
    changed match first. Raises StaleState where the log has grown or the seat of `change` has
    another holder, and Gone."""
    if not has_row(db, "SELECT 1 FROM matches WHERE id = ?", match):
        raise Gone("There is no such match any more.")
    count = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE match = ?"
    if find_value(db, count, match) != number:
        raise StaleState("The match has moved on since you looked.")
    add_events(db, match, number, events)
    if command:
        values = (match, command.device, command.id, command.node)
        db.execute("INSERT INTO deeds VALUES (?, ?, ?, ?)", values)
    if change:
        courses.change(db, match, change)
    if not unseen:
        db.execute("UPDATE matches SET updated = now() WHERE id = ?", (match,))


def add_events(db: sqlite3.Connection, match: str, number: int, events: Sequence[Event]) -> None:
    db.executemany(
        "INSERT INTO events VALUES (?, ?, ?, now())",
        [(match, i, json.dumps(event)) for i, event in enumerate(events, number)],
    )


def count_of(db: sqlite3.Connection, device: int) -> int:
    """Return how many matches a device has begun that are still there."""
    return int(find_value(db, "SELECT count(*) FROM matches WHERE device = ?", device))


def load(db: sqlite3.Connection, match: str) -> StoredMatch | None:
    """Return a match with its log, all as it was at one moment; None where it does not exist."""
    db.execute("BEGIN")  # otherwise an append could come between two of the queries
    try:
        return read(db, match)
    finally:
        db.execute("COMMIT")


def read(db: sqlite3.Connection, match: str) -> StoredMatch | None:
    row = db.execute(f"SELECT {COLUMNS} FROM matches WHERE id = ?", (match,)).fetchone()
    if row is None:
        return None
    device, game, version, options, start, tags, following, updated, looked = row
    terms, course = courses.find(db, match)
    return StoredMatch(
        id=match,
        device=device,
        game=game,
        version=version,
        options=json.loads(options),
        start=json.loads(start),
        tags=json.loads(tags),
        holders=seats.find_holders(db, match),
        events=find_events(db, match),
        commands=find_commands(db, match),
        next=following,
        updated=updated,
        looked=looked,
        terms=terms,
        course=course,
        listed=open_matches.is_listed(db, match),
    )


def find_events(db: sqlite3.Connection, match: str) -> tuple[Event, ...]:
    query = "SELECT event FROM events WHERE match = ? ORDER BY number"
    return tuple(find_rows(db, json.loads, query, match))


def find_commands(db: sqlite3.Connection, match: str) -> dict[tuple[int, str], int]:
    rows = db.execute("SELECT device, id, node FROM deeds WHERE match = ?", (match,))
    return {(device, command): node for device, command, node in rows.fetchall()}


def forget(db: sqlite3.Connection, device: int, match: str) -> bool:
    """Remove a match from a device's library. Where no library has it any more, delete it and
    return True."""
    libraries.remove(db, device, match)
    if libraries.is_in_any(db, match):
        return False
    delete(db, match)
    return True


def delete(db: sqlite3.Connection, match: str) -> None:
    """Delete a match, and by foreign keys everything about it."""
    db.execute("UPDATE matches SET next = NULL WHERE next = ?", (match,))
    db.execute("DELETE FROM matches WHERE id = ?", (match,))
