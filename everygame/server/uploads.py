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
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool

from everygame import registry
from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.server.library import Library
from everygame.server.limits import Refused
from everygame.server.pictures import clean
from everygame.store import Store
from everygame.table.definition import FILE
from everygame.table.parcel import SHEET, open_files, pack, unpack

log = logging.getLogger("everygame")

MOST_OF_DEVICE: Final = 60
"""Tables of a device."""
MOST_OF_HOUSE: Final = 3_000
"""Tables of all devices together."""
MOST_SHEET: Final = 20_000
"""Characters of a rule sheet."""
MOST_SCENES: Final = 12
"""Pictures of positions in a rule sheet."""


class Uploads:
    """The tables of all devices; `folder` None takes none."""

    def __init__(self, folder: Path | None, store: Store, library: Library) -> None:
        self.folder = folder
        self.store = store
        self.library = library
        self.lock = asyncio.Lock()
        registry.uploads = folder

    async def add(self, device: int, data: bytes, instead: str = "") -> Json:
        """Keep a packed table for a device, in place of one of its own if `instead` names it; its
        card. Raises BadGame, Refused; then nothing has been written."""
        async with self.lock:  # one picture at a time is decoded
            owned = await self.store.tables(device)
            if len(owned) >= MOST_OF_DEVICE and instead not in owned:
                raise Refused(403, f"A device has at most {MOST_OF_DEVICE} tables of its own.")
            files = await run_in_threadpool(sanitise, data)
            name = await run_in_threadpool(self.keep, files)
            await self.store.own_table(device, name)
            if instead in owned and instead != name:
                await self.drop(device, instead)
        return await run_in_threadpool(self.library.card, name)

    async def remove(self, device: int, name: str) -> None:
        """Take a table from a device; matches that are played on it keep it."""
        async with self.lock:
            await self.drop(device, name)

    async def drop(self, device: int, name: str) -> None:
        if await self.store.disown_table(device, name) and self.folder:
            await run_in_threadpool(shutil.rmtree, self.folder / name, True)

    async def sweep(self) -> None:
        """Delete what no device and no match has any more."""
        used = await self.store.used_tables()
        folders = self.folder.iterdir() if self.folder and self.folder.is_dir() else ()
        for folder in [one for one in folders if one.name not in used]:
            await run_in_threadpool(shutil.rmtree, folder, True)

    async def cards(self, device: int) -> list[Json]:
        """The cards of a device's tables, the newest first."""
        found = []
        for name in await self.store.tables(device):
            try:
                found.append(await run_in_threadpool(self.library.card, name))
            except EveryGameError as error:
                log.error("the table %s is left out of the library: %s", name, error)
        return found

    def keep(self, files: Mapping[str, bytes]) -> str:
        """Write the files under a name made from them; the name. Raises Refused."""
        if self.folder is None:
            raise Refused(403, "This server keeps no tables.")
        whole = b"".join(
            f"{name} {len(data)}\n".encode() + data for name, data in sorted(files.items())
        )
        name = "t" + hashlib.sha256(whole).hexdigest()[:20]
        home = self.folder / name
        if home.is_dir():
            return name
        self.folder.mkdir(parents=True, exist_ok=True)
        if sum(1 for _ in self.folder.iterdir()) >= MOST_OF_HOUSE:
            raise Refused(403, "This server has no room for more tables.")
        draft = Path(tempfile.mkdtemp(dir=self.folder, prefix="draft-"))
        try:
            for file, data in files.items():
                (draft / file).write_bytes(data)
            draft.rename(home)
        except BaseException:
            shutil.rmtree(draft, True)
            raise
        return name


def sanitise(data: bytes) -> dict[str, bytes]:
    """What is kept of a packed table: the definition, the pictures that it names, redrawn, and
    its rule sheet. Raises BadGame."""
    files = unpack(data)
    definition = open_files(files)
    kept = {FILE: json.dumps(definition.data, ensure_ascii=False, indent=1).encode()}
    for picture in definition.pictures:
        kept[picture] = clean(picture, files[picture])
    if SHEET in files:
        kept[SHEET] = read_sheet(files[SHEET])
    return kept


def read_sheet(data: bytes) -> bytes:
    """The same rule sheet. Raises BadGame."""
    text = data.decode("utf-8", "replace")
    if len(text) > MOST_SHEET or text.count("```") > 2 * MOST_SCENES:
        raise BadGame(f"{SHEET} has more than {MOST_SHEET:,} characters or {MOST_SCENES} pictures.")
    return text.encode()


def packed(entry: registry.Entry) -> bytes:
    """A table without rules as one file. Raises BadGame."""
    names = [FILE, *entry.table().definition.pictures]
    names += [SHEET] if entry.has(SHEET) else []
    return pack({name: (entry.folder / name).read_bytes() for name in names})
