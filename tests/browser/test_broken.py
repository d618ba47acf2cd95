"""A game of one's own that fails in mid-match, on the page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from everygame.library.new_game import new_game
from tests.browser.conftest import Devices, Server
from tests.browser.steps import at_rest, begin, cell


def test_a_match_that_cannot_go_on_waits_for_nothing(
    device: Devices, games_home: Path, tmp_path: Path
) -> None:
    rules = new_game("sticks", games_home) / "rules.py"
    text = rules.read_text("utf-8")
    played = "self.left -= action"
    rules.write_text(text.replace(played, f"assert self.left > 14\n        {played}"), "utf-8")
    own = Server(tmp_path)
    try:
        page = device(base_url=own.url)
        page.clock.install()
        begin(page, "sticks")
        for place in ("e1", "d1"):
            cell(page, place).click()
            at_rest(page)
        expect(page.get_by_text("The game sticks is broken")).to_be_visible()
        page.clock.run_for(10_000)
        at_rest(page)
        expect(page.get_by_text("Waiting for the server")).to_have_count(0)
    finally:
        own.close()
