"""Dice that a person throws: until then a page tells nothing of the throw."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    TWO_PEOPLE,
    at_rest,
    begin,
    button,
    cell,
    expect_at,
    expect_prompt,
    expect_turn,
    give_up,
    invitation,
    plies,
    visit,
)
from tests.browser.test_away import away
from tests.browser.test_sounds import choose

BY_HAND = "localStorage.setItem('everygame.throws', 'hand')"
MOST = 4
"""Moves of a turn, and rolls after which nobody could move."""


def to_throw(page: Page) -> Locator:
    return page.locator(".actions").get_by_role("button", name="Throw the dice")


def throw(page: Page) -> None:
    """Expect that nothing of a throw is told, and throw."""
    waits(page)
    to_throw(page).click()
    expect_prompt(page, "rolled")
    expect(to_throw(page)).to_be_hidden()


def waits(page: Page) -> None:
    expect(to_throw(page)).to_be_visible()
    expect_prompt(page, "rolls the die")
    at_rest(page)


def play_turn(page: Page, over: str) -> None:
    """Play what is listed first until the prompt says this."""
    page.locator(".all").evaluate("(one) => { one.open = true; }")
    for _ in range(MOST):
        at_rest(page)
        if over in page.locator(".prompt").inner_text():
            break
        page.locator(".all .list button").first.press("Enter")
    expect_prompt(page, over)


def test_who_chooses_so_throws_by_a_touch_of_the_die_or_a_key(phone: Page) -> None:
    begin(phone, "freezetag", [PERSON, BOT])
    expect_prompt(phone, "South rolled")
    choose(phone, "I throw the dice")
    expect_prompt(phone, "South rolled")  # what was seen stays so
    phone.reload()
    waits(phone)
    expect(plies(phone)).to_have_count(0)
    expect(phone.locator(".match .told")).to_be_empty()
    expect(button(phone, "Hint")).to_be_disabled()
    cell(phone, "b1").tap()
    expect(phone.locator(".refusal")).to_have_text("First throw the dice.")
    expect_at(phone, "die-0", "Throw the dice")
    cell(phone, "die-0").tap()
    expect_prompt(phone, "South rolled")
    expect(plies(phone)).to_have_count(1)
    expect(cell(phone, "die-0")).not_to_have_attribute("aria-label", re.compile("Throw"))
    phone.reload()
    waits(phone)
    to_throw(phone).focus()
    phone.keyboard.press("Enter")
    expect_prompt(phone, "South rolled")
    expect(phone.locator("[role=gridcell].live:focus")).to_have_count(1)
    phone.reload()
    waits(phone)
    choose(phone, "Dice roll by themselves")
    expect_prompt(phone, "South rolled")


def test_a_throw_waits_through_history_undo_and_a_line_that_breaks(
    page: Page, server: Server
) -> None:
    page.add_init_script(BY_HAND)
    begin(page, "freezetag", TWO_PEOPLE)
    throw(page)
    play_turn(page, "North rolls")
    waits(page)
    count = plies(page).count()
    expect(page.locator(".match .told")).not_to_contain_text(" die")
    button(page, "One move back").click()
    expect_prompt(page, "Looking")
    expect(plies(page)).to_have_count(count)
    button(page, "Back to the match").click()
    waits(page)
    with away(server):
        expect(page.locator(".offline")).to_contain_text("Offline")
    expect(page.locator(".offline")).to_be_empty()
    waits(page)
    expect(plies(page)).to_have_count(count)
    button(page, "Undo").click()
    expect_prompt(page, "South rolled")
    button(page, "Redo").click()
    waits(page)
    page.locator("body").press(" ")
    expect_prompt(page, "North rolled")
    expect(plies(page)).to_have_count(count + 1)


def test_the_other_device_sees_a_throw_at_once(device: Devices) -> None:
    host, friend = device(), device()
    host.add_init_script(BY_HAND)
    match = begin(host, "freezetag", [PERSON, OPEN])
    visit(friend, invitation(host, match))
    friend.get_by_role("button", name=re.compile("Sit down")).click()
    throw(host)
    play_turn(host, "North rolled")
    expect_turn(friend)
    expect_prompt(friend, "North rolled")
    play_turn(friend, "South rolled")
    waits(host)
    give_up(host)
    expect(to_throw(host)).to_be_hidden()
