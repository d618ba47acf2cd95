"""Makes sure that only one program at a time uses a data file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from everygame.errors import BadRecord


def refuse_second_name(file: str) -> None:
    """Raise BadRecord for a file with a hard link, and OSError. SQLite's log and this lock lie
    beside the file and are found by the file's name. A program that opened the file under another
    name would miss moves and would not find the lock."""
    path = Path(file)
    if path.is_file() and path.stat().st_nlink > 1:
        raise BadRecord(
            "{file} has another name too, a hard link, by which a second EveryGame could open it;"
            " remove one of the names, or copy the file instead.",
            file=file,
        )


def hold(file: str) -> sqlite3.Connection:
    """Lock a data file for this program until the returned connection is closed. Raises BadRecord
    where another program has locked the file or the lock cannot be used, and OSError.

    The lock is a lock of SQLite on an empty file beside the data file. The operating system
    releases it when the process ends, even when the process is killed, and child processes do not
    inherit it. The empty file stays afterwards and means nothing by itself."""
    path = Path(file).resolve()
    beside = path.with_name(path.name + "-lock")
    beside.touch(0o600)
    connection = sqlite3.connect(beside, 0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")  # never ended: closing the connection gives it back
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BadRecord(
                "{file} is in use by another EveryGame; stop that one first.", file=file
            ) from None
        raise BadRecord(
            "{lock}, by which {file} is kept for one program, cannot be used: {error}.",
            lock=beside,
            file=path.name,
            error=error,
        ) from None
    return connection
