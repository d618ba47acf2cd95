"""A hand of cards on a phone: bids are buttons, cards are touched, to the end of the last deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, begin, plies

EXAMPLE = Path(__file__).parents[2] / "examples" / "ohhell"
BOT = {"kind": "bot", "level": "first"}
DECISIONS = 3 + 3 + 2 + 1
"""Three bids, and the cards of three deals."""


def test_deals_are_bid_and_played_by_touch(own: Server, device: Callable[..., Page]) -> None:
    page = device(base_url=own.url, viewport={"width": 390, "height": 844}, has_touch=True)
    begin(page, "ohhell", [PERSON, BOT, BOT, BOT], cards="3")
    bids = page.locator(".now .actions button[data-key^='button-bid']")
    cards = page.locator("[role=gridcell][aria-label*='; can be']")
    for _ in range(DECISIONS):
        expect(bids.or_(cards).first).to_be_visible()
        before = plies(page).count()
        if bids.count():
            bids.first.tap()
        else:
            box = cards.first.bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 44
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(plies(page)).not_to_have_count(before)
    expect(page.locator(".now").get_by_text(re.compile("won with"))).to_be_visible()
