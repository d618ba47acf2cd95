"""A board comes near by the wheel and by keys, and stays as near while it grows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from everygame.library.new_game import new_game
from tests.browser.conftest import Devices, Server
from tests.browser.steps import at_rest, begin, button, cell
from tests.rewriting import rewrite

GROWS = (
    ("columns=COLUMNS, rows=ROWS)", "columns=COLUMNS + STICKS - left, rows=ROWS)"),
    ("return Scene(COLUMNS, ROWS,", "return Scene(COLUMNS + STICKS - left, ROWS,"),
)
"""The board of the game has a further column for each stick that is taken."""


@pytest.fixture
def growing(device: Devices, games_home: Path, tmp_path: Path) -> Iterator[Page]:
    """A page at a game whose board grows."""
    rewrite(new_game("sticks", games_home), *GROWS)
    own = Server(tmp_path)
    yield device(base_url=own.url)
    own.close()


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
