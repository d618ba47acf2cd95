"""Strangers find each other on a public server, say hello, and one is sent away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, answer, begin, button, cell, option, people, plies, visit
from tests.server.serving import serving


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """A public server."""
    with serving(tmp_path / "m.db", public=True) as port:
        yield f"http://127.0.0.1:{port}"


def test_strangers_meet_and_one_is_sent_away(device: Devices, home: str) -> None:
    ann, bob = device(base_url=home), device(lost=True, base_url=home)
    begin(ann, "tictactoe", [*people("Ann"), OPEN])
    button(ann, "Show it to everybody").click()
    expect(button(ann, "Hide it from others")).to_be_visible()
    visit(bob, "/")
    bob.get_by_role("link", name="Find somebody").click()
    bob.get_by_label("Your name").fill("Bob")
    expect(bob.locator(".found li")).to_contain_text("Ann · is there")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(cell(bob, "a1")).to_be_visible()
    option(bob, "Say something")
    button(bob, "Good luck!").click()
    expect(ann.locator(".toast", has_text="Good luck!")).to_have_text("Bob: Good luck!")
    cell(ann, "a1").click()
    expect(plies(bob)).to_have_count(1)
    option(ann, "Send away")
    ann.get_by_role("switch", name="Keep this device out").check()
    answer(ann, "Bob")
    answer(ann, "Send away")
    expect(ann.locator(".plates")).to_contain_text("waiting for someone")
    expect(button(bob, "Say something")).to_have_count(0)
    visit(bob, "/open")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(bob.locator(".toast", has_text="sent you away")).to_be_visible()


def test_who_wants_to_play_waits_after_two_taps_and_withdraws_with_one(
    device: Devices, home: str
) -> None:
    ann, bob = device(base_url=home), device(base_url=home)
    ann.clock.install()
    visit(ann, "/open")
    ann.get_by_label("Your name").fill("Ann")
    for _ in range(2):  # the first is withdrawn
        button(ann, "I want to play").click()
        button(ann, "Tic-tac-toe").click()
        expect(ann.locator(".found li")).to_contain_text("Ann · offered just now")
        if not bob.url.startswith(home):
            button(ann, "Withdraw").click()
            expect(ann.locator(".found li")).to_have_count(0)
            visit(bob, "/open")
            expect(bob.get_by_text("Nobody waits just now.")).to_be_visible()
    bob.reload()
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(cell(bob, "a1")).to_be_visible()
    ann.clock.fast_forward(10_000)  # it asks again who waits, and finds that somebody has sat down
    expect(ann).to_have_url(re.compile("/match/"))
    expect(cell(ann, "a1")).to_be_visible()
    visit(ann, "/")
    expect(ann.locator("section > .matches > li")).to_have_count(1)
