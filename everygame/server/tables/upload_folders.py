"""Manages the folders of uploaded tables, and decides which of them may be deleted.

They lie in `tables/` beside the data file of the server. Several data files may share that folder,
and people may put their own files there. So a server puts a mark, an empty file named after its
data file, into the folder of each table that it makes or uses. It deletes a folder only where its
own mark is the only mark in it. A folder without marks, such as one of an older version, is never
deleted."""

from __future__ import annotations

import logging
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from everygame.sandbox.definition import FILE

log = logging.getLogger("everygame")

MARK: Final = "used-by-"
"""The beginning of a mark's file name; the name ends with `Store.mark`."""


def make(home: Path, files: Mapping[str, bytes], mark: str) -> None:
    """Make the folder of a table: either all of it or nothing. Raises OSError."""
    # written under another name and renamed at the end, because only a rename is atomic
    draft = Path(tempfile.mkdtemp(dir=home.parent, prefix="draft-"))
    try:
        (draft / (MARK + mark)).touch()
        for file, data in files.items():
            (draft / file).write_bytes(data)
        draft.rename(home)
    except BaseException:
        shutil.rmtree(draft, True)
        raise


def adopt(home: Path, mark: str) -> bool:
    """Put a mark into the folder of an existing table; return False where the table does not exist.
    Raises OSError."""
    try:
        if marks(home):  # without marks it is never deleted, so it needs none
            (home / (MARK + mark)).touch()
        return (home / FILE).is_file()  # another server may have deleted it meanwhile
    except (FileNotFoundError, NotADirectoryError):
        return False


def let_go(home: Path, mark: str) -> None:
    """Remove the mark from the folder of a table, and delete the folder if it has no other mark."""
    own = MARK + mark
    try:
        if home.is_symlink() or own not in marks(home):
            return
        if marks(home) == {own}:
            delete(home, own)
        else:
            (home / own).unlink()
    except OSError as error:
        log.warning("the folder %s of a table cannot be deleted: %s", home, error)


def delete(home: Path, own: str) -> None:
    """Delete the folder of a table that only this server uses. Raises OSError."""
    # renamed first; a server that put a mark into it until then gets it back below
    draft = home.with_name(f"draft-{secrets.token_hex(8)}")
    home.rename(draft)
    if marks(draft) != {own}:
        draft.rename(home)
        (home / own).unlink()
        return
    # the mark is deleted last, so that the next sweep still finds it after a crash
    for file in draft.iterdir():
        if file.name != own:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
    shutil.rmtree(draft)


def sweep(folder: Path, used: set[str], mark: str) -> None:
    """Put the mark into the folders of all tables that are used, and remove it from all others."""
    for home in [one for one in folder.iterdir() if one.is_dir()]:
        if home.name in used:
            adopt(home, mark)
        else:
            let_go(home, mark)


def marks(home: Path) -> set[str]:
    """Return the file names of the marks in a folder. Raises OSError."""
    return {one.name for one in home.iterdir() if one.name.startswith(MARK)}
