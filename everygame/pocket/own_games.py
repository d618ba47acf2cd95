"""Takes games with rules that people upload into their browser, each as an archive of the game's
folder.

The program of such a game runs in both Python interpreters of the page. It can read and change
everything that pages of this address store in the browser, and send it elsewhere, but it reaches
nothing else on the device. A server accepts no such games.
"""

from __future__ import annotations

import io
import shutil
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.requests import Request

from everygame.contract import Json
from everygame.errors import BadGame
from everygame.library import registry
from everygame.library.default_paths import games_folder
from everygame.library.games_folder import NAME
from everygame.process import isolation
from everygame.server.requests.limits import Refused, read_body
from everygame.server.requests.routes import Routes, delete, get, post

SIGN: Final = "game.toml"
"""The file that marks the folder of a game in an archive."""
MOST_PACKED: Final = 8_000_000
"""The bytes that an archive may have."""
MOST_WHOLE: Final = 40_000_000
"""The bytes that all its files may have together."""
MOST_FILES: Final = 500

Files = dict[str, bytes]
Card = Callable[[str], Json]
"""Returns the card of a game by its name, as `server.library.cards.Library.card` does."""


def trust_games() -> None:
    """From now on, run games that people upload in this process, because a browser has no other
    one."""
    isolation.host = lambda entry: entry


@dataclass
class OwnGameRoutes(Routes):
    """Answers the requests that only a page with its own Python may send."""

    card: Card

    @get("/api/own-games")
    async def list_all(self, request: Request) -> Json:
        """Answer with the games of the person."""
        return {"games": [card_or_fault(one.name, self.card) for one in registry.in_folder()]}

    @post("/api/own-games")
    async def bring(self, request: Request) -> Json:
        """Take a game from the page."""
        data = await read_body(request, MOST_PACKED)
        return add(*unpack(data, request.query_params.get("file", "")), self.card)

    @delete("/api/own-games/{game}")
    async def remove(self, request: Request) -> None:
        """Delete a game."""
        home = games_folder() / request.path_params["game"]
        if home.parent != games_folder() or not home.is_dir():
            raise Refused(404, "This game is not here any more.")
        shutil.rmtree(home)


def card_or_fault(name: str, card: Card) -> Json:
    """Return the facts about a game for a list; the game may be broken."""
    try:
        return {"name": name, "title": card(name)["title"], "fault": ""}
    except BadGame as error:
        return {"name": name, "title": name, "fault": error.message}


def unpack(data: bytes, file: str) -> tuple[str, Files]:
    """Return the name of a game, and its files by path. The name is the name of the folder in the
    archive or, where the files lie in no folder, the name of the archive, `file`. Raises
    BadGame."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = read_all(archive)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError):
        raise BadGame("The file cannot be unpacked.") from None
    signs = sorted((path for path in found if path.name == SIGN), key=lambda p: len(p.parts))
    if not signs:
        raise BadGame("There is no {sign} in the file, so it is no game.", sign=SIGN)
    home = signs[0].parent
    name = home.name or PurePosixPath(file).stem
    if not NAME.fullmatch(name):
        raise BadGame(
            "A game's folder has a name of small letters and digits, 64 at most, not {name}.",
            name=repr(name),
        )
    inside = (path for path in found if path.is_relative_to(home))
    return name, {path.relative_to(home).as_posix(): found[path] for path in inside}


def read_all(archive: zipfile.ZipFile) -> dict[PurePosixPath, bytes]:
    """Return the files of an archive, except those that operating systems add by themselves. Raises
    BadGame."""
    wanted = {}
    for info in archive.infolist():
        path = PurePosixPath(info.filename)
        odd = [part for part in path.parts if part.startswith((".", "__MACOSX", "__pycache__"))]
        if not info.is_dir() and not odd and not path.is_absolute():
            wanted[path] = info
    if len(wanted) > MOST_FILES or sum(info.file_size for info in wanted.values()) > MOST_WHOLE:
        raise BadGame("A game has at most {most} files, and not too large ones.", most=MOST_FILES)
    return {path: archive.read(info) for path, info in wanted.items()}


def add(name: str, files: Files, card: Card) -> Json:
    """Put a game into the games folder, in place of an older version, and return its card. Raises
    BadGame, and then the folder is as before."""
    entry = registry.look_up(name)
    if entry and not entry.loose:
        raise BadGame("There is another game called {name} here.", name=name)
    home = games_folder() / name
    before = read_folder(home)
    write_folder(home, files)
    try:
        entry = registry.find_game(name)
        game = entry.game()
        entry.artist()
        game.initial_state()
        return card(name)
    except Exception as error:  # the program may raise anything when it is loaded
        write_folder(home, before)
        if isinstance(error, BadGame):
            raise
        raise BadGame(
            "{name} cannot be opened: {error}.", name=name, error=f"{type(error).__name__}: {error}"
        ) from error


def read_folder(home: Path) -> Files:
    found = (path for path in home.rglob("*") if path.is_file())
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in found}


def write_folder(home: Path, files: Files) -> None:
    """Make a folder that contains exactly these files; without files, remove the folder."""
    shutil.rmtree(home, ignore_errors=True)
    for name, data in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(data)
