"""Snapshots: a match at one moment, for a save, a file or a backup."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Final

from everygame.contract import Json
from everygame.record import MAX_CHARACTERS, Record, record_match
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.matches.session import Session
from everygame.server.people.watching import check_may_watch
from everygame.server.requests.encoding import encode
from everygame.server.requests.limits import LONG_MATCH, Refused
from everygame.server.saves.sealed_save import (
    Saved,
    box_of,
    seal,
    seat_of,
    write_saved,
)
from everygame.server.shown.game import picture_now
from everygame.server.shown.match import list_seats
from everygame.server.shown.viewpoint import Viewpoint, find_viewer
from everygame.store import Holder, Save, Store

MOST: Final = 200
"""Saves of a device."""


@dataclass(frozen=True)
class Snapshot:
    """A match at one moment, for a device."""

    whole: Record
    told: Record
    """As far as the device may know it."""
    ply: int
    picture: Json
    holders: tuple[Holder, ...]

    @property
    def saved(self) -> Saved:
        return Saved(self.whole, tuple(holder.device for holder in self.holders))


async def take_snapshot(matches: LiveMatches, live: LiveMatch, device: int | None) -> Snapshot:
    """The match as it stands, once that is stored."""
    check_may_watch(live, device)
    is_long = live.written > LONG_MATCH
    async with matches.long_work.turn() if is_long else nullcontext(), live.lock:
        return await live.ask_long(snap, live, device)


async def record_for(matches: LiveMatches, live: LiveMatch, device: int | None) -> Record:
    """The match as far as the device may know it, the rest sealed if it has a seat."""
    taken = await take_snapshot(matches, live, device)
    record = taken.told
    if record.whole or not live.seats.mine(device):
        return record
    given = taken.saved, len(record.plies), await box_of(matches.store)
    return replace(record, sealed=await matches.long_work.run(seal, *given))


async def keep_save(store: Store, device: int, save: Save, replace: bool) -> None:
    """Keep a save. Raises Refused where there is one of that name, or too many."""
    if len(await store.saves(device, MOST)) >= MOST and not replace:
        raise Refused(400, "{most} saves are kept; remove some first.", most=MOST)
    if not await store.save(device, save, replace):
        raise Refused(409, "There is a save called {name}.", name=save.name)


def snap(session: Session, live: LiveMatch, device: int | None) -> Snapshot:
    """A match as it stands. Behind the port."""
    match, holders = session.match, tuple(live.seats.holders)
    look = Viewpoint(live.seats.mine(device))
    viewer, _ = find_viewer(session, look)
    given = match, list(map(seat_of, holders)), live.start, live.tags
    return Snapshot(
        record_match(*given),
        record_match(*given, viewer, whole=False),
        *picture_now(session, look),
        holders,
    )


def kept_of(snapshot: Snapshot) -> str:
    """Raises Refused where it could not be read again."""
    text = write_saved(snapshot.saved)
    if len(text) > MAX_CHARACTERS:
        raise Refused(400, "This match is too long to be saved.")
    return text


def card_at(live: LiveMatch, snapshot: Snapshot, language: str) -> Json:
    """What a list shows of a save, in the words of who made it."""
    card = {
        "title": live.facts.title,
        "seats": list_seats(live),
        "ply": snapshot.ply,
        "over": live.now.over,
        "picture": snapshot.picture,
    }
    spoken: Json = json.loads(encode(card, language))
    return spoken
