"""Finds earlier layouts of tables without rules (games that are only a file `table.json`), for the
matches that began with those layouts.

A match names the version of its table, a checksum of everything in the file that affects play
(`sandbox.rules.version_of`). Older layouts lie beside `table.json`, as `table.1.json` and so on.
The designer of a table in the games folder may change it at any time without keeping the old
layout, so the server keeps a copy of each layout with which a match has begun.
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
"""The beginning of the names of the folders in which a server keeps layouts; no table can have such
a name."""


def earlier(
    name: str, folder: Traversable, kept: Path | None, translated: bool
) -> Iterator[type[TableGame]]:
    """Yield the older layouts of a table as games, from the server's own folder `kept` and from the
    table's folder; `translated` as in Definition. Raises BadGame."""
    for home in filter(None, (kept and home_of(name, kept), folder)):
        files = [file.name for file in home.iterdir()] if home.is_dir() else []
        for file in sorted(files):
            if file != FILE and file.startswith(f"{STEM}.") and file.endswith(f".{ENDING}"):
                yield open_layout(name, file, read_text(home, file), translated)


@lru_cache(maxsize=256)
def open_layout(name: str, file: str, text: str, translated: bool) -> type[TableGame]:
    """Return the game of an older layout, without checking that its pictures still exist."""
    try:
        return game_of(name, parse(text, translated))
    except BadGame as error:
        raise BadGame("{file}: {error}", file=file, error=error) from None


def keep(game: TableGame, kept: Path) -> None:
    """Write the layout of a game into the folder `kept`, unless it is there already."""
    home = home_of(game.name, kept)
    file = home / f"{STEM}.{game.version}.{ENDING}"
    try:
        if not file.exists():
            home.mkdir(parents=True, exist_ok=True)
            write(file, json.dumps(game.definition.data, ensure_ascii=False))
    except OSError as error:
        log.error("if %s is laid out anew, its matches wait: %s", game.name, error)


def write(file: Path, text: str) -> None:
    """Write a file by way of a temporary file, so that no reader sees half of it. Raises
    OSError."""
    draft = file.with_name(f"draft-{secrets.token_hex(8)}")
    with draft.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    draft.replace(file)


def home_of(name: str, kept: Path) -> Path:
    return kept / f"{BEFORE}{name}"
