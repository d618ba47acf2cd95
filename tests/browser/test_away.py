"""A server that goes away in the middle of something: it is said, and all goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, begin, button, cell, expect_at, settled
from tests.waiting import wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def away(server: Server) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()


def test_a_match_that_is_opened_meanwhile_comes_by_itself(
    device: Callable[..., Page], server: Server
) -> None:
    page = device(**PHONE)
    begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "b2").tap()
    settled(page, 1)
    page.get_by_role("link", name="EveryGame").tap()
    match = page.locator("ul.matches a.game").first
    expect(match).to_be_visible()
    with away(server):
        match.tap()
        expect(page.locator("main")).to_contain_text("Offline – trying again. Nothing is lost.")
    settled(page, 1)


def test_a_touch_does_not_wait_for_the_next_try(
    device: Callable[..., Page], server: Server
) -> None:
    """While its time stands still a page tries nothing by itself."""
    page = device(**PHONE)
    page.clock.install()
    begin(page, "tictactoe", [PERSON, PERSON])
    with away(server):
        expect(page.locator(".offline")).to_contain_text("Offline")
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        for _ in range(3):  # tries that fail put nothing off
            with page.expect_event("websocket") as line:
                page.locator(".prompt").tap()
            wait_until(lambda: page.evaluate("true") and line.value.is_closed(), "it fails")
    page.clock.resume()
    cell(page, "b2").tap()
    settled(page, 1)


def test_a_page_that_did_not_come_is_tried_again(
    device: Callable[..., Page], server: Server
) -> None:
    page = device(**PHONE)
    page.goto("/")
    game = page.locator(".games a.game", has_text="Draughts")
    expect(game).to_be_visible()
    with away(server):
        game.tap()
        expect(page.locator("main")).to_contain_text("This part of the page cannot be fetched.")
        page.get_by_role("link", name="Try again").tap()
        expect(page.locator("main")).to_contain_text("This part of the page cannot be fetched.")
    page.get_by_role("link", name="Try again").tap()
    expect(page.get_by_role("heading", name="Draughts")).to_be_visible()


def test_an_undo_that_waits_says_so(device: Callable[..., Page], server: Server) -> None:
    page = device(**PHONE)
    begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "b2").tap()
    settled(page, 1)
    with away(server):
        button(page, "Undo").tap()
        expect(page.locator(".hint")).to_have_text("Sent. Waiting for the server.")
    expect(page.locator(".ply[aria-current]")).to_have_count(0)
    expect(page.locator(".hint")).to_be_empty()


def test_a_table_that_is_made_meanwhile_is_drawn_afterwards(
    device: Callable[..., Page], server: Server
) -> None:
    page = device(**PHONE)
    page.goto("/create")
    page.get_by_text("3 Pieces", exact=True).tap()
    page.locator("[data-key=new-piece]").tap()
    expect(page.locator("[data-key=new-piece]")).to_be_visible()
    expect_at(page, "c3", "can be placed here")
    with away(server):
        cell(page, "c3").tap()
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect_at(page, "c3", "Blue disc")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(button(page, "Play it")).to_be_enabled()
