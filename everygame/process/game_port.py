"""The port of a game is the only way in which the server calls the game's code, whether the game
runs in this process or in another one.

A port holds a subject, such as the session of a match, and nothing else holds that subject. The
server sends questions: functions that the port calls with the subject, one after the other, and
whose results the server awaits. So no code can call a game directly in the thread that answers all
requests, where waiting seconds for another process would stop everybody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeVar

from anyio import CapacityLimiter

from everygame.contract import Game
from everygame.errors import EveryGameError, find_place
from everygame.library.registry import Entry
from everygame.process.faults import GameBroken, GameLost
from everygame.process.isolation import is_kept
from everygame.process.metering import in_thread_of
from everygame.process.remote_game import RemoteGame

Subject = TypeVar("Subject")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Question = Callable[Concatenate[Subject, Arguments], Result]

log = logging.getLogger("everygame")


class GamePort(Generic[Subject]):
    """A game and the subject behind its port. Every method raises GameBroken where the game's code
    failed, GameLost where its process has ended, and any error meant for people that a question
    raises."""

    def __init__(self, entry: Entry, stamp: str, subject: Subject, game: Game) -> None:
        self.stamp = stamp
        """The stamp of the game's files at the time when the port was opened."""
        self.on_failure: Callable[[], Callable[[GameBroken | GameLost], None] | None] = lambda: None
        """Returns a function to call with a failure of the game before its question raises it; a
        weak reference to a method, so that the port does not keep that method's object alive."""
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
        """Open a port with the subject that `make` makes; `make` is called in one of `threads`.
        `game_of` returns the game of a subject."""

        def work() -> GamePort[Subject]:
            stamp = entry.stamp()
            subject = translate_errors(entry, True, partial(make, entry))
            return cls(entry, stamp, subject, game_of(subject))

        return await in_thread_of(threads, work)

    async def ask(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Call a short question and return its result. In this process, a question of a few
        milliseconds is called at once. For a remote game, it is called in a thread, because the
        answer may take seconds."""
        work = partial(question, self._subject, *arguments, **named)
        return await self._call(work, in_thread=self._remote is not None)

    async def ask_long(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Call a question that may take longer in a thread, and return its result, so that
        questions at other ports need not wait."""
        work = partial(question, self._subject, *arguments, **named)
        return await self._call(work, in_thread=True)

    async def _call(self, work: Callable[[], Result], in_thread: bool) -> Result:
        work = partial(translate_errors, self._entry, self._hidden, work)
        try:
            async with self._turn:
                if not in_thread:
                    return work()
                return await in_thread_of(self._thread, work)
        except (GameBroken, GameLost) as error:
            if tell := self.on_failure():
                tell(error)
            raise

    def is_lost(self) -> bool:
        """Whether every question would raise GameLost."""
        return self._remote is not None and not self._remote.end.alive

    def is_superseded(self) -> bool:
        """Whether the game's process serves this port alone: the game's files have changed, so no
        new port gets this process, whose memory serves one match only."""
        remote = self._remote
        return remote is not None and not is_kept(remote) and self.stamp != self._entry.stamp()


def translate_errors(entry: Entry, hidden: bool, work: Callable[[], Result]) -> Result:
    """Call `work` and return its result. An exception from the code of a game in this process
    becomes GameBroken. Where `hidden` is true, the exception's text may contain a secret of the
    match, so only its class is told."""
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
