"""What is heard and felt of a match, from the first touch, and the switches for both."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import begin, cell, settled, tab

SENSES = """
  const count = (what) => {
    const { dataset } = document.documentElement;
    dataset[what] = Number(dataset[what] ?? 0) + 1;
  };
  let active = false;
  for (const kind of ["pointerup", "mousedown", "keydown"]) {
    addEventListener(kind, () => { active = true; }, { capture: true });
  }
  Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: active }) });
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      count("begun");
      if (!active) count("early");
    }
    createOscillator() {
      count("heard");
      return super.createOscillator();
    }
  };
  navigator.vibrate = () => {
    count("felt");
    return true;
  };
"""
"""Counts what is sounded, what begins that could sound, what is felt, and what would be sounded
before the browser allows it: the tests themselves count as a touch there."""


def sensed(page: Page, what: str) -> int:
    return int(page.locator("html").get_attribute(f"data-{what}") or 0)


def sounds_after(page: Page, before: int) -> None:
    silent = "" if before == 0 else str(before)
    page.locator(f"html[data-heard]:not([data-heard='{silent}'])").wait_for()


def choose(page: Page, name: str) -> None:
    tab(page, "Options")
    page.locator("label", has=page.get_by_role("radio", name=name, exact=True)).tap()
    expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()


@pytest.fixture
def page(phone: Page) -> Page:
    """One that counts what is heard and felt of it."""
    phone.add_init_script(SENSES)
    return phone


def test_the_first_touch_is_heard_and_sounds_have_a_switch(page: Page) -> None:
    """Where they are off nothing begins that makes them."""
    begin(page, "tictactoe")
    assert sensed(page, "heard") == 0
    cell(page, "b2").tap()
    sounds_after(page, 0)
    assert sensed(page, "early") == 0, "the browser warns of it"
    choose(page, "Silent")
    page.reload()
    cell(page, "a1").tap()
    settled(page, 2)
    assert (sensed(page, "begun"), sensed(page, "heard")) == (0, 0)
    choose(page, "Sounds")
    sounds_after(page, 0)
    assert sensed(page, "begun") == 1
    before = sensed(page, "heard")
    cell(page, "c3").tap()
    sounds_after(page, before)


def test_what_is_felt_has_a_switch(page: Page) -> None:
    begin(page, "freez")
    cell(page, "h8").tap()
    expect(page.locator(".refusal")).to_be_visible()
    assert sensed(page, "felt") == 1
    choose(page, "Still")
    cell(page, "h8").tap()
    expect(page.locator(".refusal")).to_be_visible()
    assert sensed(page, "felt") == 1
    choose(page, "Vibrates")
    assert sensed(page, "felt") == 2, "the switch shows what it brings"
    cell(page, "h8").tap()
    expect(page.locator("html")).to_have_attribute("data-felt", "3")


def test_how_loud_is_a_slider_that_is_there_while_anything_sounds(page: Page) -> None:
    begin(page, "tictactoe")
    tab(page, "Options")
    slider = page.get_by_role("slider", name="Volume")
    slider.focus()
    before = sensed(page, "heard")
    page.keyboard.press("ArrowRight")
    sounds_after(page, before)  # so one hears how loud it is
    expect(slider).to_have_value("80")
    page.reload()
    tab(page, "Options")
    expect(slider).to_have_value("80")
    choose(page, "Silent")
    expect(slider).to_be_hidden()
