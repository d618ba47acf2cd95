"""Reads `kit.toml` of a game: how its pieces are made of paper and plastic."""

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
from everygame.sandbox.schema import find_fault, spoken

FILE: Final = "kit.toml"


@dataclass(frozen=True)
class PartFile:
    """An entry `[[part]]`; what each key means is said in `kit.schema.json`."""

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
    """The file; all defaults where a game has none."""

    board: tuple[str, ...] | None = None
    """Ids of regions; None for whatever looks like a board."""
    plastic: bool = False
    rim: bool = False
    part: tuple[PartFile, ...] = ()

    def about(self, shape: str) -> PartFile:
        """The entry for the pieces of a shape."""
        return next((p for p in self.part if p.shape == shape and not p.adds), PartFile(shape))


def read_kit(game: str, folder: Traversable) -> KitFile:
    """The file of a game's folder. Raises BadGame."""
    if not (folder / FILE).is_file():
        return KitFile()
    try:
        found = tomllib.loads((folder / FILE).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGame(
            "{name}: {file} cannot be read: {error}.", name=game, file=FILE, error=error
        ) from None
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
    """The typed form of data that the schema has accepted."""
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
    """The JSON schema of kit.toml."""
    found: Json = json.loads((files("everygame.library") / "kit.schema.json").read_text("utf-8"))
    return found
