"""Builds the part of the message `view` that does not come from the game (seats, clock, offers),
and the match as a library lists it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Raw, Struct

from everygame.contract import Json
from everygame.server.clock.terms_and_course import Offer
from everygame.server.matches.library_summary import Standing
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import Reader
from everygame.server.offers.offer_rules import answer_seconds, waited_for
from everygame.server.requests.encoding import encode
from everygame.server.seats.stand_ins import free_seats
from everygame.server.shown.viewpoint import Viewpoint
from everygame.store import Holder, LibraryEntry
from everygame.words import translate


@dataclass(frozen=True)
class Shown:
    """What all connections with the same viewpoint get of one moment."""

    match: bytes
    """The JSON of the message without three parts: the game; the history, of which each page needs
    another part; and the clock, which runs."""
    game: bytes
    """The JSON of the part that comes from the game."""
    reader: Reader
    """The reader whose history belongs to the message."""

    def with_history(self, history: bytes, clock: Json | None) -> bytes:
        """Return the whole message. It is joined as bytes, so that the part shared by many
        connections is encoded once."""
        parts = self.match[:-1], self.game[1:-1], encode(clock), history
        return b'%b,%b,"clock":%b,"history":%b}' % parts


def match_json(live: LiveMatch, viewpoint: Viewpoint, back: bool) -> Json:
    """Return what a connection sees besides the game. `back` says that the connection could ask for
    a takeback."""
    return {
        "type": "view",
        "match": live.id,
        "game": live.facts.name,
        "title": live.facts.title,
        "name": viewpoint.name,
        "options": live.facts.settings,
        "hidden": live.facts.hidden,
        "endless": live.facts.endless,
        "files": live.facts.files,
        "asked": viewpoint.asked,
        "seats": seats_json(live, viewpoint),
        "helped": viewpoint.helped,
        "thinking": live.bot_player.busy[1] if live.bot_player.busy else None,
        "thinks": live.bot_player.seconds(live),
        "notice": live.notice,
        "next": live.next,
        "free": free_seats(live.referee.terms, live.seats),
        "watched": live.referee.terms.watching,
        "public": None if live.listed is None else {"listed": live.listed, "host": viewpoint.host},
        "paused": live.referee.course.paused,
        "offers": [offer_json(live, offer) for offer in live.referee.course.offers],
        "asks": live.referee.allowed_offers(live.now, viewpoint.mine, back),
    }


def offer_json(live: LiveMatch, offer: Offer) -> Json:
    """Return a question between players that waits for answers."""
    return {
        "id": offer.id,
        "what": offer.what,
        "seat": offer.seat,
        "waiting": sorted(waited_for(offer, live.seats.holders)),
        "patience": answer_seconds(live.referee.terms, offer.what),
    }


def clock_json(live: LiveMatch) -> Json | None:
    """Return the present state of the clock; None in a match without one. `left` is in
    milliseconds, None for a bot; the other times are in seconds."""
    clock, course = live.referee.terms.clock, live.referee.course
    if clock is None:
        return None
    left = zip(course.left_at(live.referee.keeper.now()), live.seats.holders, strict=True)
    return {
        "left": [round(1000 * one) if holder.kind != "bot" else None for one, holder in left],
        "running": course.running,
        "started": course.started,
        "seconds": clock.seconds,
        "each": clock.each,
        "increment": clock.increment,
        "then": clock.then,
    }


def seats_json(live: LiveMatch, viewpoint: Viewpoint) -> list[Json]:
    """Return each seat with its holder, as players and spectators see it."""
    lent = live.referee.course.lent
    return [
        {
            "seat": seat,
            "called": live.facts.seat_names[seat],
            "partners": live.facts.partners(seat),
            "name": live.bot_player.title(live.facts, holder),
            "kind": holder.kind,
            "level": holder.level,
            "plays_for": live.seats.stand_in_for(seat),
            "mine": seat in viewpoint.mine,
            "replaced": seat in viewpoint.replaced and (lent is None or lent[0] != seat),
            "kept": kept_for(live, viewpoint, seat),
            "online": holder.kind != "open" and live.presence.is_here(holder),
            "away": int(
                live.presence.seconds_away(holder)
            ),  # rounded down, else the page offers a bot too early
            "to_play": seat == live.now.to_play,
            "gave_up": live.referee.course.gave_up.get(seat),
        }
        for seat, holder in enumerate(live.seats.holders)
    ]


def kept_for(live: LiveMatch, viewpoint: Viewpoint, seat: int) -> str:
    """Say for whom a seat is reserved: "you", "another" device, or "" for nobody."""
    if seat in viewpoint.kept:
        return "you"
    return "another" if seat in live.seats.kept(live.seats.holders[seat].device) else ""


class Glance(Struct, frozen=True):
    """Where a match stands for the device with some of its seats, in a language: what a library
    shows of it and only its game can tell."""

    title: str
    called: tuple[str, ...]
    """The name that the game gives to each seat."""
    ply: int
    """The turns of players that the device may know of."""
    over: bool
    to_play: int
    """The seat to move, or CHANCE, or OVER."""
    picture: Raw
    """The JSON of the picture, which is passed on as it is."""


def glance_at(live: LiveMatch, ply: int, picture: Json, language: str) -> Glance:
    """Return where a match stands, after so many turns and with this picture."""
    facts, now = live.facts, live.now
    title, *called = (translate(words, language) for words in (facts.title, *facts.seat_names))
    shown = Raw(encode(picture, language))
    return Glance(title, tuple(called), ply, now.over, now.to_play, shown)


def continue_json(
    entry: LibraryEntry,
    glance: Glance,
    standing: Standing,
    device: int,
    now: float,
    deleted_in: float | None,
) -> Json:
    """Return `Continue` of the wire format: a match as the library of a device lists it, at the
    uptime `now`. In `deleted_in` seconds the server deletes it unless somebody opens it."""
    return {
        "match": entry.match,
        "game": entry.game,
        "title": glance.title,
        "name": entry.name,
        "seats": list_seats(glance.called, standing.seats.holders),
        "ply": glance.ply,
        "over": glance.over,
        "your_turn": glance.to_play in standing.seats.mine(device),
        "left": standing.time_left(device, now),
        "watching": standing.is_watching(device),
        "shared": standing.is_shared(device),
        "updated": entry.updated,
        "deleted_in": deleted_in,
        "picture": glance.picture,
        "problem": "",
    }


def seats_for_outsiders(live: LiveMatch) -> list[Json]:
    """Return each seat with its holder, as everybody may see it who finds the match in a list or an
    invitation."""
    return list_seats(live.facts.seat_names, live.seats.holders)


def list_seats(seat_names: Sequence[str], holders: Sequence[Holder]) -> list[Json]:
    """Return each seat, by its name, with its holder."""
    return [
        {"called": called, "name": holder.name, "kind": holder.kind}
        for called, holder in zip(seat_names, holders, strict=True)
    ]


def asks_bytes_of(live: LiveMatch, device: int | None) -> bool:
    """Whether a device has a seat and has not yet added its random bytes to the dice."""
    mixed = live.now.mixed_devices
    return mixed is not None and device not in mixed and bool(live.seats.mine(device))
