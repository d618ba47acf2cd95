"""Matches on several devices, their history, saves, and a server that goes away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.steps import PERSON, begin, button, cell, cells, expect_at, plies, settled


def test_two_devices_play_live(device: Callable[..., Page]) -> None:
    here, there = device(), device()
    begin(here, "tictactoe", [PERSON, {"kind": "open"}])
    button(here, "Invite Noughts").click()
    link = here.get_by_label("Link").input_value()
    expect(here.locator("img.qr")).to_be_visible()
    here.get_by_role("button", name="Close").click()

    there.goto(link)
    there.get_by_label("Your name").fill("Ada")
    button(there, "Sit down as Noughts").click()
    expect(cells(there).first).to_be_visible()
    expect(here.locator(".plate", has_text="Ada")).to_contain_text("online")

    cell(here, "a3").click()
    settled(there, 1)
    expect(there.locator(".plate.active")).to_contain_text("your turn")
    assert there.title().startswith("Your turn")
    cell(there, "b2").click()
    settled(here, 2)
    expect_at(here, "b2", "b2: ○")


def test_a_bot_fills_a_seat_and_the_seat_is_taken_back(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, {"kind": "open"}])
    button(page, "Let a bot play").click()
    page.get_by_role("button", name="Steady").click()
    expect(page.locator(".plate", has_text="bot: Steady")).to_be_visible()
    page.get_by_role("tab", name="Options").click()
    button(page, "Bot for me").click()
    page.get_by_role("button", name="First steps").click()
    button(page, "Take the seat back").click()
    expect(button(page, "Take the seat back")).to_have_count(0)


def test_a_spectator_sees_and_touches_nothing(device: Callable[..., Page]) -> None:
    here, there = device(), device()
    match = begin(here, "tictactoe", [PERSON, PERSON])
    there.goto(f"/match/{match}")
    cell(here, "a3").click()
    settled(there, 1)
    expect(there.locator(".overlay .live")).to_have_count(0)
    expect(there.get_by_role("button", name="Undo")).to_be_disabled()


def test_history_and_playing_on_from_an_earlier_position(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    for count, place in enumerate(["a3", "b3", "a2"], 1):
        cell(page, place).click()
        settled(page, count)
        if count == 2:
            plies(page).first.evaluate("row => row.dataset.drawn = 'once'")
    expect(plies(page).first).to_have_attribute("data-drawn", "once")
    button(page, "One move back").click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 2")
    button(page, "To the start").click()
    expect_at(page, "a3", "a3: empty")
    button(page, "One move forward").click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 1")
    expect(page.locator(".overlay .live")).to_have_count(0)
    button(page, "Later").click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 2")
    button(page, "Earlier").click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 1")
    button(page, "Play from here").click()
    expect(button(page, "Play from here")).to_have_count(0)
    cell(page, "c1").click()
    expect(page.locator(".variation")).to_be_visible()
    expect(plies(page)).to_have_count(2)
    page.locator(".variation .ply").last.click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 3")
    button(page, "Back to the match").click()
    expect_at(page, "c1", "c1: ○")


def test_the_arrow_keys_walk_through_the_history(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    for count, place in enumerate(["a3", "b3"], 1):
        cell(page, place).click()
        settled(page, count)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".prompt")).to_contain_text("Looking at move 1")
    page.keyboard.press("End")
    expect(page.locator(".plate.active")).to_be_visible()
    expect(page.locator(".prompt")).not_to_contain_text("Looking")


def test_a_file_that_is_no_save_is_refused_in_words(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "poem.json"
    file.write_text("Roses are red")
    page.goto("/")
    button(page, "Load").click()
    page.get_by_label("Save file").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("poem.json is neither a saved match nor a game")


def test_a_file_that_is_refused_is_named(device: Callable[..., Page], tmp_path: Path) -> None:
    page = device(lost=True)
    page.goto("/")
    button(page, "Load").click()
    for name, text, why in (
        ("huge.json", json.dumps("x" * 4_000_001), "This is too large: at most 4,000,000 bytes"),
        ("empty.json", "{}", "This is no match that EveryGame saved."),
        ("game.zip", "PK", "The file is no packed table"),
    ):
        (tmp_path / name).write_text(text)
        page.get_by_label("Save file").set_input_files(tmp_path / name)
        expect(page.locator(".toast").last).to_contain_text(f"{name}: ")
        expect(page.locator(".toast").last).to_contain_text(why)
        expect(page.locator(".toasts:popover-open")).to_be_visible()  # above the dialog


def test_what_stands_around_a_link_is_no_part_of_it(device: Callable[..., Page]) -> None:
    here, there = device(), device()
    match = begin(here, "tictactoe", [PERSON, {"kind": "open"}])
    button(here, "Invite Noughts").click()
    link = here.get_by_label("Link").input_value()
    for page, address in ((here, f"/match/{match}),"), (there, f"/match/{match}%20")):
        page.goto(address)
        expect(cells(page).first).to_be_visible()
    there.goto(f"{link}.")
    expect(button(there, "Sit down as Noughts")).to_be_visible()


def test_a_save_file_dropped_on_the_library(page: Page) -> None:
    match = begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "c3").click()
    settled(page, 1)
    record = page.evaluate(f"fetch('/api/matches/{match}/record').then((answer) => answer.text())")
    page.goto("/")
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


def test_a_restart_whose_answer_is_lost_leads_to_what_it_made(page: Page) -> None:
    match = begin(page, "freezetag", [PERSON, PERSON])

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionrefused")

    page.route("**/restart", lose)
    page.get_by_role("tab", name="Options").click()
    button(page, "Restart").click()
    expect(page).not_to_have_url(re.compile(match))
    expect(cells(page).first).to_be_visible()
    page.goto(f"/match/{match}")
    expect(page).not_to_have_url(re.compile(match))
    expect(cells(page).first).to_be_visible()


def test_restart_keeps_the_old_match(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "b2").click()
    settled(page, 1)
    page.get_by_role("tab", name="Options").click()
    button(page, "Restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart").click()
    expect_at(page, "b2", "b2: empty; can be placed here")
    page.goto("/")
    expect(page.get_by_role("link", name="before the restart")).to_be_visible()


def test_who_plays_elsewhere_follows_a_restart(device: Callable[..., Page]) -> None:
    ann, bob = device(), device()
    first = begin(ann, "tictactoe", [PERSON, {"kind": "open"}])
    button(ann, "Invite Noughts").click()
    link = ann.get_by_label("Link").input_value()
    ann.keyboard.press("Escape")
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    button(bob, "Sit down as Noughts").click()
    cell(ann, "b2").click()
    settled(bob, 1)

    def restart() -> Locator:
        ann.get_by_role("tab", name="Options").click()
        button(ann, "Restart").click()
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
    ann.goto(f"/match/{first}")
    asked = restart()
    expect(asked).to_contain_text("A new match was begun from this one already.")
    asked.get_by_role("button", name="Go there").click()
    ann.wait_for_url(second)


def test_a_deal_that_nobody_wants_is_dealt_anew_and_gone(page: Page) -> None:
    page.goto("/")
    first = begin(page, "freezetag", [PERSON, PERSON])
    page.get_by_role("tab", name="Options").click()
    button(page, "Restart").click()
    page.wait_for_url(lambda url: "/match/" in url and not url.endswith(first))
    expect(page.locator(".board")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(page.locator(f"a[href='/match/{first}']")).to_have_count(0)


def test_giving_up_ends_the_match_for_good(page: Page) -> None:
    match = begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "a1").click()
    settled(page, 1)
    button(page, "Undo").click()
    expect(page.locator(".ply[aria-current]")).to_have_count(0)
    page.get_by_role("tab", name="Options").click()
    button(page, "Give up").click()
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be taken back.")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".plate.won")).to_contain_text("Noughts")
    expect(button(page, "Undo")).to_be_hidden()
    expect(button(page, "Redo")).to_be_hidden()
    page.get_by_role("tab", name="History").click()
    plies(page).first.click()
    button(page, "Play from here").click()
    page.wait_for_url(lambda url: match not in url)
    expect_at(page, "a1", "a1: ✕")
    settled(page, 1)


def test_a_curtain_hides_what_the_other_person_may_not_see(page: Page) -> None:
    begin(page, "evade", [PERSON, PERSON])
    look = page.get_by_role("button", name="I am White")
    expect(look).to_be_visible()
    expect(page.locator(".overlay .live")).to_have_count(0)
    look.click()
    expect(page.locator(".curtain")).to_be_hidden()
    cell(page, "a1").click()
    cell(page, "b1").click()
    expect(page.get_by_role("button", name="I am Black")).to_be_visible()
    seen = page.locator(".board").inner_html()
    assert "leader" not in seen.lower().replace("leaders", "")


def test_a_move_made_while_the_server_is_away_is_played_once(
    device: Callable[..., Page], tmp_path: Path
) -> None:
    own = Server(tmp_path)
    page = device(base_url=own.url)
    begin(page, "tictactoe", [PERSON, PERSON])
    own.close()
    cell(page, "b2").click()
    expect(page.locator(".offline")).to_contain_text("Offline")
    own.start()
    settled(page, 1)
    expect(page.locator(".offline")).to_be_empty()
    cell(page, "a1").click()
    settled(page, 2)
    own.close()


def test_everybody_is_known_by_the_seat_that_the_game_speaks_of(page: Page) -> None:
    bot = {"kind": "bot", "level": "first"}
    page.set_viewport_size({"width": 390, "height": 844})
    ann = {"kind": "person", "name": "Anneliese the Patient"}
    begin(page, "freezetag", [ann, bot, bot, bot])
    for seat in ("South", "West", "North", "East"):
        name = page.locator(".plate").get_by_text(seat, exact=True)
        expect(name).to_be_in_viewport(ratio=1)
