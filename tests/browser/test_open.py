"""Strangers find each other on a public server, say hello, and one is sent away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, answer, begin, button, cell, option, people, plies
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
    bob.goto("/")
    bob.get_by_role("link", name="Find somebody").click()
    bob.get_by_label("Your name").fill("Bob")
    expect(bob.locator(".found li")).to_contain_text("Ann · is there")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(cell(bob, "a1")).to_be_visible()
    option(bob, "Say something")
    button(bob, "Good luck!").click()
    expect(ann.locator(".toast")).to_have_text("Bob: Good luck!")
    cell(ann, "a1").click()
    expect(plies(bob)).to_have_count(1)
    option(ann, "Send away")
    ann.get_by_role("switch", name="Keep this device out").check()
    answer(ann, "Bob")
    answer(ann, "Send away")
    expect(ann.locator(".plates")).to_contain_text("waiting for someone")
    expect(button(bob, "Say something")).to_have_count(0)
    bob.goto("/open")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(bob.locator(".toast")).to_contain_text("sent you away")
