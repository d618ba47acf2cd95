"""The port of a game: the one way for the server to ask it, wherever the game runs.

Behind a port stands a subject, the session of a match for instance. Only the port holds it. The
server sends questions, functions that are called with the subject one after the other, and awaits
the answers. So no code can ask a game directly in the thread that answers all requests: a game in
another process may take seconds.
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
    """A game and the subject behind its port. Every method raises GameBroken where the game did
    something wrong, GameLost where its process has ended, and the errors for people that questions
    raise."""

    def __init__(self, entry: Entry, stamp: str, subject: Subject, game: Game) -> None:
        self.stamp = stamp
        """The stamp of the game's files when the port was opened."""
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
        """A port with the subject that `make` makes, called in one of `threads`; `game_of` is the
        game of a subject."""

        def work() -> GamePort[Subject]:
            stamp = entry.stamp()
            subject = translate_errors(entry, True, partial(make, entry))
            return cls(entry, stamp, subject, game_of(subject))

        return await to_thread.run_sync(work, limiter=threads)

    async def ask(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """The answer to a question that takes at most a few milliseconds in this process, so it is
        asked at once. A remote game is asked in a thread: its answer may take seconds."""
        work = partial(question, self._subject, *arguments, **named)
        async with self._turn:
            if self._remote is None:
                return translate_errors(self._entry, self._hidden, work)
            return await self._in_thread(work)

    async def ask_long(
        self,
        question: Question[Subject, Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """The answer to a question that may take longer, asked in a thread, so that questions at
        other ports need not wait."""
        async with self._turn:
            return await self._in_thread(partial(question, self._subject, *arguments, **named))

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        translated = partial(translate_errors, self._entry, self._hidden, work)
        return await to_thread.run_sync(translated, limiter=self._thread)

    def is_lost(self) -> bool:
        """Every question would raise GameLost."""
        return self._remote is not None and not self._remote.end.alive

    def is_superseded(self) -> bool:
        """The process of the game serves this port alone: the game's files have changed, and no new
        port gets that process. It costs memory for one match."""
        remote = self._remote
        return remote is not None and not is_kept(remote) and self.stamp != self._entry.stamp()


def translate_errors(entry: Entry, hidden: bool, work: Callable[[], Result]) -> Result:
    """Do some work; an exception that the code of a game in this process raised becomes GameBroken.
    `hidden`: its text may hold a secret of the match, so that only its kind is told."""
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
