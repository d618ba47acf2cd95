"""Keeps the house of a server: deletes what nobody has used for a long time, looks at how full the
disk is, gives unused memory back, and takes up what the operator has changed in the data file
(`everygame admin`)."""

from __future__ import annotations

import asyncio
import logging
import shutil
from pathlib import Path
from typing import Final

from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import find_game
from everygame.process.metering import in_thread
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.operator.memory import give_back
from everygame.server.requests import quotas as quota_numbers
from everygame.server.requests.quotas import DAY
from everygame.server.tables.uploads import Uploads

log = logging.getLogger("everygame")

ROUND_SECONDS: Final = 5.0
"""The seconds between two looks at whether the operator has changed the data file."""
MEASURE_SECONDS: Final = 60.0
"""The seconds between two looks at the disk, after each of which unused memory is given back."""
TIDY_SECONDS: Final = 3_600.0
"""The seconds between two searches for what nobody uses any more."""
AT_ONCE: Final = 50
"""The number of matches that are deleted in one step, so that moves need not wait for more."""
ADDRESS_DAYS: Final = 7
"""The days for which the data file says from which network a device came."""


class Housekeeper:
    """Does the regular work of a server, in a task of its own."""

    def __init__(self, matches: LiveMatches, uploads: Uploads) -> None:
        self.matches = matches
        self.store = matches.store
        self.uploads = uploads
        self.quotas = matches.quotas
        self.clock = matches.clock
        self.task: asyncio.Task[None] | None = None
        self.fault = ""
        """Why the last round failed; empty where it did not."""
        self.measured_at = self.tidied_at = -TIDY_SECONDS

    async def start(self) -> None:
        """Read whom the operator keeps out, and begin the regular work."""
        self.quotas.barred.set(await self.store.barred())
        await self.store.has_changed_elsewhere()
        self.task = asyncio.create_task(self.run())

    def stop(self) -> None:
        """Stop the work; what is half done is done at the next start."""
        if self.task:
            self.task.cancel()

    async def run(self) -> None:
        """Look round again and again. An error is logged once, and the next round tries again."""
        while True:
            try:
                await self.look_round()
                self.fault = ""
            except Exception as error:
                if str(error) != self.fault:
                    known = isinstance(error, EveryGameError)
                    log.error("the regular work failed: %s", error, exc_info=not known)
                self.fault = str(error)
            await self.clock.sleep(ROUND_SECONDS)

    async def look_round(self) -> None:
        """Do what is due by now."""
        now = self.clock.now()
        if await self.store.has_changed_elsewhere():
            await self.take_up()
        if now - self.measured_at >= MEASURE_SECONDS:
            self.measured_at = now
            await self.measure()
            await in_thread(give_back)
        if now - self.tidied_at >= TIDY_SECONDS:
            self.tidied_at = now
            await self.tidy()

    # -- what the operator has changed

    async def take_up(self) -> None:
        """Keep out whom the operator keeps out now, and close the matches that are gone, and those
        on tables that are gone."""
        self.quotas.barred.set(await self.store.barred())
        there = await self.store.find_existing(list(self.matches.by_id))
        for match, live in list(self.matches.by_id.items()):
            if match not in there:
                self.matches.discard(match)
            elif not is_installed(live.facts.name):
                live.close()
            else:
                self.send_away_barred(live)

    def send_away_barred(self, live: LiveMatch) -> None:
        """Close the connections of those whom the operator keeps out."""
        barred = self.quotas.barred
        for watcher in list(live.presence.watchers):
            if watcher.device in barred.devices or barred.has(watcher.address):
                watcher.leave()

    # -- the disk

    async def measure(self) -> None:
        """Look how full the disk is; where it is too full, nothing new is kept."""
        most = self.quotas.disk_bytes
        used = await self.store.size() + await in_thread(size_of, self.uploads.folder)
        free = await in_thread(free_bytes, self.store.file)
        full = 0 < most <= used or free < quota_numbers.FREE_BYTES
        if full and not self.quotas.full:
            log.warning(
                "nothing new is kept: %d bytes are used, %d are free on the disk", used, free
            )
        self.quotas.full = full

    # -- what nobody uses

    async def tidy(self) -> None:
        """Delete what nobody has used for as many days as the quotas say."""
        quotas, now = self.quotas, self.clock.wall()
        await self.store.forget_addresses(now - ADDRESS_DAYS * DAY)
        if quotas.match_days:
            await self.delete_matches(now - quotas.match_days * DAY)
        if quotas.library_days:
            await self.delete_libraries(now - quotas.library_days * DAY)
        async with self.uploads.lock:
            await self.uploads.sweep()

    async def delete_matches(self, before: float) -> None:
        """Delete matches that nobody has opened since a time; one that is open now was opened."""
        while unused := await self.store.find_unused(before, AT_ONCE):
            live = self.matches.by_id
            used = {match for match in unused if match in live and live[match].users}
            for match in used:
                await self.store.note_look(match)
            deleted = [match for match in unused if match not in used]
            await self.store.delete_matches(deleted)
            for match in deleted:
                self.matches.discard(match)

    async def delete_libraries(self, before: float) -> None:
        """Delete the libraries of devices of which none was seen since a time."""
        while unused := await self.store.find_unused_libraries(before, AT_ONCE):
            for device in unused:
                for match in await self.store.delete_device(device):
                    self.matches.discard(match)
                await self.matches.close_matches_of(device)


def is_installed(game: str) -> bool:
    """Whether the server has a game or table."""
    try:
        find_game(game)
    except BadGame:
        return False
    return True


def size_of(folder: Path | None) -> int:
    """Return the bytes of the files in the folders of tables."""
    if folder is None or not folder.is_dir():
        return 0
    return sum(file.lstat().st_size for file in folder.glob("*/*"))


def free_bytes(file: str) -> int:
    """Return the bytes that are free on the disk of a file."""
    return shutil.disk_usage(Path(file).resolve().parent).free
