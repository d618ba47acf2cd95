"""The games folder: a game that a person puts there is found when games are next listed.

A game is a folder `NAME/` with one of `SIGNS` in it; whatever else lies there is somebody's own,
for the games folder may be any folder. Loose files of a game that start with `NAME_` are put into
its folder first, as EveryGame has done since 2010: `nim_rules.py` becomes `nim/rules.py`. A game
whose files have changed is loaded anew when it is next opened; matches that are being played keep
what they have.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from everygame.library.paths import games_folder, one_game
from everygame.sandbox.definition import FILE

PACKAGE: Final = "everygame_folder"
"""The package whose modules the folders are."""
NAME: Final = re.compile("[a-z][a-z0-9]{0,63}")
"""The server accepts no longer name of a game."""
SIGNS: Final = ("rules.py", "game.toml", FILE)
"""A folder with one of these files is a game, even a broken one."""
LOOSE: Final = re.compile(f"({NAME.pattern})_(.+)")
MOST_FILES: Final = 2_000
"""At most so many files of a folder are checked for changes."""


def folders() -> list[Path]:
    """The folders of all games there, after loose files have been moved into theirs. The game that
    `EVERYGAME_GAME` names comes first; other folders beside it are no games of EveryGame."""
    home, one = games_folder(), one_game()
    first = [one] if one else []
    gather(home)
    found = (path for path in entries(home) if NAME.fullmatch(path.name) and is_game(path))
    return [*first, *(path for path in found if path != one)]


def entries(home: Path) -> list[Path]:
    """The entries of a folder; none where it cannot be read."""
    try:
        return list(home.iterdir())
    except OSError:
        return []


def is_game(folder: Path) -> bool:
    return any(os.path.isfile(folder / sign) for sign in SIGNS)  # False where it may not look


def gather(home: Path) -> None:
    """Move loose files into the folder of their game; a file that cannot be moved stays."""
    loose = [(path, found) for path in entries(home) if (found := LOOSE.fullmatch(path.name))]
    new = {found[1] for _, found in loose if found[2] in SIGNS}
    for path, found in loose:
        folder = home / found[1]
        if os.path.isfile(path) and (found[1] in new or is_game(folder)):
            with suppress(OSError):
                folder.mkdir(exist_ok=True)
                path.replace(folder / found[2])


def stamp_of(folder: Path) -> str:
    """A digest of the names, times and sizes of all files, which changes when a file does."""
    digest = hashlib.sha256()
    paths = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    for path in sorted(path for path, _ in zip(paths, range(MOST_FILES), strict=False)):
        with suppress(OSError):
            facts = path.stat()
            digest.update(f"{path} {facts.st_mtime_ns} {facts.st_size}\n".encode())
    return digest.hexdigest()
