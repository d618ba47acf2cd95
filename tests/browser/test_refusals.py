"""Every gesture is answered: what leads nowhere says why, at its place."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, PERSON, begin, cell, finger_drag, settled


def test_what_leads_nowhere_says_why(phone: Page) -> None:
    begin(phone, "freez")
    told = phone.locator(".refusal")
    cell(phone, "a8").tap()
    expect(told).to_have_text("None of your pieces can capture this 1 now.")
    beside, square = told.bounding_box(), cell(phone, "a8").bounding_box()
    assert beside and square
    assert 0 <= beside["y"] - (square["y"] + square["height"]) < square["height"]
    finger_drag(phone, cell(phone, "b1"), cell(phone, "c1"))
    expect(told).to_have_text("One of the same side stands there.")
    finger_drag(phone, cell(phone, "b1"), cell(phone, "h5"))
    why = "This 2 goes exactly 2 squares: straight on, or with one turn on a snowflake."
    expect(told).to_have_text(why)
    expect(phone.locator(".hint")).to_contain_text(why)
    finger_drag(phone, cell(phone, "a1"), cell(phone, "a2"))
    settled(phone, 1)
    expect(told).to_be_hidden()

    begin(phone, "tictactoe", [PERSON, OPEN])
    cell(phone, "b2").tap()
    settled(phone, 1)
    cell(phone, "a1").tap()
    expect(told).to_have_text("It is not your turn yet.")


def test_who_wants_no_motion_can_read_it_too(device: Devices) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "icefloes")
    cell(page, "d2").click()
    told = page.locator(".refusal")
    expect(told).to_be_visible()
    expect(told).to_have_css("opacity", "1")
    expect(page.locator(".hint")).to_contain_text("South stands there.")


FOUR_TAPS = """(place) => {
  const { x, y, width, height } = place.getBoundingClientRect();
  const how = { bubbles: true, isPrimary: true, pointerType: "touch",
    clientX: x + width / 2, clientY: y + height / 2 };
  for (let tap = 0; tap < 4; tap++) {
    for (const kind of ["pointerdown", "pointerup"]) {
      place.dispatchEvent(new PointerEvent(kind, how));
    }
  }
}"""
"""Four taps within the page, for a busy machine sends them too slowly to be one gesture."""


def test_a_deck_that_is_shuffled_is_seen(phone: Page) -> None:
    begin(phone, "playingcards")
    phone.evaluate(
        """() => {
          const old = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            const turns = frames.some?.((one) => /rotate/.test(one.transform ?? ""));
            if (turns) document.body.dataset.turned = "";
            return old.call(this, frames, how);
          };
        }"""
    )
    cell(phone, "deck").evaluate(FOUR_TAPS)
    expect(phone.locator("body[data-turned]")).to_be_attached()
