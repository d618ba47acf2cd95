"""Take the pictures of create-a-game.md: the path that its test walks, in Chromium.

    python docs/guide/create_pictures.py ADDRESS

ADDRESS is that of a server that runs; it needs what the tests need.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser.steps import button, cells
from tests.browser.test_create import make_a_game, make_backgammon, step

HERE = Path(__file__).parent
FLAGS = ["--no-sandbox", "--disable-gpu"]


def main(address: str) -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = chromium.new_page(base_url=address, viewport={"width": 1100, "height": 760})
        make_a_game(page)
        page.wait_for_timeout(500)
        page.screenshot(path=HERE / "create-pieces.png")
        step(page, "2 Spots")
        page.wait_for_timeout(300)
        page.screenshot(path=HERE / "create-spots.png")
        page.set_viewport_size({"width": 390, "height": 844})
        button(page, "Play it").click()
        expect(page).to_have_url(re.compile("/match/"))
        expect(page.locator(".create")).to_have_count(0)
        expect(cells(page).first).to_be_visible()
        page.wait_for_timeout(500)
        page.screenshot(path=HERE / "create-play.png")
        phone = chromium.new_context(
            base_url=address, viewport={"width": 390, "height": 620}, has_touch=True
        ).new_page()
        phone.goto("/create")
        make_backgammon(phone)
        phone.evaluate("scrollTo(0, 0)")
        phone.wait_for_timeout(500)
        phone.screenshot(path=HERE / "create-backgammon.png")
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1])
