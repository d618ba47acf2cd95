"""The timekeeper finds what is due first without passing over all that will be due."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any
from unittest.mock import Mock

from everygame.server.clock.timekeeper import LEAST_OLD, MOST_WOKEN, Timekeeper, Uptime
from tests.server.serving import Hourglass


class Unlisted(dict[str, float]):
    """A dictionary that is asked for single keys alone."""

    def refuse(self) -> Any:
        raise AssertionError("this passes over all times")

    values = items = keys = __iter__ = refuse


def make(glass: Hourglass, woken: list[str]) -> Timekeeper:
    async def wake(match: str) -> None:
        woken.append(match)

    return Timekeeper(Mock(), Uptime(glass), wake)


def test_what_is_due_first_is_found_whatever_was_put_off() -> None:
    keeper, rng, dues = make(Hourglass(), []), Random(1), {}
    for _ in range(20_000):
        match = f"m{rng.randrange(300)}"
        due = rng.choice((None, float(rng.randrange(1_000))))
        keeper.schedule(match, due)
        dues[match] = due
        if rng.random() < 0.05:
            left = [due for due in dues.values() if due is not None]
            assert keeper.first_due() == min(left, default=None)
    assert len(keeper.queue) <= 2 * 300 + LEAST_OLD + 1, "what was put off is forgotten"


def test_a_look_at_the_times_passes_over_none_but_the_first() -> None:
    woken: list[str] = []
    keeper = make(glass := Hourglass(), woken)
    for number in range(3 * MOST_WOKEN):
        keeper.schedule(f"m{number}", float(number))
    keeper.dues = Unlisted(keeper.dues)
    glass.turn(1)

    async def look() -> None:
        keeper.wake_due()
        await asyncio.gather(*keeper.wake_tasks)

    asyncio.run(look())
    assert woken == ["m0", "m1"] and keeper.first_due() == 2.0
    glass.turn(1_000)
    asyncio.run(look())
    assert len(woken) == 2 + MOST_WOKEN, "the others follow when the loop has done other work"


def test_a_wait_for_the_least_later_moment_does_not_end_at_once() -> None:
    """Sums of uptimes are rounded, and a wait that ended too soon would begin again for ever."""
    uptime = Uptime(glass := Hourglass())
    uptime.before, uptime.began = 487.3, 469.6
    glass.turn(812.7)
    later = 830.4000000000001
    assert uptime.now() < later and later - uptime.before + uptime.began <= glass.now()

    async def waits() -> list[bool]:
        waiting = asyncio.create_task(uptime.wait(asyncio.Event(), later))
        found = []
        for seconds in (0.0, 0.001):
            glass.turn(seconds)
            for _ in range(5):
                await asyncio.sleep(0)
            found.append(waiting.done())
        return found

    assert asyncio.run(waits()) == [False, True]
