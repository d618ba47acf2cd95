"""Lists the matches in the library of a device, for the page."""

from __future__ import annotations

import logging
from typing import Final

from everygame.contract import Json
from everygame.errors import BadGame, EveryGameError
from everygame.process.isolation import find_safe_game
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.shown.game import picture_now
from everygame.server.shown.match import continue_json
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Gone, LibraryEntry
from everygame.words import say

log = logging.getLogger("everygame")

MOST_SHOWN: Final = 60
"""The number of matches listed in a library."""
SLOW: Final = 1.0
"""The seconds after which a failing match stops all tries of its game for the same list. Otherwise
a game that hangs would cost this time for each of its matches."""


async def shelf(matches: LiveMatches, device: int, game: str = "") -> list[Json]:
    """Return the matches of a device, or only those of one game, as `Continue` objects of the wire
    format. The most recently changed match comes first."""
    found = []
    slow: set[str] = set()
    for entry in await matches.store.library(device, MOST_SHOWN):
        if game not in ("", entry.game):
            continue
        began = matches.clock.now()
        try:
            if entry.game in slow:
                raise BadGame("The game of this match does not answer now. Try again later.")
            async with matches.at(entry.match) as live:
                if not live.may_watch(device):
                    continue
                live.updated = entry.updated
                viewpoint = Viewpoint(live.seats.mine(device))
                ply, picture = await live.ask(picture_now, viewpoint)
                found.append(continue_json(live, device, entry.name, ply, picture))
        except Gone:
            continue
        except Exception as error:  # one broken match must not hide the others
            if matches.clock.now() - began > SLOW:
                slow.add(entry.game)
            if isinstance(error, EveryGameError):
                found.append(problem_json(entry, error.message))
                continue
            log.exception("match %s cannot be shown in a library", entry.match)
            found.append(problem_json(entry, say("This match cannot be shown.")))
    return found


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
        "updated": shelved.updated,
        "problem": sentence,
    }
