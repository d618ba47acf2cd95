"""A board of hexagons on the page: touched near its corners, walked with arrows, hinted, to its
end by fingers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import begin, button, cell, touch

EXAMPLE = Path(__file__).parents[2] / "examples" / "hex"


def tap(page: Page, name: str) -> None:
    """Near the top corner, outside of the square around the middle."""
    box = cell(page, name).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 0.08 * box["height"])


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_hexagons_are_touched_to_the_end(own: Server, device: Devices, size: str) -> None:
    page = touch(device, size, base_url=own.url)
    begin(page, "hex", size="5", swap="no")
    for name in ("c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5", "c5"):
        expect(cell(page, name)).to_have_attribute(
            "aria-label", f"{name}: empty; can be placed here"
        )
        tap(page, name)
        expect(cell(page, name)).to_have_attribute("aria-label", stone(name))
    expect(page.get_by_text("Red has joined both sides.").first).to_be_visible()


def stone(name: str) -> str:
    return f"{name}: a {'red' if name[0] == 'c' else 'blue'} stone"


def test_arrows_and_hints_know_hexagons(own: Server, device: Devices) -> None:
    page = device(base_url=own.url)
    begin(page, "hex", size="5", swap="no")
    cell(page, "a1").focus()
    for key, reached in (
        ("Right", "b1"),
        ("Down", "b2"),
        ("Down", "b3"),
        ("Up", "b2"),
        ("Left", "a2"),
    ):
        page.keyboard.press(f"Arrow{key}")
        expect(cell(page, reached)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2: a red stone")
    button(page, "Hint").click()
    expect(page.locator("svg.scene .advised")).to_have_count(1)
