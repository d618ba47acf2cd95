"""Finds the games in the games folder, where people put games of their own.

A game is a folder `NAME/` with one of `SIGNS` in it. Everything else is left alone, because the
games folder may be any folder of a person. Loose files whose names begin with `NAME_` are first
moved into the game's folder, as EveryGame has done since 2010: `nim_rules.py` becomes
`nim/rules.py`. A new game is found when games are next listed. A game whose files have changed is
loaded again when it is next opened, while matches in play keep the old rules.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from everygame.library.default_paths import games_folder, one_game
from everygame.sandbox.definition import FILE

PACKAGE: Final = "everygame_folder"
"""The Python package under which the games in the games folder are imported."""
NAME: Final = re.compile("[a-z][a-z0-9]{0,63}")
"""The form of a game's name; the server accepts no longer one."""
SIGNS: Final = ("rules.py", "game.toml", FILE)
"""A folder with one of these files is taken for a game, even for a broken one."""
LOOSE: Final = re.compile(f"({NAME.pattern})_(.+)")
MOST_FILES: Final = 2_000
"""The number of files of a folder that are checked for changes, which bounds the time of a
check."""


def folders() -> list[Path]:
    """Return the folders of all games in the games folder, after moving loose files into theirs.
    The game that `EVERYGAME_GAME` names comes first, wherever it lies."""
    home, one = games_folder(), one_game()
    first = [one] if one else []
    gather(home)
    found = (path for path in entries(home) if NAME.fullmatch(path.name) and is_game(path))
    return [*first, *(path for path in found if path != one)]


def entries(home: Path) -> list[Path]:
    """Return the entries of a folder; none where the folder cannot be read."""
    try:
        return list(home.iterdir())
    except OSError:
        return []


def is_game(folder: Path) -> bool:
    return any(os.path.isfile(folder / sign) for sign in SIGNS)  # False without permission to look


def gather(home: Path) -> None:
    """Move loose files into the folder of their game; a file that cannot be moved stays where it
    is."""
    loose = [(path, found) for path in entries(home) if (found := LOOSE.fullmatch(path.name))]
    new = {found[1] for _, found in loose if found[2] in SIGNS}
    for path, found in loose:
        folder = home / found[1]
        if os.path.isfile(path) and (found[1] in new or is_game(folder)):
            with suppress(OSError):
                folder.mkdir(exist_ok=True)
                path.replace(folder / found[2])


def stamp_of(folder: Path) -> str:
    """Return a digest of the names, times and sizes of a folder's files, which changes when a file
    does."""
    digest = hashlib.sha256()
    paths = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    for path in sorted(path for path, _ in zip(paths, range(MOST_FILES), strict=False)):
        with suppress(OSError):
            facts = path.stat()
            digest.update(f"{path} {facts.st_mtime_ns} {facts.st_size}\n".encode())
    return digest.hexdigest()
