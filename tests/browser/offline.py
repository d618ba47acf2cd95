"""A day in an aeroplane: all of the pocket by touch, with the net off and the host stopped.

    python -m tests.browser.offline FOLDER [--only WORD]

FOLDER is what `everygame export` has written; it lies behind a plain file server under a sub-path.
A phone visits it once; then the net is switched off and the host is stopped for good. It prints
how long both starts take and how long the processor works in the worker until Python answers, what
the browser has against installing it, and for each match
what whoever plays would stumble over, how long the page was busy without a pause, and how much
memory its process holds, which keeps one page open all the time: a puzzle that is made there, a
table with cards and its history, a save that is loaded, the strongest bots, and the five games to
the end, against a bot and by two at the screen.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS, NAMES
from tests.browser.player import Person, Report, act_or_wait, play
from tests.browser.processes import held, work
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import answer, button, lift_curtain, option, plies, start_button

FIVE: Final = ("freez", "freezetag", "icefloes", "evade", "coldspell")
MOST: Final = 2_500
"""Taps in a match."""
LONG: Final = 50
"""Milliseconds for which a page may be busy."""
WHOLE: Final = "navigator.serviceWorker.ready.then(() => true)"
READY: Final = """async () => {
  const { carrier } = await import(new URL("static/net/carrier.js", location.href));
  await carrier.ready;
}"""
COMPILED: Final = """async () => {
  const isMade = async (name) => (await (await caches.open(name)).keys()).length === 2;
  for (;;) {
    const names = await caches.keys();
    const made = names.filter((name) => name.startsWith("everygame-bytecode")).map(isMade);
    if ((await Promise.all(made)).some(Boolean)) return true;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Until the bytecode of both archives is kept. It waits by itself: to Playwright any promise is
true."""


class Plane:
    """A phone on board, with one page open."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.context, self.site = context, site
        self.page = self.new_page()
        self.deeds: dict[str, Callable[[], None]] = {
            "a puzzle": self.puzzle,
            "cards": self.cards,
            "save and load": self.save,
            "the strongest bots": self.think,
        }
        for game in FIVE:
            self.deeds[f"{game} against a bot"] = partial(self.match, game, "Here", "Bot")
            self.deeds[f"{game} by two"] = partial(self.match, game, "Here", "Here")

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(SLOWLY)
        self.person = Person(page, Random(1), Report())
        return page

    def arrive(self, page: Page) -> None:
        """Go to the library; prints how long it takes to stand, and Python to answer."""
        began = time.monotonic()
        page.goto(self.site.url)
        expect(page.get_by_role("link", name="Ice Floes").first).to_be_visible()
        print(f"the library stands after {time.monotonic() - began:.1f} s", end=", ")
        page.evaluate(READY)
        print(f"Python answers after {time.monotonic() - began:.1f} s: {work():.1f} s of work")

    def take_off(self) -> None:
        """The first visit, after which there is no net and no host; then the second one."""
        self.arrive(self.page)
        self.page.evaluate(WHOLE)
        expect(self.page.get_by_text("Python is coming")).to_have_count(0, timeout=SLOWLY)
        self.page.wait_for_function(COMPILED, timeout=SLOWLY)
        chromium = self.context.new_cdp_session(self.page)
        faults = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
        print("against installing it:", [one["errorId"] for one in faults] or "nothing")
        print("wrong in its manifest:", chromium.send("Page.getAppManifest")["errors"] or "nothing")
        self.page.close()
        self.context.set_offline(True)
        self.site.stop()
        self.page = self.new_page()
        self.arrive(self.page)

    def fly(self, only: str) -> int:
        """Do all of it whose name contains a word; how many stumbled."""
        stumbles = 0
        for name, deed in self.deeds.items():
            if only in name:
                stumbles += self.do(name, deed)
        return stumbles

    def do(self, name: str, deed: Callable[[], None]) -> int:
        report = self.person.report = Report()
        self.person.place = []
        began = time.monotonic()
        try:
            deed()
        except Exception as error:  # the others are done, too
            report.stumble(f"{type(error).__name__}: {error}")
        print(
            f"== {name} ({time.monotonic() - began:.0f} s)\n{report.text()}\n{held()}", flush=True
        )
        return len(report.stumbles)

    # -- what is done

    def begin(self, game: str, kinds: tuple[str, ...] = (), level: str = "first") -> None:
        """Ask for a match as a person does: who plays is "Here" or "Bot"."""
        page = self.page
        page.goto(f"{self.site.url}#/new/{game}")
        expect(start_button(page)).to_be_enabled(timeout=SLOWLY)
        for number, kind in enumerate(kinds):
            page.locator(".seat fieldset").nth(number).get_by_text(kind, exact=True).tap()
        for chosen in page.locator(".seat select").all():
            chosen.select_option(level)
        self.go()

    def go(self) -> None:
        start_button(self.page).tap()
        expect(self.page.locator("[role=gridcell]").first).to_be_visible(timeout=SLOWLY)
        self.person.look()

    def act_until(self, count: int) -> None:
        """Play so many plies."""
        while self.person.look()["plies"] < count and not self.person.over:
            assert self.person.report.taps <= MOST, "it gets no further"
            act_or_wait([self.person])

    def match(self, game: str, *kinds: str) -> None:
        """A whole match, reloaded in its middle."""
        self.begin(game, kinds)
        self.act_until(4)
        self.reload()
        play([self.person], MOST)

    def reload(self) -> None:
        """Reload the page; the same player then reads the same history."""
        lift_curtain(self.page)
        shown = plies(self.page).all_inner_texts()
        self.page.reload()
        expect(plies(self.page).nth(len(shown) - 1)).to_be_visible(timeout=SLOWLY)
        lift_curtain(self.page)
        assert plies(self.page).all_inner_texts()[: len(shown)] == shown
        self.person.place = []

    def puzzle(self) -> None:
        """One that is made there, and solved by asking for hints."""
        page = self.page
        page.goto(f"{self.site.url}#/new/icefloes")
        page.locator(".field label", has_text=re.compile("^1$")).tap()
        page.get_by_label("Moves of the new puzzle").fill("3")
        page.get_by_role("button", name=re.compile("Make a puzzle of")).tap()
        expect(page.get_by_text("Your own", exact=True)).to_be_visible(timeout=SLOWLY)
        self.go()
        self.person.hints = True
        play([self.person], MOST)
        self.person.hints = False

    def cards(self) -> None:
        """Two are dealt to each, and the first deal is looked at in the history."""
        self.begin("playingcards", ("Here", "Here"))
        page = self.page
        deal = page.locator(".ask").get_by_role("button", name=re.compile("Deal one each"))
        page.locator("[data-cell=deck]").tap()
        for count in (1, 2):
            deal.tap()
            expect(page.locator(f"[data-cell='north.{count}']")).to_have_attribute(
                "aria-label", re.compile("face down")
            )
        page.get_by_role("tab", name="History").tap()
        plies(page).first.tap()
        expect(page.locator(".ply[aria-current]")).to_have_count(1)
        self.person.look()

    def save(self) -> None:
        """A position is kept, the match goes on, and the position is loaded and played to its
        end."""
        page = self.page
        self.begin("icefloes", ("Here", "Here"))
        self.act_until(6)
        option(page, "Save")
        answer(page, "Save")
        expect(page.locator("dialog")).to_have_count(0)
        self.act_until(8)
        before = page.url
        button(page, "Load").tap()
        page.locator(".loadable li", has_text="Save").locator("button.game").first.tap()
        page.wait_for_url(lambda url: url != before)
        page.get_by_role("tab", name="History").tap()
        expect(plies(page)).to_have_count(6)
        self.person.place = []
        play([self.person], MOST)

    def think(self) -> None:
        """They think, and the page meanwhile does nothing that lasts."""
        self.begin("freez", ("Bot", "Bot"), "strong")
        expect(plies(self.page).nth(1)).to_be_visible(timeout=SLOWLY)
        self.person.look()
        self.person.report.long.clear()
        expect(plies(self.page).nth(9)).to_be_visible(timeout=4 * SLOWLY)
        self.person.look()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="of what is done, what has this in its name")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shutil.copytree(asked.folder, Path(folder) / "games" / "every")
        site = Site(Path(folder))
        context = playwright.chromium.launch_persistent_context(
            Path(folder) / "profile",
            executable_path=next(filter(None, map(shutil.which, NAMES))),
            args=ARGUMENTS,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        try:
            plane = Plane(context, site)
            plane.take_off()
            return min(1, plane.fly(asked.only))
        finally:
            context.close()
            if site.thread.is_alive():
                site.stop()


if __name__ == "__main__":
    sys.exit(main())
