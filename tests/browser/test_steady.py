"""What is asked covers nothing that is said of the line, and what is answered moves no button."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    at_rest,
    begin,
    button,
    cell,
    expect_turn,
    invitation,
    people,
    play,
    settled,
    touch,
    visit,
)
from tests.browser.test_away import away

PLACES = """() => [...document.querySelectorAll("aside :is(a, button, summary)")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
  .map(({ x, y }) => [Math.round(x), Math.round(y + scrollY)])"""
"""Where all buttons and links beside the board are on the page."""
ON_TOP = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether nothing lies over the middle of an element."""


def places(page: Page) -> Any:
    at_rest(page)
    return page.evaluate(PLACES)


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize(
    ("game", "wrong", "right"),
    [("freez", ("c2", "c3"), ("c2", "c4")), ("connectfour", ("a3",), ("d6",))],
)
def test_a_hint_and_an_answer_in_a_lesson_move_no_button(
    device: Devices, size: str, game: str, wrong: tuple[str, ...], right: tuple[str, ...]
) -> None:
    page = touch(device, size)
    visit(page, f"/learn/{game}")
    before = places(page)
    button(page, "Hint").tap()
    expect(page.locator("aside .hint")).not_to_be_empty()
    assert places(page) == before
    for touched in (wrong, right):
        for place in touched:
            cell(page, place).tap()
        assert places(page) == before


LONG = "Try: 3 from c1 to b4, turning on b2. It threatens two pieces and leaves one way to answer."


@pytest.mark.parametrize("game", ["freez", "evade", "crazyeights"])
def test_a_hint_in_a_match_moves_no_button(phone: Page, game: str) -> None:
    begin(phone, game, [PERSON, BOT])
    expect_turn(phone)
    before = places(phone)
    button(phone, "Hint").tap()
    hint = phone.locator(".said .hint")
    expect(hint).not_to_be_empty()
    hint.evaluate("(hint, text) => { hint.textContent = text; }", LONG)
    assert places(phone) == before


def test_where_a_match_turned_moves_no_button(phone: Page) -> None:
    """Though it is known some time after the end, and may be many moves."""
    begin(phone, "tictactoe", people("Ann", "Bob"))
    for number, place in enumerate(("a1", "a2", "b1", "b2", "c1"), 1):
        cell(phone, place).tap()
        settled(phone, number)
    turns = phone.locator(".actions > .turns")
    expect(turns).to_have_text(re.compile("turned at|looks like"))
    before = places(phone)
    more = 9 * "<span>12 captures c3</span>"
    turns.evaluate("(turns, more) => turns.insertAdjacentHTML('beforeend', more)", more)
    assert places(phone) == before


def test_an_offer_leaves_in_sight_that_the_line_is_gone(
    phone: Page, device: Devices, server: Server
) -> None:
    match = begin(phone, "tictactoe", [PERSON, OPEN])
    guest = device()
    visit(guest, invitation(phone, match))
    button(guest, "Sit down as Noughts").click()
    play(phone, "b2")
    cell(guest, "a1").click()
    expect(button(guest, "Ask to undo")).to_be_enabled()
    button(guest, "Ask to undo").click()
    question = phone.locator(".question.mine")
    expect(question).to_be_visible()
    with away(server):
        offline = phone.locator(".offline")
        expect(offline).to_contain_text("Offline")
        assert offline.evaluate(ON_TOP)
        button(phone, "Yes").tap()
        sent = phone.locator(".sent")
        expect(sent).to_have_text("Sent. Waiting for the server.")
        assert sent.evaluate(ON_TOP) and question.evaluate(ON_TOP)
    expect(question).to_be_hidden()
