"""The page in other languages: one file of words, and mirrored where it has to be."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Request, expect

from everygame.catalogues import page_languages
from tests.browser.conftest import Devices
from tests.browser.steps import at_rest, begin
from tests.browser.test_strange_languages import CUT

PHONE: Final = {"width": 390, "height": 844}


@pytest.mark.parametrize("language", page_languages())
def test_a_phone_shows_the_library_and_a_match_whole(device: Devices, language: str) -> None:
    page = device(locale=language, viewport=PHONE)
    page.goto("/")
    expect(page.locator(".games .sentence").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(CUT) == []
    begin(page, "cribbage")
    at_rest(page)
    assert page.evaluate(CUT) == []


def test_one_file_of_words_is_fetched_and_the_choice_is_kept(device: Devices) -> None:
    page = device(locale="de-AT")
    fetched: list[str] = []

    def hear(request: Request) -> None:
        fetched.extend(re.findall(r"/static/.*languages/(.*)", request.url))

    page.on("request", hear)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Was spielen wir?")
    page.goto("/rules/evade")
    at_rest(page)
    assert fetched == ["de.json", "de.json"]  # once a document; the second is a 304 or kept
    fetched.clear()
    with page.expect_navigation():
        page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Evade")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    assert fetched == []


def test_keys_and_icons_follow_the_direction_but_the_board_does_not(device: Devices) -> None:
    page = device(locale="ar")
    begin(page, "tictactoe")
    left = page.locator("[data-cell=a1]").bounding_box()
    right = page.locator("[data-cell=c1]").bounding_box()
    assert left and right and left["x"] < right["x"]
    page.locator("[data-cell=a1]").click()
    at_rest(page)
    now = page.locator(".plies [aria-current]")
    page.locator(".steps button:not(:disabled)").first.focus()
    page.keyboard.press("ArrowRight")
    at_rest(page)
    for way in ("first", "back"):
        expect(page.locator(f".steps [data-key={way}]")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    at_rest(page)
    expect(now).to_have_count(1)
