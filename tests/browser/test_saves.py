"""Save and Load by touch: at one screen, and with secrets between two devices."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import (
    OPEN,
    PERSON,
    answer,
    begin,
    button,
    expect_at,
    expect_prompt,
    invitation,
    option,
    play,
    settled,
    touch,
    visit,
)


def test_a_position_is_kept_and_gone_on_with(phone: Page, tmp_path: Path) -> None:
    first = begin(phone, "tictactoe")
    play(phone, "b2")
    for replaced in (False, True):
        option(phone, "Save")
        phone.get_by_label("Name", exact=True).fill("Our tea break")
        expect(phone.get_by_role("dialog")).to_contain_text("wherever there is EveryGame")
        answer(phone, "Save")
        if replaced:
            button(phone, "Replace it").tap()
        expect(phone.locator("dialog")).to_have_count(0)
    with phone.expect_download() as download:
        option(phone, "Save")
        phone.get_by_role("link", name="Save as a file").tap()
    file = tmp_path / "save.json"
    download.value.save_as(file)
    phone.get_by_role("button", name="Close").tap()
    play(phone, "a1", after=1)
    option(phone, "Name it")
    phone.get_by_label("What this match is called").fill("Tea for two")
    answer(phone, "Name it")
    expect(phone.locator("dialog")).to_have_count(0)

    option(phone, "Load")
    saved = phone.locator(".loadable").get_by_role("button", name="Our tea break").first
    expect(saved.locator("svg")).to_be_visible()
    ends = "one => [one.offsetHeight, one.querySelector('.picture').offsetHeight]"
    for tall in (False, True):  # a long name makes the card taller, and the picture's side too
        saved.locator("strong").evaluate("(one, n) => one.append(' tea'.repeat(n))", 30 * tall)
        assert len(set(saved.evaluate(ends))) == 1
    saved.tap()
    phone.wait_for_url(lambda url: first not in url)
    expect_at(phone, "b2", "b2: ✕")
    settled(phone, 1)
    option(phone, "Restart")
    expect(phone.get_by_role("dialog")).not_to_contain_text("takes the place")
    answer(phone, "Restart")
    expect(phone.get_by_role("dialog")).to_be_hidden()
    settled(phone, 0)
    option(phone, "Restart")
    expect(phone.locator(".toasts")).to_contain_text(
        "Nothing has been played yet: this is the start."
    )
    play(phone, "c3")
    option(phone, "Restart")
    expect(phone.get_by_role("dialog")).to_contain_text("takes the place of the one from before")
    button(phone, "Cancel").tap()

    visit(phone, "/")
    expect(phone.locator(".saved", has_text="Tea for two")).to_be_visible()
    expect(phone.get_by_role("link", name="before the restart")).to_be_visible()
    button(phone, "Load").tap()
    kinds = phone.locator(".loadable .kind")
    expect(kinds).to_contain_text(["In play", "last_game", "Save"])
    button(phone, "Remove the save Our tea break").tap()
    button(phone, "Remove").tap()
    expect(button(phone, "Remove the save Our tea break")).to_have_count(0)
    phone.get_by_label("Save file").set_input_files(file)
    phone.wait_for_url("**/match/*")
    expect_at(phone, "b2", "b2: ✕")


def test_a_save_is_named_by_the_moves_that_lists_count(phone: Page) -> None:
    begin(phone, "freezetag")
    settled(phone, 1)  # the die is thrown
    option(phone, "Save")
    expect(phone.get_by_label("Name", exact=True)).to_have_value("Freeze Tag, the start")


def test_secrets_are_loaded_only_together(device: Devices) -> None:
    here, there = touch(device, "phone"), touch(device, "phone")
    match = begin(here, "evade", [PERSON, OPEN])
    visit(there, invitation(here, match))
    there.get_by_role("textbox").fill("Bob")
    there.get_by_role("button", name="Sit down").tap()
    expect(here.locator(".plates")).to_contain_text("Bob")
    option(here, "Save")
    expect(here.get_by_role("dialog")).to_contain_text("opened only here, on this server")
    answer(here, "Save")
    expect(here.locator("dialog")).to_have_count(0)
    option(here, "Load")
    here.locator(".loadable button.game").first.tap()
    here.wait_for_url(lambda url: match not in url)
    expect_prompt(here, "Bob must sit down again")
    visit(there, here.url)
    button(there, "Sit down as Bob").tap()
    expect(there.locator(".prompt")).not_to_contain_text("sit down")
    expect(here.locator(".prompt")).not_to_contain_text("Bob must sit down again")


def test_a_file_of_another_program_is_played_on_and_saved(phone: Page, tmp_path: Path) -> None:
    file = tmp_path / "evening.sgf"
    file.write_text("(;SZ[9]PB[Ann]PW[Bob]EV[Club];B[ee](;W[cc])(;W[gg]))(;SZ[9];B[aa];W[bb])")
    visit(phone, "/")
    button(phone, "Load").tap()
    phone.get_by_label("Save file").set_input_files(file)
    choice = phone.get_by_role("dialog", name="Which game?")
    expect(choice.get_by_role("button")).to_contain_text(["", "1. Ann – Bob, Club", "2. Game 2"])
    choice.get_by_role("button", name="Ann").tap()
    phone.wait_for_url("**/match/*")
    expect_at(phone, "c7", "White stone")
    expect(phone.locator(".plates")).to_contain_text("Bob")
    option(phone, "Save")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Save as SGF").tap()
    assert download.value.suggested_filename.endswith(".sgf")
    assert b"(;W[cc])(;W[gg])" in Path(download.value.path()).read_bytes()
