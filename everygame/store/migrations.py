"""The tables of a data file, and the steps that bring a file of an older version up to date. Steps
are numbered from 1 and run once in a file. A published step is never changed, because the file
stores only the numbers of the steps that it has had. A program opens no file with a number that it
does not know."""

from __future__ import annotations

import sqlite3
from typing import Final

from everygame.errors import BadRecord

FIRST: Final = """
CREATE TABLE devices (
  id      INTEGER PRIMARY KEY,
  secret  BLOB NOT NULL UNIQUE,             -- a hash
  created REAL NOT NULL
);
CREATE TABLE matches (
  id       TEXT PRIMARY KEY,
  device   INTEGER NOT NULL REFERENCES devices,
  key      TEXT NOT NULL,
  game     TEXT NOT NULL,
  version  INTEGER NOT NULL,
  options  TEXT NOT NULL,
  start    TEXT NOT NULL,
  tags     TEXT NOT NULL,
  next     TEXT,
  created  REAL NOT NULL,
  updated  REAL NOT NULL,
  UNIQUE (device, key)
);
CREATE TABLE chairs (
  match  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  seat   INTEGER NOT NULL,
  kind   TEXT NOT NULL,
  name   TEXT NOT NULL,
  level  TEXT NOT NULL,
  device INTEGER REFERENCES devices,
  PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE events (
  match  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  number INTEGER NOT NULL,
  event  TEXT NOT NULL,
  at     REAL NOT NULL,
  PRIMARY KEY (match, number)
) WITHOUT ROWID;
CREATE TABLE deeds (
  match  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  device INTEGER NOT NULL REFERENCES devices,
  id     TEXT NOT NULL,
  node   INTEGER NOT NULL,
  PRIMARY KEY (match, device, id)
) WITHOUT ROWID;
CREATE TABLE shelves (
  device    INTEGER NOT NULL REFERENCES devices,
  match     TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  name      TEXT NOT NULL DEFAULT '',
  last_game INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (device, match)
) WITHOUT ROWID;
CREATE INDEX shelves_of_match ON shelves (match);
CREATE TABLE invitations (
  token  BLOB PRIMARY KEY,                  -- a hash
  match  TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  seat   INTEGER NOT NULL,
  device INTEGER REFERENCES devices         -- who took it
) WITHOUT ROWID;
CREATE INDEX invitations_of_match ON invitations (match);
"""

TABLES: Final = """
CREATE TABLE tables (
  device INTEGER NOT NULL REFERENCES devices,
  game   TEXT NOT NULL,
  added  REAL NOT NULL,
  PRIMARY KEY (device, game)
) WITHOUT ROWID;
"""

LINKS: Final = """
DELETE FROM invitations WHERE NOT EXISTS (
  SELECT 1 FROM chairs
  WHERE chairs.match = invitations.match AND chairs.seat = invitations.seat
  AND CASE WHEN invitations.device IS NULL THEN kind = 'open'
      ELSE chairs.device IS invitations.device END
);
"""
"""A link leads to its seat only until the seat gets another holder, but older versions kept other
links. It is unknown which unused links to a taken seat were made by the person who has the seat, so
all of them are deleted."""

IDENTITY: Final = """
CREATE TABLE identity (id TEXT NOT NULL);
INSERT INTO identity VALUES (lower(hex(randomblob(16))));
"""

SAVES: Final = """
CREATE TABLE saves (
  id     TEXT PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES devices,
  game   TEXT NOT NULL,
  name   TEXT NOT NULL,
  card   TEXT NOT NULL,
  kept   TEXT NOT NULL,
  made   REAL NOT NULL,
  UNIQUE (device, game, name)
);
"""

COURSES: Final = """
CREATE TABLE courses (
  match  TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
  terms  TEXT NOT NULL DEFAULT '{}',
  course TEXT NOT NULL DEFAULT '{}',
  due    REAL
) WITHOUT ROWID;
CREATE INDEX courses_due ON courses (due) WHERE due IS NOT NULL;
CREATE TABLE uptime (seconds REAL NOT NULL);
INSERT INTO uptime VALUES (0);
"""

BROWSERS: Final = """
CREATE TABLE browsers (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
  secret BLOB NOT NULL UNIQUE,               -- a hash
  device INTEGER NOT NULL REFERENCES devices,
  name   TEXT NOT NULL DEFAULT '',
  agent  TEXT NOT NULL DEFAULT '',
  seen   REAL NOT NULL
);
CREATE INDEX browsers_of_device ON browsers (device);
INSERT INTO browsers (secret, device, seen) SELECT secret, id, created FROM devices;
UPDATE devices SET secret = randomblob(32);
ALTER TABLE devices ADD COLUMN heir INTEGER REFERENCES devices;
CREATE TABLE passes (
  token   BLOB PRIMARY KEY,                  -- a hash
  device  INTEGER NOT NULL REFERENCES devices,
  browser INTEGER NOT NULL,                  -- that made it
  kind    TEXT NOT NULL,
  made    REAL NOT NULL,
  expires REAL,
  taken   BLOB                               -- by the browser with this hash of its secret
) WITHOUT ROWID;
"""
"""Before this step each device was one browser; now several browsers may share the library of a
device. The secret of a browser is stored in `browsers`, and the secret of a device, which may not
be null, is random. `heir` is the device that a device was merged into."""

LISTED: Final = """
CREATE TABLE listed (
  match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
  made  REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE kept_out (
  host   INTEGER NOT NULL REFERENCES devices,
  device INTEGER NOT NULL REFERENCES devices,
  PRIMARY KEY (host, device)
) WITHOUT ROWID;
"""

PUSHES: Final = """
CREATE TABLE pushes (
  browser  INTEGER PRIMARY KEY REFERENCES browsers ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh   TEXT NOT NULL,
  auth     TEXT NOT NULL,
  site     TEXT NOT NULL,
  language TEXT NOT NULL
);
"""

REPLACED: Final = """
CREATE TABLE replaced (
  id          INTEGER PRIMARY KEY,
  match       TEXT NOT NULL,                 -- is deleted
  replacement TEXT NOT NULL REFERENCES matches ON DELETE CASCADE
);
CREATE INDEX replaced_match ON replaced (match);
CREATE INDEX replaced_replacement ON replaced (replacement);
INSERT INTO replaced (match, replacement)
WITH RECURSIVE words (before, word, rest, replacement) AS (
  SELECT '', '', substr(key, length('in place of ') + 1) || ' ', id
  FROM matches WHERE key GLOB 'in place of *'
  UNION ALL
  SELECT word, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1),
    replacement
  FROM words WHERE rest != ''
)
SELECT word, replacement FROM words WHERE word NOT IN ('', 'of') AND before != 'of';
"""
"""Before this step, the key of a match that had replaced others was "in place of" and the ids of
those, the oldest first. Where a device had been merged into another, " of " and a number were added
to the key. This step copies the ids into a table."""

NAMED_LINKS: Final = """
ALTER TABLE invitations ADD COLUMN name TEXT;
CREATE UNIQUE INDEX invitations_by_name ON invitations (name);
"""
"""The name of a link is public; its token follows from the name and the key of the store. A link of
version 0.1 has no name."""

FASTER: Final = """
CREATE INDEX matches_of_game ON matches (game);
CREATE INDEX matches_before ON matches (next) WHERE next IS NOT NULL;
CREATE INDEX chairs_of_device ON chairs (device) WHERE device IS NOT NULL;
CREATE INDEX invitations_of_device ON invitations (device) WHERE device IS NOT NULL;
CREATE INDEX saves_of_game ON saves (game);
CREATE INDEX tables_of_game ON tables (game);
CREATE INDEX devices_of_heir ON devices (heir) WHERE heir IS NOT NULL;
CREATE INDEX passes_of_device ON passes (device);
CREATE INDEX passes_end ON passes (expires) WHERE expires IS NOT NULL;
CREATE INDEX kept_out_device ON kept_out (device);
CREATE INDEX listed_made ON listed (made);
CREATE TABLE glances (
  match    TEXT NOT NULL REFERENCES matches ON DELETE CASCADE,
  seats    TEXT NOT NULL,                    -- for whom
  language TEXT NOT NULL,
  events   INTEGER NOT NULL,
  stamp    TEXT NOT NULL,
  glance   TEXT NOT NULL,
  PRIMARY KEY (match, seats, language)
);
"""
"""Before this step, some queries read a whole table, and a library replayed each of its matches to
show where they stand. `glances` keeps that; what it says holds as long as the match has as many
events and neither its game nor EveryGame has changed, which the stamp tells."""

RENEWED: Final = """
ALTER TABLE browsers ADD COLUMN issued REAL NOT NULL DEFAULT 0;
ALTER TABLE browsers ADD COLUMN next BLOB;
ALTER TABLE browsers ADD COLUMN former BLOB;
CREATE UNIQUE INDEX browsers_by_next ON browsers (next) WHERE next IS NOT NULL;
CREATE INDEX browsers_by_former ON browsers (former) WHERE former IS NOT NULL;
CREATE INDEX passes_taken ON passes (taken) WHERE taken IS NOT NULL;
"""
"""Before this step a browser kept its secret for ever. `issued` is when it first used its present
one; `next` and `former` are the hashes of the one after it and of the one before it."""

OPERATOR: Final = """
ALTER TABLE devices ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX devices_with_address ON devices (created) WHERE address != '';
ALTER TABLE matches ADD COLUMN looked REAL NOT NULL DEFAULT 0;
UPDATE matches SET looked = CAST(strftime('%s', 'now') AS REAL);
CREATE INDEX matches_looked ON matches (looked);
CREATE INDEX browsers_seen ON browsers (seen);
CREATE TABLE barred (
  who  TEXT PRIMARY KEY,                     -- the number of a device, or a network
  made REAL NOT NULL
) WITHOUT ROWID;
"""
"""`address` is the network from which a device came, kept for some days; `looked` is when somebody
last opened the match. For matches of before this step it is the time of the step, so that none is
deleted sooner than the operator's number of days from then on."""

MIGRATIONS: Final = (
    FIRST,
    TABLES,
    LINKS,
    IDENTITY,
    SAVES,
    COURSES,
    BROWSERS,
    LISTED,
    PUSHES,
    REPLACED,
    NAMED_LINKS,
    FASTER,
    RENEWED,
    OPERATOR,
)

OURS: Final = {"schema_version", "devices", "matches", "shelves"}
"""The tables that a data file has in every version."""


def check_ours(connection: sqlite3.Connection, file: str) -> None:
    """Raise BadRecord for the database of another program, before anything is written to it."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = {name for (name,) in found}
    if tables - {"schema_version"} and not tables >= OURS:
        raise BadRecord(
            "{file} is a database of another program, and is left as it is; choose another --data.",
            file=file,
        )


def migrate(connection: sqlite3.Connection, file: str) -> None:
    """Run the steps that a file has not had, all of them or none. Raises BadRecord for a file of a
    newer program."""
    connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute(
        "SELECT coalesce(max(version), 0) FROM schema_version"
    ).fetchone()
    if version > len(MIGRATIONS):
        connection.execute("ROLLBACK")
        raise BadRecord("{file} was written by a newer EveryGame.", file=file)
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        for statement in script.split(";\n"):
            connection.execute(statement)
        connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
    connection.execute("COMMIT")
