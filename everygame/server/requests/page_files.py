"""Serves the page's own files: dozens of small ones, each read and compressed once, when it is
first requested or has changed."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from everygame.library.games_folder import stamp_of

CLIENT: Final = Path(str(files("everygame") / "client"))
"""The folder with the page's files."""
LEAST_COMPRESSED: Final = 600
"""The bytes from which on a file is compressed; smaller files would gain nothing."""
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""The media types by file extension. Python's `mimetypes` asks the operating system, and some
systems call a script plain text, which browsers then refuse to run."""
PICTURES: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "svg": "image/svg+xml",
}
"""The media type of a picture, by the ending of its file name."""
VERSION_BYTES: Final = 8
VERSION: Final = f"[0-9a-f]{{{2 * VERSION_BYTES}}}"
"""Matches a version of the page's files."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""Lets a browser keep a file without asking again."""

COMMENT: Final = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
"""Matches a documentation comment of a script that fills whole lines."""


@dataclass(frozen=True)
class StaticFile:
    """The contents of a file, kept in memory, with the headers to send with it."""

    stamp: tuple[int, int]
    """The time of the file's last change in nanoseconds, and its size in bytes."""
    content: bytes
    compressed: bytes
    """The content compressed by gzip; empty where compression is not worthwhile."""
    media_type: str
    etag: str


class StaticFiles:
    """An ASGI application that serves the files of a folder."""

    def __init__(self, folder: Path, others: Callable[[], Iterable[bytes]] = tuple) -> None:
        """`others` answers the contents of files that lie in no folder and count as files of the
        page, too."""
        self.folder = folder.resolve()
        self.others = others
        self.stamp = ""
        """The stamp of the folder when `known` was computed."""
        self.known = ""
        """The version of the page's files that was last told to a page."""
        self.files: dict[Path, StaticFile] = {}
        """The files read so far, by their resolved paths."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        version = scope.get("path_params", {}).get("version", "")
        await self.answer(self.find(name), Headers(scope=scope), version)(scope, receive, send)

    def version(self) -> str:
        """Return a text that changes with any file of the folder, which is read again then. A page
        asks for its files at addresses that name it, so that a browser may keep them for ever."""
        stamp = stamp_of(self.folder)
        if stamp != self.stamp:
            contents = blake2b(digest_size=VERSION_BYTES)
            for path in sorted(path for path in self.folder.rglob("*") if path.is_file()):
                contents.update(f"{path.relative_to(self.folder).as_posix()}\n".encode())
                contents.update(read_part(path))
            for part in self.others():
                contents.update(part)
            self.stamp, self.known = stamp, contents.hexdigest()
        return self.known

    def is_current(self, version: str) -> bool:
        """Whether a version is the one that was last told to a page."""
        return bool(version) and version == self.known

    def find(self, name: str) -> StaticFile:
        """Return the file of this name in the folder, read again if it has changed. Raises
        HTTPException (404) where there is none."""
        try:
            path = (self.folder / name).resolve()
            found = os.stat(path)
        except (OSError, ValueError):
            raise HTTPException(404) from None
        # a name with ".." or a link must not lead out of the folder
        if not path.is_relative_to(self.folder) or not path.is_file():
            raise HTTPException(404)
        stamp = found.st_mtime_ns, found.st_size
        if path not in self.files or self.files[path].stamp != stamp:
            self.files[path] = read_static(path, stamp)
        return self.files[path]

    def answer(self, file: StaticFile, request: Headers, version: str = "") -> Response:
        """Return the response with a file, compressed where the browser accepts that, or with
        status 304 where the browser already has the file. `version` is the one that the address
        names. A page that was loaded before the files changed gets the new ones, and does not keep
        them."""
        headers = {"ETag": file.etag, "Vary": "Accept-Encoding"}
        if self.is_current(version):
            headers["Cache-Control"] = FOR_EVER
        if file.etag in request.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if not file.compressed or "gzip" not in request.get("accept-encoding", ""):
            return Response(file.content, 200, headers, file.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, 200, headers, file.media_type)


def read_static(path: Path, stamp: tuple[int, int]) -> StaticFile:
    """Read a file, and compress it if it is a text of some length."""
    media_type = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
    return make_file(stamp, read_part(path), media_type, path.suffix in MEDIA_TYPES)


@lru_cache(maxsize=128)
def in_memory(content: bytes) -> StaticFile:
    """Return a file of JSON that lies in no folder."""
    return make_file((0, len(content)), content, MEDIA_TYPES[".json"], True)


def make_file(stamp: tuple[int, int], content: bytes, media_type: str, is_text: bool) -> StaticFile:
    """Compress a content, if it is a text of some length, and name its headers."""
    compressed = (
        gzip.compress(content, 9, mtime=0) if is_text and len(content) >= LEAST_COMPRESSED else b""
    )
    etag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    return StaticFile(stamp, content, compressed, media_type, etag)


def read_part(path: Path) -> bytes:
    """Return the content of a file of the page as browsers get it: a script without the comments
    that fill whole lines, any other file unchanged."""
    content = path.read_bytes()
    return without_comments(content) if path.suffix == ".js" else content


def without_comments(script: bytes) -> bytes:
    """Return a script without the comments that fill whole lines, which are a fifth of what a first
    visit would load. Their line ends stay, so that line numbers in errors are those of the file."""
    return COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)
