"""An exported page on a phone, and matches of bots on it, for the commands that measure it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Page, expect, sync_playwright

from everygame import bots
from everygame.library.registry import games
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import start_button


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
    expect(start_button(page)).to_be_enabled(timeout=SLOWLY)
    for seat in page.locator(".seat fieldset").all():
        seat.get_by_text("Bot", exact=True).tap()
    for levels in page.locator(".seat select").all():
        levels.select_option(index=levels.locator("option").count() - 1)
    start_button(page).tap()
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=SLOWLY)


def watch(page: Page, seconds: float) -> Iterator[None]:
    """Watch a match that goes on, for so many seconds at most, and yield each second."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not page.locator(".over").count():
        page.wait_for_timeout(1000)
        yield
