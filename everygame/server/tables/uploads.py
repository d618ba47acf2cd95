"""Tables without rules that people make or bring: checked, cleaned, and kept beside the matches.

A table is kept under a name made from what is in it, so it never changes: a match goes on with
the table that it began with, whatever becomes of newer ones. Each belongs to the devices that
brought it; others meet it only in matches to which they are invited, or as a file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from starlette.concurrency import run_in_threadpool

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.library import registry
from everygame.library.rulesheet import measure
from everygame.process.pool import JobRefused, WorkerDied
from everygame.sandbox.definition import FILE, find_text
from everygame.sandbox.package import MOST_PACKED, SHEET, open_files, pack, unpack
from everygame.server.library.cards import Library
from everygame.server.requests.limits import Refused
from everygame.server.tables import upload_folders
from everygame.store import Store, Unwritable

log = logging.getLogger("everygame")

MOST_OF_DEVICE: Final = 60
"""Tables of a device."""
MOST_OF_HOUSE: Final = 3_000
"""Tables of all devices together."""
MOST_SHEET: Final = 20_000
"""Characters of a rule sheet."""
MOST_HTML: Final = 200_000
"""Characters of it as a page."""
MOST_SCENES: Final = 12
"""Pictures of positions in a rule sheet."""
MOST_ARRIVING: Final = 6
"""Tables that are read at once; further ones wait outside, where they need no memory."""
MOST_OF_ADDRESS: Final = 2
"""Of those, from one address: who sends slowly keeps only its own waiting."""
CLEANER: Final = "everygame.server.tables.uploads:clean_packed"
SECONDS: Final = 20.0
"""How long the files of a table may be read."""


class Uploads:
    """The tables of all devices; `folder` None takes none."""

    def __init__(self, folder: Path | None, store: Store, library: Library) -> None:
        self.folder = folder
        self.store = store
        self.games = library
        self.lock = asyncio.Lock()
        self.arriving = asyncio.Semaphore(MOST_ARRIVING)
        self.addresses: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        registry.uploads = folder

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """A time to send a table, for somebody at this address."""
        own = self.addresses.setdefault(address, asyncio.Semaphore(MOST_OF_ADDRESS))
        async with own, self.arriving:
            yield

    async def add(self, device: int, data: bytes, instead: str = "") -> Json:
        """Keep a packed table for a device, in place of one of its own if `instead` names it; its
        card. Raises BadGame, Refused; then nothing has been written."""
        async with self.lock:  # one picture at a time is decoded
            owned = await self.store.tables(device)
            if len(owned) >= MOST_OF_DEVICE and instead not in owned:
                raise Refused(
                    403,
                    "A device has at most {most_of_device} tables of its own.",
                    most_of_device=MOST_OF_DEVICE,
                )
            async with self.kept(await self.clean(data)) as name:
                await self.store.own_table(device, name)
            if instead in owned and instead != name:
                await self.drop(device, instead)
        return await run_in_threadpool(self.games.card, name)

    async def remove(self, device: int, name: str) -> None:
        """Take a table from a device; matches that are played on it keep it."""
        async with self.lock:
            await self.drop(device, name)

    async def drop(self, device: int, name: str) -> None:
        if await self.store.disown_table(device, name) and self.folder:
            await run_in_threadpool(
                upload_folders.let_go, self.folder / name, await self.store.mark()
            )

    async def sweep(self) -> None:
        """Delete what was made for this store and no device and no match has any more."""
        used, mark = await self.store.used_tables(), await self.store.mark()
        if self.folder and self.folder.is_dir():
            await run_in_threadpool(upload_folders.sweep, self.folder, used, mark)

    async def cards(self, device: int) -> list[Json]:
        """The cards of a device's tables, the newest first."""
        found = []
        for name in await self.store.tables(device):
            try:
                found.append(await run_in_threadpool(self.games.card, name))
            except EveryGameError as error:
                log.error("the table %s is left out of the library: %s", name, error)
        return found

    async def clean(self, data: bytes) -> dict[str, bytes]:
        """What is kept of a packed table. A process that can be ended works it out: pictures can
        be made so that reading them takes hours or all memory. Raises BadGame."""
        try:
            cleaned = self.games.pool.run(CLEANER, b64encode(data).decode(), SECONDS)
            return unpack(b64decode(await cleaned))
        except JobRefused as error:
            raise BadGame(error.message) from None
        except WorkerDied as error:
            log.warning("a table was refused: %s", error)
            raise BadGame("Its pictures take too long, or too much memory, to be read.") from None

    @asynccontextmanager
    async def kept(self, files: Mapping[str, bytes]) -> AsyncIterator[str]:
        """Write the files under a name made from them, and give the name; what was new is deleted
        if what follows fails. Raises Refused."""
        if self.folder is None:
            raise Refused(403, "This server keeps no tables.")
        home, mark = self.folder / name_of(files), await self.store.mark()
        known = False
        try:
            known = await run_in_threadpool(upload_folders.adopt, home, mark)
            if not known:
                await run_in_threadpool(self.write, home, files, mark)
            yield home.name
        except BaseException as error:
            if not known and home.is_dir():
                upload_folders.let_go(home, mark)
            if isinstance(error, OSError):
                log.error("a table cannot be kept: %s", error)
                raise Unwritable from None
            raise

    def write(self, home: Path, files: Mapping[str, bytes], mark: str) -> None:
        """Make the folder of a table, whole or not at all. Raises Refused, OSError."""
        assert self.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        if sum(1 for _ in self.folder.iterdir()) >= MOST_OF_HOUSE:
            raise Refused(403, "This server has no room for more tables.")
        upload_folders.make(home, files, mark)


def name_of(files: Mapping[str, bytes]) -> str:
    """The name of a table that has these files."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return "t" + digest.hexdigest()[:20]


Redraw = Callable[[Mapping[str, bytes]], dict[str, bytes]]
"""Draws the pictures of a table anew. Raises BadGame."""


def redraw_here(pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    from everygame.server.tables.pictures import clean_all  # Pillow, which a browser's Python lacks

    return clean_all(pictures)


def clean_packed(data: str, redraw: Redraw = redraw_here) -> str:
    """`sanitise` for a process beside the server: from base64, to base64. Raises BadGame."""
    made = pack(sanitise(b64decode(data), redraw))
    if len(made) > MOST_PACKED:
        raise BadGame(
            "Drawn anew, its pictures have more than {most_packed} bytes.",
            most_packed=format(MOST_PACKED, ","),
        )
    return b64encode(made).decode()


def sanitise(data: bytes, redraw: Redraw = redraw_here) -> dict[str, bytes]:
    """What is kept of a packed table: the definition, the pictures that it names, redrawn, and
    its rule sheet. Raises BadGame."""
    files = unpack(data)
    definition = open_files(files)
    kept = {FILE: json.dumps(definition.data, ensure_ascii=False, indent=1).encode()}
    kept |= redraw({picture: files[picture] for picture in definition.pictures})
    if SHEET in files:
        kept[SHEET] = read_sheet(files[SHEET])
    return kept


def read_sheet(data: bytes) -> bytes:
    """The same rule sheet. Raises BadGame."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadGame("{sheet} is no text in UTF-8.", sheet=SHEET) from None
    if len(text) > MOST_SHEET:
        raise BadGame(
            "{sheet} has more than {most_sheet} characters.",
            sheet=SHEET,
            most_sheet=format(MOST_SHEET, ","),
        )
    for number, line in enumerate(text.splitlines(), 1):
        if find_text(line.replace("\t", " ")):
            raise BadGame(
                "{sheet}, line {number}, has a character that cannot be seen.",
                sheet=SHEET,
                number=number,
            )
    size, scenes = measure(text)
    if size > MOST_HTML or scenes > MOST_SCENES:
        raise BadGame(
            "{sheet} has more than {most_scenes} pictures, or is a page too long.",
            sheet=SHEET,
            most_scenes=MOST_SCENES,
        )
    return text.encode()


def packed(entry: registry.Entry) -> bytes:
    """A table without rules as one file. Raises BadGame."""
    names = [FILE, *entry.table().definition.pictures]
    names += [SHEET] if entry.has(SHEET) else []
    return pack({name: (entry.folder / name).read_bytes() for name in names})
