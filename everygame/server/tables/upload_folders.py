"""The folders of tables that people bring: which of them a data file may delete.

They lie in `tables/` beside the data file, where other data files may keep theirs, and people
whatever they like. So each data file puts its mark into every folder that it makes, and into
those of others that it uses as well. It deletes a folder only where its own mark is the only one:
what has none, as the folders of older versions, is never deleted.
"""

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
"""How the names of marks begin: empty files, whose names go on with what a store calls itself."""


def make(home: Path, files: Mapping[str, bytes], mark: str) -> None:
    """Make the folder of a table, whole or not at all. Raises OSError."""
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
    """Use a folder that is there, whoever made it; False if there is none. Raises OSError."""
    try:
        if marks(home):
            (home / (MARK + mark)).touch()
        return (home / FILE).is_file()  # it may have been deleted meanwhile
    except (FileNotFoundError, NotADirectoryError):
        return False


def let_go(home: Path, mark: str) -> None:
    """Use a folder no more, and delete it if nobody else does."""
    own = MARK + mark
    try:
        if home.is_symlink() or own not in marks(home):
            return
        if marks(home) == {own}:
            delete(home, own)
        else:
            (home / own).unlink()
    except OSError as error:
        log.warning("the table %s is left where it is: %s", home, error)


def delete(home: Path, own: str) -> None:
    """Delete a folder, the mark last, so that what a death leaves behind is known again. Who
    adopts it at this moment gets it back. Raises OSError."""
    draft = home.with_name(f"draft-{secrets.token_hex(8)}")
    home.rename(draft)
    if marks(draft) != {own}:
        draft.rename(home)
        (home / own).unlink()
        return
    for file in draft.iterdir():
        if file.name != own:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
    shutil.rmtree(draft)


def sweep(folder: Path, used: set[str], mark: str) -> None:
    """Mark the tables that are used, and let go of all others."""
    for home in [one for one in folder.iterdir() if one.is_dir()]:
        if home.name in used:
            adopt(home, mark)
        else:
            let_go(home, mark)


def marks(home: Path) -> set[str]:
    """The marks in a folder. Raises OSError."""
    return {one.name for one in home.iterdir() if one.name.startswith(MARK)}
