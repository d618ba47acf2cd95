"""Applies commands to a match. A command is checked against the rights of its sender, and then
applied, or refused with nothing changed. These functions run behind the port of the game
(`process/game_port.py`)."""

from __future__ import annotations

from msgspec import UnsetType
from msgspec.structs import replace

from everygame.contract import OVER
from everygame.errors import NotYourTurn, StaleState
from everygame.match import Event
from everygame.server.matches.facts import Applied, Rights
from everygame.server.matches.session import ALL, Reader, Session
from everygame.server.requests.messages import Command, Deed, Go, Mix, Play, Resign


def apply_command(session: Session, rights: Rights, command: Deed | Mix) -> Applied:
    """Apply a command completely or not at all; return its events and the moment after them. Raises
    StaleState, NotYourTurn, BadMove."""
    with session.match.all_or_nothing():
        if isinstance(command, Mix):
            return mix_bytes(session, rights, command), session.moment()
        before = session.match.state()
        events = apply_deed(session, rights, with_match_nodes(session, rights, command))
        return events, session.moment(before)


def apply_deed(session: Session, rights: Rights, command: Deed) -> list[Event]:
    """Play, go to a node or resign, as a command says whose node numbers are those of the match;
    return the events."""
    if isinstance(command, Play):
        return play(session, rights, command)
    if isinstance(command, Go):
        return go(session, rights, command)
    if command.seat not in rights.mine:
        raise NotYourTurn("You can resign only for a seat of your own.")
    return session.match.resign(command.seat)


def mix_bytes(session: Session, rights: Rights, command: Mix) -> list[Event]:
    """Add the random bytes of a seated device to the dice, once for each device. Raises
    NotYourTurn."""
    match = session.match
    if rights.device not in match.devices - match.given() or not match.draws_by_seed():
        raise NotYourTurn("The dice need no bytes of this device.")
    event: Event = {"type": "mix", "bytes": command.bytes, "seats": sorted(rights.mine)}
    event["device"] = rights.device
    match.apply_event(event)
    return [event, *match.draw()]


def with_match_nodes(session: Session, rights: Rights, command: Deed) -> Deed:
    """Return the command with the match's own node numbers instead of the sender's. In a match with
    secrets, a sender numbers only the nodes that it may know of. Raises StaleState."""
    if isinstance(command, Resign):
        return command
    match, reader = session.match, reader_of(command)
    nodes = {"at": session.find_node(reader, command.at, match.node)}
    if isinstance(command, Go):
        # one number may stand for several nodes: prefer those to which the sender may go
        allowed = match.undo(rights.mine, rights.shared), match.redo(rights.mine, rights.shared)
        nodes["node"] = session.find_node(reader, command.node, *allowed)
    return replace(command, **nodes)


def reader_of(command: Command) -> Reader:
    """Return the reader whose node numbers a command uses."""
    return ALL if isinstance(command.of, UnsetType) else command.of


def play(session: Session, rights: Rights, command: Play) -> list[Event]:
    """Play a move for the seat to move. Raises StaleState, NotYourTurn, BadMove."""
    match = session.match
    if command.at != match.node:
        raise StaleState("The match has moved on since you looked.")
    seat = match.to_play()
    if seat not in rights.mine:
        over = "The match is over."
        raise NotYourTurn(over if seat == OVER else "It is another player's turn.")
    return match.play(seat, command.move)


def go(session: Session, rights: Rights, command: Go) -> list[Event]:
    """Go to a node, and from there along new moves. Raises StaleState, NotYourTurn, BadMove."""
    match, mine, shared = session.match, rights.mine, rights.shared
    if command.at == match.node and not match.may_go(command.node, mine, shared):
        here = session.first_alike(reader_of(command), match.node)
        reason = match.why_no_undo(mine, shared, here)
        raise NotYourTurn(reason or "The match cannot go to that position.")
    if command.ahead and not shared:
        raise NotYourTurn("You can play on from there only if all people play at your device.")
    states = session.states_along(command.node, command.ahead)
    # the old seed is public once a match is over, so nothing may be drawn from it any more
    events = session.renew_dice() if match.outcome() else []
    events += match.go(command.node, command.at)
    for state, move in zip(states, command.ahead, strict=False):
        events += match.play(state.to_play(), move)
    return events


def play_for_bot(session: Session, seat: int, move: str) -> Applied:
    """Play a bot's move. Raises BadMove, NotYourTurn."""
    before = session.match.state()
    return session.match.play(seat, move), session.moment(before)
