"""What a connection is shown: the message `table` of docs/reference/wire.md.

Its one half is asked of the session, behind the port; the other says who is there."""

from __future__ import annotations

from dataclasses import dataclass

from everygame.contract import CHANCE, Json
from everygame.history import START, Node
from everygame.honest import to_json as dice_json
from everygame.honest import weigh
from everygame.match import Match, Outcome
from everygame.scene import Scene, picture
from everygame.server.asking import patience, waited_for
from everygame.server.called import Names, call, call_in
from everygame.server.changes import changed_cells
from everygame.server.commands import way_back
from everygame.server.history import Known, Reader, Tongue
from everygame.server.limits import Refused
from everygame.server.live_match import LiveMatch
from everygame.server.messages import encode
from everygame.server.scene_json import write_scene
from everygame.server.session import Session
from everygame.words import ENGLISH


@dataclass(frozen=True)
class Viewpoint:
    """From where a connection looks at a live match; equal ones are shown the same."""

    mine: frozenset[int]
    """The seats of its device."""
    name: str = ""
    """What the match is called in its device's library."""
    node: int | None = None
    """The node it looks at, where that is not the match's."""
    revealed: int | None = None
    """The seat whose person is alone with the screen, in a game with secrets."""
    replaced: frozenset[int] = frozenset()
    """The seats of its device where a bot plays on."""
    kept: frozenset[int] = frozenset()
    """The seats that wait for its device."""
    waits: bool = False
    """The match goes on only when people are back."""
    helped: bool = False
    """It may have hints and analysis."""
    ahead: tuple[str, ...] = ()
    """Moves beyond `node` that nobody has played."""
    truth: bool = False
    """All is shown, now that the match is over."""
    language: str = ENGLISH
    """Of its words."""
    host: bool = False
    """Its device made the match."""
    asked: bool = False
    """Bytes of its device are wanted for the dice."""
    names: Names = ()
    """What people are called in the sentences of the game."""

    @property
    def tongue(self) -> Tongue:
        """In which words it reads the history."""
        return self.language, self.names


@dataclass(frozen=True)
class Shown:
    """What was sent of a moment to all who look from the same viewpoint."""

    match: bytes
    """`table` but for the game, the history, and the clock, which differs from one moment to the
    next."""
    game: bytes
    """The part of it that is of the game."""
    reader: Reader
    """Whose history belongs to it."""

    def with_history(self, news: bytes, clock: Json | None) -> bytes:
        """The message, joined as text: a long history is not written anew for each of many."""
        parts = self.match[:-1], self.game[1:-1], encode(clock), news
        return b'%b,%b,"clock":%b,"history":%b}' % parts


def find_viewer(session: Session, look: Viewpoint) -> tuple[int | None, int | None]:
    """The seat that a connection sees for, and the seat that must first lift the curtain."""
    seat = session.match.to_play()
    if len(look.mine) < 2:
        return next(iter(look.mine), None), None
    if session.game.hidden and has_secrets(session, look.mine):
        if seat in look.mine and seat != look.revealed:
            return None, seat
        return look.revealed, None
    return seat if seat in look.mine else last_of(session, look.mine), None


def has_secrets(session: Session, seats: frozenset[int]) -> bool:
    """One of these seats knows more than everybody, has done something in secret, or would by
    what it may do now."""
    state = session.match.state()
    seat, public = state.to_play(), state.observe(None)
    actions = state.legal_actions() if seat in seats else []
    return (
        any(state.observe(one) != public for one in seats)
        or any(state.text(action, seat) != state.text(action, None) for action in actions)
        or bool(session.history.secretive() & seats)
    )


def last_of(session: Session, mine: frozenset[int]) -> int:
    """The one of these seats that played last, so that the picture stays while others play."""
    match = session.match
    played = (match.nodes[node].seat for node in match.upwards(match.node))
    return next((seat for seat in played if seat in mine), min(mine))


def show(live: LiveMatch, look: Viewpoint, back: bool) -> Json:
    """What a connection is shown besides the game; `back`: it could ask to take a ply back."""
    return {
        "type": "table",
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
        "free": live.free_seats(),
        "watched": live.referee.terms.watching,
        "public": None if live.listed is None else {"listed": live.listed, "host": look.host},
        "paused": live.referee.course.paused,
        "offer": show_offer(live),
        "asks": live.referee.may_ask(live.now, look.mine, back),
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
        "patience": patience(terms),
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


def show_game(session: Session, look: Viewpoint, shared: bool) -> tuple[bytes, Reader, bool]:
    """What a connection is shown of the game, as JSON, whose history belongs to it, and whether it
    could ask to take a ply back."""
    match = session.match
    viewer, curtain = find_viewer(session, look)
    reader = session.history.reader(viewer)
    here = session.plain(reader, match.node)
    looking = None if look.node is None else session.plain(reader, look.node)
    if looking == here and not look.ahead:
        looking = None
    node = here if looking is None else looking
    active = looking is None and viewer == match.to_play() and not look.waits
    outcome = match.outcome()
    if active:
        node = match.node
    tells = session.scenes.tells_truth()
    ways = [way(look.mine, shared) if look.mine else None for way in (match.undo, match.redo)]
    undo, redo = [None if way is None else session.number(reader, way) for way in ways]
    scene, last = seen(session, node, viewer, look.ahead, look.truth and tells)
    shown = {
        "viewer": viewer,
        "curtain": curtain,
        "node": session.number(reader, match.node),
        "looking": None if looking is None else session.number(reader, looking),
        "scene": write_scene(call_in(scene, look.names), look.language, active),
        "ahead": list(look.ahead),
        "truth": look.truth if tells else None,
        "last": last,
        "undo": undo,
        "redo": redo,
        "dice": tell_dice(match),
        "why_not": match.why_no_undo(look.mine, shared, here) if look.mine else "",
        "over": result(session, outcome, look.names) if outcome else None,
    }
    back = bool(look.mine) and not shared and way_back(session, look.mine) is not None
    return encode(shown, look.language), reader, back


def tell_dice(match: Match) -> Json | None:
    """What chance follows from, as far as all may know it; None where nobody is committed."""
    if not match.dices:
        return None
    dice = match.told_dice()[-1]
    given = [{"bytes": mix.bytes, "seats": list(mix.seats)} for mix in dice.mixes]
    told = {"name": dice.name, "commitment": dice.commitment, "mixed": given}
    return {**told, "seed": dice.seed, "waits": match.to_play() == CHANCE and match.waits()}


def disclose_dice(session: Session) -> Json:
    """`Dice` of docs/reference/wire.md. Raises Refused while the match goes on."""
    match = session.match
    if match.outcome() is None:
        raise Refused(403, "The dice are told when the match is over.")
    plies = [[node.parent, node.move, tell_odds(match, node)] for node in match.nodes[1:]]
    return {"dice": [dice_json(dice) for dice in match.told_dice()], "plies": plies}


def tell_odds(match: Match, node: Node) -> list[tuple[str, str]] | None:
    """The outcomes from which chance drew a ply, with their weights, as digits: a page reads
    numbers only as far as they are small."""
    if node.seat != CHANCE:
        return None
    before = match.state(node.parent)
    return [(before.text(action), str(weight)) for action, weight in weigh(before)]


def news(session: Session, reader: Reader, known: Known, look: Viewpoint) -> tuple[bytes, Known]:
    """The rest of a history, and what a page has that gets it."""
    return session.history.news(reader, known, look.tongue), session.history.known(reader)


def put_into_words(session: Session, look: Viewpoint, most: int) -> bool:
    """Go on with the history for a viewpoint, by so many plies; True if that was all."""
    reader = session.history.reader(find_viewer(session, look)[0])
    return session.history.grow(reader, most, look.tongue)


def seen(
    session: Session, node: int, viewer: int | None, ahead: tuple[str, ...], truth: bool
) -> tuple[Scene, Json]:
    """What a viewer sees at a node, or after moves from there, and what moved last."""
    if not ahead:
        return session.scenes.scene(node, viewer, truth), session.scenes.last(node, viewer, truth)
    *_, before, after = session.peek(node, ahead)
    scenes = [session.scenes.glimpse(state, viewer, truth) for state in (before, after)]
    return scenes[1], {"pieces": {}, "cells": list(dict.fromkeys(changed_cells(*scenes)))}


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
            "away": int(live.presence.away(holder)),  # never more: seating.check_free asks
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


def result(session: Session, outcome: Outcome, names: Names) -> Json:
    """How it ended."""
    scene = session.scenes.scene(session.match.node, None)
    return {
        "returns": list(outcome.returns),
        "ending": outcome.ending,
        "sentence": call(scene.over, names),
    }


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
    due, seat = live.referee.course.due(), live.referee.course.running
    if due is None or seat not in live.seats.mine(device):
        return None
    return max(0, round(due - live.referee.keeper.now()))


def list_seats(live: LiveMatch) -> list[Json]:
    """Who sits where, for those who are not at the match."""
    return [
        {"called": called, "name": holder.name, "kind": holder.kind}
        for called, holder in zip(live.facts.called, live.seats.holders, strict=True)
    ]


def picture_now(session: Session, look: Viewpoint) -> tuple[int, Json]:
    """How many moves lead to where a match stands, and its picture."""
    node, viewer = node_now(session, look)
    return count_moves(session, node, viewer), picture(session.scenes.scene(node, viewer))


def scene_now(session: Session, look: Viewpoint) -> Scene:
    """What is seen of a match as it stands."""
    return session.scenes.scene(*node_now(session, look))


def node_now(session: Session, look: Viewpoint) -> tuple[int, int | None]:
    """Where a match stands, as far as it is seen, and the viewer."""
    viewer, _ = find_viewer(session, look)
    lens = session.history.lens(session.history.reader(viewer))
    return lens.plain(session.match.node) if lens else session.match.node, viewer


def count_moves(session: Session, node: int, viewer: int | None) -> int:
    """How many plies lead to a node, as far as they are seen, but those of chance: who has
    been dealt cards has not moved yet."""
    match, lens = session.match, session.history.lens(session.history.reader(viewer))
    line = match.upwards(node)
    seen = {lens.plain(one) for one in line} - {START} if lens else line
    return sum(match.nodes[one].seat != CHANCE for one in seen)
