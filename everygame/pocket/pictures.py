"""Re-encodes uploaded pictures by means of the browser, because Pillow is missing there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from everygame.errors import BadGame
from everygame.sandbox.package import open_files, unpack
from everygame.server.tables.uploads import ARCHIVE, clean_packed

Redraw = Callable[[bytes, str], Awaitable[bytes]]
"""Decodes a picture of a media type and encodes it again, small, as `server/tables/pictures.py`
does. Raises an exception where the bytes are no picture."""
TYPES: Final = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}


async def clean(job: Mapping[str, bytes], redraw: Redraw) -> dict[str, bytes]:
    """Clean an uploaded table as `server.tables.uploads.clean_packed` does. Raises BadGame."""
    files = unpack(job[ARCHIVE])
    redrawn = {}
    for name in open_files(files).pictures:
        try:
            redrawn[name] = bytes(await redraw(files[name], TYPES[name.rpartition(".")[2]]))
        except Exception:  # from JavaScript, with classes that differ between browsers
            raise BadGame(
                "{name} is no picture that can be read: PNG, JPEG or WebP.", name=name
            ) from None
    return clean_packed(job, lambda pictures: redrawn)
