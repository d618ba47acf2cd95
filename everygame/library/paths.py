"""The default places of matches and of the games folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_file() -> Path:
    """`EVERYGAME_DATA`, or a file in the platform's folder for the data of a user."""
    given = os.environ.get("EVERYGAME_DATA")
    return Path(given) if given else user_folder() / "everygame.db"


def games_folder() -> Path:
    """The folder of games that people add: `EVERYGAME_GAMES`, or `games` beside the matches."""
    given = os.environ.get("EVERYGAME_GAMES")
    return Path(given) if given else default_file().parent / "games"


def one_game() -> Path | None:
    """`EVERYGAME_GAME`: the folder of a game that `everygame check` checks, wherever it lies."""
    given = os.environ.get("EVERYGAME_GAME")
    return Path(given) if given else None


def user_folder() -> Path:
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "EveryGame"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "EveryGame"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "everygame"
