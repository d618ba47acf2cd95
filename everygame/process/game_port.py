"""The port of a game: the one way to ask it, the same wherever it runs.

Whoever opens a port says what is to be held behind it, a match for instance, and never gets hold
of that again: questions are functions that are called with it, one after the other. So nobody can
ask a game that is in another process, and may take seconds, where everybody would wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from everygame.contract import Game
from everygame.errors import EveryGameError, find_place
from everygame.library.registry import Entry
from everygame.process.faults import GameBroken
from everygame.process.isolation import is_kept
from everygame.process.remote_game import RemoteGame

Subject = TypeVar("Subject")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Question = Callable[Concatenate[Subject, Arguments], Result]

log = logging.getLogger("everygame")


class GamePort(Generic[Subject]):
    """A game, and what is held of it. Every method raises GameBroken where the game did something
    wrong, GameLost where its process is gone, and what questions raise for people."""

    def __init__(self, entry: Entry, stamp: str, subject: Subject, game: Game) -> None:
        self.stamp = stamp
        """Of the game's files, as they were."""
        self._entry = entry
        self._subject = subject
        self._hidden = game.hidden
        self._remote = game.remote if isinstance(game, RemoteGame) else None
        self._turn = asyncio.Lock()
        self._thread = CapacityLimiter(1)

    @classmethod
    async def open(
        cls,
        entry: Entry,
        make: Callable[[Entry], Subject],
        game_of: Callable[[Subject], Game],
        threads: CapacityLimiter,
    ) -> GamePort[Subject]:
        """Hold what `make` makes, in one of `threads`."""

        def work() -> GamePort[Subject]:
            stamp = entry.stamp()
            subject = turn_errors(entry, True, partial(make, entry))
            return cls(entry, stamp, subject, game_of(subject))

        return await to_thread.run_sync(work, limiter=threads)

    async def ask(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """The answer to a question that takes no more than a few milliseconds where the game is
        here; others need not wait where it is elsewhere."""
        work = partial(question, self._subject, *arguments, **named)
        async with self._turn:
            if self._remote is None:
                return turn_errors(self._entry, self._hidden, work)
            return await self._in_thread(work)

    async def ask_long(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """The answer to a question that may take longer: others at other ports need not wait."""
        async with self._turn:
            return await self._in_thread(partial(question, self._subject, *arguments, **named))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        turned = partial(turn_errors, self._entry, self._hidden, work)
        return await to_thread.run_sync(turned, limiter=self._thread)

    def is_lost(self) -> bool:
        """Every question would raise GameLost."""
        return self._remote is not None and not self._remote.end.alive

    def is_superseded(self) -> bool:
        """Only what is held here asks a process that nobody else does: the game's files are
        others since long ago."""
        remote = self._remote
        return remote is not None and not is_kept(remote) and self.stamp != self._entry.stamp()


def turn_errors(entry: Entry, hidden: bool, work: Callable[[], Result]) -> Result:
    """What work comes to; what a game of this process threw becomes GameBroken. `hidden`: what
    the error says beside its kind may be a secret."""
    try:
        return work()
    except EveryGameError:
        raise
    except Exception as error:
        place = find_place(error, str(entry.folder))
        if not place:
            raise
        log.exception("the game %s", entry.name)
        said = type(error).__name__ if hidden else f"{type(error).__name__}: {error}"
        raise GameBroken(entry.name, f"{place} {said}.") from error
