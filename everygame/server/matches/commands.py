"""What commands do to a match: each is checked against its sender's rights and then applied, or
refused, and then nothing has changed. Behind the port."""

from __future__ import annotations

from msgspec import UnsetType
from msgspec.structs import replace

from everygame.contract import OVER
from everygame.errors import NotYourTurn, StaleState
from everygame.match import Event
from everygame.server.matches.facts import Done, Rights
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.requests.messages import Command, Deed, Go, Mix, Play, Resign


def perform(session: Session, rights: Rights, command: Deed | Mix) -> Done:
    """Do a command, whole or not at all. Raises StaleState, NotYourTurn, BadMove."""
    with session.match.all_or_nothing():
        return carry_out(session, rights, command)


def carry_out(session: Session, rights: Rights, command: Deed | Mix) -> Done:
    if isinstance(command, Mix):
        return mix(session, rights, command), session.moment()
    command, before = with_true_nodes(session, rights, command), session.match.state()
    if isinstance(command, Play):
        events = play(session, rights, command)
    elif isinstance(command, Go):
        events = go(session, rights, command)
    elif command.seat not in rights.mine:
        raise NotYourTurn("You can resign only for a seat of your own.")
    else:
        events = session.match.resign(command.seat)
    return events, session.moment(before)


def mix(session: Session, rights: Rights, command: Mix) -> list[Event]:
    """Take the bytes of a device that sits down, once. Raises NotYourTurn."""
    match = session.match
    if rights.device not in match.devices - match.given() or not match.draws_by_seed():
        raise NotYourTurn("No bytes of this device are asked for.")
    event: Event = {"type": "mix", "bytes": command.bytes, "seats": sorted(rights.mine)}
    event["device"] = rights.device
    match.apply_event(event)
    return [event, *match.draw()]


def with_true_nodes(session: Session, rights: Rights, command: Deed) -> Deed:
    """The command with the match's own nodes in place of those by which its sender, who may not
    know of all, calls them. Raises StaleState."""
    if isinstance(command, Resign):
        return command
    match, reader = session.match, reader_of(command)
    nodes = {"at": session.understand(reader, command.at, match.node)}
    if isinstance(command, Go):
        ways = match.undo(rights.mine, rights.shared), match.redo(rights.mine, rights.shared)
        nodes["node"] = session.understand(reader, command.node, *ways)
    return replace(command, **nodes)


def reader_of(command: Command) -> Reader:
    """By whose history a command numbers its nodes."""
    return ALL if isinstance(command.of, UnsetType) else command.of


def play(session: Session, rights: Rights, command: Play) -> list[Event]:
    match = session.match
    if command.at != match.node:
        raise StaleState("The match has moved on since you looked.")
    seat = match.to_play()
    if seat not in rights.mine:
        over = "The match is over."
        raise NotYourTurn(over if seat == OVER else "It is another player's turn.")
    return match.play(seat, command.move)


def go(session: Session, rights: Rights, command: Go) -> list[Event]:
    """Take the match to a node and from there along moves that nobody has played yet."""
    match, mine, shared = session.match, rights.mine, rights.shared
    if command.at == match.node and not match.may_go(command.node, mine, shared):
        here = session.plain(reader_of(command), match.node)
        why = match.why_no_undo(mine, shared, here)
        raise NotYourTurn(why or "The table cannot be taken there.")
    if command.ahead and not shared:
        raise NotYourTurn("Only who plays for all people can play on from there.")
    states = session.peek(command.node, command.ahead)
    events = session.renew_dice() if match.outcome() else []
    events += match.go(command.node, command.at)
    for state, move in zip(states, command.ahead, strict=False):
        events += match.play(state.to_play(), move)
    return events


def play_for(session: Session, seat: int, move: str) -> Done:
    """A bot's move. Raises BadMove, NotYourTurn."""
    before = session.match.state()
    return session.match.play(seat, move), session.moment(before)
