"""The games folder: what people put there is a game at the next look.

A game is a folder `NAME/`. Loose files that start with `NAME_` are put into that folder first, as
EveryGame has done since 2010: `nim_rules.py` becomes `nim/rules.py`. A game whose files have
changed is loaded anew when it is next opened; matches that are being played keep what they have.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from everygame.library.paths import games_folder, one_game

PACKAGE: Final = "everygame_folder"
"""The package whose parts the folders are."""
NAME: Final = re.compile("[a-z][a-z0-9]*")
LOOSE: Final = re.compile("([a-z][a-z0-9]*)_(.+)")
MOST_FILES: Final = 2_000
"""Files of a folder that are looked at for changes."""


def folders() -> list[Path]:
    """The folders of all games there, after loose files have been put into theirs; before them
    the one that is looked at, whose neighbours are none of ours."""
    home, one = games_folder(), one_game()
    first = [one] if one else []
    if not home.is_dir():
        return first
    gather(home)
    found = (path for path in home.iterdir() if path.is_dir() and NAME.fullmatch(path.name))
    return [*first, *(path for path in found if path != one)]


def gather(home: Path) -> None:
    """Put loose files into the folder of their game; one that cannot be moved stays."""
    for path in home.iterdir():
        found = LOOSE.fullmatch(path.name)
        if found and path.is_file():
            with suppress(OSError):
                folder = home / found[1]
                folder.mkdir(exist_ok=True)
                path.replace(folder / found[2])


def stamp_of(folder: Path) -> str:
    """Another text whenever a file of the folder is another."""
    digest = hashlib.sha256()
    paths = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    for path in sorted(path for path, _ in zip(paths, range(MOST_FILES), strict=False)):
        with suppress(OSError):
            facts = path.stat()
            digest.update(f"{path} {facts.st_mtime_ns} {facts.st_size}\n".encode())
    return digest.hexdigest()
