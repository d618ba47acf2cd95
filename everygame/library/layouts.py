"""Earlier layouts of tables without rules, for the matches that began with them.

A match names the version of its table, which is made from all that matters to how it is played
(`sandbox.rules.version_of`). Older layouts lie beside `table.json`, as `table.1.json` and so on.
What lies in the games folder its designer changes at any time, so a server keeps that by itself.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from everygame.errors import BadGame
from everygame.sandbox import FILE, TableGame, game_of, parse
from everygame.sandbox.definition import read_text

log = logging.getLogger("everygame")

STEM, ENDING = FILE.split(".")
BEFORE: Final = "before-"
"""Begins the names of the folders in which a server keeps layouts; no table can have such a
name."""


def earlier(name: str, folder: Traversable, kept: Path | None) -> Iterator[type[TableGame]]:
    """The games of the older layouts of a table that are known. Raises BadGame."""
    for home in filter(None, (kept and home_of(name, kept), folder)):
        files = [file.name for file in home.iterdir()] if home.is_dir() else []
        for file in sorted(files):
            if file != FILE and file.startswith(f"{STEM}.") and file.endswith(f".{ENDING}"):
                yield open_layout(name, file, read_text(home, file))


@lru_cache(maxsize=256)
def open_layout(name: str, file: str, text: str) -> type[TableGame]:
    """The game of an older layout; whether its pictures are still there is not asked."""
    try:
        return game_of(name, parse(text))
    except BadGame as error:
        raise BadGame("{file}: {error}", file=file, error=error) from None


def keep(game: TableGame, kept: Path) -> None:
    """Keep the layout of a game, if it is not kept yet."""
    home = home_of(game.name, kept)
    file = home / f"{STEM}.{game.version}.{ENDING}"
    try:
        if not file.exists():
            home.mkdir(parents=True, exist_ok=True)
            write(file, json.dumps(game.definition.data, ensure_ascii=False))
    except OSError as error:
        log.error("if %s is laid out anew, its matches wait: %s", game.name, error)


def write(file: Path, text: str) -> None:
    """Write a file through a temporary one, so that it is never half written. Raises OSError."""
    draft = file.with_name(f"draft-{secrets.token_hex(8)}")
    with draft.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)


def home_of(name: str, kept: Path) -> Path:
    return kept / f"{BEFORE}{name}"
