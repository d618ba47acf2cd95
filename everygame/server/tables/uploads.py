"""Checks, cleans and stores the tables without rules that people make or upload, each as a folder.

The name of a table is a digest of its files, so a table never changes: a match goes on with the
table on which it began, while its maker has a newer table under another name. A table belongs to
the devices that uploaded it. Other people meet it only in a match to which they are invited, or as
a file.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from everygame.addresses import networks_of
from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.library import registry
from everygame.library.rulesheet import measure
from everygame.process.metering import in_thread
from everygame.process.pool import JobRefused, WorkerDied
from everygame.sandbox.definition import FILE, find_text
from everygame.sandbox.package import MOST_PACKED, SHEET, open_files, pack, unpack
from everygame.server.library.cards import Library
from everygame.server.requests.limits import Refused
from everygame.server.requests.quotas import Quotas
from everygame.server.tables import upload_folders
from everygame.store import Store, Unwritable

log = logging.getLogger("everygame")

MOST_OF_DEVICE: Final = 60
"""The number of tables that a device may have."""
MOST_OF_SERVER: Final = 3_000
"""The number of tables that all devices may have together."""
MOST_SHEET: Final = 20_000
"""The characters that a rule sheet may have."""
MOST_HTML: Final = 200_000
"""The characters that a rule sheet may have as HTML."""
MOST_SCENES: Final = 12
"""The number of pictures of positions that a rule sheet may have."""
MOST_ARRIVING: Final = 6
"""The number of uploads that are received at once. Others wait before they are received, so that
they need no memory."""
MOST_OF_ADDRESS: Final = 2
"""The number of uploads that are received at once from one address, so that a sender who is slow on
purpose delays only itself."""
CLEANER: Final = "everygame.server.tables.uploads:clean_packed"
"""The function that a worker process calls to clean a table."""
ARCHIVE: Final = "archive"
"""The name of the packed table in a job for `CLEANER`."""
SECONDS: Final = 20.0
"""The seconds after which the process that cleans a table is ended."""


class Uploads:
    """The uploaded tables of all devices, in a folder. Without a folder none can be uploaded."""

    def __init__(self, folder: Path | None, store: Store, library: Library, quotas: Quotas) -> None:
        self.folder = folder
        self.quotas = quotas
        self.store = store
        self.games = library
        self.lock = asyncio.Lock()
        """Held while the tables of a device change. Otherwise two uploads at once could exceed the
        limit together. It also lets only one table be cleaned at a time, which takes much
        memory."""
        self.arriving = asyncio.Semaphore(MOST_ARRIVING)
        self.addresses: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until an upload from this address may be received, and reserve that place
        meanwhile."""
        own = self.addresses.setdefault(
            networks_of(address)[-1], asyncio.Semaphore(MOST_OF_ADDRESS)
        )
        async with own, self.arriving:
            yield

    async def add(self, device: int, data: bytes, instead: str = "") -> Json:
        """Store a packed table for a device, in place of its table `instead` if one is named;
        return the new table's card. Raises BadGame, Refused, and then nothing has changed."""
        async with self.lock:
            owned = await self.store.tables(device)
            if len(owned) >= MOST_OF_DEVICE and instead not in owned:
                raise Refused(
                    403,
                    "A device has at most {most_of_device} tables of its own.",
                    most_of_device=MOST_OF_DEVICE,
                )
            self.quotas.count_table()
            self.quotas.keep(len(data))
            async with self.stored(await self.clean(data)) as name:
                await self.store.own_table(device, name)
            if instead in owned and instead != name:
                await self.disown(device, instead)
        return await in_thread(self.games.card, name)

    async def remove(self, device: int, name: str) -> None:
        """Take a table from a device. Its files stay while a match, a save or another device needs
        them."""
        async with self.lock:
            await self.disown(device, name)

    async def disown(self, device: int, name: str) -> None:
        """Take a table from a device, and delete its files if nothing needs them. The caller holds
        `lock`."""
        if await self.store.disown_table(device, name) and self.folder:
            await in_thread(upload_folders.let_go, self.folder / name, await self.store.mark())

    async def sweep(self) -> None:
        """Delete the tables of this store that no device, match or save needs any more."""
        used, mark = await self.store.used_tables(), await self.store.mark()
        if self.folder and self.folder.is_dir():
            await in_thread(upload_folders.sweep, self.folder, used, mark)

    async def cards(self, device: int) -> list[Json]:
        """Return the cards of a device's tables, the newest first."""
        found = []
        for name in await self.store.tables(device):
            try:
                found.append(await in_thread(self.games.card, name))
            except EveryGameError as error:
                log.error("the table %s cannot be shown in a library: %s", name, error)
        return found

    async def clean(self, data: bytes) -> dict[str, bytes]:
        """Return the files of a packed table that may be stored. A worker process cleans them and
        is ended if it takes too long, because a picture can be made so that decoding it takes hours
        or all memory. Raises BadGame."""
        try:
            cleaned: dict[str, bytes] = await self.games.pool.run(CLEANER, {ARCHIVE: data}, SECONDS)
            return cleaned
        except JobRefused as error:
            raise BadGame(error.message) from None
        except WorkerDied as error:
            log.warning("a table was refused: %s", error)
            raise BadGame("Its pictures take too long, or too much memory, to be read.") from None

    @asynccontextmanager
    async def stored(self, files: Mapping[str, bytes]) -> AsyncIterator[str]:
        """Write the files of a table and yield its name. If the caller's block fails, the files are
        deleted again, unless the table was there before. Raises Refused, Unwritable."""
        if self.folder is None:
            raise Refused(403, "This server keeps no tables.")
        home, mark = self.folder / name_of(files), await self.store.mark()
        known = False
        try:
            known = await in_thread(upload_folders.adopt, home, mark)
            if not known:
                await in_thread(self.write, home, files, mark)
            yield home.name
        except BaseException as error:
            if not known and home.is_dir():
                upload_folders.let_go(home, mark)
            if isinstance(error, OSError):
                log.error("a table cannot be written: %s", error)
                raise Unwritable from None
            raise

    def write(self, home: Path, files: Mapping[str, bytes], mark: str) -> None:
        """Make the folder of a table, if the server has room for one more. Raises Refused,
        OSError."""
        assert self.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        if sum(1 for _ in self.folder.iterdir()) >= MOST_OF_SERVER:
            raise Refused(403, "This server has no room for more tables.")
        upload_folders.make(home, files, mark)


def name_of(files: Mapping[str, bytes]) -> str:
    """Return the name of a table: a digest of its files."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return "t" + digest.hexdigest()[:20]


Redraw = Callable[[Mapping[str, bytes]], dict[str, bytes]]
"""A function that encodes the pictures of a table again, by their file names. Raises BadGame."""


def redraw_here(pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """Encode pictures again in this process. Raises BadGame."""
    from everygame.server.tables.pictures import clean_all  # Pillow, which a browser's Python lacks

    return clean_all(pictures)


def clean_packed(job: Mapping[str, bytes], redraw: Redraw = redraw_here) -> dict[str, bytes]:
    """Call `sanitise` in a worker process: take a packed table and return its files. Raises
    BadGame."""
    files = sanitise(job[ARCHIVE], redraw)
    if len(pack(files)) > MOST_PACKED:  # else no other server would take it
        raise BadGame(
            "Drawn anew, its pictures have more than {most_packed} bytes.",
            most_packed=format(MOST_PACKED, ","),
        )
    return files


def sanitise(data: bytes, redraw: Redraw = redraw_here) -> dict[str, bytes]:
    """Return the files of a packed table that may be stored: its definition, the pictures named in
    it, encoded again, and its rule sheet. Raises BadGame."""
    files = unpack(data)
    definition = open_files(files)
    kept = {FILE: json.dumps(definition.data, ensure_ascii=False, indent=1).encode()}
    kept |= redraw({picture: files[picture] for picture in definition.pictures})
    if SHEET in files:
        kept[SHEET] = check_sheet(files[SHEET])
    return kept


def check_sheet(data: bytes) -> bytes:
    """Return the rule sheet if it may be stored: a text without invisible characters that is not
    too long. Raises BadGame."""
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


def pack_table(entry: registry.Entry) -> bytes:
    """Return a table without rules as one file. Raises BadGame."""
    names = [FILE, *entry.table().definition.pictures]
    names += [SHEET] if entry.has(SHEET) else []
    return pack({name: (entry.folder / name).read_bytes() for name in names})
