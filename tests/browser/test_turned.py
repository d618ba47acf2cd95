"""What a change of the room leaves as it is: the device is turned, a window gets another size."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.sizes import cases
from tests.browser.steps import (
    SIZES,
    Finger,
    at_rest,
    begin,
    button,
    cell,
    middle,
    option,
    resize,
    settled,
    tab,
    touch,
    visit,
)

SEEN: Final = "document.querySelector('.board svg').getAttribute('viewBox')"
CHOSEN: Final = "[role=gridcell][aria-selected=true]"
BOXES: Final = """addEventListener("DOMContentLoaded", () => {
  globalThis.boxes = [];
  new MutationObserver(() => {
    const box = document.querySelector(".match .board svg")?.getAttribute("viewBox");
    if (box && box !== boxes.at(-1)) boxes.push(box);
  }).observe(document, {subtree: true, childList: true, attributes: true});
});"""
"""Keeps how much of a board was seen, each time that it changed."""
PLACES: Final = """globalThis.places = new Set();
const look = () => {
  const box = document.querySelector(".match .board")?.getBoundingClientRect();
  if (box?.height) places.add([box.x, box.y, box.width, box.height].map(Math.round).join());
  requestAnimationFrame(look);
};
look();"""
"""Keeps where the board is and how large, frame by frame."""


def turn(page: Page, size: str) -> None:
    """Turn the device, and see that the areas beside the board have followed."""
    at_rest(page)
    before = page.evaluate(SEEN)
    resize(page, SIZES[size])
    page.wait_for_function(f"(before) => {SEEN} !== before", arg=before)


def test_a_move_begun_outlives_a_turn_of_the_device(phone: Page) -> None:
    begin(phone, "chessset")
    cell(phone, "b1").tap()
    expect(phone.locator(CHOSEN)).to_have_attribute("data-cell", "b1")
    turn(phone, "phone on its side")
    expect(phone.locator(CHOSEN)).to_have_attribute("data-cell", "b1")
    turn(phone, "phone")
    cell(phone, "c3").tap()
    settled(phone, 1)


def test_a_lesson_is_drawn_like_its_match(phone: Page) -> None:
    """A long board stands on an upright phone, and lies on one that is turned."""
    begin(phone, "ur")
    at_rest(phone)
    match = phone.evaluate(SEEN)
    visit(phone, "/learn/ur")
    expect(cell(phone, "s3")).to_be_visible()
    at_rest(phone)
    assert phone.evaluate(SEEN) == match
    cell(phone, "hand0").tap()
    turn(phone, "phone on its side")
    cell(phone, "s3").tap()
    expect(phone.locator("aside .hint")).to_contain_text("Your road leads to the end")
    turn(phone, "phone")
    expect(phone.locator("aside .hint")).to_contain_text("Your road leads to the end")
    at_rest(phone)
    assert phone.evaluate(SEEN) == match
    button(phone, "Next").tap()
    at_rest(phone)
    assert phone.evaluate(SEEN) == match


def test_a_question_stays_beside_its_place(phone: Page) -> None:
    begin(phone, "freez")
    cell(phone, "a1").tap()
    cell(phone, "b2").tap()
    settled(phone, 1)
    cell(phone, "b2").tap()
    asked = phone.locator(".board .ask")
    expect(asked).to_be_visible()
    turn(phone, "phone on its side")
    expect(asked).to_be_visible()
    at_rest(phone)
    box, (x, y) = asked.bounding_box(), middle(cell(phone, "b2"))
    assert box is not None
    assert box["x"] - 60 < x < box["x"] + box["width"] + 60, "it stands beside its place"
    assert box["y"] - 60 < y < box["y"] + box["height"] + 60


def test_a_piece_that_is_held_is_not_lost(phone: Page) -> None:
    begin(phone, "chessset")
    at_rest(phone)
    before = phone.evaluate(SEEN)
    held = Finger(phone, cell(phone, "b1"))
    held.to(cell(phone, "c3"))
    resize(phone, (844, 390))
    phone.wait_for_function("innerWidth === 844")
    at_rest(phone)
    assert phone.evaluate(SEEN) == before, "the areas wait for the piece"
    held.to(cell(phone, "c3"))
    held.up()
    settled(phone, 1)
    phone.wait_for_function(f"(before) => {SEEN} !== before", arg=before)


TURNED: Final = "(one) => getComputedStyle(one).rotate"


@pytest.mark.parametrize("size", ["phone", "tablet on its side"])
def test_across_the_table_pieces_and_words_are_turned_to_the_players(
    device: Devices, size: str
) -> None:
    page = touch(device, size)
    begin(page, "tictactoe")
    tab(page, "Options")
    page.get_by_text("Across the table").click()
    prompt, signs = page.locator(".now"), page.locator(".piece [transform='rotate(180)']")
    for number, place in enumerate(("a1", "b2", "c3"), 1):
        expect(signs).to_have_count((number - 1) // 2)
        assert prompt.evaluate(TURNED) == ("none" if number % 2 else "180deg")
        cell(page, place).tap()
        settled(page, number)
    plates = page.locator(".plate")
    assert [plate.evaluate(TURNED) for plate in plates.all()] == ["none", "180deg"]
    page.get_by_text("Board lies still").click()
    expect(signs).to_have_count(0)
    assert prompt.evaluate(TURNED) == "none"


def test_across_the_table_cards_lie_before_their_player(device: Devices) -> None:
    page = touch(device, "tablet")
    page.add_init_script("localStorage.setItem('everygame.turning', 'across')")
    begin(page, "crazyeights")
    below = []
    for choices in (("Draw", "Pass"), ()):
        page.locator(".curtain button").click()
        expect(page.locator(".curtain")).to_be_hidden()
        at_rest(page)
        below.append(middle(cell(page, "own0"))[1] > middle(cell(page, "stock"))[1])
        option(page, "List all choices")
        for choice in choices:
            page.locator(".list button", has_text=choice).first.click()
            at_rest(page)
    assert below == [True, False]


@cases(
    "game, size",
    product(["ur", "chessset", "connectfour"], list(SIZES)[:4]),
    [("ur", "phone"), ("chessset", "tablet on its side"), ("connectfour", "phone on its side")],
)
def test_a_board_comes_where_and_as_large_as_it_stays(
    device: Devices, game: str, size: str
) -> None:
    """It is never drawn for another room either."""
    page = touch(device, size, reduced_motion="reduce")
    for script in (BOXES, PLACES):
        page.add_init_script(script)
    begin(page, game)
    at_rest(page)
    seen: Any = page.evaluate("[boxes, [...places]]")
    assert [len(one) for one in seen] == [1, 1], seen
