"""Copies all that a server keeps into one file, also while it runs, and writes it back.

The file is a zip archive:

    everygame.json      {"kind": "everygame backup", "format": 1, "version": …}
    data.db             the data file, as it was at one moment
    push.pem            the key for push messages, if there is one
    tables/NAME/FILE    the uploaded tables

Whoever reads the file can take every seat and see every secret, as with the data file itself.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from everygame.errors import BadRecord
from everygame.foreign_json import read_json
from everygame.store.faults import check_whole
from everygame.store.lock import hold
from everygame.store.migrations import MIGRATIONS, check_ours
from everygame.version import __version__

KIND: Final = "everygame backup"
FORMAT: Final = 1
FACTS, DATA, KEY, TABLES = "everygame.json", "data.db", "push.pem", "tables"
TABLE_FILE: Final = re.compile(r"tables/[a-z0-9][a-z0-9.-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""Matches the files of tables in a backup; no such name leads out of a folder."""
NO_BACKUP: Final = "{file} is no backup of EveryGame, or it is damaged."


@dataclass(frozen=True)
class Copied:
    """The numbers of things in a backup."""

    matches: int
    saves: int
    tables: int
    size: int
    """The bytes of the backup."""


def key_file(data: Path) -> Path:
    """Return where the key for push messages lies beside a data file."""
    return data.with_name(data.name + ".push.pem")


def back_up(data: Path, file: Path) -> Copied:
    """Copy a data file, its key for push messages and the uploaded tables into one file, while a
    server may use them. The file appears only when it is whole. Raises BadRecord where the data
    file cannot be copied, or where another file has that name."""
    if file.exists():
        read_facts(file)  # only an older backup may be replaced
    draft = file.with_name(file.name + ".new")
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
            copy = Path(folder) / DATA
            copy_data(data, copy)
            with private(draft) as made, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into:
                facts = {"kind": KIND, "format": FORMAT, "version": __version__}
                into.writestr(FACTS, json.dumps(facts))
                into.write(copy, DATA)
                add_others(data, into)
                tables = {name.split("/")[1] for name in into.namelist() if name.count("/") > 1}
            counts = count_rows(copy)
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadRecord("{file} cannot be written: {error}.", file=file, error=error) from None
    return Copied(*counts, len(tables), file.stat().st_size)


@contextmanager
def private(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that only its owner may read, and make it durable at the end."""
    path.unlink(missing_ok=True)
    made = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")
    with made:
        yield made
        made.flush()
        os.fsync(made.fileno())


def copy_data(data: Path, copy: Path) -> None:
    """Copy a data file as it is at one moment, whatever a server writes meanwhile. Raises
    BadRecord."""
    if not data.is_file():
        raise BadRecord("There is no data file {file}.", file=data)
    try:
        with closing(sqlite3.connect(data)) as source, closing(sqlite3.connect(copy)) as target:
            check_ours(source, str(data))
            source.backup(target)  # all at once: it reads one state and stops no writer
            target.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
            check_whole(target)
    except sqlite3.Error as error:
        raise BadRecord("{file} cannot be copied: {error}.", file=data, error=error) from None


def add_others(data: Path, into: zipfile.ZipFile) -> None:
    """Add the files that lie beside a data file. A table that is deleted meanwhile is left out."""
    if key_file(data).is_file():
        into.write(key_file(data), KEY)
    for path in sorted(data.parent.glob(f"{TABLES}/*/*")):
        name = path.relative_to(data.parent).as_posix()
        if TABLE_FILE.fullmatch(name) and path.is_file():
            try:
                into.write(path, name)
            except FileNotFoundError:
                continue


def count_rows(copy: Path) -> tuple[int, int]:
    """Return how many matches and saves a data file has."""
    with closing(sqlite3.connect(copy)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        return count(db, "matches"), count(db, "saves") if "saves" in tables else 0


def count(db: sqlite3.Connection, table: str) -> int:
    return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def read_facts(file: Path) -> None:
    """Raise BadRecord unless a file is a backup that this program can read."""
    try:
        with zipfile.ZipFile(file) as found:
            facts = read_json(found.read(FACTS).decode())
            kind, number = facts["kind"], facts["format"]
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError, RecursionError):
        raise BadRecord(NO_BACKUP, file=file) from None
    if kind != KIND:
        raise BadRecord(NO_BACKUP, file=file)
    if number != FORMAT:
        raise BadRecord("{file} was written by a newer EveryGame.", file=file)


def restore(file: Path, data: Path) -> Copied:
    """Write a backup back, where no data file is. The data file appears last, so that a restore
    that was interrupted can be begun again. Raises BadRecord."""
    read_facts(file)
    for there in (data, data.with_name(data.name + "-wal")):  # SQLite would add that to the copy
        if there.exists():
            raise BadRecord(
                "{file} is there already and is left as it is; move it away, or choose another"
                " --data.",
                file=there,
            )
    draft = data.with_name(data.name + ".new")
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        with closing(hold(str(data))), zipfile.ZipFile(file) as found:
            take(found, DATA, draft)
            check_copy(draft, file)
            counts = count_rows(draft)
            names = set(found.namelist())
            if KEY in names:
                take(found, KEY, key_file(data))
            tables = [name for name in names if TABLE_FILE.fullmatch(name)]
            for name in tables:
                take(found, name, data.parent / name)
            draft.replace(data)
    except zipfile.BadZipFile:
        raise BadRecord(NO_BACKUP, file=file) from None
    except (OSError, KeyError) as error:
        raise BadRecord("{file} cannot be restored: {error}.", file=file, error=error) from None
    finally:
        draft.unlink(missing_ok=True)
    return Copied(*counts, len({name.split("/")[1] for name in tables}), file.stat().st_size)


def take(found: zipfile.ZipFile, name: str, path: Path) -> None:
    """Write a file of a backup to its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with found.open(name) as source, private(path) as target:
        shutil.copyfileobj(source, target)


def check_copy(draft: Path, file: Path) -> None:
    """Raise BadRecord for a data file in a backup that is damaged, or of a newer program."""
    try:
        with closing(sqlite3.connect(draft)) as db:
            check_ours(db, str(file))
            check_whole(db)
            (version,) = db.execute("SELECT max(version) FROM schema_version").fetchone()
    except sqlite3.Error:
        raise BadRecord(NO_BACKUP, file=file) from None
    if version > len(MIGRATIONS):
        raise BadRecord("{file} was written by a newer EveryGame.", file=file)
