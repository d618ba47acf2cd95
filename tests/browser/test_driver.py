"""The driver plays whole matches by what the page shows, and nobody stumbles."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from everygame.library.registry import games
from tests.browser.conftest import Devices
from tests.browser.play import PLAN, from_library
from tests.browser.player import Person, Report, play
from tests.browser.steps import (
    BOT,
    PERSON,
    at_rest,
    begin,
    button,
    cell,
    cells,
    plies,
    settled,
    touch,
)

# Goes back to the match where one looks elsewhere; says whether one is there.
BACK = """() => {
  document.querySelector("[data-key=to-match]")?.click();
  return !document.querySelector(".prompt").textContent.includes("Looking");
}"""


@pytest.mark.parametrize(
    ("game", "other", "slips"), [("tictactoe", PERSON, 0.4), ("connectfour", BOT, 0.1)]
)
def test_a_match_is_played_to_its_end_by_what_is_marked(
    device: Devices, game: str, other: dict[str, str], slips: float
) -> None:
    report = Report()
    person = Person(touch(device, "phone", reduced_motion="reduce"), Random(2), report, slips)
    begin(person.page, game, [PERSON, other])
    play([person], most=300)
    assert report.ending
    assert report.stumbles == []


PRESS_IN_A_VIEW_THAT_GOES = """(cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const view = document.createElement("div");
  view.className = "view";
  document.body.append(view);
  const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
  view.dispatchEvent(new PointerEvent("pointerdown", at));
  view.remove();
}"""


def test_what_comes_under_a_finger_is_not_taken_for_the_second_of_two_taps(
    device: Devices,
) -> None:
    """As a board does whose place lies where the button was that began the match."""
    report = Report()
    person = Person(touch(device, "phone", reduced_motion="reduce"), Random(1), report, slips=0)
    begin(person.page, "tictactoe")
    at_rest(person.page)
    (place,) = (one for one in person.look()["targets"] if one["name"] == "a3")
    cell(person.page, "a3").evaluate(PRESS_IN_A_VIEW_THAT_GOES)
    assert person.touch(place)
    settled(person.page, 1)


def test_each_game_is_played_before_a_version_is_given_out() -> None:
    assert {case.game for case in PLAN} == set(games())


@pytest.mark.parametrize("game", ["freez", "ur"])
def test_three_taps_from_the_library_to_the_first_move(device: Devices, game: str) -> None:
    report = Report()
    page = touch(device, "phone", reduced_motion="reduce")
    from_library(Person(page, Random(1), report), game)
    assert (report.taps, report.stumbles) == (3, [])


def test_keys_held_or_pressed_fast_lead_nowhere_wrong(page: Page) -> None:
    said: list[str] = []
    page.expose_function("heard", lambda text: said.append(text))
    page.add_init_script(
        """new MutationObserver(() => {
          const told = document.querySelectorAll(".hint, .toast, .prompt");
          for (const one of told) if (/moved on/.test(one.textContent)) heard(one.textContent);
        }).observe(document, {subtree: true, childList: true, characterData: true});"""
    )
    begin(page, "icefloes", [PERSON], level="sixteen")
    arrows = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]
    for key in arrows * 6:
        page.keyboard.press(key)
    for key in ["z", "z", *arrows, "Control+z", "Control+y", "r", *arrows, "Control+z"] * 3:
        page.keyboard.press(key)
    for _ in range(30):  # one key held down
        page.keyboard.down("ArrowUp")
    page.keyboard.up("ArrowUp")
    page.keyboard.press("r")
    expect(page.locator(".prompt")).not_to_contain_text("Solved")
    begin(page, "tictactoe")
    cells(page).first.focus()
    for _ in range(4):
        for key in ["Enter", "ArrowRight", "Enter", "Control+z", "Control+y", "ArrowDown"]:
            page.keyboard.press(key)
    page.evaluate("document.activeElement.blur()")
    for key in ["ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "End"] * 8:
        page.keyboard.press(key)
    for name in ["Undo", "Redo", "Undo"] * 3:
        page.keyboard.press("End")
        button(page, name).dispatch_event("click")
    page.keyboard.press("End")
    page.wait_for_function(BACK)  # the end of the line is a move that was undone, if that has come
    settled(page, plies(page).count())
    assert said == []
