"""Notices that the data file of a running server was deleted or replaced."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from everygame.store.port import Unwritable

GONE: Final = "This server's data file was deleted or replaced, so nothing can be kept any more."


class Presence:
    """Checks whether a data file and SQLite's log beside it are still the files that SQLite has
    open, because SQLite goes on writing into a deleted file without an error."""

    def __init__(self, file: str) -> None:
        """Note the present files; called after SQLite has opened the file and its log."""
        self.files = {path: number for path in (file, f"{file}-wal") if (number := identify(path))}

    def check(self) -> None:
        """Raise Unwritable where a file was deleted or replaced."""
        if any(identify(path) != number for path, number in self.files.items()):
            raise Unwritable(GONE)


def identify(path: str) -> tuple[int, int] | None:
    """Return the numbers that tell a file from another file of the same name; None where there is
    no file."""
    try:
        found = os.stat(Path(path))
    except OSError:
        return None
    return found.st_dev, found.st_ino
