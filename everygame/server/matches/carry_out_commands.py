"""Carries out the commands of devices: a command is applied once, stored, and only then
answered."""

from __future__ import annotations

from collections.abc import Callable

from everygame.errors import NotYourTurn
from everygame.server.matches.apply_commands import apply_command, reader_of
from everygame.server.matches.facts import Rights
from everygame.server.matches.live_match import LiveMatch, uninterrupted
from everygame.server.matches.session import Session
from everygame.server.offers import offer_rules, offers
from everygame.server.requests.messages import Answer, Ask, Command, Mix, Resign
from everygame.server.seats.stand_ins import bot_after_resignation
from everygame.store import StoredCommand
from everygame.words import all_of, count


@uninterrupted
async def obey(
    live: LiveMatch, device: int, command: Command, answer: Callable[[int], None]
) -> None:
    """Carry out a command, and call `answer` with the node that it led to, before the change is
    shown to any watcher. A command that is sent twice is carried out once and answered twice.
    Raises StaleState, NotYourTurn, BadMove; then nothing has changed."""
    async with live.lock:
        live.check_open()
        if not isinstance(command, Mix):
            check_all_are_there(live)
        node = live.commands.get((device, command.id))
        if node is None:
            await live.do_what_is_due()
            rights = Rights(live.seats.mine(device), live.seats.has_all_people(device), device)
            node = await carry_out(live, rights, command)
        if live.facts.hidden:
            node = await live.ask(Session.number_for, reader_of(command), node)
        answer(node)


async def carry_out(live: LiveMatch, rights: Rights, command: Command) -> int:
    """Apply a new command and store it; return the node with which it is answered."""
    if isinstance(command, Ask):
        return await offers.make_offer(live, rights.device, rights, command)
    if isinstance(command, Answer):
        return await offers.answer_offer(live, rights.device, rights, command)
    if isinstance(command, Resign) and await resign_to_bot(live, rights, command):
        return live.now.node
    course, mover = live.referee.course, live.now.to_play
    if course.paused and not isinstance(command, (Resign, Mix)):
        raise NotYourTurn("The match is paused.")
    events, now = await live.change(lambda session: apply_command(session, rights, command))
    is_ply = mover >= 0 and not isinstance(command, (Resign, Mix))
    ended = offer_rules.ended_by_ply(course, mover, live.seats.holders) if is_ply else []
    after = offers.after_ply(live, mover, ended, now.node) if ended else None
    notice = offers.say_ended(live, mover, ended)
    stored = StoredCommand(rights.device, command.id, now.node)
    await live.write(events, now, stored, after, notice=notice)
    return now.node


async def resign_to_bot(live: LiveMatch, rights: Rights, command: Resign) -> bool:
    """Let a bot play the seat of a player who resigns, where three or more seats play and another
    person plays on. Return True where a bot does; otherwise resigning ends the match."""
    if command.seat not in rights.mine or live.now.over:
        return False
    level = bot_after_resignation(live.facts, live.seats, command.seat)
    if not level:
        return False
    stored = StoredCommand(rights.device, command.id, live.now.node)
    await live.leave_to_bot(command.seat, level, "resignation", stored)
    return True


def check_all_are_there(live: LiveMatch) -> None:
    """Raise NotYourTurn where a match loaded from a save waits for people to take their reserved
    seats. Playing on without them would let a player try out what the others hide."""
    if names := live.seats.awaited():
        one = "This match goes on when {names} sits down again."
        more = "This match goes on when {names} sit down again."
        raise NotYourTurn(count(one, more, len(names), names=all_of(names)))
