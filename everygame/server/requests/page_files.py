"""The parts of the page: dozens of small files, each read and compressed once, so that the first
visit does not wait for that."""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CLIENT: Final = Path(str(files("everygame") / "client"))
"""The folder of the page."""
LEAST: Final = 600
"""Bytes of a file that is worth compressing."""
KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""By how names end; the tables of some systems call a script plain text."""


@dataclass(frozen=True)
class File:
    """A file as it was when it was read."""

    stamp: tuple[int, int]
    """When it was changed, and how long it is."""
    whole: bytes
    small: bytes
    """Compressed; empty where that is not worth it."""
    kind: str
    tag: str


class Static:
    """The files of a folder, as an ASGI application."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.files: dict[Path, File] = {}
        """By the one place of each, however it was asked for."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        await self.answer(self.find(path), Headers(scope=scope))(scope, receive, send)

    def find(self, path: str) -> File:
        """Raises HTTPException, 404, where there is no such file in the folder."""
        try:
            place = (self.folder / path).resolve()
            found = os.stat(place)
        except (OSError, ValueError):
            raise HTTPException(404) from None
        if not place.is_relative_to(self.folder) or not place.is_file():
            raise HTTPException(404)
        stamp = found.st_mtime_ns, found.st_size
        if place not in self.files or self.files[place].stamp != stamp:
            self.files[place] = read(place, stamp)
        return self.files[place]

    def answer(self, file: File, asked: Headers) -> Response:
        headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
        if file.tag in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if not file.small or "gzip" not in asked.get("accept-encoding", ""):
            return Response(file.whole, 200, headers, file.kind)
        return Response(file.small, 200, {**headers, "Content-Encoding": "gzip"}, file.kind)


def read(place: Path, stamp: tuple[int, int]) -> File:
    whole = place.read_bytes()
    kind = KINDS.get(place.suffix, "application/octet-stream")
    small = (
        gzip.compress(whole, 9, mtime=0) if len(whole) >= LEAST and kind in KINDS.values() else b""
    )
    return File(stamp, whole, small, kind, f'"{blake2b(whole, digest_size=12).hexdigest()}"')
