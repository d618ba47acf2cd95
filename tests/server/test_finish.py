"""A change of a match whose caller is cancelled while it runs."""

from __future__ import annotations

import asyncio
import gc
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from everygame.server.matches.live_match import LiveMatch
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
    done = []

    async def work(go_on: asyncio.Event) -> None:
        await go_on.wait()
        done.append(1)
        raise error

    async def leave() -> None:
        go_on = asyncio.Event()
        asker = asyncio.ensure_future(LiveMatch.run_uninterrupted(match, work(go_on)))
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
