"""Measures what memory an exported page takes while the strongest bots play each other on it:

    python bench/pocket_memory.py FOLDER [--minutes 60] [--match 90] [--games NAME...]

FOLDER is what `everygame export` has written. One page stays open, and the games with bots take
turns, each match for so many seconds at most. Each minute it prints what the page's process holds,
what each Python of it does, and the game that is played. It ends with status 1 where the process
ever held more than the bound. It needs Linux, Chromium and what the tests need.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, expect, sync_playwright

from everygame import bots
from everygame.library.registry import games
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.processes import MB, held
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import button

BOUND = 320
"""Megabytes of its own that the page's process may hold."""


@contextmanager
def opened(exported: Path) -> Iterator[tuple[Page, Site]]:
    """Put a site on a plain host, and open a page on a phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shutil.copytree(exported, Path(folder) / "games" / "every")
        site = Site(Path(folder))
        program = next(filter(None, map(shutil.which, NAMES)))
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            phone = browser.new_context(
                viewport={"width": 390, "height": 844},
                has_touch=True,
                is_mobile=True,
                reduced_motion="reduce",
            )
            page = phone.new_page()
            page.set_default_timeout(SLOWLY)
            yield page, site
        finally:
            browser.close()
            site.close()


def with_bots() -> list[str]:
    return [name for name, entry in sorted(games().items()) if bots.levels(entry.game())]


def begin(page: Page, site: Site, game: str) -> None:
    """Begin a match of the strongest bots as a person does."""
    page.goto(f"{site.url}#/new/{game}")
    expect(button(page, "Play")).to_be_enabled(timeout=SLOWLY)
    for seat in page.locator(".seat fieldset").all():
        seat.get_by_text("Bot", exact=True).tap()
    for levels in page.locator(".seat select").all():
        levels.select_option(index=levels.locator("option").count() - 1)
    button(page, "Play").tap()
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=SLOWLY)


def watch(page: Page, seconds: float) -> Iterator[None]:
    """Watch a match that goes on, for so many seconds at most, and yield each second."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not page.locator(".over").count():
        page.wait_for_timeout(1000)
        yield


def play(page: Page, site: Site, names: Sequence[str], minutes: int, seconds: float) -> int:
    """Let bots play for so many minutes; return the most megabytes that the process has held."""
    began, told, most = time.monotonic(), 0, 0
    for matches, game in enumerate(cycle(names), 1):
        begin(page, site, game)
        for _ in watch(page, seconds):
            now = held()
            most = max(most, now.own // MB)
            if (minute := int(time.monotonic() - began) // 60) > told:
                told = minute
                print(f"{minute:3} min, {matches} matches, {game}: {now}; {most} MB at most")
                sys.stdout.flush()
            if minute >= minutes:
                return most
    raise AssertionError("There are no games.")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--match", type=float, default=90.0)
    parser.add_argument("--games", nargs="+", default=with_bots())
    given = parser.parse_args()
    with opened(given.folder) as (page, site):
        most = play(page, site, given.games, given.minutes, given.match)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{most} MB at most; bound {BOUND} MB; load {load}")
    return int(most > BOUND)


if __name__ == "__main__":
    sys.exit(main())
