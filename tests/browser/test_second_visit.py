"""What a browser asks for when it comes again, and a server under a path."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import at_rest, play, settled

ASKED = """performance.getEntries().filter((one) =>
  ["navigation", "resource"].includes(one.entryType) && one.transferSize).map((one) => one.name)"""
"""What came over the line, and not from what the browser has kept."""
BEGIN = """fetch("/games/api/matches", {method: "POST", body: JSON.stringify({
  game: "tictactoe", key: "k", seats: [{kind: "person"}, {kind: "person"}]
})}).then((answer) => answer.json())"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_second_visit_asks_for_three_files_at_most(device: Devices, language: str) -> None:
    page = device(locale=language)
    page.goto("/")
    at_rest(page)
    assert len(page.evaluate(ASKED)) > 60
    page.goto("/")
    at_rest(page)
    again = page.evaluate(ASKED)
    assert 1 <= len(again) <= 3, again


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server under a path."""
    running = Server(tmp_path_factory.mktemp("below"), "tests.browser.served", "/games")
    yield running
    running.close()


def test_the_page_works_under_a_path(browser: Browser, below: Server) -> None:
    devices = Devices(browser, below.url)
    page = devices()
    page.goto("/games/")
    page.locator("a.game", has_text="Tic-tac-toe").first.click()
    expect(page).to_have_url(f"{below.url}/games/new/tictactoe")
    at_rest(page)
    made = page.evaluate(BEGIN)
    page.goto(f"/games/match/{made['match']}")
    play(page, "b2")
    page.reload()
    settled(page, 1)
    page.locator(".brand").click()
    expect(page).to_have_url(f"{below.url}/games/")
    page.locator("section > .matches a.game").first.click()
    expect(page).to_have_url(f"{below.url}/games/match/{made['match']}")
    settled(page, 1)
    page.go_back()
    expect(page).to_have_url(f"{below.url}/games/")
    devices.close()
