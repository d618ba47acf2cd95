"""The matches of a library, as the page lists them."""

from __future__ import annotations

import logging
from typing import Final

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.process.isolation import find_safe_game
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.people.watching import may_watch
from everygame.server.shown.game import picture_now
from everygame.server.shown.match import summary
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Gone, LibraryEntry
from everygame.words import say

log = logging.getLogger("everygame")

SHELF: Final = 60
"""Matches shown in a library."""
SLOW: Final = 1.0
"""Seconds after which a match that fails is the last of its game that a library tries."""


async def shelf(matches: LiveMatches, device: int, game: str = "") -> list[Json]:
    """The matches of a device, or those of a game: `Continue`, the newest first."""
    found = []
    slow: set[str] = set()
    for entry in await matches.store.library(device, SHELF):
        if game not in ("", entry.game):
            continue
        began = matches.clock.now()
        try:
            if entry.game in slow:
                raise BadGame("Its game does not answer just now; look again later.")
            async with matches.at(entry.match) as live:
                if not may_watch(live, device):
                    continue
                live.updated = entry.updated
                look = Viewpoint(live.seats.mine(device))
                ply, shown = await live.ask(picture_now, look)
                found.append(summary(live, device, entry.name, ply, shown))
        except Gone:
            continue
        except Exception as error:  # of one match, which must not take the others with it
            if matches.clock.now() - began > SLOW:
                slow.add(entry.game)
            if isinstance(error, EveryGameError):
                found.append(problem(entry, error.message))
                continue
            log.exception("match %s", entry.match)
            found.append(problem(entry, say("This match cannot be shown.")))
    return found


def problem(shelved: LibraryEntry, sentence: str) -> Json:
    """A match that cannot be opened, for the library."""
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
        "updated": shelved.updated,
        "problem": sentence,
    }
