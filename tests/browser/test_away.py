"""A server that goes away in the middle of something: it is said, and all goes on afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Server
from tests.browser.steps import begin, button, cell, expect_at, play, settled, tab, touch, visit
from tests.waiting import wait_until


@contextmanager
def away(server: Server) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()


def test_a_match_that_is_opened_meanwhile_comes_by_itself(phone: Page, server: Server) -> None:
    begin(phone, "tictactoe")
    play(phone, "b2")
    phone.get_by_role("link", name="EveryGame").tap()
    match = phone.locator("ul.matches a.game").first
    expect(match).to_be_visible()
    with away(server):
        match.tap()
        expect(phone.locator("main")).to_contain_text("Offline – trying again. Nothing is lost.")
    settled(phone, 1)


def test_a_touch_does_not_wait_for_the_next_try(phone: Page, server: Server) -> None:
    """While its time stands still a page tries nothing by itself."""
    phone.clock.install()
    begin(phone, "tictactoe")
    with away(server):
        expect(phone.locator(".offline")).to_contain_text("Offline")
        phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 1)
        for _ in range(3):  # tries that fail put nothing off
            with phone.expect_event("websocket") as line:
                phone.locator(".prompt").tap()
            wait_until(lambda: phone.evaluate("true") and line.value.is_closed(), "it fails")
    phone.clock.resume()
    play(phone, "b2")


def test_a_page_that_did_not_come_is_tried_again(phone: Page, server: Server) -> None:
    visit(phone, "/")
    game = phone.locator(".games a.game", has_text="Draughts")
    expect(game).to_be_visible()
    with away(server):
        game.tap()
        expect(phone.locator("main")).to_contain_text("This part of the page cannot be fetched.")
        phone.get_by_role("link", name="Try again").tap()
        expect(phone.locator("main")).to_contain_text("This part of the page cannot be fetched.")
    phone.get_by_role("link", name="Try again").tap()
    expect(phone.get_by_role("heading", name="Draughts")).to_be_visible()


def test_what_is_touched_meanwhile_waits_and_is_done_once(device: Devices, server: Server) -> None:
    page = touch(device, "phone", reduced_motion="reduce")
    begin(page, "tictactoe")
    tab(page, "Options")
    with away(server):
        cell(page, "b2").tap()
        expect(page.locator(".board .pending")).to_be_visible()
        expect(page.locator(".offline")).to_contain_text("Offline")
        button(page, "Keys").tap()
        expect(page.locator(".toast")).to_have_text(
            "This part of the page cannot be fetched. Is this device online?"
        )
    settled(page, 1)
    expect(page.locator(".board .pending")).to_have_count(0)
    expect(page.locator(".offline")).to_be_empty()
    button(page, "Keys").tap()
    expect(page.get_by_role("dialog")).to_contain_text("undo, redo")
    page.keyboard.press("Escape")
    with away(server):
        button(page, "Undo").tap()
        expect(page.locator(".hint")).to_have_text("Sent. Waiting for the server.")
    expect(page.locator(".ply[aria-current]")).to_have_count(0)
    expect(page.locator(".hint")).to_be_empty()


def test_a_table_that_is_made_meanwhile_is_drawn_afterwards(phone: Page, server: Server) -> None:
    visit(phone, "/create")
    phone.get_by_text("3 Pieces", exact=True).tap()
    phone.locator("[data-key=new-piece]").tap()
    expect(phone.locator("[data-key=new-piece]")).to_be_visible()
    expect_at(phone, "c3", "Put Blue disc here")
    with away(server):
        cell(phone, "c3").tap()
        expect(phone.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect_at(phone, "c3", "Blue disc")
    expect(phone.get_by_role("alert")).to_be_hidden()
    expect(button(phone, "Play it")).to_be_enabled()
