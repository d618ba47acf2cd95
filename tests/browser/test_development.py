"""`everygame dev` on the page: what the check finds stands beside the board."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from everygame.library.new_game import new_game
from tests.browser.conftest import Devices, Server
from tests.browser.steps import begin
from tests.rewriting import rewrite


def test_each_save_is_shown_beside_the_board(
    device: Devices, games_home: Path, tmp_path: Path
) -> None:
    folder = new_game("sticks", games_home)
    good = (folder / "rules.py").read_text("utf-8")
    own = Server(tmp_path, "tests.browser.served", "", "sticks")
    try:
        page = device(lost=True, base_url=own.url)
        begin(page, "sticks")
        finding = page.locator(".match > .side > .development")
        expect(finding).to_contain_text("sticks is sound.")
        rewrite(folder, ("def to_play", "def to_play(("))
        expect(finding).to_contain_text("sticks has a fault.")
        expect(finding).to_contain_text("rules.py, line 2")
        (folder / "rules.py").write_text(good.replace("Choose one", "Take one"), "utf-8")
        expect(page.get_by_text("Take one of the last three sticks")).to_be_visible()
        (folder / "rules.py").write_text(good.replace("SticksState(STICKS, 0)", "None"), "utf-8")
        expect(finding).to_contain_text("sticks has a fault.")
        page.goto("/new/sticks")
        expect(page.get_by_text("This did not work")).to_be_visible()
        (folder / "rules.py").write_text(good, "utf-8")
        expect(page.get_by_role("heading", name="Who plays")).to_be_visible()
    finally:
        own.close()
