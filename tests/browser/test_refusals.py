"""Every gesture is answered: what leads nowhere says why, at its place."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.steps import PERSON, begin, cell, finger_drag, settled


def test_what_leads_nowhere_says_why(device: Callable[..., Page]) -> None:
    page = device(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    begin(page, "freez", [PERSON, PERSON])
    told = page.locator(".refusal")
    cell(page, "a8").tap()
    expect(told).to_have_text("None of your pieces can capture this 1 now.")
    beside, square = told.bounding_box(), cell(page, "a8").bounding_box()
    assert beside and square
    assert 0 <= beside["y"] - (square["y"] + square["height"]) < square["height"]
    finger_drag(page, cell(page, "b1"), cell(page, "c1"))
    expect(told).to_have_text("One of the same side stands there.")
    finger_drag(page, cell(page, "b1"), cell(page, "h5"))
    expect(told).to_have_text("It cannot go there.")
    expect(page.locator(".hint")).to_contain_text("It cannot go there.")
    finger_drag(page, cell(page, "a1"), cell(page, "a2"))
    settled(page, 1)
    expect(told).to_be_hidden()

    begin(page, "tictactoe", [PERSON, {"kind": "open"}])
    cell(page, "b2").tap()
    settled(page, 1)
    cell(page, "a1").tap()
    expect(told).to_have_text("It is not your turn yet.")


def test_who_wants_no_motion_can_read_it_too(device: Callable[..., Page]) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "icefloes", [PERSON, PERSON])
    cell(page, "d2").click()
    told = page.locator(".refusal")
    expect(told).to_be_visible()
    expect(told).to_have_css("opacity", "1")


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


def test_a_deck_that_is_shuffled_is_seen(device: Callable[..., Page]) -> None:
    page = device(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    begin(page, "playingcards", [PERSON, PERSON])
    page.evaluate(
        """() => {
          const old = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            const turns = frames.some?.((one) => /rotate/.test(one.transform ?? ""));
            if (turns) document.body.dataset.turned = "";
            return old.call(this, frames, how);
          };
        }"""
    )
    cell(page, "deck").evaluate(FOUR_TAPS)
    expect(page.locator("body[data-turned]")).to_be_attached()
