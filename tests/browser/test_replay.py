"""What the others did is shown again step by step: to who comes back, and on request."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Devices
from tests.browser.steps import (
    OPEN,
    PERSON,
    at_rest,
    begin,
    button,
    cell,
    expect_at,
    expect_turn,
    invitation,
    play,
    settled,
    tab,
    touch,
    visit,
)


def friend_plays(host: Page, friend: Page) -> str:
    """A match in which the friend has moved a piece and lowered its number while the host was
    away."""
    match = begin(host, "freez", [PERSON, OPEN])
    cell(host, "c1").tap()
    play(host, "b4")
    button(host, "End the turn").tap()
    visit(friend, invitation(host, match))
    button(friend, "Sit down as Black").click()
    settled(friend, 1)
    visit(host, "/")
    cell(friend, "b8").click()
    play(friend, "b7", after=1)
    button(friend, "Lower 2 to 1").click()
    settled(friend, 3)
    return match


def test_who_comes_back_sees_what_was_played_step_by_step(device: Devices) -> None:
    phone = touch(device, "phone")
    match = friend_plays(phone, device())
    asked: list[str] = []
    phone.on("websocket", lambda line: line.on("framesent", lambda text: asked.append(str(text))))
    visit(phone, f"/match/{match}")
    expect_turn(phone)
    at_rest(phone)
    assert any('"steps"' in text for text in asked), "the page asks for the steps by itself"

    tab(phone, "History")
    again = phone.get_by_role("button", name="See the last turn again")
    phone.clock.install()
    again.tap()
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 1)
    again.tap()
    expect_at(phone, "b8", "Black's 2")
    phone.clock.run_for(1_000)
    expect_at(phone, "b7", "Black's 2")
    phone.clock.run_for(1_000)
    expect_at(phone, "b7", "Black's 1")
    again.tap()
    expect_at(phone, "b8", "Black's 2")
    cell(phone, "b4").tap()
    expect_at(phone, "b7", "Black's 1")  # a touch is answered by the match as it stands
    phone.clock.resume()
    play(phone, "b7", after=3)
