"""Lists the matches in the library of a device, for the page."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

import everygame
from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.library.games_folder import stamp_of
from everygame.process.isolation import find_safe_game
from everygame.server.matches.library_summary import Standing, standing_of
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.operator.logs import name_match
from everygame.server.requests.limits import Refused
from everygame.server.requests.quotas import DAY
from everygame.server.shown.game_view import picture_now
from everygame.server.shown.match_view import Glance, continue_json, glance_at
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Gone, Kept, LibraryEntry, Unwritable
from everygame.words import say

log = logging.getLogger("everygame")

MOST_SHOWN: Final = 60
"""The number of matches listed in a library."""
TOLD_BEFORE: Final = 14 * DAY
"""The seconds before the server deletes a match from which on libraries tell it."""
SLOW: Final = 1.0
"""The seconds after which a failing match stops all tries of its game for the same list. Otherwise
a game that hangs would cost this time for each of its matches."""


async def shelf(matches: LiveMatches, device: int, language: str, game: str = "") -> list[Json]:
    """Return the matches of a device, or only those of one game, as `Continue` objects of the wire
    format. The most recently changed match comes first. The words of games are in the language."""
    entries = [
        entry
        for entry in await matches.store.library(device, MOST_SHOWN)
        if game in ("", entry.game)
    ]
    ids = [entry.match for entry in entries if not matches.is_broken(entry.match)]
    shelf = Shelf(matches, device, language, await matches.store.glances(device, ids, language))
    found = [await shelf.show(entry) for entry in entries]
    return [one for one in found if one is not None]


async def news(matches: LiveMatches, device: int, language: str) -> list[Json]:
    """Return how the matches of a device stand in which others take part or are waited for, as
    `News` objects of the wire format: what a page that shows another match tells of them."""
    told = ("match", "game", "title", "seats", "over", "your_turn")
    found = [one for one in await shelf(matches, device, language) if not one["problem"]]
    return [{key: one[key] for key in told} for one in found if one["shared"]]


class Shelf:
    """Shows the matches in the library of a device, one after the other. Only a match that has
    changed since it was shown last is opened, which may mean to replay it."""

    def __init__(
        self, matches: LiveMatches, device: int, language: str, kept: dict[str, Kept]
    ) -> None:
        """`kept` is what the store keeps of where the matches stand."""
        self.matches = matches
        self.device = device
        self.language = language
        self.kept = kept
        self.slow: set[str] = set()
        """The games that do not answer now."""
        self.stamps: dict[str, str] = {}
        """The stamps of the games met so far; empty for a game that cannot be found."""

    async def show(self, entry: LibraryEntry) -> Json | None:
        """Return a match as a `Continue` object, None where it is gone or not for this device."""
        kept = self.kept.get(entry.match)
        try:
            if kept and kept.stamp == self.stamp(entry.game):
                return self.list(entry, kept)
            return await self.open(entry)
        except Gone:
            return None
        except EveryGameError as error:
            return problem_json(entry, error.message)
        except Exception:  # one broken match must not hide the others
            log.exception("match %s cannot be shown in a library", name_match(entry.match))
            return problem_json(entry, say("This match cannot be shown."))

    def stamp(self, game: str) -> str:
        """Return a text that changes when a file of the game or of EveryGame does."""
        if game not in self.stamps:
            try:
                self.stamps[game] = f"{own_stamp()} {find_safe_game(game).stamp()}"
            except BadGame:
                self.stamps[game] = ""
        return self.stamps[game]

    def list(self, entry: LibraryEntry, kept: Kept) -> Json | None:
        """Return a match of which the store keeps where it stands."""
        glance = msgspec.json.decode(kept.glance, type=Glance)
        standing = standing_of(kept, glance.called)
        return self.told(entry, glance, standing)

    async def open(self, entry: LibraryEntry) -> Json | None:
        """Return a match after opening it, and keep where it stands. Raises Gone, BadGame,
        BadRecord, Busy, and whatever a broken game raises."""
        if entry.game in self.slow:
            raise BadGame("The game of this match does not answer now. Try again later.")
        began = self.matches.clock.now()
        try:
            async with self.matches.at(entry.match) as live:
                return await self.look(entry, live)
        except Gone:
            raise
        except Exception:
            if self.matches.clock.now() - began > SLOW:
                self.slow.add(entry.game)
            raise

    async def look(self, entry: LibraryEntry, live: LiveMatch) -> Json | None:
        """Return how an open match stands, and keep it."""
        async with live.lock:  # so that the picture belongs to this number of events
            mine, events = live.seats.mine(self.device), live.events_stored
            seen = await live.ask(picture_now, Viewpoint(mine))
            glance = glance_at(live, *seen, self.language)
        if (stamp := self.stamp(entry.game)) and live.standing().may_watch(self.device):
            kept = Kept(events, stamp, msgspec.json.encode(glance).decode())
            with suppress(Unwritable, Refused):  # a library can be read although the disk is full
                self.matches.quotas.check_room()
                self.matches.quotas.keep(len(kept.glance))
                await self.matches.store.keep_glance(live.id, sorted(mine), self.language, kept)
        return self.told(entry, glance, live.standing())

    def told(self, entry: LibraryEntry, glance: Glance, standing: Standing) -> Json | None:
        """Return a match as a `Continue` object; None where this device may not see it."""
        if not standing.may_watch(self.device):
            return None
        now = self.matches.keeper.now()
        left = self.deleted_in(entry)
        return continue_json(entry, glance, standing, self.device, now, left)

    def deleted_in(self, entry: LibraryEntry) -> float | None:
        """Return the seconds until the server deletes a match that nobody opens; None where these
        are many, and where it keeps the match."""
        days, wall = self.matches.quotas.match_days, self.matches.clock.wall()
        left = max(entry.looked, entry.updated) + days * DAY - wall
        told = days and entry.name in ("", "last_game") and left < TOLD_BEFORE
        return max(0.0, left) if told else None


@cache
def own_stamp() -> str:
    """Return a text that changes when a file of EveryGame does, read once."""
    return stamp_of(Path(everygame.__file__).parent)


def problem_json(shelved: LibraryEntry, sentence: str) -> Json:
    """Return `Continue` for a match that cannot be opened; the sentence says why."""
    try:
        title = str(find_safe_game(shelved.game).facts()["title"])
    except BadGame:
        title = shelved.game
    return {
        "match": shelved.match,
        "game": shelved.game,
        "title": title,
        "name": shelved.name,
        "seats": [],
        "ply": 0,
        "over": False,
        "your_turn": False,
        "left": None,
        "watching": False,
        "shared": False,
        "updated": shelved.updated,
        "deleted_in": None,
        "problem": sentence,
    }
