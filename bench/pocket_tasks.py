"""Measures for how long an exported page is busy without a pause while bots play each other:

    python bench/pocket_tasks.py FOLDER [--match 20] [--games NAME...]

FOLDER is what `everygame export` has written. For each game it begins a match of the strongest
bots, watches it for so many seconds, and goes back to the library by a touch. It prints the longest
task of the page's own thread, which is what taps wait for: by the clock, and in time of the
processor, which does not grow where other programs use the machine. It ends with status 1 where
the latter is above the bound. It needs Linux, Chromium and what the tests need.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import CDPSession, Page
from pocket_page import begin, opened, watch, with_bots
from pocket_stop import way_home

from tests.browser.site import Site

BOUND = 50.0
"""Milliseconds of the processor that a task may take."""
TASKS = ("devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "__metadata")
"""The categories of a browser's trace in which the tasks of a thread stand."""
Event = dict[str, Any]


@contextmanager
def traced(page: Page) -> Iterator[list[Event]]:
    """Note the events of the browser while the block runs; they are there after it."""
    assert page.context.browser is not None
    browser, found = page.context.browser.new_browser_cdp_session(), list[Event]()
    config = {"includedCategories": TASKS, "excludedCategories": ["*"]}
    browser.send("Tracing.start", {"transferMode": "ReturnAsStream", "traceConfig": config})
    yield found
    ended = list[Event]()
    browser.on("Tracing.tracingComplete", ended.append)
    browser.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(100)
    found += json.loads(read(browser, ended[0]["stream"]))["traceEvents"]
    browser.detach()


def read(browser: CDPSession, stream: str) -> str:
    parts = list[str]()
    while True:
        part = browser.send("IO.read", {"handle": stream})
        parts.append(part["data"])
        if part["eof"]:
            browser.send("IO.close", {"handle": stream})
            return "".join(parts)


def tasks(events: list[Event]) -> Iterator[tuple[float, float]]:
    """Yield the milliseconds of each task of a page's own thread, by the clock and of the
    processor."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    for event in events:
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in mains:
            yield event["dur"] / 1000, event["tdur"] / 1000


def measure(page: Page, site: Site, game: str, seconds: float) -> float:
    """Print the longest tasks of a match, and return the longest in time of the processor."""
    with traced(page) as events:
        begin(page, site, game)
        for _ in watch(page, seconds):
            pass
        page.touchscreen.tap(*way_home(page))
        page.wait_for_timeout(1000)
    clock, processor = zip(*tasks(events), strict=True)
    print(f"{game:14}{len(clock):7} tasks, {max(clock):4.0f} ms by the clock at most,", end=" ")
    print(f"{max(processor):4.0f} of the processor", flush=True)
    return max(processor)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--match", type=float, default=20.0)
    parser.add_argument("--games", nargs="+", default=with_bots())
    given = parser.parse_args()
    with opened(given.folder) as (page, site):
        most = max([measure(page, site, game, given.match) for game in given.games])
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{most:.0f} ms at most; bound {BOUND:.0f}; load {load}")
    return int(most > BOUND)


if __name__ == "__main__":
    sys.exit(main())
