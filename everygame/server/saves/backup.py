"""Answers HTTP requests about backups: writes everything that a device has into one file, and
restores such a file.

A match, save or table that the library already has stays as it is when a backup is restored, and
all others are added. A match that keeps secrets is sealed in the file, as in the file of a single
match, so only the server that wrote the backup can restore it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from msgspec import Raw
from starlette.requests import Request
from starlette.responses import Response

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import find_game
from everygame.process.isolation import find_safe_game
from everygame.process.metering import in_thread
from everygame.record import Record, read_record, refuse_newer, to_json
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
    BackupGame,
    BackupRecord,
)
from everygame.server.requests.reply import reply
from everygame.server.requests.routes import Routes, get, post
from everygame.server.saves import snapshots
from everygame.server.saves.sealed_save import SavedMatch, fernet_of, read_saved, seal, unseal
from everygame.server.saves.snapshots import (
    card_of,
    keep_save,
    record_for,
    take_snapshot,
    text_of,
)
from everygame.server.tables.uploads import Uploads, pack_table
from everygame.store import LibraryEntry, Save

FILE_KIND: Final = "everygame library"
FORMAT: Final = 1
"""The version of the file format."""
MOST_BYTES: Final = 32_000_000
"""The bytes that a backup may have to be restored."""


@dataclass
class Report:
    """The answer after restoring a backup: how much of each kind was added."""

    matches: int = 0
    saves: int = 0
    tables: int = 0
    there: int = 0
    """The number of matches, saves and tables that the library already had."""
    left: list[Json] = field(default_factory=list)
    """What could not be restored, each with its game, its name and the reason."""


@dataclass(frozen=True)
class KnownMatches:
    """The matches that a library has: their ids, and the digests of their records."""

    ids: set[str]
    open: set[str]
    """The digests of matches in which the device may know everything."""
    secret: set[str]
    """The digests of matches that keep secrets. Only sealed matches of a backup are compared with
    them. Otherwise a player could write a backup with a guess at what is hidden, and learn from the
    answer whether the guess is right."""


class BackupRoutes(Routes):
    """Answers the requests about backups."""

    def __init__(self, matches: LiveMatches, maker: MatchMaker, uploads: Uploads) -> None:
        self.matches = matches
        self.maker = maker
        self.store = matches.store
        self.uploads = uploads

    # -- to a file

    @get("/api/everything")
    async def write(self, request: Request) -> Response:
        """Answer with the backup of a device. It lists under `left` whatever cannot be opened
        now."""
        device = await find_device(request)
        if device is None:
            raise Refused(404, "This device has no library yet.")
        left: list[Json] = []
        address, long_work = address_of(request), self.matches.long_work
        async with self.uploads.turn(address), long_work.turn(patient=True):
            data = {
                "kind": FILE_KIND,
                "format": FORMAT,
                "matches": await self.write_matches(device, left),
                "saves": await self.write_saves(device, left),
                "tables": [await self.write_table(name) for name in await self.table_names(device)],
                "left": left,
            }
        answer = reply(data)
        today = datetime.fromtimestamp(self.matches.clock.wall())
        name = f"everygame-{today:%Y-%m-%d}.json"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    async def write_matches(self, device: int, left: list[Json]) -> list[Json]:
        """Return the matches of a device, each with its name and its record. The oldest comes
        first, so that restoring keeps the order."""
        written = []
        for entry in reversed(await self.store.library(device, MOST_BACKUP_MATCHES)):
            name = "" if entry.name == "last_game" else entry.name
            record = self.record_of(device, entry)
            written += await write_record(entry.game, name, record, left)
        return written

    async def record_of(self, device: int, entry: LibraryEntry) -> Record:
        """Return the record of a match for the file. Raises Refused where the match could not be
        restored, because it keeps secrets and the device has no seat in it."""
        async with self.matches.at(entry.match) as live:
            record = await record_for(self.matches, live, device)
        if not record.whole and not record.sealed:
            raise Refused(403, "This match keeps secrets, so only its players can save it.")
        return record

    async def write_saves(self, device: int, left: list[Json]) -> list[Json]:
        """Return the saves of a device, each with its name and its record, the oldest first."""
        written = []
        for save in reversed(await self.store.saves(device, snapshots.MOST_SAVES)):
            stored = await self.store.find_save(device, save.id)
            if stored is None:  # deleted since it was listed
                continue
            record = self.sealed_if_secret(stored.kept)
            written += await write_record(save.game, save.name, record, left)
        return written

    async def sealed_if_secret(self, kept: str) -> Record:
        """Return the record of a save; where the match keeps secrets, all of it is sealed."""
        saved = read_saved(kept)
        record = saved.record
        entry, options = find_safe_game(record.game), record.options
        game = await in_thread(open_game, entry, options, record.version)
        if not game.hidden or record.result:
            return record
        sealed = await self.matches.long_work.run(seal, saved, 0, await fernet_of(self.store))
        return replace(record, start=None, plies=(), node=0, whole=False, dice=(), sealed=sealed)

    async def table_names(self, device: int) -> list[str]:
        """Return the names of the tables without rules for a backup: the device's own, then others
        on which its matches and saves are played."""
        played = [entry.game for entry in await self.store.library(device, MOST_BACKUP_MATCHES)]
        played += [save.game for save in await self.store.saves(device, snapshots.MOST_SAVES)]
        own = await self.store.tables(device)
        others = sorted({name for name in played if is_uploaded(name)} - set(own))
        return [name for name in own if is_uploaded(name)] + others

    async def write_table(self, name: str) -> str:
        """Return a table without rules as one file, in base64."""
        return b64encode(await in_thread(pack_table, find_game(name))).decode()

    # -- from a file

    @post("/api/everything")
    async def restore(self, request: Request) -> Json:
        """Add everything in a backup that the library of a device does not have yet."""
        device = await need_device(request)
        report = Report()
        address, long_work = address_of(request), self.matches.long_work
        async with self.uploads.turn(address), long_work.turn(patient=True):
            data = await read_body(request, MOST_BYTES)
            backup = await long_work.run(read_backup, data)
            del data
            # first the tables, for matches and saves are played on them
            await self.restore_tables(device, backup.tables, report)
            known = await self.find_known(device)
            for match in backup.matches:
                await self.restore_match(device, match, known, report)
            for save in backup.saves:
                await self.restore_save(device, save, report)
        return vars(report)

    async def restore_tables(self, device: int, tables: list[str], report: Report) -> None:
        """Add tables without rules, each a packed file in base64."""
        own = set(await self.store.tables(device))
        for text in tables:
            try:
                card = await self.uploads.add(device, decode_base64(text))
            except EveryGameError as error:
                report.left.append({"game": "", "name": "", "why": error.message})
                continue
            report.tables += card["name"] not in own
            report.there += card["name"] in own

    async def find_known(self, device: int) -> KnownMatches:
        """Return the matches in the library of a device."""
        known = KnownMatches(set(), set(), set())
        for entry in await self.store.library(device, MOST_BACKUP_MATCHES):
            known.ids.add(entry.match)
            try:
                async with self.matches.at(entry.match) as live:
                    snapshot = await take_snapshot(self.matches, live, device)
            except EveryGameError:  # it cannot be opened, so nothing can be compared with it
                continue
            digests = known.open if snapshot.visible.whole else known.secret
            digests.add(digest_of(snapshot.whole))
        return known

    async def restore_match(
        self, device: int, moved: BackupRecord, known: KnownMatches, report: Report
    ) -> None:
        """Add a match, unless the library already has it."""
        try:
            saved, is_sealed = await self.open(moved)
            digest = digest_of(saved.record)
            if digest in (known.secret if is_sealed else known.open):
                report.there += 1
                return
            # a backup that is restored twice finds the same match by its key
            key = f"moved, sealed: {digest}" if is_sealed else f"moved: {digest}"
            match = await self.maker.load(device, saved, key)
        except EveryGameError as error:
            report.left.append(left_json(moved, error))
            return
        report.matches += match not in known.ids
        report.there += match in known.ids  # restored before, and played on since
        known.ids.add(match)
        await self.store.watch(device, match)
        if name := clean(moved.name):
            await self.store.name(device, match, name)

    async def restore_save(self, device: int, moved: BackupRecord, report: Report) -> None:
        """Add a save, unless the library already has it."""
        try:
            saved, _ = await self.open(moved)
            name = await self.free_name(device, saved.record, clean(moved.name) or "1")
            if name:
                await self.keep(device, saved, name)
        except EveryGameError as error:
            report.left.append(left_json(moved, error))
            return
        report.saves += bool(name)
        report.there += not name

    async def open(self, moved: BackupRecord) -> tuple[SavedMatch, bool]:
        """Return a match or save of the backup, and whether it was sealed. Raises BadRecord."""
        record = await self.matches.long_work.run(read_record, text_in(moved.record))
        if not record.sealed:
            return SavedMatch(record), False
        fernet = await fernet_of(self.store)
        return await self.matches.long_work.run(unseal, record.sealed, fernet), True

    async def free_name(self, device: int, record: Record, name: str) -> str:
        """Return the name under which a save is restored: its own, or with a number where another
        save of the game has that name. Return an empty text where the device already has the same
        save."""
        names = set()
        for save in await self.store.saves(device, snapshots.MOST_SAVES):
            if save.game != record.game:
                continue
            names.add(save.name)
            stored = await self.store.find_save(device, save.id)
            if stored and digest_of(read_saved(stored.kept).record) == digest_of(record):
                return ""
        numbered = (f"{name[:50]} ({number})" for number in range(2, snapshots.MOST_SAVES + 3))
        return name if name not in names else next(one for one in numbered if one not in names)

    async def keep(self, device: int, saved: SavedMatch, name: str) -> None:
        """Store a save under a name. Its picture is taken from a match that continues the save and
        is deleted afterwards. Raises EveryGameError."""
        match = await self.maker.load(device, saved)
        try:
            async with self.matches.at(match) as live:
                snapshot = await take_snapshot(self.matches, live, device)
                card = card_of(live, snapshot)
                game = live.facts.name
            save = Save(secrets.token_urlsafe(12), game, name, card, text_of(snapshot))
            await keep_save(self.matches, device, save, replace=False)
        finally:
            await self.matches.forget(device, match)


async def write_record(
    game: str, name: str, record: Awaitable[Record], left: list[Json]
) -> list[Json]:
    """Return a match or save with its name for the file. Where it cannot be opened, return none,
    and add it to `left` with the reason."""
    try:
        return [{"name": name, "record": to_json(await record)}]
    except EveryGameError as error:
        left.append({"game": game, "name": name, "why": error.message})
        return []


def left_json(moved: BackupRecord, error: EveryGameError) -> Json:
    """Return a match or save that could not be restored, with the reason, for the answer."""
    game = ""
    with suppress(Refused):
        game = decode(text_in(moved.record), BackupGame).game[:40]
    return {"game": game, "name": clean(moved.name), "why": error.message}


def text_in(record: Raw) -> str:
    """Return the JSON of a record in a backup. What is no UTF-8 in it is replaced, because msgspec
    has not looked into it."""
    return bytes(record).decode("utf-8", "replace")


def read_backup(data: bytes) -> BackupFile:
    """Read the content of a backup file. Raises Refused, BadRecord."""
    # the format first: a file of a newer version may not have the fields of this one
    refuse_newer(decode(data, BackupFormat).format, FORMAT)
    backup: BackupFile = decode(data, BackupFile)
    return backup


def digest_of(record: Record) -> str:
    """Return a digest of a match: its rules, its people and everything that was played. Equal
    digests mean the same match. Tags and dice do not count, because not every record of a match has
    them."""
    data = to_json(replace(record, tags={}, dice=(), whole=True, sealed=""))
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def is_uploaded(game: str) -> bool:
    """Whether this server has a table without rules of that name that a person made or uploaded."""
    try:
        return find_game(game).uploaded
    except BadGame:
        return False


def decode_base64(text: str) -> bytes:
    """Return the packed table in a text. Raises BadGame."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise BadGame("The file is no packed table: it cannot be unpacked.") from None
