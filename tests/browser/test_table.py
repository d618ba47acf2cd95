"""Matches on several devices, their history, and files of saves."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.conftest import Devices
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    SIZES,
    answer,
    begin,
    button,
    cell,
    cells,
    choose_leaders,
    expect_at,
    expect_prompt,
    expect_turn,
    option,
    people,
    play,
    plies,
    resize,
    settled,
    tab,
    visit,
)


def test_two_devices_play_live_and_a_third_watches(device: Devices) -> None:
    """Signs before and after an address do not belong to its link."""
    here, there, watcher = device(), device(), device()
    match = begin(here, "tictactoe", [PERSON, OPEN])
    button(here, "Invite Noughts").click()
    link = here.get_by_label("Link").input_value()
    expect(here.locator("img.qr")).to_be_visible()
    for page, address in ((here, f"/match/{match}),"), (watcher, f"/match/{match}%20")):
        visit(page, address)
        expect(cells(page).first).to_be_visible()

    visit(there, f"{link}.")
    there.get_by_label("Your name").fill("Ada")
    button(there, "Sit down as Noughts").click()
    expect(there.locator(".prompt")).to_have_text("Waiting for Crosses.")
    expect(here.locator(".plate", has_text="Ada")).to_contain_text("online")

    cell(here, "a3").click()
    for page in (there, watcher):
        settled(page, 1)
    expect_turn(there)
    expect_prompt(there, "Choose an empty square.")
    assert there.title().startswith("Your turn")
    expect(here.locator(".prompt")).to_have_text("Waiting for Ada.")
    expect(watcher.locator(".overlay .live")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Undo")).to_be_disabled()
    cell(there, "b2").click()
    settled(here, 2)
    expect_at(here, "b2", "b2: ○")


def test_a_bot_fills_a_seat_and_the_seat_is_taken_back(page: Page) -> None:
    begin(page, "go", [PERSON, OPEN], size="9")  # bots that play each other are not soon done
    button(page, "Let a bot play").click()
    page.get_by_role("button", name="Steady").click()
    expect(page.locator(".plate", has_text="bot: Steady")).to_be_visible()
    option(page, "Bot for me")
    page.get_by_role("button", name="First steps").click()
    button(page, "Take the seat back").click()
    expect(button(page, "Take the seat back")).to_have_count(0)


def test_history_and_playing_on_from_an_earlier_position(page: Page) -> None:
    begin(page, "tictactoe")
    play(page, "a3", "b3")
    plies(page).first.evaluate("row => row.dataset.drawn = 'once'")
    play(page, "a2", after=2)
    expect(plies(page).first).to_have_attribute("data-drawn", "once")
    button(page, "One move back").click()
    expect_prompt(page, "Looking at move 2")
    button(page, "To the start").click()
    expect_at(page, "a3", "a3: empty")
    page.keyboard.press("ArrowRight")
    expect_prompt(page, "Looking at move 1")
    expect(page.locator(".overlay .live")).to_have_count(0)
    button(page, "Later").click()
    expect_prompt(page, "Looking at move 2")
    button(page, "Earlier").click()
    expect_prompt(page, "Looking at move 1")
    button(page, "Play from here").click()
    expect(button(page, "Play from here")).to_have_count(0)
    cell(page, "c1").click()
    expect(page.locator(".variation")).to_be_visible()
    expect(plies(page)).to_have_count(2)
    page.locator(".variation .ply").last.click()
    expect_prompt(page, "Looking at move 3")
    button(page, "Back to the match").click()
    expect_at(page, "c1", "c1: ○")
    page.keyboard.press("ArrowLeft")
    expect_prompt(page, "Looking at move 1")
    page.keyboard.press("End")
    expect(page.locator(".plate.active")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("Looking")


def test_a_file_that_is_refused_is_named(device: Devices, tmp_path: Path) -> None:
    page = device(lost=True)
    visit(page, "/")
    button(page, "Load").click()
    huge = json.dumps("x" * 4_000_001)
    for name, text, said in (
        ("poem.json", "Roses are red", "poem.json is neither a saved match nor a game"),
        ("huge.json", huge, "huge.json: This is too large: at most 4,000,000 bytes"),
        ("empty.json", "{}", "empty.json: This is no match that EveryGame saved."),
        ("x.sgf", "(;SZ[9];B[aa];W[aa])", "x.sgf: This file cannot be read at line 1, column 14"),
        ("x.doc", "a poem", "x.doc: No game here reads this file: its name should end in"),
        ("game.zip", "PK", "game.zip: The file is no packed table"),
    ):
        (tmp_path / name).write_text(text)
        page.get_by_label("Save file").set_input_files(tmp_path / name)
        expect(page.locator(".toast").last).to_contain_text(said)
        expect(page.locator(".toasts:popover-open")).to_be_visible()  # above the dialog


def test_a_save_file_dropped_on_the_library(page: Page) -> None:
    match = begin(page, "tictactoe")
    play(page, "c3")
    record = page.evaluate(f"fetch('/api/matches/{match}/record').then((answer) => answer.text())")
    visit(page, "/")
    page.locator(".games").first.wait_for()
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "save.json"));
          const drop = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
          document.body.dispatchEvent(drop);
        }""",
        record,
    )
    page.wait_for_url("**/match/*")
    expect_at(page, "c3", "c3: ✕")


def test_a_deal_that_nobody_wants_is_dealt_anew_and_gone_if_the_answer_is_lost_too(
    page: Page,
) -> None:
    visit(page, "/")
    match = begin(page, "freezetag")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/restart", lose)
    option(page, "Restart")
    expect(page).not_to_have_url(re.compile(match))
    expect(cells(page).first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.locator(f"a[href='/match/{match}']")).to_have_count(0)
    visit(page, f"/match/{match}")
    expect(page).not_to_have_url(re.compile(match))
    expect(cells(page).first).to_be_visible()


def test_who_plays_elsewhere_follows_a_restart(device: Devices) -> None:
    ann, bob = device(), device()
    first = begin(ann, "tictactoe", [PERSON, OPEN])
    button(ann, "Invite Noughts").click()
    link = ann.get_by_label("Link").input_value()
    ann.keyboard.press("Escape")
    visit(bob, link)
    bob.get_by_label("Your name").fill("Bob")
    button(bob, "Sit down as Noughts").click()
    cell(ann, "b2").click()
    settled(bob, 1)

    def restart() -> Locator:
        option(ann, "Restart")
        return ann.get_by_role("dialog")

    asked = restart()
    expect(asked).to_contain_text("Bob will read here that a new match was begun")
    asked.get_by_role("button", name="Restart").click()
    ann.wait_for_url(lambda url: "/match/" in url and not url.endswith(first))
    expect(bob.locator(".absent")).to_contain_text("A new match was begun from this one.")
    button(bob, "To the new match").click()
    bob.wait_for_url(ann.url)
    expect(bob.locator(".plies > li > .ply")).to_have_count(0)
    second = ann.url
    visit(ann, f"/match/{first}")
    asked = restart()
    expect(asked).to_contain_text("A new match was begun from this one already.")
    asked.get_by_role("button", name="Go there").click()
    ann.wait_for_url(second)


def test_giving_up_ends_the_match_for_good(page: Page) -> None:
    match = begin(page, "tictactoe")
    play(page, "a1")
    button(page, "Undo").click()
    expect(page.locator(".ply[aria-current]")).to_have_count(0)
    option(page, "Give up")
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be taken back.")
    answer(page, "Give up")
    expect(page.locator(".plate.won")).to_contain_text("Noughts")
    expect(button(page, "Undo")).to_be_hidden()
    expect(button(page, "Redo")).to_be_hidden()
    tab(page, "History")
    plies(page).first.click()
    button(page, "Play from here").click()
    page.wait_for_url(lambda url: match not in url)
    expect_at(page, "a1", "a1: ✕")
    settled(page, 1)


def test_a_curtain_hides_what_the_other_person_may_not_see(page: Page) -> None:
    begin(page, "evade")
    look = page.get_by_role("button", name="I am White")
    expect(look).to_be_visible()
    expect(page.locator(".overlay .live")).to_have_count(0)
    look.click()
    expect(page.locator(".curtain")).to_be_hidden()
    choose_leaders(page, "a1", "b1")
    expect(page.get_by_role("button", name="I am Black")).to_be_visible()
    seen = page.locator(".board").inner_html()
    assert "leader" not in seen.lower().replace("leaders", "")


def test_everybody_is_known_by_the_seat_that_the_game_speaks_of(page: Page) -> None:
    resize(page, SIZES["phone"])
    begin(page, "freezetag", [*people("Anneliese the Patient"), BOT, BOT, BOT])
    for seat in ("South", "West", "North", "East"):
        name = page.locator(".plate").get_by_text(seat, exact=True)
        expect(name).to_be_in_viewport(ratio=1)


def test_who_begins_a_rematch_is_not_told_that_it_was_begun(page: Page) -> None:
    """Though the line tells of it before the answer comes."""
    match = begin(page, "tictactoe", people("Ann", "Bob"))
    for number, place in enumerate(("a1", "a2", "b1", "b2", "c1"), 1):
        cell(page, place).click()
        settled(page, number)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/rematch", lambda route: held.append((route, route.fetch())))
    button(page, "Rematch").click()
    expect(button(page, "To the next match")).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    ((route, response),) = held
    route.fulfill(response=response)
    expect(page).not_to_have_url(re.compile(match))
    expect(page.locator(".toast")).to_have_count(0)
