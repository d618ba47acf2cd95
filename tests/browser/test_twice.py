"""Fingers that tap twice, and keys that are held: what is meant once is done once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Devices
from tests.browser.steps import (
    OPEN,
    PERSON,
    Finger,
    at_rest,
    begin,
    button,
    cell,
    invitation,
    middle,
    play,
    plies,
    quickest,
    settled,
    tab,
    touch,
    visit,
)

KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}
SAVES = "fetch('/api/saves').then((answer) => answer.json())"


@pytest.fixture
def phone(device: Devices) -> Page:
    """A low one, whose page is scrolled."""
    return device(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)


def tap_twice(page: Page, x: float, y: float) -> None:
    """At one place, as fast as a finger can."""
    for _ in range(2):
        page.touchscreen.tap(x, y)


def at_once(thing: Locator) -> None:
    """Both before the page could do anything."""
    thing.evaluate("thing => { thing.click(); thing.click(); }")


def count(page: Page, what: str = "matches") -> int:
    return len(page.evaluate(SAVES)[what])


def options(page: Page, name: str) -> Locator:
    tab(page, "Options")
    return button(page, name)


def test_a_puzzle_begins_once(phone: Page) -> None:
    begin(phone, "icefloes", [PERSON], level="three")
    for number, move in enumerate(quickest("icefloes", players="1", level="three"), 1):
        phone.keyboard.press(KEYS[move])
        settled(phone, number)
    before = phone.url
    at_once(phone.locator("[data-key=next-puzzle]"))
    expect(phone).not_to_have_url(before)
    settled(phone, 0)
    assert count(phone) == 1, "beside the one that is over"


def test_a_drawn_puzzle_begins_once(phone: Page) -> None:
    visit(phone, "/draw/icefloes?option=level")
    expect(button(phone, "Play this")).to_be_enabled()
    at_once(button(phone, "Play this"))
    expect(phone).to_have_url(re.compile("/match/"))
    settled(phone, 0)
    assert count(phone) == 1


def test_a_table_that_was_made_is_played_once(phone: Page) -> None:
    held: list[Route] = []
    phone.route("**/api/matches", lambda route: held.append(route))
    visit(phone, "/create")
    with phone.expect_request("**/api/matches"):
        button(phone, "Play it").tap()
    expect(button(phone, "Play it")).to_be_disabled()
    held[0].continue_()
    expect(phone).to_have_url(re.compile("/match/"))
    assert len(held) == 1


def test_a_save_is_kept_and_loaded_once(phone: Page) -> None:
    begin(phone, "tictactoe")
    play(phone, "a1")
    at_once(options(phone, "Save"))
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_have_count(1)
    at_once(dialog.get_by_role("button", name="Save", exact=True))
    expect(dialog).to_have_count(0)
    assert count(phone, "saves") == 1
    before, matches = phone.url, count(phone)
    at_once(button(phone, "Load"))
    expect(dialog).to_have_count(1)
    at_once(dialog.locator("button.game").first)
    expect(phone).not_to_have_url(before)
    settled(phone, 1)
    assert count(phone) == matches + 1


def test_a_save_asked_for_twice_does_not_meet_itself(phone: Page) -> None:
    begin(phone, "tictactoe")
    options(phone, "Save").tap()
    dialog = phone.get_by_role("dialog")
    first: list[Route] = []
    second: list[Route] = []

    def hold(route: Route) -> None:
        """What is asked twice is answered only once the first answer has been shown."""
        (second if first else first).append(route)
        if not second:
            route.continue_()

    phone.route("**/api/saves?*", hold)
    at_once(dialog.get_by_role("button", name="Save", exact=True))
    expect(dialog).to_have_count(0)
    for route in second:
        route.continue_()
    at_rest(phone)
    expect(dialog).to_have_count(0)
    assert count(phone, "saves") == 1


def test_a_second_tap_does_not_answer_the_question_of_the_first(phone: Page) -> None:
    begin(phone, "tictactoe")
    play(phone, "a1")
    give_up, dialog = options(phone, "Give up"), phone.get_by_role("dialog")
    give_up.tap()
    at_rest(phone)
    box = dialog.get_by_role("button", name="Cancel").bounding_box()
    assert box
    dialog.get_by_role("button", name="Cancel").tap()
    x, y = box["x"] + box["width"] - 6, box["y"] + box["height"] / 2
    for height in (y, y + 100):  # on what the dialog asks, and beside it
        phone.evaluate("down => scrollBy(0, down)", middle(give_up)[1] - height)
        at_rest(phone)
        at = give_up.bounding_box()
        assert at and at["x"] < x and abs(at["y"] + at["height"] / 2 - height) < 20
        tap_twice(phone, x, height)
        at_rest(phone)
        expect(dialog).to_have_count(1)
        phone.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_key_that_is_held_presses_once(page: Page) -> None:
    visit(page, "/")
    page.get_by_role("link", name="Tic-tac-toe").first.focus()
    page.keyboard.down("Enter")
    for _ in range(3):
        page.keyboard.down("Enter")
        at_rest(page)
    expect(page).to_have_url(re.compile("/new/tictactoe"))
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(cell(page, "a1")).to_be_visible()
    cell(page, "b2").focus()
    for _ in range(4):
        page.keyboard.down("Enter")
        at_rest(page)
    page.keyboard.up("Enter")
    expect(plies(page).first).to_be_visible()  # the bot may have answered
    expect(page.locator(".refusal")).to_be_hidden()


TAP_AT = """([cell, time]) => {
  const place = document.querySelector(`[data-cell="${cell}"]`);
  const { x, y, width, height } = place.getBoundingClientRect();
  const how = { bubbles: true, isPrimary: true, pointerType: "touch",
    clientX: x + width / 2, clientY: y + height / 2 };
  for (const kind of ["pointerdown", "pointerup"]) {
    const event = new PointerEvent(kind, how);
    Object.defineProperty(event, "timeStamp", { value: time });
    place.dispatchEvent(event);
  }
}"""
"""A tap that says itself at how many milliseconds it was made."""


def test_the_second_of_two_quick_taps_is_no_fault(device: Devices) -> None:
    page = touch(device, "phone", reduced_motion="reduce")
    begin(page, "tictactoe")
    at_rest(page)
    page.evaluate(TAP_AT, ["a1", 5000])
    settled(page, 1)
    at_rest(page)
    page.evaluate(TAP_AT, ["a1", 5299])
    at_rest(page)
    expect(page.locator(".refusal")).to_be_hidden()
    page.evaluate(TAP_AT, ["a1", 5700])
    expect(page.locator(".refusal")).to_have_text("Taken: choose an empty place.")


def test_what_is_dragged_while_the_board_changes_goes_back(phone: Page) -> None:
    begin(phone, "chessset")
    other = phone.context.new_page()
    visit(other, phone.url)
    held = Finger(phone, cell(phone, "b1"))
    held.to(cell(phone, "d2"))
    expect(phone.locator(".board.dragging")).to_be_attached()
    cell(other, "e2").click()
    cell(other, "e4").click()
    settled(phone, 1)
    expect(phone.locator(".board.dragging")).to_have_count(0)
    held.up()
    expect(phone.locator(".overlay [aria-selected=true]")).to_have_count(0)
    settled(phone, 1)


def test_a_link_that_two_open_seats_one_and_tells_the_other_what_is_left(device: Devices) -> None:
    here, there, late = device(), touch(device, "phone"), touch(device, "phone", lost=True)
    match = begin(here, "tictactoe", [PERSON, OPEN])
    link = invitation(here, match)
    for page in (there, late):
        visit(page, link)
        expect(button(page, "Sit down as Noughts")).to_be_visible()
    for page in (there, late):
        button(page, "Sit down as Noughts").tap()
    expect(there.locator(".prompt")).to_have_text("Waiting for Crosses.")
    expect(late.locator(".invitation")).to_contain_text("This invitation has been used")
    late.get_by_role("link", name="Watch").tap()
    expect(late.locator(".watching")).to_contain_text("You are watching.")
    visit(there, link)
    expect(there.locator(".invitation")).to_contain_text("You have sat down here already.")
    there.get_by_role("link", name="To the match").tap()
    expect(there.locator(".prompt")).to_have_text("Waiting for Crosses.")
    visit(here, link)
    expect(here.locator(".invitation")).not_to_contain_text("watch", ignore_case=True)
    expect(here.get_by_role("link", name="To the match")).to_be_visible()


PRESS_TWICE = """(button) => {
    const box = button.getBoundingClientRect();
    const at = [box.left + box.width / 2, box.top + box.height / 2];
    const heard = [];
    for (const kind of ["pointerdown", "click"])
        document.body.addEventListener(kind, () => heard.push(kind));
    for (let press = 0; press < 2; press += 1)
        for (const kind of ["pointerdown", "pointerup", "click"])
            document.elementFromPoint(...at).dispatchEvent(new PointerEvent(kind,
                {bubbles: true, cancelable: true, clientX: at[0], clientY: at[1]}));
    return heard;
}"""


def test_what_lies_under_a_dialog_is_not_met_by_the_second_tap(phone: Page) -> None:
    begin(phone, "go", size="9")
    cell(phone, "e5").tap()
    expect(plies(phone)).to_have_count(1)
    options(phone, "Restart").tap()
    cancel = phone.get_by_role("dialog").get_by_role("button", name="Cancel")
    at_rest(phone)
    assert cancel.evaluate(PRESS_TWICE) == ["pointerdown", "click"], "those of the first alone"
    expect(phone.locator("dialog")).to_have_count(0)
    options(phone, "Restart").tap()  # and whoever taps anew is heard
    expect(cancel).to_be_visible()


TWO_PRESSES = """(between) => {
  const press = (on, ...kinds) => kinds.forEach((kind) => on.dispatchEvent(new PointerEvent(kind,
    {bubbles: true, cancelable: true, clientX: 50, clientY: 50})));
  const gone = document.body.appendChild(document.createElement("dialog"));
  const under = document.body.appendChild(document.createElement("button"));
  let heard = 0;
  under.addEventListener("click", () => heard++);
  gone.showModal();
  press(gone, "pointerdown");
  gone.close();
  const tell = (event) => document.body.dispatchEvent(event);
  if (between === "a key") tell(new KeyboardEvent("keydown", {key: "5", bubbles: true}));
  if (between === "what is pasted") tell(new InputEvent("input", {bubbles: true}));
  press(under, "pointerdown", "pointerup", "click");
  return heard;
}"""


@pytest.mark.parametrize(
    ("between", "heard"), [("nothing", 0), ("a key", 1), ("what is pasted", 1)]
)
def test_whoever_has_typed_meanwhile_means_the_second_press(
    page: Page, between: str, heard: int
) -> None:
    visit(page, "/")
    at_rest(page)
    assert page.evaluate(TWO_PRESSES, between) == heard
