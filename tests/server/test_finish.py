"""A change of a match whose caller is cancelled while it runs."""

from __future__ import annotations

import asyncio
import gc
import logging
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.server.matches.carry_out_commands import obey
from everygame.server.matches.live_match import LiveMatch, uninterrupted
from everygame.server.seats.seat_changes import reload_holders, set_holder
from everygame.store import Unwritable


@pytest.mark.parametrize(
    ("error", "said"),
    [(Unwritable("No room is left."), ""), (KeyError("x"), "a command failed: KeyError('x')")],
)
def test_a_refusal_that_nobody_hears_is_no_fault(
    error: Exception, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    match: Any = SimpleNamespace(tasks=set())
    match.run_uninterrupted = partial(LiveMatch.run_uninterrupted, match)
    done = []

    @uninterrupted
    async def work(live: LiveMatch, go_on: asyncio.Event) -> None:
        await go_on.wait()
        done.append(1)
        raise error

    async def leave() -> None:
        go_on = asyncio.Event()
        asker = asyncio.ensure_future(work(match, go_on))
        await asyncio.sleep(0)
        asker.cancel()
        await asyncio.wait([asker])
        assert asker.cancelled() and not done
        go_on.set()
        while match.tasks:
            await asyncio.sleep(0)

    asyncio.run(leave())
    gc.collect()
    assert done == [1] and [record.message for record in caplog.records] == [said] * bool(said)


CHANGES = (
    *(LiveMatch.play_bot, LiveMatch.wake, LiveMatch.keep_time),
    *(obey, set_holder, reload_holders),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_each_change_of_a_live_match_runs_to_its_end(change: Any) -> None:
    """Its caller is a connection or a request, which may be cancelled between a change and the
    write that makes it durable."""
    run: list[object] = []

    async def note(work: Any) -> None:
        work.close()
        run.append(work)

    arguments = [None] * (change.__wrapped__.__code__.co_argcount - 1)
    asyncio.run(change(SimpleNamespace(run_uninterrupted=note), *arguments))
    assert len(run) == 1
