"""A board comes near by the wheel and by keys, and stays as near while it grows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from everygame.library.new_game import new_game
from tests.browser.conftest import Devices, Server
from tests.browser.sizes import cases
from tests.browser.steps import SQUARE, at_rest, begin, button, cell, resize
from tests.browser.test_room import COVERED
from tests.rewriting import rewrite

GROWS = (
    ("columns=COLUMNS, rows=ROWS)", "columns=COLUMNS + STICKS - left, rows=ROWS)"),
    ("return Scene(COLUMNS, ROWS,", "return Scene(COLUMNS + STICKS - left, ROWS,"),
)
"""The board of the game has a further column for each stick that is taken."""


HIGH = ("COLUMNS, ROWS = 5, 3", "COLUMNS, ROWS = 1, 15")
"""The board of the game is one row of fifteen, upright."""


@pytest.fixture
def own(games_home: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of its own, with the game `sticks`."""
    new_game("sticks", games_home)
    running = Server(tmp_path)
    yield running
    running.close()


@pytest.fixture
def growing(device: Devices, own: Server, games_home: Path) -> Page:
    """A page at a game whose board grows."""
    rewrite(games_home / "sticks", *GROWS)
    return device(base_url=own.url)


IN_SIGHT = """(() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".overlay [role=gridcell]")].filter((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const across = left >= board.left - 1 && right <= board.right + 1;
    return across && top < board.bottom && bottom > board.top;
  }).map((cell) => cell.getAttribute("aria-label"));
})()"""
"""The places that one sees in their whole width."""


def width(page: Page, name: str) -> float:
    at_rest(page)
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["width"]


def test_a_board_that_grows_stays_as_near_as_it_was(growing: Page) -> None:
    page = growing
    begin(page, "sticks")
    whole = width(page, "e1")
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = width(page, "e1")
    assert near == pytest.approx(1.69 * whole, rel=0.02)
    for place in ("c1", "b1"):
        cell(page, place).click()
        assert width(page, "e1") == pytest.approx(near, rel=0.02)
    page.keyboard.press("0")
    assert width(page, "e1") < whole
    expect(button(page, "Whole board")).to_be_hidden()


@pytest.mark.parametrize("way", [(3000, 0), (-3000, 0), (0, 3000), (0, -3000)])
def test_no_board_is_moved_out_of_sight(
    device: Devices, own: Server, games_home: Path, way: tuple[int, int]
) -> None:
    rewrite(games_home / "sticks", HIGH)
    page = device(base_url=own.url, viewport={"width": 390, "height": 844})
    begin(page, "sticks")
    at_rest(page)
    cell(page, "a8").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -250)
    page.keyboard.up("Control")
    at_rest(page)
    page.mouse.wheel(*way)
    at_rest(page)
    shown = page.evaluate(IN_SIGHT)
    assert len(shown) >= 3, shown


def test_the_wheel_brings_near_what_it_points_at_and_moves_it(page: Page) -> None:
    begin(page, "go", size="19")
    whole = width(page, "k10")
    cell(page, "k10").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -250)
    page.keyboard.up("Control")
    at_rest(page)
    assert width(page, "k10") == pytest.approx(2.718 * whole, rel=0.03)
    before = cell(page, "k10").bounding_box()
    page.mouse.wheel(40, 30)
    at_rest(page)
    after = cell(page, "k10").bounding_box()
    assert before and after
    assert (before["x"] - after["x"], before["y"] - after["y"]) == pytest.approx((40, 30), abs=2)
    cell(page, "a19").focus()
    at_rest(page)
    box, seen = cell(page, "a19").bounding_box(), page.locator(".board").bounding_box()
    assert box and seen and box["x"] >= seen["x"] - 1 and box["y"] >= seen["y"] - 1
    button(page, "Whole board").click()
    at_rest(page)
    assert width(page, "k10") == pytest.approx(whole, rel=0.01)


@cases(
    "width, height, times",
    [
        (width, height, times)
        for width, height in ((1280, 1024), (1440, 900), (1920, 1080))
        for times in (1.25, 1.5, 2, 3, 4)
    ],
    [(1280, 1024, 1.5), (1280, 1024, 4), (1440, 900, 1.5), (1440, 900, 4)],
)
def test_a_browser_that_enlarges_the_page_never_makes_the_board_smaller(
    device: Devices, width: int, height: int, times: float
) -> None:
    """In pixels of the screen: the window has fewer of the page's pixels, each so much larger."""
    page = device(viewport={"width": width, "height": height})
    begin(page, "breakthrough")
    at_rest(page)
    whole = page.evaluate(SQUARE)
    resize(page, (int(width / times), int(height / times)))
    at_rest(page)
    assert times * page.evaluate(SQUARE) >= 0.99 * whole
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width / times
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.99)
