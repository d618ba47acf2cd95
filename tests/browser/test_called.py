"""Somebody who looks at another page is told what happens in their matches."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, PERSON, begin, button, cell, invitation, visit


def sit_down(device: Devices, link: str) -> None:
    guest = device()
    visit(guest, link)
    guest.get_by_label("Your name").fill("Bob")
    button(guest, "Sit down as Noughts").click()
    expect(cell(guest, "a1")).to_be_visible()


@pytest.mark.parametrize("offer", ["Invite", "Let a bot play"])
def test_what_is_asked_of_a_free_seat_ends_when_somebody_sits_there(
    phone: Page, device: Devices, offer: str
) -> None:
    link = invitation(phone, begin(phone, "tictactoe", [PERSON, OPEN]))
    phone.get_by_role("button", name=offer).first.tap()
    expect(phone.locator("dialog")).to_be_visible()
    sit_down(device, link)
    expect(phone.locator(".toast")).to_contain_text("Bob has sat down.")
    expect(phone.locator("dialog")).to_have_count(0)


def test_the_host_is_told_who_sat_down_wherever_they_look(phone: Page, device: Devices) -> None:
    links = [invitation(phone, begin(phone, "tictactoe", [PERSON, OPEN])) for _ in range(2)]
    sit_down(device, links[1])
    expect(phone.locator(".toast")).to_contain_text("Bob has sat down.")
    phone.clock.install()
    phone.get_by_role("link", name="EveryGame").tap()
    with phone.expect_response("**/api/news"):
        phone.clock.run_for(30_000)
    sit_down(device, links[0])
    phone.clock.run_for(30_000)
    told = phone.locator(".toast", has_text="Tic-tac-toe: Bob has sat down.")
    told.get_by_role("link", name="Go there").tap()
    expect(phone.locator(".plate", has_text="Bob")).to_be_visible()
