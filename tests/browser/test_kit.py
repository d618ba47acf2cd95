"""A box to print on the page: from a game with its options to the files."""

from __future__ import annotations

import zipfile

from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.steps import begin, tab, visit


def test_a_box_is_seen_and_made(device: Devices) -> None:
    page = device(viewport={"width": 390, "height": 844}, accept_downloads=True)
    visit(page, "/new/freezetag")
    page.locator("label", has_text="3").first.click()
    page.get_by_role("link", name="Print it").click()
    expect(page.get_by_role("heading", name="A box to print: Freeze Tag")).to_be_visible()
    for things in (".parts", ".solids"):
        expect(page.locator(f"{things} li")).to_have_count(1 + 9 + 1)
    expect(page.get_by_text("Names and designs belong to their designers")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_label("A square is").fill("20")
    page.get_by_label("A square is").press("Tab")
    page.get_by_text("Letter", exact=True).click()
    with page.expect_download(timeout=120_000) as loading:
        page.get_by_role("button", name="Make the files").click()
    names = zipfile.ZipFile(loading.value.path()).namelist()
    assert "freezetag-kit/freezetag-paper.pdf" in names and len(names) == 2 + 3 * 11
    begin(page, "tictactoe")
    tab(page, "Options")
    expect(page.get_by_role("link", name="Print it")).to_have_attribute(
        "href", "/kit/tictactoe?players=2"
    )
