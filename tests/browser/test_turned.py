"""What a change of the room leaves as it is: the device is turned, a window gets another size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sizes import kept
from tests.browser.steps import (
    PERSON,
    SIZES,
    Finger,
    at_rest,
    begin,
    button,
    cell,
    middle,
    settled,
    touch,
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
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"(before) => {SEEN} !== before", arg=before)


def test_a_move_begun_outlives_a_turn_of_the_device(device: Callable[..., Page]) -> None:
    page = touch(device, "phone")
    begin(page, "chessset", [PERSON, PERSON])
    cell(page, "b1").tap()
    expect(page.locator(CHOSEN)).to_have_attribute("data-cell", "b1")
    turn(page, "phone on its side")
    expect(page.locator(CHOSEN)).to_have_attribute("data-cell", "b1")
    turn(page, "phone")
    cell(page, "c3").tap()
    settled(page, 1)


def test_a_lesson_is_drawn_like_its_match(device: Callable[..., Page]) -> None:
    """A long board stands on an upright phone, and lies on one that is turned."""
    page = touch(device, "phone")
    begin(page, "ur", [PERSON, PERSON])
    at_rest(page)
    match = page.evaluate(SEEN)
    page.goto("/learn/ur")
    expect(cell(page, "s3")).to_be_visible()
    at_rest(page)
    assert page.evaluate(SEEN) == match
    cell(page, "hand0").tap()
    turn(page, "phone on its side")
    cell(page, "s3").tap()
    expect(page.locator("aside .hint")).to_contain_text("Your road leads to the end")
    turn(page, "phone")
    expect(page.locator("aside .hint")).to_contain_text("Your road leads to the end")
    at_rest(page)
    assert page.evaluate(SEEN) == match
    button(page, "Next").tap()
    at_rest(page)
    assert page.evaluate(SEEN) == match


def test_a_question_stays_beside_its_place(device: Callable[..., Page]) -> None:
    page = touch(device, "phone")
    begin(page, "freez", [PERSON, PERSON])
    cell(page, "a1").tap()
    cell(page, "b2").tap()
    settled(page, 1)
    cell(page, "b2").tap()
    asked = page.locator(".board .ask")
    expect(asked).to_be_visible()
    turn(page, "phone on its side")
    expect(asked).to_be_visible()
    at_rest(page)
    box, (x, y) = asked.bounding_box(), middle(cell(page, "b2"))
    assert box is not None
    assert box["x"] - 60 < x < box["x"] + box["width"] + 60, "it stands beside its place"
    assert box["y"] - 60 < y < box["y"] + box["height"] + 60


def test_a_piece_that_is_held_is_not_lost(device: Callable[..., Page]) -> None:
    page = touch(device, "phone")
    begin(page, "chessset", [PERSON, PERSON])
    at_rest(page)
    before = page.evaluate(SEEN)
    held = Finger(page, cell(page, "b1"))
    held.to(cell(page, "c3"))
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("innerWidth === 844")
    at_rest(page)
    assert page.evaluate(SEEN) == before, "the areas wait for the piece"
    held.to(cell(page, "c3"))
    held.up()
    settled(page, 1)
    page.wait_for_function(f"(before) => {SEEN} !== before", arg=before)


@pytest.mark.parametrize(
    ("game", "size"),
    kept(
        product(["ur", "chessset"], list(SIZES)[:4]),
        [("ur", "phone"), ("chessset", "tablet on its side")],
        "tests/browser/test_turned.py::test_a_board_is_never_drawn_for_another_room",
    ),
)
def test_a_board_is_never_drawn_for_another_room(
    device: Callable[..., Page], game: str, size: str
) -> None:
    page = touch(device, size)
    page.add_init_script(BOXES)
    begin(page, game, [PERSON, PERSON])
    at_rest(page)
    boxes: Any = page.evaluate("boxes")
    assert len(boxes) == 1, boxes


@pytest.mark.parametrize(
    ("game", "size"),
    kept(
        product(["connectfour", "ur"], ["phone", "phone on its side"]),
        [("ur", "phone"), ("connectfour", "phone on its side")],
        "tests/browser/test_turned.py::test_a_board_comes_where_and_as_large_as_it_stays",
    ),
)
def test_a_board_comes_where_and_as_large_as_it_stays(
    device: Callable[..., Page], game: str, size: str
) -> None:
    page = touch(device, size, reduced_motion="reduce")
    page.add_init_script(PLACES)
    begin(page, game, [PERSON, {"kind": "bot", "level": "first"}])
    at_rest(page)
    assert len(page.evaluate("[...places]")) == 1, page.evaluate("[...places]")
