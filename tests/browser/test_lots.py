"""Who begins, and in which colour: chosen by touch on the page of a new match, or drawn."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.steps import button

COVERED = """() => {
  const { top, height } = document.querySelector(".toast").getBoundingClientRect();
  return !!document.elementFromPoint(3, top + height / 2).closest(".toasts");
}"""


def test_who_begins_and_in_which_colour(device: Callable[..., Page]) -> None:
    page = device(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page.goto("/new/coldspell")
    page.get_by_label("Name of Blue").fill("Ann")
    begins = page.get_by_role("group", name="Who begins")
    expect(begins).to_contain_text("Ann")
    begins.get_by_text("Bot", exact=True).tap()
    expect(begins.get_by_role("radio", name="Bot")).to_be_checked()
    expect(page.locator(".seat strong")).to_have_text(["Blue", "Orange"])
    button(page, "Colour of Blue: blue").tap()
    button(page, "yellow").tap()
    expect(page.locator(".seat strong")).to_have_text(["Yellow", "Orange"])
    button(page, "Play").tap()
    page.wait_for_url("**/match/*")
    expect(page.locator(".plate .who")).to_contain_text(["Orange", "Ann"])
    expect(page.locator(".plate .sign").nth(1)).to_have_class("sign yellow")

    page.goto("/new/freezetag")
    drawn = page.get_by_role("group", name="Who begins").get_by_role("radio", name="Draw lots")
    expect(drawn).to_be_checked()
    button(page, "Play").tap()
    expect(page.locator(".toast")).to_contain_text("Lots were drawn.")
    assert not page.evaluate(COVERED), "what lies beside a message can be touched"


def test_colours_and_who_begins_are_two_choices(device: Callable[..., Page]) -> None:
    page = device(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page.goto("/new/freez")
    page.get_by_label("Name of White").fill("Ann")
    expect(page.locator(".seat strong")).to_have_text(["White", "Black"])
    begins, colours = (page.get_by_role("group", name=name) for name in ("Who begins", "Colours"))
    begins.get_by_text("Bot", exact=True).tap()
    expect(page.locator(".seat strong")).to_have_text(["White", "Black"])
    button(page, "Play").tap()
    page.wait_for_url("**/match/*")
    expect(page.locator(".plate .who")).to_contain_text(["Black", "Ann"])
    expect(page.locator(".plate .sign").nth(1)).to_have_class("sign white")

    page.go_back()
    colours.get_by_text("Draw lots", exact=True).tap()
    expect(page.locator(".seat strong")).to_have_text(["Ann", "Bot"])
    expect(page.locator(".seat .sign.neutral")).to_have_count(2)
    button(page, "Play").tap()
    expect(page.locator(".toast")).to_have_text(
        re.compile(r"You are (White\. Black|Black\. White) begins\.")
    )
    expect(page.locator(".plate .sign").first).to_have_class(re.compile("white|black"))
