"""Faults for which the walks must have an eye: each takes the place of a part of the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest
from msgspec.structs import replace

import everygame.server.clock.terms_and_course as terms_and_course
from everygame.errors import EveryGameError
from everygame.match import Match
from everygame.server.clock.clock_rules import Referee
from everygame.server.clock.terms_and_course import Clock, Course
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.session import Session
from everygame.server.matches.socket import Connection
from everygame.server.offers import offer_rules
from everygame.server.requests.messages import Command
from everygame.server.shown.scenes import Scenes
from everygame.store import Holder, SQLiteStore, StoredMatch

Patch = pytest.MonkeyPatch


@dataclass(frozen=True)
class Planted:
    """A fault, what the walk that meets it says, and the first seed that does."""

    plant: Callable[[Patch], None]
    told: str
    seed: int = 0


def refusal_that_writes(patch: Patch) -> None:
    """A refused command leaves its event in the log."""
    change = LiveMatch.change

    async def broken(live: LiveMatch, work: Any) -> Any:
        try:
            return await change(live, work)
        except EveryGameError:
            await live.store.append(
                live.id, live.events_stored, [{"type": "go", "node": live.now.node}], None
            )
            raise

    patch.setattr(LiveMatch, "change", broken)


def refusal_that_moves_on(patch: Patch) -> None:
    """A refused command leaves the match in memory where it was tried."""
    patch.setattr(Match, "_return_to", lambda *given: None)


def early_acknowledgement(patch: Patch) -> None:
    """A command is acknowledged before it is written."""
    handle = Connection.handle

    async def broken(page: Any, message: Any) -> None:
        if isinstance(message, Command):
            page.acknowledge(message, page.live.now.node)
        await handle(page, message)

    patch.setattr(Connection, "handle", broken)


def lost_write(patch: Patch) -> None:
    """A take-back is acknowledged and kept in memory, and its event is not written."""
    write = LiveMatch.write

    async def broken(live: LiveMatch, events: Any, *given: Any, **named: Any) -> None:
        kept = [event for event in events if event["type"] != "go"]
        await write(live, kept, *given, **named)

    patch.setattr(LiveMatch, "write", broken)


def undo_that_gains(patch: Patch) -> None:
    """A turn to which the match was taken back begins with its whole time."""
    begin = terms_and_course.begin_turn

    def broken(clock: Clock, course: Course, to_play: int, number: int, earned: bool) -> Course:
        made = begin(clock, course, to_play, number, earned)
        whole = [clock.seconds if seat == to_play else one for seat, one in enumerate(made.left)]
        return replace(made, left=tuple(whole))

    patch.setattr(terms_and_course, "begin_turn", broken)


def increment_again(patch: Patch) -> None:
    """A turn that is played again brings its increment again."""
    end = terms_and_course.end_turn

    def broken(clock: Clock, course: Course, *given: Any) -> Course:
        return end(clock, replace(course, paid=()), *given)

    patch.setattr(terms_and_course, "end_turn", broken)


def pause_that_runs(patch: Patch) -> None:
    """The clock runs on in a pause."""
    follows = Referee.next_course

    def broken(self: Referee, now: Any, holders: Any, forward: bool, course: Any = None) -> Course:
        made = follows(self, now, holders, forward, replace(course or self.course, paused=False))
        return replace(made, paused=(course or self.course).paused and not now.over)

    patch.setattr(Referee, "next_course", broken)


def secret_after_opening(patch: Patch) -> None:
    """A match that is opened anew in its middle shows a seat what the next one hides."""
    make, begin = Scenes.view_for, Session.__init__

    def opened(session: Any, entry: Any, stored: StoredMatch) -> None:
        begin(session, entry, stored)
        session.opened_late = session.game.hidden and len(stored.events) > 5

    def broken(self: Any, state: Any, viewer: int | None, truth: bool) -> Any:
        shifted = viewer is not None and self.session.opened_late
        seen = (
            (viewer + 1) % self.session.game.players if shifted and viewer is not None else viewer
        )
        return make(self, state, seen, truth)

    patch.setattr(Session, "__init__", opened)
    patch.setattr(Scenes, "view_for", broken)


def stale_holders(patch: Patch) -> None:
    """The dice wait for the bytes of a device that has left its seat to a bot."""

    async def nothing(live: LiveMatch) -> None:
        """Tell the session nothing."""

    patch.setattr(LiveMatch, "tell_holders", nothing)


def stale_picture(patch: Patch) -> None:
    """What was shown of the moment before is shown again."""
    patch.setattr(LiveMatch, "show", lambda live: live.presence.refresh())


def outlived_offer(patch: Patch) -> None:
    """An offer stays after a no."""
    patch.setattr(offer_rules, "after_refusal", lambda course, *given: course)


def old_log(patch: Patch) -> None:
    """A server that is started again opens a match as it was when it was first opened."""
    load, first = SQLiteStore.load, {}

    async def broken(store: SQLiteStore, match: str) -> StoredMatch | None:
        if match not in first:
            first[match] = await load(store, match)
        return first[match]

    patch.setattr(SQLiteStore, "load", broken)


def forgotten_command(patch: Patch) -> None:
    """A command that is sent again is not known any more."""
    write = LiveMatch.write

    async def broken(live: LiveMatch, *given: Any, **named: Any) -> None:
        await write(live, *given, **named)
        live.commands.clear()

    patch.setattr(LiveMatch, "write", broken)


def seats_read_wrongly(patch: Patch) -> None:
    """A match knows the holder of its first seat alone when it is opened."""
    tell = Session.set_holders

    def broken(session: Session, holders: Sequence[Holder]) -> None:
        tell(session, holders[:1])

    patch.setattr(Session, "set_holders", broken)


KNOWS: Final = "knows another match"
SHOWN: Final = "would be shown something else"
FAULTS: Final = {
    "a refusal leaves an event": Planted(refusal_that_writes, "a refusal of .* changed"),
    "a refusal moves on in memory": Planted(refusal_that_moves_on, f"in memory is not|{KNOWS}"),
    "an answer before the write": Planted(early_acknowledgement, "before it was stored"),
    "a take-back is not written": Planted(lost_write, KNOWS),
    "undo makes time": Planted(undo_that_gains, "the clock of seat"),
    "undo brings an increment": Planted(increment_again, "the clock of seat"),
    "time runs in a pause": Planted(pause_that_runs, "time runs exactly"),
    "another's secret is shown": Planted(secret_after_opening, SHOWN),
    "old holders": Planted(stale_holders, KNOWS, seed=1),
    "an old picture": Planted(stale_picture, SHOWN),
    "an offer outlives its answer": Planted(outlived_offer, "outlived its answer", seed=1),
    "an old log after a restart": Planted(old_log, KNOWS),
    "a command is forgotten": Planted(forgotten_command, KNOWS),
    "seats read wrongly": Planted(seats_read_wrongly, KNOWS),
}
