"""From the kitchen table to the next room: the switch, a link and a second device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from everygame.server.network.network import Network
from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, begin, button, cell, option, people, plies
from tests.server.serving import serving

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
"""As on every page of plain http but those of the own computer."""


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A server with a switch; 127.0.0.2 is its network."""
    with serving(tmp_path / "m.db", network=Network(find_address=lambda: "127.0.0.2")) as port:
        yield port


def test_a_device_in_the_next_room_joins_by_the_switch(device: Devices, port: int) -> None:
    home = f"http://127.0.0.1:{port}"
    ann = device(base_url=home)
    begin(ann, "tictactoe", [*people("Ann"), OPEN])
    option(ann, "Other device")
    ann.locator("dialog .row button").last.click()
    switch = ann.get_by_role("switch", name="Let devices on this network join")
    expect(ann.locator("dialog .note")).to_contain_text("cannot reach")
    switch.click()  # not check(): it is gone as soon as the network is open
    link = ann.get_by_role("textbox", name="Link")
    expect(switch).to_have_count(0)
    url = link.input_value()
    assert url.startswith(f"http://127.0.0.2:{port}/join/")
    bob = device(base_url=f"http://127.0.0.2:{port}")
    bob.add_init_script(NO_CLIPBOARD)
    bob.goto(url)
    bob.get_by_role("button", name="Sit down").click()
    expect(cell(bob, "a1")).to_be_visible()
    button(ann, "Close").click()
    cell(ann, "a1").click()
    expect(plies(bob)).to_have_count(1)
    option(bob, "Other device")  # no question: Bob has one seat
    expect(bob.locator("dialog")).to_contain_text("It works once")
    button(bob, "Copy the link").click()
    expect(bob.locator(".toast")).to_contain_text("The link is copied.")
    button(bob, "Close").click()
    ann.goto("/")
    ann.get_by_role("link", name="Devices").click()
    expect(switch).to_be_checked()
    expect(link).to_have_value(f"http://127.0.0.2:{port}")
    switch.uncheck()
    expect(link).to_have_count(0)
    expect(bob.locator(".offline")).not_to_be_empty()
    switch.check()
    expect(bob.locator(".offline")).to_be_empty()
    bob.goto("/devices")
    expect(bob.get_by_role("heading", name="Devices")).to_be_visible()
    expect(bob.get_by_role("switch")).to_have_count(0)
