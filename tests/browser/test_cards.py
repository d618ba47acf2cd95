"""A hand on a phone: cards of a game and of a table without rules, by touch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from everygame.library.registry import find_game
from tests.browser.conftest import Devices, Server
from tests.browser.steps import (
    BOT,
    PERSON,
    SIZES,
    at_rest,
    begin,
    button,
    cell,
    expect_at,
    expect_prompt,
    finger_drag,
    go_to,
    lift_curtain,
    middle,
    plies,
    resize,
    touch,
)
from tests.games.coldspell.table import ended

EXAMPLE = Path(__file__).parents[2] / "examples" / "ohhell"
DECISIONS = 3 + 3 + 2 + 1
"""Three bids, and the cards of three deals."""
HIDDEN = """() => {
  const asked = document.querySelector(".ask").getBoundingClientRect();
  const shown = [...document.querySelectorAll("[data-cell]")].filter((one) =>
    !/empty|face down/.test(one.getAttribute("aria-label")));
  return shown.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left + 1 < asked.right && box.right - 1 > asked.left
      && box.top + 1 < asked.bottom && box.bottom - 1 > asked.top;
  }).map((one) => one.ariaLabel);
}"""
"""What lies face up under a question."""


def test_deals_are_bid_and_played_by_touch(own: Server, device: Devices) -> None:
    page = touch(device, "phone", base_url=own.url)
    begin(page, "ohhell", [PERSON, BOT, BOT, BOT], cards="3")
    bids = page.locator(".now .actions button[data-key^='button-bid']")
    cards = page.locator("[role=gridcell][aria-label*='; can be']")
    for _ in range(DECISIONS):
        expect(bids.or_(cards).first).to_be_visible()
        before = plies(page).count()
        if bids.count():
            bids.first.tap()
        else:
            at_rest(page)
            box = cards.first.bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 44
            page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(plies(page)).not_to_have_count(before)
    expect(page.locator(".now").get_by_text(re.compile("won with"))).to_be_visible()


def test_how_much_to_count_hides_nothing_that_lies_face_up(device: Devices) -> None:
    page = device(has_touch=True)
    begin(page, "cribbage")
    for start, goal in (("deck", "hand1.1"), ("deck", "cut"), ("hand1.1", "play1.1")):
        cell(page, start).tap()
        cell(page, goal).tap()
        expect(cell(page, goal)).not_to_have_attribute("aria-label", re.compile("empty"))
    for peg, steps in (("start.2", 6), ("blue.8", 13)):
        at_rest(page)
        page.touchscreen.tap(*middle(cell(page, peg)))
        for size in SIZES.values():
            resize(page, size)
            expect(page.locator(".ask button")).to_have_count(steps)
            expect(page.locator(".ask")).to_be_in_viewport(ratio=1)
            at_rest(page)
            assert page.evaluate(HIDDEN) == [], size
        page.get_by_role("button", name=re.compile(r"\+8: ")).tap()


def test_a_tap_on_another_tile_of_a_hand_chooses_it_and_a_drag_lays_it_there(phone: Page) -> None:
    begin(phone, "dominoes")
    cell(phone, "boneyard").tap()
    for many, left in ((5, 18), (5, 8)):
        button(phone, f"Deal {many} each: Boneyard").tap()
        expect_at(phone, "boneyard", f"{left} × Tile")
    at_rest(phone)
    cell(phone, "south.10").tap()
    chosen = phone.locator("[role=gridcell][aria-selected=true]")
    for place in ("south.9", "south.3"):
        cell(phone, place).tap()
        expect(chosen).to_have_attribute("data-cell", place)
    cell(phone, "south.12").tap()
    expect_at(phone, "south.3", "empty")
    at_rest(phone)
    finger_drag(phone, cell(phone, "south.12"), cell(phone, "south.1"))
    expect_at(phone, "south.12", "empty")
    expect_at(phone, "south.1", ", on top of ")


def test_who_deals_and_then_takes_up_a_tile_draws_none(phone: Page) -> None:
    begin(phone, "dominoes")
    cell(phone, "boneyard").tap()
    deal = button(phone, "Deal one each")
    at_rest(phone)
    at = middle(deal)
    for left in (26, 24):
        deal.tap()
        expect_at(phone, "boneyard", f"{left} × Tile")
        at_rest(phone)
        box = deal.bounding_box()
        assert box and box["x"] < at[0] < box["x"] + box["width"]
        assert box["y"] < at[1] < box["y"] + box["height"], "the next tap meets the same button"
    cell(phone, "south.1").tap()
    expect(cell(phone, "south.1")).to_have_attribute("aria-label", re.compile("chosen$"))
    expect_at(phone, "boneyard", "24 × Tile")


def test_letters_are_put_into_any_place_of_a_word(phone: Page) -> None:
    game: Any = find_game("coldspell").game(players="2")
    go_to(phone, "coldspell", game, ended(game, "1:Zl,AOm,Ns,EOs 2:Cs,AEl,Ts"))
    lift_curtain(phone)
    for card, spelled in (("hand-1-3", "N"), ("hand-1-1", "NZ")):
        cell(phone, card).tap()
        expect_prompt(phone, f"{spelled} is not")
    at_rest(phone)
    cell(phone, "hand-1-2").tap()
    cell(phone, "word-2").tap()
    button(phone, "O").tap()
    expect_prompt(phone, "NOZ is not")
    at_rest(phone)
    cell(phone, "word-3").tap()
    cell(phone, "word-1").tap()
    expect_prompt(phone, "ZNO is not")
    at_rest(phone)
    finger_drag(phone, cell(phone, "word-3"), cell(phone, "word-2"))
    expect_prompt(phone, "ZON is not")
    expect(plies(phone)).to_have_count(0)
