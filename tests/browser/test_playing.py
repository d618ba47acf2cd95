"""Whole games in the page: by touch, by keyboard alone, by drag, against a bot."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    at_rest,
    begin,
    button,
    cell,
    cells,
    choose_leaders,
    drag,
    expect_at,
    expect_turn,
    invitation,
    middle,
    nothing_played,
    option,
    plies,
    quickest,
    settled,
    tab,
    visit,
)

ARROWS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


def test_a_whole_game_by_tap_and_tap(phone: Page) -> None:
    begin(phone, "icefloes", level="classic")
    phone.locator("details.all").evaluate("list => list.open = true")
    for count, move in enumerate(quickest("icefloes", players="2", level="classic"), 1):
        told = phone.locator(f".list button[data-key='choice-{move}']").text_content() or ""
        goal = re.search(r"to ([a-m]\d+)", told)
        assert goal, told
        cell(phone, goal[1]).tap()
        settled(phone, count)
    expect(phone.locator(".prompt.over")).to_contain_text("goal")


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    moves = quickest("icefloes", players="1", level="eight")
    visit(page, "/")
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


def test_the_arrows_walk_on_the_board_and_keys_play_and_undo(page: Page) -> None:
    begin(page, "tictactoe")
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
    for key, words in (
        ("Control+z", "b2: empty; can be placed here"),
        ("Control+y", "b2: ✕"),
        ("Control+z", "b2: empty; can be placed here"),
        ("Control+Shift+Z", "b2: ✕"),
    ):
        page.keyboard.press(key)
        expect_at(page, "b2", words)


def test_the_list_of_choices_plays(page: Page) -> None:
    begin(page, "icefloes")
    unseen = page.locator("#panel-options button, .list button")
    expect(unseen, "what is not seen is not drawn").to_have_count(0)
    option(page, "List all choices")
    page.locator(".list button").first.click()
    settled(page, 1)


def test_drag_with_the_mouse(page: Page) -> None:
    begin(page, "icefloes")
    drag(page, cell(page, "d6"), cell(page, "e5"))
    nothing_played(page, 0)  # nothing ends there, nor in that direction: the piece goes back
    drag(page, cell(page, "d6"), cell(page, "d3"))
    settled(page, 1)
    expect_at(page, "d3", "d3: North, a penguin, on top of floe")


def test_where_a_piece_may_go_is_shown_as_soon_as_it_is_touched(page: Page) -> None:
    begin(page, "evade", information="open")
    expect(page.locator(".dot-hint, .ring-hint")).to_have_count(0)
    piece = page.locator(".overlay .live.grab").first
    piece.click()
    expect(page.locator(".dot-hint, .ring-hint").first).to_be_attached()
    expect(piece).to_have_attribute("aria-selected", "true")
    piece.click()
    expect(page.locator(".dot-hint, .ring-hint")).to_have_count(0)


def test_against_a_bot_to_the_end(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, BOT])
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


def test_what_is_asked_hides_no_place_that_may_be_touched(phone: Page) -> None:
    begin(phone, "evade", [PERSON, BOT], information="memory")
    choose_leaders(phone, "a1", "b1")
    expect_turn(phone)
    settled(phone, 2)
    cell(phone, "a1").tap()
    peek = phone.get_by_role("group", name="Which?").get_by_role("button")
    expect(peek).to_contain_text("cannot be taken back")
    cell(phone, "a2").tap()
    expect(plies(phone).nth(2)).to_contain_text("a2")  # the bot's answer may be there, too


def test_who_drags_slowly_does_not_peek(page: Page) -> None:
    page.clock.install()
    begin(page, "evade", [PERSON, BOT], information="memory")
    choose_leaders(page, "a1", "b1")
    expect_turn(page)
    settled(page, 2)
    x, y = middle(cell(page, "c1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=4)
    expect(page.locator(".board.dragging")).to_be_attached()
    page.clock.run_for(2_000)
    page.mouse.move(*middle(cell(page, "c2")), steps=4)
    page.mouse.up()
    own = plies(page).nth(2)  # the bot's answer may follow
    expect(own).to_contain_text("c2")
    expect(own).not_to_contain_text("peek")


def test_press_and_hold(page: Page) -> None:
    begin(page, "evade", [PERSON, BOT], information="memory")
    choose_leaders(page, "a1", "b1")
    expect_turn(page)
    settled(page, 2)
    page.mouse.move(*middle(cell(page, "c1")))
    page.mouse.down()
    settled(page, 3)
    page.mouse.up()
    expect(plies(page).last).to_contain_text("peek")
    expect_turn(page)


def test_a_double_tap_is_a_shortcut(phone: Page) -> None:
    begin(phone, "freez")
    cell(phone, "c1").tap()
    expect(phone.locator(".dot-hint").first).to_be_attached()
    cell(phone, "c4").tap()
    settled(phone, 1)
    cell(phone, "c4").dblclick()
    settled(phone, 2)
    expect(plies(phone).last).to_contain_text("3 becomes 2")


def test_the_board_turns_or_lies_still_as_people_want(page: Page) -> None:
    begin(page, "freez")

    def whole_turn(start: str, goal: str) -> None:
        cell(page, start).click()
        cell(page, goal).click()
        button(page, "End the turn").click()
        expect(page.locator(".plate.active", has_text="White")).to_have_count(int(start == "b8"))

    before = middle(cell(page, "a1"))
    whole_turn("b1", "b3")
    assert middle(cell(page, "a1")) == pytest.approx(before), "on a large screen it lies still"
    tab(page, "Options")
    page.get_by_text("Board turns").click()
    expect(page.get_by_role("radio", name="Board turns")).to_be_checked()
    assert middle(cell(page, "a1"))[1] < middle(cell(page, "a8"))[1]
    whole_turn("b8", "b6")
    assert middle(cell(page, "a1"))[1] > middle(cell(page, "a8"))[1]


def told(page: Page) -> Locator:
    """The lines in which the page tells the turns of the other seats. A screen reader reads each
    line that the page adds."""
    return page.locator(".told[aria-live=polite] p")


def test_the_turn_of_the_other_side_is_told(device: Devices) -> None:
    """In a sentence a turn, until one plays again; never one's own."""
    ann, bob = device(), device()
    match = begin(ann, "breakthrough", [PERSON, OPEN])
    visit(bob, invitation(ann, match))
    bob.get_by_label("Your name").fill("B")  # with which "Black man" begins, too
    bob.get_by_role("button", name=re.compile("Sit down as")).click()
    for mine, yours in ((("d2", "d3"), ("e7", "e6")), (("d3", "d4"), ("e6", "e5"))):
        for page, (start, goal) in ((ann, mine), (bob, yours)):
            expect_turn(page)
            drag(page, cell(page, start), cell(page, goal))
        expect(told(ann)).to_have_text([f"B: Black man from {yours[0]} to {yours[1]}"])
        expect(told(bob)).to_have_count(0)
    drag(ann, cell(ann, "d4"), cell(ann, "e5"))
    expect(told(bob)).to_have_text(["White man from d4 to e5, Black man taken"])
    expect(told(ann)).to_have_count(0)


def test_turns_of_several_steps_and_several_bots_are_a_line_each(page: Page) -> None:
    begin(page, "crazyeights", [PERSON, BOT, BOT, BOT])
    option(page, "List all choices")
    for _ in range(3):
        expect_turn(page)
        lines = [line.split(":") for line in told(page).all_inner_texts()]
        turns = [name for name, *words in lines if words]
        assert turns in ([], ["West", "North", "East"]), lines
        at_rest(page)
        before = plies(page).count()
        page.locator(".list button").first.click()
        expect(plies(page).nth(before)).to_be_attached()


LOST = "South threw 0 and could not move."
PLIES = [
    (0, "1 to 2"),
    (None, "threw 2"),
    (1, "2 to 4"),
    (0, "4 to 5"),
    (None, LOST),
    (None, "threw 1"),
    (1, "4 to 5"),
    (None, LOST),
    (None, "threw 3"),
    (1, "5 to 8"),
    (None, "threw 2"),
]
TELL = """async (plies) => {
  const { Told } = await import("/static/match/told.js");
  const host = document.createElement("div");
  const line = [{ node: 0 }, ...plies.map(([seat, words], i) => ({ node: i + 1, seat, words }))];
  const person = (called, seat) => ({ called, seat, kind: "person", mine: !seat, to_play: !seat });
  const seats = ["South", "North"].map(person);
  const table = { looking: null, node: plies.length, line, seats, history: { of: "x" } };
  new Told(host, document.createElement("p")).follow(null, {}, table);
  return [...host.children].map((one) => one.textContent);
}"""


def test_a_throw_that_was_lost_is_told_between_the_turns_of_others(page: Page) -> None:
    visit(page, "/")
    assert page.evaluate(TELL, PLIES) == [
        LOST,
        "North: threw 1, 4 to 5",
        LOST,
        "North: threw 3, 5 to 8",
        "threw 2",
    ]


def test_at_one_screen_nobody_is_told_what_another_drew(page: Page) -> None:
    begin(page, "crazyeights", [PERSON, PERSON])
    page.locator(".curtain button").click()
    option(page, "List all choices")
    for choice in ("Draw", "Pass"):
        at_rest(page)
        before = plies(page).count()
        page.locator(".list button", has_text=choice).first.click()
        expect(plies(page).nth(before)).to_be_attached()
    expect(page.locator(".curtain button")).to_be_visible()
    for _ in range(2):  # before the other one looks, and then
        at_rest(page)
        expect(told(page).last).to_have_text(re.compile(r"drew, a card, passed$"))
        if page.locator(".curtain button").is_visible():
            page.locator(".curtain button").click()
