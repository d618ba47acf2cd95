"""Requests about all that a device has, as one file: writing it, and taking it into a library.

Nothing is merged. What the library has already stays as it is, and everything else becomes a
match, a save or a table of its own. What keeps secrets is sealed in the file, as in the file of
one match, so it is taken only where it was written.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import find_game
from everygame.process.isolation import find_safe_game
from everygame.record import Record, from_json, refuse_newer, to_json
from everygame.server.devices.cookies import find_device, need_device
from everygame.server.library.cards import open_game
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.match_maker import MatchMaker
from everygame.server.people.allowed_names import clean
from everygame.server.requests.encoding import decode
from everygame.server.requests.limits import Refused, address_of, read_body
from everygame.server.requests.messages import (
    MOST_BACKUP_MATCHES,
    BackupFile,
    BackupFormat,
    BackupRecord,
)
from everygame.server.requests.reply import get, language_of, post, reply
from everygame.server.saves.sealed_save import Saved, box_of, read_saved, seal, unseal
from everygame.server.saves.snapshots import (
    MOST,
    card_at,
    keep_save,
    kept_of,
    record_for,
    take_snapshot,
)
from everygame.server.tables.uploads import Uploads, packed
from everygame.store import LibraryEntry, Save

KIND: Final = "everygame library"
FORMAT: Final = 1
MOST_BYTES: Final = 32_000_000
"""Of a file that is taken."""


@dataclass
class Found:
    """What came of a file."""

    matches: int = 0
    saves: int = 0
    tables: int = 0
    there: int = 0
    """Things that were in the library before."""
    left: list[Json] = field(default_factory=list)
    """What could not be taken: its game, its name, and why."""


@dataclass(frozen=True)
class Known:
    """What a library has, as `digest` tells it apart."""

    ids: set[str]
    plain: set[str]
    sealed: set[str]
    """Of matches that keep secrets. Only a sealed match is looked for here: a guess at what is
    hidden must learn nothing."""


class BackupRoutes:
    """Answers requests about all that a device has, as one file."""

    def __init__(self, matches: LiveMatches, maker: MatchMaker, uploads: Uploads) -> None:
        self.matches = matches
        self.maker = maker
        self.store = matches.store
        self.uploads = uploads

    def routes(self) -> list[BaseRoute]:
        return [get("/api/everything", self.write), post("/api/everything", self.take)]

    # -- to a file

    async def write(self, request: Request) -> Response:
        """All of it; what cannot be opened now is named under `left`."""
        device = await find_device(request, self.store)
        if device is None:
            raise Refused(404, "This device has no library yet.")
        left: list[Json] = []
        address, long_work = address_of(request), self.matches.long_work
        async with self.uploads.turn(address), long_work.turn(patient=True):
            data = {
                "kind": KIND,
                "format": FORMAT,
                "matches": await self.write_matches(device, left),
                "saves": await self.write_saves(device, left),
                "tables": [await self.write_table(name) for name in await self.tables(device)],
                "left": left,
            }
        answer = reply(data)
        today = datetime.fromtimestamp(self.matches.clock.wall())
        name = f"everygame-{today:%Y-%m-%d}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    async def write_matches(self, device: int, left: list[Json]) -> list[Json]:
        """The oldest first, so that they come to lie in the same order again."""
        found = []
        for entry in reversed(await self.store.library(device, MOST_BACKUP_MATCHES)):
            name = "" if entry.name == "last_game" else entry.name
            try:
                record = await self.told(device, entry)
            except EveryGameError as error:
                left.append({"game": entry.game, "name": name, "why": error.message})
                continue
            found.append({"name": name, "record": to_json(record)})
        return found

    async def told(self, device: int, entry: LibraryEntry) -> Record:
        """The record that the file has of a match. Raises Refused where nobody could open it."""
        async with self.matches.at(entry.match) as live:
            record = await record_for(self.matches, live, device)
        if not record.whole and not record.sealed:
            raise Refused(403, "Only who has a seat can save a match that keeps secrets.")
        return record

    async def write_saves(self, device: int, left: list[Json]) -> list[Json]:
        found = []
        for save in reversed(await self.store.saves(device, MOST)):
            kept = await self.store.find_save(device, save.id)
            if kept is None:
                continue
            try:
                record = await self.sealed_if_secret(read_saved(kept.kept))
            except EveryGameError as error:
                left.append({"game": save.game, "name": save.name, "why": error.message})
                continue
            found.append({"name": save.name, "record": to_json(record)})
        return found

    async def sealed_if_secret(self, saved: Saved) -> Record:
        record = saved.record
        entry, options = find_safe_game(record.game), record.options
        game = await run_in_threadpool(open_game, entry, options, record.version)
        if not game.hidden or record.result:
            return record
        sealed = await self.matches.long_work.run(seal, saved, 0, await box_of(self.store))
        return replace(record, start=None, plies=(), node=0, whole=False, dice=(), sealed=sealed)

    async def tables(self, device: int) -> list[str]:
        """Its own, and those that its matches and saves are played on."""
        played = [entry.game for entry in await self.store.library(device, MOST_BACKUP_MATCHES)]
        played += [save.game for save in await self.store.saves(device, MOST)]
        own = await self.store.tables(device)
        others = sorted({name for name in played if is_uploaded(name)} - set(own))
        return [name for name in own if is_uploaded(name)] + others

    async def write_table(self, name: str) -> str:
        return b64encode(await run_in_threadpool(packed, find_game(name))).decode()

    # -- from a file

    async def take(self, request: Request) -> Response:
        """Take what the library has not."""
        device = await need_device(request, self.store)
        found = Found()
        address, long_work = address_of(request), self.matches.long_work
        async with self.uploads.turn(address), long_work.turn(patient=True):
            moved = read_library(await read_body(request, MOST_BYTES))
            await self.take_tables(device, moved.tables, found)
            known = await self.known(device)
            for match in moved.matches:
                await self.take_match(device, match, known, found)
            for save in moved.saves:
                await self.take_save(device, save, language_of(request.headers), found)
        return reply(vars(found))

    async def take_tables(self, device: int, tables: list[str], found: Found) -> None:
        own = set(await self.store.tables(device))
        for text in tables:
            try:
                card = await self.uploads.add(device, unpacked(text))
            except EveryGameError as error:
                found.left.append({"game": "", "name": "", "why": error.message})
                continue
            found.tables += card["name"] not in own
            found.there += card["name"] in own

    async def known(self, device: int) -> Known:
        known = Known(set(), set(), set())
        for entry in await self.store.library(device, MOST_BACKUP_MATCHES):
            known.ids.add(entry.match)
            try:
                async with self.matches.at(entry.match) as live:
                    taken = await take_snapshot(self.matches, live, device)
            except EveryGameError:  # it can be compared with nothing
                continue
            (known.plain if taken.told.whole else known.sealed).add(digest(taken.whole))
        return known

    async def take_match(
        self, device: int, moved: BackupRecord, known: Known, found: Found
    ) -> None:
        try:
            saved, is_sealed = await self.open(moved)
            mark = digest(saved.record)
            if mark in (known.sealed if is_sealed else known.plain):
                found.there += 1
                return
            key = f"moved, sealed: {mark}" if is_sealed else f"moved: {mark}"
            match = await self.maker.load(device, saved, key)
        except EveryGameError as error:
            found.left.append(self.say_left(moved, error))
            return
        found.matches += match not in known.ids
        found.there += match in known.ids  # and it has gone on since it was taken
        known.ids.add(match)
        await self.store.watch(device, match)
        if name := clean(moved.name):
            await self.store.name(device, match, name)

    async def take_save(
        self, device: int, moved: BackupRecord, language: str, found: Found
    ) -> None:
        try:
            saved, _ = await self.open(moved)
            name = await self.free_name(device, saved.record, clean(moved.name) or "1")
            if name:
                await self.keep(device, saved, name, language)
        except EveryGameError as error:
            found.left.append(self.say_left(moved, error))
            return
        found.saves += bool(name)
        found.there += not name

    async def open(self, moved: BackupRecord) -> tuple[Saved, bool]:
        """What was moved, and whether it was sealed. Raises BadRecord."""
        record = await self.matches.long_work.run(from_json, moved.record)
        if not record.sealed:
            return Saved(record), False
        box = await box_of(self.store)
        return await self.matches.long_work.run(unseal, record.sealed, box), True

    async def free_name(self, device: int, record: Record, name: str) -> str:
        """What the save is to be called here; "" where it is here already."""
        names = set()
        for save in await self.store.saves(device, MOST):
            if save.game != record.game:
                continue
            names.add(save.name)
            kept = await self.store.find_save(device, save.id)
            if kept and digest(read_saved(kept.kept).record) == digest(record):
                return ""
        other = (f"{name[:50]} ({number})" for number in range(2, MOST + 3))
        return name if name not in names else next(one for one in other if one not in names)

    async def keep(self, device: int, saved: Saved, name: str, language: str) -> None:
        """Keep a save, whose picture is that of a match which is there for this moment alone."""
        match = await self.maker.load(device, saved)
        try:
            async with self.matches.at(match) as live:
                snapshot = await take_snapshot(self.matches, live, device)
                card = card_at(live, snapshot, language)
                game = live.facts.name
            save = Save(secrets.token_urlsafe(12), game, name, card, kept_of(snapshot))
            await keep_save(self.store, device, save, replace=False)
        finally:
            await self.matches.forget(device, match)

    def say_left(self, moved: BackupRecord, error: EveryGameError) -> Json:
        game = moved.record.get("game")
        return {"game": str(game)[:40], "name": clean(moved.name), "why": error.message}


def read_library(data: bytes) -> BackupFile:
    """Raises Refused, BadRecord."""
    refuse_newer(decode(data, BackupFormat).format, FORMAT)
    moved: BackupFile = decode(data, BackupFile)
    return moved


def digest(record: Record) -> str:
    """The same for records of the same match: its rules, its people and all that was played."""
    data = to_json(replace(record, tags={}, dice=(), whole=True, sealed=""))
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def is_uploaded(game: str) -> bool:
    """It is a table that somebody made or brought, and is here."""
    try:
        return find_game(game).uploaded
    except BadGame:
        return False


def unpacked(text: str) -> bytes:
    """Raises BadGame."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise BadGame("The file is no packed table: it cannot be unpacked.") from None
