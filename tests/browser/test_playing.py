"""Whole games in the page: by touch, by keyboard alone, by drag, against a bot."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import (
    PERSON,
    begin,
    button,
    cell,
    cells,
    drag,
    expect_at,
    finger_drag,
    middle,
    plies,
    quickest,
    settled,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


def test_two_taps_from_the_library_to_the_board(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    page.goto("/")
    page.get_by_role("link", name="Ice Floes").tap()
    button(page, "Play").tap()
    expect(cells(page).first).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("North")
    expect(page.locator(".plate.active")).to_contain_text("your turn")


def test_a_whole_game_by_touch(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "tictactoe", [PERSON, PERSON])
    for count, place in enumerate(["a3", "b3", "a2", "b2", "a1"], 1):
        cell(page, place).tap()
        settled(page, count)
    expect(page.locator(".plate.won")).to_contain_text("Crosses")
    expect(button(page, "Rematch")).to_be_visible()


def test_a_whole_game_by_tap_and_tap(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "icefloes", [PERSON, PERSON], level="classic")
    page.locator("details.all").evaluate("list => list.open = true")
    for count, move in enumerate(quickest("icefloes", players="2", level="classic"), 1):
        told = page.locator(f".list button[data-key='choice-{move}']").text_content() or ""
        goal = re.search(r"to ([a-m]\d+)", told)
        assert goal, told
        cell(page, goal[1]).tap()
        settled(page, count)
    expect(page.locator(".prompt.over")).to_contain_text("goal")


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    moves = quickest("icefloes", players="1", level="eight")
    page.goto("/")
    expect(page.get_by_role("link", name="Ice Floes").first).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        on = page.evaluate("document.activeElement.closest('a.game')?.textContent ?? ''")
        if "Ice Floes" in on:
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ice Floes")).to_be_focused()
    page.get_by_role("radio", name="1", exact=True).press("Space")
    page.get_by_role("radio", name="Eight moves").press("Space")
    button(page, "Play").press("Enter")
    expect(cells(page).first).to_be_visible()
    for count, move in enumerate(moves, 1):
        page.keyboard.press(ARROWS[move])
        settled(page, count)
    expect(page.locator(".prompt.over")).to_contain_text(f"Solved in {len(moves)} moves")


def test_the_arrows_walk_on_the_board_and_enter_plays(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "a3").focus()
    for key in ["ArrowRight", "ArrowDown"]:
        page.keyboard.press(key)
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    settled(page, 1)
    expect(cell(page, "b2")).to_be_focused()
    expect_at(page, "b2", "b2: ✕")
    page.keyboard.press("Enter")
    settled(page, 1)
    page.keyboard.press("m")
    expect(page.locator(".hint")).to_contain_text("a3")


def test_undo_and_redo_by_keyboard(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    cell(page, "a3").click()
    settled(page, 1)
    page.keyboard.press("Control+z")
    expect_at(page, "a3", "a3: empty; can be placed here")
    page.keyboard.press("Control+y")
    expect_at(page, "a3", "a3: ✕")
    page.keyboard.press("Control+z")
    expect_at(page, "a3", "a3: empty; can be placed here")
    page.keyboard.press("Control+Shift+Z")
    expect_at(page, "a3", "a3: ✕")


def test_the_list_of_choices_plays(page: Page) -> None:
    begin(page, "icefloes", [PERSON, PERSON])
    unseen = page.locator("#panel-options button, .list button")
    expect(unseen, "what is not seen is not drawn").to_have_count(0)
    page.get_by_role("tab", name="Options").click()
    button(page, "List all choices").click()
    page.locator(".list button").first.click()
    settled(page, 1)


def test_drag_with_the_mouse(page: Page) -> None:
    begin(page, "icefloes", [PERSON, PERSON])
    drag(page, cell(page, "d6"), cell(page, "d5"))
    settled(page, 0)  # nothing ends there: the piece goes back
    drag(page, cell(page, "d6"), cell(page, "d3"))
    settled(page, 1)
    expect_at(page, "d3", "d3: North, a penguin, on top of floe")


def test_drag_with_a_finger(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "icefloes", [PERSON, PERSON])
    finger_drag(page, cell(page, "d6"), cell(page, "d3"))
    settled(page, 1)


def test_where_a_piece_may_go_is_shown_as_soon_as_it_is_touched(page: Page) -> None:
    begin(page, "evade", [PERSON, PERSON], information="open")
    expect(page.locator(".dot-hint, .ring-hint")).to_have_count(0)
    piece = page.locator(".overlay .live.grab").first
    piece.click()
    expect(page.locator(".dot-hint, .ring-hint").first).to_be_attached()
    expect(piece).to_have_attribute("aria-selected", "true")
    piece.click()
    expect(page.locator(".dot-hint, .ring-hint")).to_have_count(0)


def test_a_blocked_place_says_why(page: Page) -> None:
    begin(page, "icefloes", [PERSON, PERSON])
    cell(page, "d2").click()
    expect(page.locator(".hint")).to_contain_text("South stands there.")


def test_against_a_bot_to_the_end(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, {"kind": "bot", "level": "first"}])
    for _ in range(5):
        yours = page.locator(".plate.active:has-text('your turn')")
        over = page.locator(".prompt.over")
        expect(yours.or_(over)).to_be_visible()
        if over.is_visible():
            break
        before = plies(page).count()
        page.locator(".overlay .live").first.click()
        expect(plies(page).nth(before)).to_be_attached()
    expect(over).to_be_visible()
    match = page.url
    button(page, "Rematch").click()
    expect(page).not_to_have_url(match)
    expect(plies(page).nth(1)).to_have_count(0)


def test_what_is_asked_hides_no_place_that_may_be_touched(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "evade", [PERSON, {"kind": "bot", "level": "first"}], information="memory")
    cell(page, "a1").tap()
    cell(page, "b1").tap()
    expect(page.locator(".plate.active")).to_contain_text("your turn")
    settled(page, 2)
    cell(page, "a1").tap()
    peek = page.get_by_role("group", name="Which?").get_by_role("button")
    expect(peek).to_contain_text("cannot be taken back")
    cell(page, "a2").tap()
    settled(page, 3)


def test_who_drags_slowly_does_not_peek(device: Callable[..., Page]) -> None:
    page = device()
    page.clock.install()
    begin(page, "evade", [PERSON, {"kind": "bot", "level": "first"}], information="memory")
    cell(page, "a1").click()
    cell(page, "b1").click()
    settled(page, 2)
    expect(page.locator(".plate.active")).to_contain_text("your turn")
    x, y = middle(cell(page, "c1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    expect(page.locator(".board.dragging")).to_be_attached()
    page.clock.run_for(2_000)
    page.mouse.move(*middle(cell(page, "c2")), steps=4)
    page.mouse.up()
    settled(page, 3)
    expect(plies(page).last).not_to_contain_text("peek")


def test_press_and_hold(device: Callable[..., Page]) -> None:
    page = device()
    begin(page, "evade", [PERSON, {"kind": "bot", "level": "first"}], information="memory")
    cell(page, "a1").click()
    cell(page, "b1").click()
    settled(page, 2)
    expect(page.locator(".plate.active")).to_contain_text("your turn")
    page.mouse.move(*middle(cell(page, "c1")))
    page.mouse.down()
    settled(page, 3)
    page.mouse.up()
    expect(plies(page).last).to_contain_text("peek")
    expect(page.locator(".plate.active")).to_contain_text("your turn")


def test_a_double_tap_is_a_shortcut(device: Callable[..., Page]) -> None:
    page = device(**PHONE)
    begin(page, "freez", [PERSON, PERSON])
    cell(page, "c1").tap()
    expect(page.locator(".dot-hint").first).to_be_attached()
    cell(page, "c4").tap()
    settled(page, 1)
    cell(page, "c4").dblclick()
    settled(page, 2)
    expect(plies(page).last).to_contain_text("3 becomes 2")


def test_the_board_turns_or_lies_still_as_people_want(page: Page) -> None:
    begin(page, "freez", [PERSON, PERSON])

    def whole_turn(start: str, goal: str) -> None:
        cell(page, start).click()
        cell(page, goal).click()
        button(page, "End the turn").click()
        expect(page.locator(".plate.active", has_text="White")).to_have_count(int(start == "b8"))

    before = middle(cell(page, "a1"))
    whole_turn("b1", "b3")
    assert middle(cell(page, "a1")) == pytest.approx(before), "on a large screen it lies still"
    page.get_by_role("tab", name="Options").click()
    page.get_by_text("Board turns").click()
    expect(page.get_by_role("radio", name="Board turns")).to_be_checked()
    assert middle(cell(page, "a1"))[1] < middle(cell(page, "a8"))[1]
    whole_turn("b8", "b6")
    assert middle(cell(page, "a1"))[1] > middle(cell(page, "a8"))[1]
