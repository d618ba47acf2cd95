"""The error for a file of a game that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from everygame.errors import BadGame


@contextmanager
def readable(game: str, file: str) -> Iterator[None]:
    """Turn an error of the block, which reads a text or TOML from a file of a game, into a BadGame
    that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # not UTF-8 and no TOML are a ValueError
        raise BadGame(
            "{name}: {file} cannot be read: {error}.", name=game, file=file, error=error
        ) from None
