"""One library on two devices, in Chromium."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import PERSON, answer, at_rest, begin, button, cell, plies, visit


def devices(page: Page) -> None:
    visit(page, "/")
    page.get_by_role("link", name="Devices").click()


def test_a_library_goes_to_another_device_and_is_taken_back(device: Devices) -> None:
    laptop, phone = device(), device()
    match = begin(laptop, "tictactoe")
    begin(phone, "icefloes", [PERSON], level="sixteen")
    devices(laptop)
    button(laptop, "Add a device").click()
    at_rest(laptop)
    url = laptop.get_by_role("textbox", name="Link").input_value()
    button(laptop, "Close").click()
    visit(laptop, url)
    expect(laptop.locator(".invitation h1")).to_contain_text("here already")
    visit(phone, url)
    expect(phone.locator(".invitation")).to_contain_text("comes along")
    assert url.partition("#")[2] and "#" not in phone.url
    button(phone, "Use it on this device").click()
    expect(phone.locator(".saved")).to_have_count(2)
    phone.go_back()
    at_rest(phone)
    assert "#" not in phone.url, "nor is it in the history"
    visit(phone, f"/match/{match}")
    visit(laptop, f"/match/{match}")
    cell(phone, "a1").click()
    expect(plies(laptop)).to_have_count(1)
    eve = device(lost=True)
    visit(eve, url)
    expect(eve.locator(".wait")).to_contain_text("has been used")
    devices(laptop)
    expect(laptop.locator(".owned li")).to_have_count(2)
    button(laptop, "Send away").click()
    answer(laptop, "Send away")
    expect(laptop.locator(".owned li")).to_have_count(1)
    expect(phone.get_by_role("tab", name="Options")).to_be_visible()
    visit(phone, "/")  # where it may have gone on watching the match before that
    expect(phone.locator(".saved").filter(has_not_text="watching")).to_have_count(0)
    button(laptop, "Make a recovery code").click()
    at_rest(laptop)
    code = laptop.get_by_role("textbox", name="Recovery code").input_value()
    assert re.fullmatch(r"(\w{4}-){4}\w{4}", code)
    button(laptop, "Close").click()
    expect(button(laptop, "Make a new recovery code")).to_be_visible()
    phone.get_by_role("link", name="Devices").click()
    phone.get_by_role("link", name="I have a link or a code").click()
    phone.get_by_label("Recovery code or link").fill(code.lower())
    button(phone, "Go on").click()
    button(phone, "Use it on this device").click()
    expect(phone.locator(".saved")).to_have_count(2)
    devices(laptop)
    button(laptop, "Delete this device").click()
    expect(laptop.get_by_role("dialog")).to_contain_text("your other devices keep it")
    answer(laptop, "Delete")
    expect(laptop.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(laptop.locator(".saved")).to_have_count(0)
