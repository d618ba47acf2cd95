"""Makes the folder of a new game that can be played at once."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from everygame.errors import BadGame
from everygame.library.games_folder import NAME
from everygame.library.registry import games

TEMPLATE: Final = "template"
FILES: Final = ("rules.py", "game.toml", "rules.en.md")


def new_game(name: str, home: Path) -> Path:
    """Make the folder `home/name` with a small game for the author to change, and return it. Raises
    BadGame."""
    if not NAME.fullmatch(name):
        raise BadGame(
            "{name} is no name of a game: a letter a–z, then letters and digits, 64 at most.",
            name=repr(name),
        )
    folder = home / name
    if name in games() or folder.exists():
        raise BadGame("There is a game {name} already.", name=repr(name))
    try:
        folder.mkdir(parents=True)
        for file in FILES:
            (folder / file).write_text(rename(read(file), name), "utf-8")
    except OSError as error:
        raise BadGame(
            "The folder {folder} cannot be written: {error}.", folder=folder, error=error
        ) from None
    return folder


def read(file: str) -> str:
    return (files("everygame.library") / TEMPLATE / file).read_text("utf-8")


def rename(text: str, name: str) -> str:
    """Return the text of a template file with the name of the new game in it."""
    return text.replace(TEMPLATE, name).replace(TEMPLATE.title(), name.title())
