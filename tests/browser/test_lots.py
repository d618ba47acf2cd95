"""Who begins, and in which colour: chosen by touch on the page of a new match, or drawn."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.steps import button, visit

COVERED = """() => {
  const { top, height } = document.querySelector(".toast").getBoundingClientRect();
  return !!document.elementFromPoint(3, top + height / 2).closest(".toasts");
}"""


def test_who_begins_and_in_which_colour(phone: Page) -> None:
    visit(phone, "/new/coldspell")
    phone.get_by_label("Name of Blue").fill("Ann")
    begins = phone.get_by_role("group", name="Who begins")
    expect(begins).to_contain_text("Ann")
    begins.get_by_text("Bot", exact=True).tap()
    expect(begins.get_by_role("radio", name="Bot")).to_be_checked()
    expect(phone.locator(".seat strong")).to_have_text(["Blue", "Orange"])
    button(phone, "Colour of Blue: blue").tap()
    button(phone, "yellow").tap()
    expect(phone.locator(".seat strong")).to_have_text(["Yellow", "Orange"])
    button(phone, "Play").tap()
    phone.wait_for_url("**/match/*")
    expect(phone.locator(".plate .who")).to_contain_text(["Orange", "Ann"])
    expect(phone.locator(".plate .sign").nth(1)).to_have_class("sign yellow")

    visit(phone, "/new/freezetag")
    drawn = phone.get_by_role("group", name="Who begins").get_by_role("radio", name="Draw lots")
    expect(drawn).to_be_checked()
    button(phone, "Play").tap()
    expect(phone.locator(".toast")).to_contain_text("Lots were drawn.")
    assert not phone.evaluate(COVERED), "what lies beside a message can be touched"


def test_colours_and_who_begins_are_two_choices(phone: Page) -> None:
    visit(phone, "/new/freez")
    phone.get_by_label("Name of White").fill("Ann")
    expect(phone.locator(".seat strong")).to_have_text(["White", "Black"])
    begins, colours = (phone.get_by_role("group", name=name) for name in ("Who begins", "Colours"))
    begins.get_by_text("Bot", exact=True).tap()
    expect(phone.locator(".seat strong")).to_have_text(["White", "Black"])
    button(phone, "Play").tap()
    phone.wait_for_url("**/match/*")
    expect(phone.locator(".plate .who")).to_contain_text(["Black", "Ann"])
    expect(phone.locator(".plate .sign").nth(1)).to_have_class("sign white")

    phone.go_back()
    colours.get_by_text("Draw lots", exact=True).tap()
    expect(phone.locator(".seat strong")).to_have_text(["Ann", "Bot"])
    expect(phone.locator(".seat .sign.neutral")).to_have_count(2)
    button(phone, "New match").tap()
    expect(phone.locator(".toast")).to_have_text(
        re.compile(r"You are (White\. Black|Black\. White) begins\.")
    )
    expect(phone.locator(".plate .sign").first).to_have_class(re.compile("white|black"))
