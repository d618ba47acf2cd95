"""The files that the arena, `everygame study` and `everygame learn` write where their arguments
name them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from everygame.errors import EveryGameError, writing


def check_place(path: Path | None) -> None:
    """Check that the folder of a file that will be written exists, before anything is played.
    Raises EveryGameError."""
    if path is not None and not path.absolute().parent.is_dir():
        raise EveryGameError(
            "There is no folder {parent} for {name}.", parent=repr(str(path.parent)), name=path.name
        )


def write_if_named(path: Path | None, make: Callable[[], str]) -> None:
    """Write the text that `make` returns, if there is a path. Raises EveryGameError."""
    if path is not None:
        text = make()
        with writing(path):
            path.write_text(text, "utf-8")
