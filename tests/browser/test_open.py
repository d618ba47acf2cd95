"""Strangers find each other on a public server, say hello, and one is sent away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import begin, button, cell, plies
from tests.browser.test_network import shoot_all
from tests.server.serving import serving


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """A public server."""
    with serving(tmp_path / "m.db", public=True) as port:
        yield f"http://127.0.0.1:{port}"


def test_strangers_meet_and_one_is_sent_away(device: Callable[..., Page], home: str) -> None:
    ann, bob = device(base_url=home), device(lost=True, base_url=home)
    begin(ann, "tictactoe", [{"kind": "person", "name": "Ann"}, {"kind": "open"}])
    button(ann, "Show it to everybody").click()
    expect(button(ann, "Hide it from others")).to_be_visible()
    shoot_all(ann, "listed")
    bob.goto("/")
    shoot_all(bob, "public-library")
    bob.get_by_role("link", name="Find somebody").click()
    bob.get_by_label("Your name").fill("Bob")
    expect(bob.locator(".found li")).to_contain_text("Ann · is there")
    shoot_all(bob, "open")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(cell(bob, "a1")).to_be_visible()
    bob.get_by_role("tab", name="Options").click()
    button(bob, "Say something").click()
    shoot_all(bob, "phrases")
    button(bob, "Good luck!").click()
    expect(ann.locator(".toast")).to_have_text("Bob: Good luck!")
    shoot_all(ann, "said")
    cell(ann, "a1").click()
    expect(plies(bob)).to_have_count(1)
    ann.get_by_role("tab", name="Options").click()
    button(ann, "Send away").click()
    ann.get_by_role("switch", name="Keep this device out").check()
    shoot_all(ann, "away")
    ann.get_by_role("dialog").get_by_role("button", name="Bob").click()
    ann.get_by_role("dialog").get_by_role("button", name="Send away").click()
    expect(ann.locator(".plates")).to_contain_text("waiting for someone")
    expect(button(bob, "Say something")).to_have_count(0)
    bob.goto("/open")
    bob.get_by_role("button", name="Play Tic-tac-toe with Ann").click()
    expect(bob.locator(".toast")).to_contain_text("sent you away")
