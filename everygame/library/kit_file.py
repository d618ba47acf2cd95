"""Reads `kit.toml` of a game, which says how the game's pieces are made of paper and plastic."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from everygame.contract import Json
from everygame.errors import BadGame
from everygame.library.unreadable import readable
from everygame.sandbox.schema import find_fault, spoken

FILE: Final = "kit.toml"


@dataclass(frozen=True)
class PartFile:
    """An entry `[[part]]` of the file; `kit.schema.json` says what each key means."""

    shape: str
    form: str = ""
    name: str = ""
    faces: tuple[str, ...] = ()
    ends: str = ""
    back: Mapping[str, Any] = field(default_factory=dict)
    count: int = 0
    share: float = 0
    owner: int | None = None
    text: str = ""
    instead: str = ""

    @property
    def adds(self) -> bool:
        """Whether the entry adds pieces that the start of a match does not show."""
        return bool(self.count or self.share)


@dataclass(frozen=True)
class KitFile:
    """The content of the file, with all defaults where a game has no such file."""

    board: tuple[str, ...] | None = None
    """The ids of the regions that are the board; None for every region that looks like a board."""
    plastic: bool = False
    rim: bool = False
    part: tuple[PartFile, ...] = ()

    def about(self, shape: str) -> PartFile:
        """Return the entry for the pieces of a shape, an entry with all defaults where there is
        none."""
        return next((p for p in self.part if p.shape == shape and not p.adds), PartFile(shape))


def read_kit(game: str, folder: Traversable) -> KitFile:
    """Read the file in a game's folder. Raises BadGame."""
    if not (folder / FILE).is_file():
        return KitFile()
    with readable(game, FILE):
        found = tomllib.loads((folder / FILE).read_text("utf-8-sig"))
    fault = find_fault(found, schema(), schema())
    if fault:
        raise BadGame(
            "{name}: {file}, {place}: {fault}.",
            name=game,
            file=FILE,
            place=spoken(fault[0]) or FILE,
            fault=fault[1],
        )
    return made(found)


def made(found: Json) -> KitFile:
    """Convert data that the schema has accepted into typed form."""
    board = found.get("board")
    parts = (
        PartFile(**{**part, "faces": tuple(part.get("faces", ()))})
        for part in found.get("part", ())
    )
    return KitFile(
        None if board is None else tuple(board),
        found.get("plastic", False),
        found.get("rim", False),
        tuple(parts),
    )


@cache
def schema() -> Json:
    """Return the JSON schema of kit.toml."""
    found: Json = json.loads((files("everygame.library") / "kit.schema.json").read_text("utf-8"))
    return found
