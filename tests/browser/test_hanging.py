"""A server that hangs: the page says so, shows the move that waits, takes it back if refused."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import begin, button, cell, plies


@contextmanager
def hanging(server: Server) -> Iterator[None]:
    """It neither answers nor goes away."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_what_is_opened_while_the_server_hangs_says_so_and_comes(
    page: Page, server: Server
) -> None:
    page.goto("/")
    toast = page.locator(".toast")
    for thing, comes in (
        (page.locator("[data-key=load]"), page.get_by_role("dialog")),
        (page.locator(".games a[href='/new/tictactoe']"), button(page, "Play")),
        (button(page, "Play"), cell(page, "b2")),
    ):
        expect(thing).to_be_enabled()
        with hanging(server):
            thing.click()
            expect(toast).to_have_text("The server does not answer yet. Waiting for it …")
        expect(comes.first).to_be_visible()
        expect(toast).to_have_count(0)
        page.keyboard.press("Escape")


def test_a_move_that_waits_is_shown_and_then_done(page: Page, server: Server) -> None:
    begin(page, "tictactoe")
    with hanging(server):
        cell(page, "b2").click()
        expect(page.locator(".offline")).to_contain_text("your move waits")
        expect(page.locator("circle.path-way")).to_have_count(1)
    expect(plies(page)).to_have_count(1)
    expect(page.locator("circle.path-way")).to_have_count(0)


def test_a_move_that_waited_is_taken_back_if_it_is_refused(device: Devices, server: Server) -> None:
    one = device()
    begin(one, "tictactoe")
    other = one.context.new_page()
    other.goto(one.url)
    expect(cell(other, "a1")).to_be_visible()
    with hanging(server):
        cell(one, "a1").click()
        cell(other, "b2").click()
        expect(one.locator("circle.path-way")).to_have_count(1)
        expect(other.locator("circle.path-way")).to_have_count(1)
    for page in (one, other):
        expect(plies(page)).to_have_count(1)
        expect(page.locator("circle.path-way")).to_have_count(0)
        expect(page.locator(".offline")).to_be_empty()
        expect(page.locator(".now")).not_to_contain_text("moved on")  # the newer board says it
