"""A command of a device: done once, written, and only then answered."""

from __future__ import annotations

from collections.abc import Callable

from everygame.errors import NotYourTurn
from everygame.server.matches.commands import perform, reader_of
from everygame.server.matches.facts import Rights
from everygame.server.matches.live_match import LiveMatch, to_the_end
from everygame.server.matches.session import Session
from everygame.server.offers import offer_rules, offers
from everygame.server.requests.messages import Answer, Ask, Command, Mix, Resign
from everygame.store import StoredCommand
from everygame.words import all_of


@to_the_end
async def obey(
    live: LiveMatch, device: int, command: Command, answer: Callable[[int], None]
) -> None:
    """Do a command of a device, once, and answer with its node before anybody is shown it. Raises
    StaleState, NotYourTurn, BadMove; then nothing has changed."""
    async with live.lock:
        live.check()
        if not isinstance(command, Mix):
            check_all_are_there(live)
        node = live.commands.get((device, command.id))
        if node is None:
            await live.do_what_is_due()
            rights = Rights(live.seats.mine(device), live.seats.is_shared(device), device)
            node = await carry_out(live, rights, command)
        if live.facts.hidden:
            node = await live.ask(Session.number, reader_of(command), node)
        answer(node)


async def carry_out(live: LiveMatch, rights: Rights, command: Command) -> int:
    """Do a command; the node that answers it."""
    if isinstance(command, Resign) and command.seat in rights.mine:
        level = live.referee.bot_after_resignation(command.seat)
        if level and not live.now.over:  # wherever the others are by now
            stored = StoredCommand(rights.device, command.id, live.now.node)
            await live.leave_to_bot(command.seat, level, "resignation", stored)
            return live.now.node
    if isinstance(command, Ask):
        return await offers.make_offer(live, rights.device, rights, command)
    if isinstance(command, Answer):
        return await offers.answer_offer(live, rights.device, rights, command)
    if isinstance(command, Mix):
        events, now = await live.change(perform, rights, command)
        await live.write(events, now, StoredCommand(rights.device, command.id, now.node))
        return now.node
    course, mover = live.referee.course, live.now.to_play
    if course.paused and not isinstance(command, Resign):
        raise NotYourTurn("The match is paused.")
    events, now = await live.change(perform, rights, command)
    if mover >= 0 and not isinstance(command, Resign):
        course = offer_rules.after_ply(course, mover, live.seats.holders, now.node)
    await live.write(events, now, StoredCommand(rights.device, command.id, now.node), course)
    return now.node


def check_all_are_there(live: LiveMatch) -> None:
    """Raises NotYourTurn where the match waits for people: whoever plays on from a save with
    secrets without them could try out what they hide."""
    if names := live.seats.awaited():
        who = all_of(names)
        raise NotYourTurn("This match goes on when {names} sits down again.", names=who)
