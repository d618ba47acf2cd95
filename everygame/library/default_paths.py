"""The default places of the data file, which holds the matches, and of the games folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_file() -> Path:
    """Return the data file: `EVERYGAME_DATA`, or a file in the platform's folder for the data of a
    user."""
    given = os.environ.get("EVERYGAME_DATA")
    return Path(given) if given else user_folder() / "everygame.db"


def games_folder() -> Path:
    """Return the folder of games that people add: `EVERYGAME_GAMES`, or `games` beside the data
    file."""
    given = os.environ.get("EVERYGAME_GAMES")
    return Path(given) if given else default_file().parent / "games"


def one_game() -> Path | None:
    """Return `EVERYGAME_GAME`, the folder of one further game, which may lie anywhere:
    `everygame check` sets it. None where it is not set."""
    given = os.environ.get("EVERYGAME_GAME")
    return Path(given) if given else None


def user_folder() -> Path:
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "EveryGame"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "EveryGame"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "everygame"
