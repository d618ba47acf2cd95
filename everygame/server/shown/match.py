"""What a connection is shown of a match beside its game: who sits where, the clock, questions."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.contract import Json
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import Reader
from everygame.server.offers.offer_rules import answer_seconds, waited_for
from everygame.server.requests.encoding import encode
from everygame.server.shown.viewpoint import Viewpoint


@dataclass(frozen=True)
class Shown:
    """What was sent of a moment to all who look from the same viewpoint."""

    match: bytes
    """`view` but for the game, the history, and the clock, which differs from one moment to the
    next."""
    game: bytes
    """The part of it that is of the game."""
    reader: Reader
    """Whose history belongs to it."""

    def with_history(self, news: bytes, clock: Json | None) -> bytes:
        """The message, joined as text: a long history is not written anew for each of many."""
        parts = self.match[:-1], self.game[1:-1], encode(clock), news
        return b'%b,%b,"clock":%b,"history":%b}' % parts


def show(live: LiveMatch, look: Viewpoint, back: bool) -> Json:
    """What a connection is shown besides the game; `back`: it could ask to take a ply back."""
    return {
        "type": "view",
        "match": live.id,
        "game": live.facts.name,
        "title": live.facts.title,
        "name": look.name,
        "options": live.facts.settings,
        "hidden": live.facts.hidden,
        "endless": live.facts.endless,
        "asked": look.asked,
        "seats": seats(live, look),
        "helped": look.helped,
        "thinking": live.bot_player.busy[1] if live.bot_player.busy else None,
        "thinks": live.bot_player.seconds(live),
        "notice": live.notice,
        "next": live.next,
        "free": live.referee.free_seats(),
        "watched": live.referee.terms.watching,
        "public": None if live.listed is None else {"listed": live.listed, "host": look.host},
        "paused": live.referee.course.paused,
        "offer": show_offer(live),
        "asks": live.referee.allowed_offers(live.now, look.mine, back),
    }


def show_offer(live: LiveMatch) -> Json | None:
    """The question that waits for answers."""
    offer, terms = live.referee.course.offer, live.referee.terms
    if offer is None:
        return None
    return {
        "id": offer.id,
        "what": offer.what,
        "seat": offer.seat,
        "waiting": sorted(waited_for(offer, live.seats.holders)),
        "patience": answer_seconds(terms),
    }


def show_clock(live: LiveMatch) -> Json | None:
    """The clock as it stands now, in milliseconds, if there is one."""
    clock, course = live.referee.terms.clock, live.referee.course
    if clock is None:
        return None
    left = zip(course.left_at(live.referee.keeper.now()), live.seats.holders, strict=True)
    return {
        "left": [round(1000 * one) if who.kind != "bot" else None for one, who in left],
        "running": course.running,
        "started": course.started,
        "seconds": clock.seconds,
        "each": clock.each,
        "increment": clock.increment,
        "then": clock.then,
    }


def seats(live: LiveMatch, look: Viewpoint) -> list[Json]:
    """Who sits where."""
    return [
        {
            "seat": seat,
            "called": live.facts.called[seat],
            "name": live.bot_player.title(live.facts, holder),
            "kind": holder.kind,
            "level": holder.level,
            "plays_for": live.seats.plays_for(seat),
            "mine": seat in look.mine,
            "replaced": seat in look.replaced,
            "kept": kept_for(live, look, seat),
            "online": holder.kind != "open" and live.presence.is_here(holder),
            "away": int(live.presence.seconds_away(holder)),  # never more: seating.check_free asks
            "to_play": seat == live.now.to_play,
            "gave_up": live.referee.course.gave_up.get(seat),
        }
        for seat, holder in enumerate(live.seats.holders)
    ]


def kept_for(live: LiveMatch, look: Viewpoint, seat: int) -> str:
    """For whom an open seat is kept."""
    if seat in look.kept:
        return "you"
    return "another" if seat in live.seats.kept(live.seats.holders[seat].device) else ""


def summary(live: LiveMatch, device: int, name: str, ply: int, shown: Json) -> Json:
    """The match as the library shows it: `Continue`."""
    return {
        "match": live.id,
        "game": live.facts.name,
        "title": live.facts.title,
        "name": name,
        "seats": list_seats(live),
        "ply": ply,
        "over": live.now.over,
        "your_turn": live.now.to_play in live.seats.mine(device),
        "left": time_left(live, device),
        "watching": device not in live.seats.devices() and device != live.owner,
        "updated": live.updated,
        "picture": shown,
        "problem": "",
    }


def time_left(live: LiveMatch, device: int) -> int | None:
    """Seconds until the time of a device's person is up who is to play."""
    due, seat = live.referee.course.runs_out_at(), live.referee.course.running
    if due is None or seat not in live.seats.mine(device):
        return None
    return max(0, round(due - live.referee.keeper.now()))


def list_seats(live: LiveMatch) -> list[Json]:
    """Who sits where, for those who are not at the match."""
    return [
        {"called": called, "name": holder.name, "kind": holder.kind}
        for called, holder in zip(live.facts.called, live.seats.holders, strict=True)
    ]


def asks_bytes_of(live: LiveMatch, device: int | None) -> bool:
    """The device sits there and has given the dice none of its bytes."""
    given = live.now.given
    return given is not None and device not in given and bool(live.seats.mine(device))
