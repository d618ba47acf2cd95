"""Takes snapshots: a match at one moment, from which saves, files and backups are made."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Final

from everygame.contract import Json
from everygame.record import MAX_CHARACTERS, Record, record_match
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.session import Session
from everygame.server.requests.limits import LONG_MATCH, Refused
from everygame.server.saves.sealed_save import (
    SavedMatch,
    fernet_of,
    seal,
    seat_of,
    write_saved,
)
from everygame.server.shown.game_view import picture_now
from everygame.server.shown.match_view import seats_for_outsiders
from everygame.server.shown.viewpoint import Viewpoint, find_viewer
from everygame.store import Holder, Save
from everygame.words import pack, say

MOST_SAVES: Final = 200
"""The number of saves that a device may keep."""


@dataclass(frozen=True)
class Snapshot:
    """A match at one moment, taken for one device."""

    whole: Record
    """The whole match, including what it hides from the device."""
    visible: Record
    """The match as far as the device may know it."""
    moves: int
    """The number of moves that the players have made, as far as the device may know."""
    picture: Json
    holders: tuple[Holder, ...]

    @property
    def saved(self) -> SavedMatch:
        """The match as a save contains it."""
        return SavedMatch(self.whole, tuple(holder.device for holder in self.holders))


async def take_snapshot(matches: LiveMatches, live: LiveMatch, device: int | None) -> Snapshot:
    """Take a snapshot of a match for a device, under the lock, so that everything in it is stored.
    Raises Gone where the device may not watch the match, and Busy."""
    live.check_may_watch(device)
    is_long = live.events_stored > LONG_MATCH
    async with matches.long_work.turn() if is_long else nullcontext(), live.lock:
        return await live.ask_long(snapshot_of, live, device)


async def record_for(matches: LiveMatches, live: LiveMatch, device: int | None) -> Record:
    """Return the record of a match for a file, as far as a device may know the match. If the device
    has a seat, the record also has the whole match, sealed, so that the match can be continued from
    it; and the others at the match are told."""
    snapshot = await take_snapshot(matches, live, device)
    tell_others(live, device)
    record = snapshot.visible
    if record.whole or not live.seats.mine(device):
        return record
    given = snapshot.saved, len(record.plies), await fernet_of(matches.store)
    return replace(record, sealed=await matches.long_work.run(seal, *given))


def tell_others(live: LiveMatch, device: int | None) -> None:
    """Tell all who watch that a player has saved a position of a match with people at other
    devices, because the player can try it out in a match of their own, with hints."""
    mine = live.seats.mine(device)
    if mine and not live.now.over and not live.seats.has_all_people(device):
        name = live.seats.name_of(min(mine))
        live.announce(say("{name} has saved this position and can try it out.", name=name))


async def keep_save(matches: LiveMatches, device: int, save: Save, replace: bool) -> None:
    """Store a save. Raises Refused where the device or its address has too many, or where the
    device has one with that name and `replace` is False."""
    store, quotas = matches.store, matches.quotas
    if len(await store.saves(device, MOST_SAVES)) >= MOST_SAVES and not replace:
        raise Refused(400, "A device can keep {most} saves. Remove one first.", most=MOST_SAVES)
    quotas.count_save()
    quotas.keep(len(save.kept) + len(str(save.card)))
    if not await store.save(device, save, replace):
        raise Refused(409, "There is a save called {name}.", name=save.name)


def snapshot_of(session: Session, live: LiveMatch, device: int | None) -> Snapshot:
    """Take a snapshot of the match of a session. Runs behind the game port."""
    match, holders = session.match, tuple(live.seats.holders)
    viewpoint = Viewpoint(live.seats.mine(device))
    viewer, _ = find_viewer(session, viewpoint)
    given = match, list(map(seat_of, holders)), live.start, live.tags
    return Snapshot(
        record_match(*given),
        record_match(*given, viewer, whole=False),
        *picture_now(session, viewpoint),
        holders,
    )


def text_of(snapshot: Snapshot) -> str:
    """Return a snapshot as the text of a save that the store keeps. Raises Refused where the text
    is too long to be read again."""
    text = write_saved(snapshot.saved)
    if len(text) > MAX_CHARACTERS:
        raise Refused(400, "This match is too long to be saved.")
    return text


def card_of(live: LiveMatch, snapshot: Snapshot) -> Json:
    """Return what a list of saves shows of a save. Its messages are packed, so that everybody reads
    them in a language of their own."""
    card = {
        "title": live.facts.title,
        "seats": seats_for_outsiders(live),
        "ply": snapshot.moves,
        "over": live.now.over,
        "picture": snapshot.picture,
    }
    packed: Json = pack(card)
    return packed
