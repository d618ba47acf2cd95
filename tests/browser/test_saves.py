"""Save and Load by touch: at one screen, and with secrets between two devices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.steps import FETCH, PERSON, begin, button, cell, expect_at, settled

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def option(page: Page, name: str) -> None:
    page.get_by_role("tab", name="Options").tap()
    button(page, name).tap()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_position_is_kept_and_gone_on_with(device: Callable[..., Page], tmp_path: Path) -> None:
    page = device(**PHONE)
    first = begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "b2").tap()
    settled(page, 1)
    for replaced in (False, True):
        option(page, "Save")
        page.get_by_label("Name", exact=True).fill("Our tea break")
        expect(page.get_by_role("dialog")).to_contain_text("wherever there is EveryGame")
        page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).tap()
        if replaced:
            button(page, "Replace it").tap()
        expect(page.locator("dialog")).to_have_count(0)
    with page.expect_download() as download:
        option(page, "Save")
        page.get_by_role("link", name="Save as a file").tap()
    file = tmp_path / "save.json"
    download.value.save_as(file)
    page.get_by_role("button", name="Close").tap()
    cell(page, "a1").tap()
    settled(page, 2)
    option(page, "Name it")
    page.get_by_label("What this match is called").fill("Tea for two")
    page.get_by_role("dialog").get_by_role("button", name="Name it").tap()
    expect(page.locator("dialog")).to_have_count(0)

    option(page, "Load")
    saved = page.locator(".loadable").get_by_role("button", name="Our tea break").first
    expect(saved.locator("svg")).to_be_visible()
    ends = "one => [one.offsetHeight, one.querySelector('.picture').offsetHeight]"
    for tall in (False, True):  # a long name makes the card taller, and the picture's side too
        saved.locator("strong").evaluate("(one, n) => one.append(' tea'.repeat(n))", 30 * tall)
        assert len(set(saved.evaluate(ends))) == 1
    saved.tap()
    page.wait_for_url(lambda url: first not in url)
    expect_at(page, "b2", "b2: ✕")
    settled(page, 1)
    option(page, "Restart")
    expect(page.get_by_role("dialog")).not_to_contain_text("takes the place")
    page.get_by_role("dialog").get_by_role("button", name="Restart").tap()
    expect(page.get_by_role("dialog")).to_be_hidden()
    settled(page, 0)
    page.get_by_role("tab", name="Options").tap()
    button(page, "Restart").tap()
    expect(page.locator(".toasts")).to_contain_text(
        "Nothing has been played yet: this is the start."
    )
    cell(page, "c3").tap()
    settled(page, 1)
    option(page, "Restart")
    expect(page.get_by_role("dialog")).to_contain_text("takes the place of the one from before")
    button(page, "Cancel").tap()

    page.goto("/")
    expect(page.locator(".saved", has_text="Tea for two")).to_be_visible()
    button(page, "Load").tap()
    kinds = page.locator(".loadable .kind")
    expect(kinds).to_contain_text(["In play", "last_game", "Save"])
    button(page, "Remove the save Our tea break").tap()
    button(page, "Remove").tap()
    expect(button(page, "Remove the save Our tea break")).to_have_count(0)
    page.get_by_label("Save file").set_input_files(file)
    page.wait_for_url("**/match/*")
    expect_at(page, "b2", "b2: ✕")


def test_a_save_is_named_by_the_moves_that_lists_count(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "freezetag", [PERSON, PERSON])
    settled(page, 1)  # the die is thrown
    option(page, "Save")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Freeze Tag, the start")


def test_secrets_are_loaded_only_together(device: Callable[..., Page]) -> None:
    here, there = device(**PHONE), device(**PHONE)
    match = begin(here, "evade", [PERSON, {"kind": "open"}])
    link = here.evaluate(FETCH, [f"/api/matches/{match}/invite", {"seat": 1}])["url"]
    there.goto(link)
    there.get_by_role("textbox").fill("Bob")
    there.get_by_role("button", name="Sit down").tap()
    expect(here.locator(".plates")).to_contain_text("Bob")
    option(here, "Save")
    expect(here.get_by_role("dialog")).to_contain_text("opened only here, on this server")
    here.get_by_role("dialog").get_by_role("button", name="Save", exact=True).tap()
    expect(here.locator("dialog")).to_have_count(0)
    option(here, "Load")
    here.locator(".loadable button.game").first.tap()
    here.wait_for_url(lambda url: match not in url)
    expect(here.locator(".prompt")).to_contain_text("Bob must sit down again")
    there.goto(here.url)
    button(there, "Sit down as Bob").tap()
    expect(there.locator(".prompt")).not_to_contain_text("sit down")
    expect(here.locator(".prompt")).not_to_contain_text("Bob must sit down again")
