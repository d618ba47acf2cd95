"""Measures how long a search goes on after a tap that makes it useless:

    python bench/pocket_stop.py FOLDER [--rounds 5] [--games NAME...]

FOLDER is what `everygame export` has written. In each round the strongest bots of a game play each
other, and while one thinks a finger taps the way back to the library. It prints how long the
thread that searches went on after the browser was sent that touch: by the clock, and in time of the
processor, which does not grow where other programs use the machine. It ends with status 1 where the
latter is above the bound. It needs Linux, Chromium and what the tests need.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, expect
from pocket_page import begin, opened

from tests.browser.offline import COMPILED
from tests.browser.processes import renderers
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import plies

GAMES = ("freez", "freezetag", "icefloes", "evade", "coldspell", "connectfour")
BOUND = 100.0
"""Milliseconds for which a search may go on."""
HOME = "a[href$='#/']"
"""The way back to the library."""
OFTEN = 0.002
"""Seconds between two looks at a thread."""
QUIET = 20
"""A thread that was found idle so many times in a row has ended its search."""
LOOKS, PAUSE = 30, 0.01
"""A thread that was busy at so many looks in a row, with so many seconds between them, searches."""
MOST = 30.0
"""Seconds after which a bot that does not think, or goes on thinking, is given up."""


class Stopped(NamedTuple):
    """How long a search went on, in milliseconds."""

    clock: float
    processor: float


def worked(thread: Path) -> float:
    """The milliseconds for which a thread has had a processor."""
    return int((thread / "schedstat").read_text("ascii").split()[0]) / 1e6


def is_idle(thread: Path) -> bool:
    return (thread / "stat").read_text("ascii").rpartition(")")[2].split()[0] == "S"


def workers() -> list[Path]:
    """The threads of all workers of pages."""
    threads = (one for page in renderers() for one in page.glob("task/*"))
    return [one for one in threads if (one / "comm").read_text("ascii").startswith("Dedicated")]


def find_searching() -> Path:
    """Wait until a worker works without a pause, which is one that searches; return its thread."""
    until = time.monotonic() + MOST
    while time.monotonic() < until:
        found = workers()
        for _ in range(LOOKS):
            found = [one for one in found if not is_idle(one)]
            time.sleep(PAUSE)
        if found:
            return found[0]
    raise TimeoutError("No bot thinks.")


def time_stop(page: Page) -> Stopped:
    """Leave the match while a bot thinks, and follow its thread until it is idle."""
    way = way_home(page)
    thread = find_searching()
    with ThreadPoolExecutor(1) as pool:
        followed = pool.submit(follow, thread)
        page.touchscreen.tap(*way)
        return followed.result()


def way_home(page: Page) -> tuple[float, float]:
    """Return the point that a finger touches to go back to the library."""
    box = page.locator(HOME).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def follow(thread: Path) -> Stopped:
    """Watch a thread until it is idle."""
    began, before = time.monotonic(), worked(thread)
    ended, quiet = began, 0
    while quiet < QUIET and time.monotonic() < began + MOST:
        quiet = quiet + 1 if is_idle(thread) else 0
        ended = ended if quiet else time.monotonic()
        time.sleep(OFTEN)
    return Stopped((ended - began) * 1000, worked(thread) - before)


def measure(page: Page, site: Site, game: str, rounds: int) -> list[Stopped]:
    found = []
    for _ in range(rounds):
        begin(page, site, game)
        expect(plies(page).first).to_be_visible(timeout=SLOWLY)  # what starts is no search
        found.append(time_stop(page))
    clock, processor = zip(*found, strict=True)
    for name, times in (("clock", clock), ("processor", processor)):
        print(f"{game:12} {name:10}{statistics.median(times):6.0f} ms{max(times):6.0f} at most")
    sys.stdout.flush()
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="+", default=GAMES)
    given = parser.parse_args()
    with opened(given.folder) as (page, site):
        page.goto(site.url)  # and no match: what is compiled once is compiled between jobs
        page.wait_for_function(COMPILED, timeout=SLOWLY)
        found = [one for game in given.games for one in measure(page, site, game, given.rounds)]
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    clock, processor = zip(*found, strict=True)
    print(
        f"all: {statistics.median(clock):.0f} ms by the clock, {max(clock):.0f} at most;", end=" "
    )
    print(f"{statistics.median(processor):.0f} ms of the processor, {max(processor):.0f} at most;")
    print(f"bound {BOUND:.0f}; load {load}")
    return int(max(processor) > BOUND)


if __name__ == "__main__":
    sys.exit(main())
