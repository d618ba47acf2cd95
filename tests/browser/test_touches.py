"""What a touch meets on each device: every one is answered, and no answer hides what is wanted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from everygame.library.registry import find_game
from tests.browser.conftest import Devices
from tests.browser.steps import (
    BOT,
    PERSON,
    SQUARE,
    Finger,
    at_rest,
    begin,
    button,
    cell,
    cells,
    choose_leaders,
    drag,
    expect_at,
    expect_prompt,
    give_up,
    go_to,
    middle,
    nothing_played,
    option,
    plies,
    settled,
    touch,
)
from tests.games.coldspell.table import play, position, read

COVERED_BUTTONS = """() => {
  const asked = document.querySelector(".ask").getBoundingClientRect();
  return [...document.querySelectorAll(".actions button, .tools button")].filter((one) => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return left < asked.right && right > asked.left && top < asked.bottom && bottom > asked.top;
  }).map((one) => one.textContent);
}"""
HIDDEN = """() => {
  const asked = document.querySelector(".ask").getBoundingClientRect();
  const hides = ({left, top, width, height}) => left + width / 2 > asked.left
    && left + width / 2 < asked.right && top + height / 2 > asked.top
    && top + height / 2 < asked.bottom;
  return [...document.querySelectorAll(".board .piece")]
    .filter((one) => hides(one.getBoundingClientRect())).map((one) => one.dataset.piece);
}"""
HIDDEN_PLACES = """() => {
  const asked = document.querySelector(".ask").getBoundingClientRect();
  return [...document.querySelectorAll(".overlay .live")].filter((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return x > asked.left && x < asked.right && y > asked.top && y < asked.bottom;
  }).map((one) => one.dataset.cell);
}"""
"""Where something can be taken or put, under what is asked."""
AWAY = """(place) => {
  const asked = document.querySelector(".ask").getBoundingClientRect();
  const here = document.querySelector(`[data-cell=${place}]`).getBoundingClientRect();
  const x = Math.max(0, asked.left - here.right, here.left - asked.right);
  return Math.hypot(x, Math.max(0, asked.top - here.bottom, here.top - asked.bottom));
}"""
"""Pixels between a place and what is asked about it."""


def test_a_turn_is_played_on_a_phone_on_its_side(device: Devices) -> None:
    page = touch(device, "phone on its side")
    begin(page, "freez")
    cell(page, "a1").tap()
    cell(page, "b2").tap()
    settled(page, 1)
    cell(page, "b2").tap()
    expect(page.locator(".board .ask")).to_be_visible()
    at_rest(page)
    assert page.evaluate(HIDDEN) == [], "a question lies over pieces"
    button(page, "End the turn").tap()
    expect(page.locator(".plate.active")).to_contain_text("Black")


@pytest.mark.parametrize(("game", "deck"), [("cribbage", "Deck"), ("dominoes", "Boneyard")])
def test_a_question_covers_neither_the_prompt_nor_where_things_may_go(
    phone: Page, game: str, deck: str
) -> None:
    begin(phone, game)
    phone.locator(f".overlay .live[aria-label*='{deck}' i]").first.tap()
    asked = phone.locator(".ask")
    expect(asked).to_be_in_viewport(ratio=1)
    at_rest(phone)
    box, said = asked.bounding_box(), phone.locator(".prompt").bounding_box()
    assert box and said
    assert box["y"] >= said["y"] + said["height"] or box["y"] + box["height"] <= said["y"]
    assert phone.evaluate(HIDDEN_PLACES) == []


def test_a_question_covers_no_button_where_the_board_has_room(device: Devices) -> None:
    page = touch(device, "phone", reduced_motion="reduce")
    begin(page, "coldspell")
    said = page.locator(".prompt")
    for seat, place in [("Blue", "c4"), ("Orange", "d3"), ("Blue", "b3")]:
        expect(said).to_contain_text(f"{seat}")
        expect(said).to_contain_text("choose a pyramid")
        cell(page, "stash-l").tap()
        cell(page, place).tap()
    expect(said).to_contain_text("Orange, 1 of 2")
    cell(page, "b3").tap()
    button(page, "Claim").tap()
    expect(said).to_contain_text("Orange, 2 of 2")
    cell(page, "c4").tap()
    expect(page.locator(".ask")).to_be_visible()
    at_rest(page)
    asked, done = page.locator(".ask").bounding_box(), button(page, "Done").bounding_box()
    assert asked and done
    assert asked["y"] + asked["height"] <= done["y"], "the question is far from its place"


@pytest.mark.parametrize("size", ["phone", "phone on its side", "tablet on its side"])
def test_a_question_opens_at_its_place_and_is_tied_to_it(device: Devices, size: str) -> None:
    page = touch(device, size)
    game: Any = find_game("coldspell").game(players="2")
    at = {"c4": "+m", "b3": "+l", "a1": "+s"}
    go_to(page, "coldspell", game, read(game, position(at, taken="1: 2:")))
    asked = page.locator(".board .ask")
    for place, near in (("c4", 1.1), ("b3", 1.6), ("a1", 0.3)):
        cell(page, place).tap()
        expect(asked).to_have_attribute("aria-description", re.compile(f"^{place}: upright"))
        at_rest(page)
        assert page.evaluate(AWAY, place) <= near * page.evaluate(SQUARE)
        assert (page.locator(".board .path-way").count() == 1) == (near > 1)
        goals = set(page.evaluate(HIDDEN_PLACES))
        assert goals.isdisjoint({"c4", "c5", "c6", "b5", "d5", "c3", "b2", "c2", "b1", "a2"})
        cell(page, place).tap()
        expect(asked).to_be_hidden()
    expect(page.locator(".board .path-way")).to_have_count(0)


def test_a_question_of_four_covers_no_button_either(phone: Page) -> None:
    game: Any = find_game("coldspell").game(players="4")
    at = {"c2": "+m", "e4": "+s", "e5": "+m", "f5": "+m", "f3": "+l", "b5": "+s"}
    go_to(phone, "coldspell", game, play(read(game, position(at, taken="1: 2: 3: 4:")), "b5-b4"))
    expect(button(phone, "Done")).to_be_visible()
    cell(phone, "c2").tap()
    asked = phone.locator(".ask")
    expect(asked.get_by_role("button", name="Claim")).to_be_visible()
    expect(asked).to_be_in_viewport(ratio=1)
    at_rest(phone)
    assert phone.evaluate(COVERED_BUTTONS) == []


def test_a_peg_is_large_enough_for_a_finger_and_walks_by_itself(phone: Page) -> None:
    begin(phone, "cribbage")
    at_rest(phone)
    assert phone.evaluate(SQUARE) >= 40
    x, y = middle(cell(phone, "start.2"))
    phone.touchscreen.tap(x + 15, y + 4)  # beside it, on holes where nothing can be done
    button(phone, "+6: Start").tap()
    settled(phone, 1)
    expect_at(phone, "blue.6", "Blue peg: 6")
    expect(phone.locator(".plate.active .score")).to_have_text("6")


def test_a_tap_beside_all_places_puts_a_question_away(phone: Page) -> None:
    begin(phone, "cribbage")
    cell(phone, "count").tap()
    button(phone, "+5: Count").tap()
    asked = phone.locator(".board .ask")
    expect(asked).to_contain_text("To the start")
    at_rest(phone)
    x, y = middle(cell(phone, "play2.4"))
    phone.touchscreen.tap(x + 60, y)
    expect(asked).to_be_hidden()
    phone.touchscreen.tap(*middle(cell(phone, "start.2")))
    expect(asked).to_contain_text("+6")


def pinch(page: Page, start: tuple[float, float], apart: float) -> None:
    """Two fingers go apart from a place."""
    line = page.context.new_cdp_session(page)
    x, y = start

    def send(kind: str, way: float | None) -> None:
        points = [] if way is None else [{"x": x - way, "y": y}, {"x": x + way, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 10)
    for i in range(1, 9):
        send("touchMove", 10 + apart * i / 8)
    send("touchEnd", None)


def test_two_fingers_bring_small_places_near(phone: Page) -> None:
    begin(phone, "go", size="19")
    at_rest(phone)
    assert phone.evaluate(SQUARE) < 25
    spot = middle(cell(phone, "k10"))
    pinch(phone, spot, 60)
    nothing_played(phone, 0)
    box = cell(phone, "k10").bounding_box()
    assert box is not None and box["width"] >= 44, "large enough for a finger"
    assert middle(cell(phone, "k10")) == pytest.approx(spot, abs=3), "it stays under the fingers"
    cell(phone, "k10").tap()
    settled(phone, 1)
    expect(plies(phone).first).to_contain_text("k10")
    button(phone, "Whole board").tap()
    expect(button(phone, "Whole board")).to_be_hidden()
    at_rest(phone)
    assert phone.evaluate(SQUARE) < 25


def test_a_second_finger_leaves_a_drag_alone(phone: Page) -> None:
    begin(phone, "chessset")
    at_rest(phone)
    held = Finger(phone, cell(phone, "b1"))
    held.to(cell(phone, "c2"))
    expect(phone.locator(".board.dragging")).to_be_attached()
    x, y = held.at
    for apart in range(40, 160, 20):
        held.send("touchMove" if apart > 40 else "touchStart", (x, y), (x + apart, y - apart))
    held.to(cell(phone, "c3"))
    held.up()
    settled(phone, 1)
    expect_at(phone, "c3", "knight")
    expect(button(phone, "Whole board")).to_be_hidden()


@pytest.mark.parametrize("on", ["the page", "the board"])
def test_a_finger_that_rests_blocks_no_other(phone: Page, on: str) -> None:
    """A hand lies on the edge while another one plays."""
    begin(phone, "tictactoe")
    at_rest(phone)
    rests = phone.locator(".prompt") if on == "the page" else cell(phone, "a1")
    hand = Finger(phone, rests)
    (x, y), place = middle(rests), middle(cell(phone, "b2"))
    hand.send("touchStart", (x, y), place, later=1)  # so long the hand rests
    hand.send("touchEnd", place, first=1, later=1)
    settled(phone, 1)
    expect_at(phone, "b2", "✕")
    hand.up()
    nothing_played(phone, 1)


def test_escape_and_the_other_button_put_back_what_is_dragged(page: Page) -> None:
    begin(page, "chessset")
    at_rest(page)
    for cancel in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.down(button="right")):
        page.mouse.move(*middle(cell(page, "b1")))
        page.mouse.down()
        page.mouse.move(*middle(cell(page, "c3")), steps=5)
        expect(page.locator(".board.dragging")).to_be_attached()
        cancel()
        expect(page.locator(".board.dragging")).to_have_count(0)
        page.mouse.up()
        page.mouse.up(button="right")
        nothing_played(page, 0)
        expect_at(page, "b1", "knight")


def test_a_drop_outside_the_board_puts_back_what_is_dragged(page: Page) -> None:
    begin(page, "icefloes")
    at_rest(page)
    drag(page, page.locator(".overlay .live.grab").first, page.locator(".prompt"))
    expect(page.locator(".board.dragging")).to_have_count(0)
    nothing_played(page, 0)


def test_a_piece_is_pushed_in_the_direction_in_which_it_shall_go(phone: Page) -> None:
    begin(phone, "icefloes")
    at_rest(phone)
    penguin = phone.locator(".overlay .live.grab")
    start = penguin.get_attribute("data-cell")
    way = phone.evaluate(FAR)
    finger = Finger(phone, penguin)
    x, y = finger.at
    square = phone.evaluate(SQUARE)
    for part in (0.3, 0.6, 0.9):  # not as far as its goal
        finger.send("touchMove", (x + part * square * way["x"], y + part * square * way["y"]))
    finger.up()
    settled(phone, 1)
    expect_at(phone, way["goal"], "enguin")
    assert start != way["goal"]


FAR = """() => {
  const middle = (id) => {
    const box = document.querySelector(`[data-cell='${id}']`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const start = document.querySelector(".overlay .live.grab").dataset.cell;
  const [x, y] = middle(start);
  const live = [...document.querySelectorAll(".overlay .live")].map((one) => one.dataset.cell);
  const ways = live.filter((id) => id !== start).map((id) => {
    const [u, v] = middle(id);
    const far = Math.hypot(u - x, v - y);
    return {goal: id, far, x: (u - x) / far, y: (v - y) / far};
  });
  return ways.sort((one, other) => other.far - one.far)[0];
}"""
"""The farthest goal of the piece that may go, and the direction in which it lies."""


@pytest.mark.parametrize("where", ["the board", "the page"])
def test_one_key_ends_a_turn(page: Page, where: str) -> None:
    begin(page, "freez")
    for place in ("b1", "b3"):
        cell(page, place).click()
    settled(page, 1)
    end = button(page, "End the turn")
    expect(end).to_have_attribute("aria-keyshortcuts", "e")
    option(page, "Keys")
    expect(page.get_by_role("dialog").locator("dt").first).to_have_text("E")
    expect(page.get_by_role("dialog").locator("dd").first).to_have_text("end the turn")
    page.keyboard.press("Escape")
    if where == "the board":
        cell(page, "b3").focus()
    page.keyboard.press("e")
    expect(page.locator(".plate.active")).to_contain_text("Black")


SECOND = {"bubbles": True, "isPrimary": False, "pointerType": "touch", "pointerId": 77}


def test_a_hand_that_rests_beside_the_board_ends_no_drag(phone: Page) -> None:
    begin(phone, "chessset")
    at_rest(phone)
    held = Finger(phone, cell(phone, "b1"))
    held.to(cell(phone, "c2"))
    phone.locator(".top").dispatch_event("pointerup", SECOND)
    held.to(cell(phone, "c3"))
    expect(phone.locator(".board.dragging")).to_be_attached()
    held.up()
    settled(phone, 1)
    expect_at(phone, "c3", "knight")


def test_keys_that_are_held_never_come_too_late(page: Page) -> None:
    begin(page, "icefloes", [PERSON, BOT])
    heard = page.evaluate_handle(
        """() => {
          const told = [], hint = document.querySelector(".hint");
          new MutationObserver(() => told.push(hint.textContent)).observe(hint, {childList: true});
          return told;
        }"""
    )
    for _ in range(12):
        for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "Control+z", "Control+z"):
            page.keyboard.press(key)
    expect(page.locator(".plate.active, .prompt.over").first).to_be_visible()
    at_rest(page)
    assert not [text for text in heard.json_value() if "moved on" in text]


def test_who_gives_up_sees_the_result_wherever_he_looked(phone: Page) -> None:
    begin(phone, "tictactoe")
    for count, place in enumerate(["a3", "b3"], 1):
        cell(phone, place).tap()
        settled(phone, count)
    plies(phone).first.tap()
    expect_prompt(phone, "Looking at move 1")
    give_up(phone)
    expect(phone.locator(".prompt.over")).to_be_in_viewport()
    expect(button(phone, "Rematch")).to_be_in_viewport()
    # what is said of the match comes last, and the buttons below the board move for it
    expect(phone.locator(".turns").first).to_contain_text(re.compile("turning point|turned at"))
    at_rest(phone)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(phone, "Copy the link").tap()
    expect(phone.locator(".toast")).to_contain_text("is copied")
    at_rest(phone)
    assert phone.evaluate("navigator.clipboard.readText()") == phone.url


def test_the_list_of_choices_is_out_of_sight_until_it_is_wanted(page: Page) -> None:
    begin(page, "tictactoe")
    at_rest(page)
    box = page.locator(".all").bounding_box()
    assert box is not None and box["width"] <= 1
    page.locator(".all summary").focus()
    at_rest(page)
    box = page.locator(".all").bounding_box()
    assert box is not None and box["width"] > 100, "the keyboard brings it to sight"
    page.keyboard.press("Enter")
    expect(page.locator(".list button")).to_have_count(9)


def test_arrow_keys_are_told_of_where_they_play(device: Devices) -> None:
    page, phone = device(), touch(device, "phone")
    begin(page, "icefloes")
    expect(page.locator(".arrows")).to_be_visible()
    begin(page, "tictactoe")
    expect(page.locator(".arrows")).to_be_hidden()
    option(page, "Keys")
    expect(page.get_by_role("dialog")).to_contain_text("step through the moves")
    expect(page.get_by_role("dialog")).not_to_contain_text("Shift")
    begin(phone, "icefloes")
    expect(phone.locator(".prompt")).not_to_contain_text("key")
    expect(phone.locator(".arrows")).to_be_hidden()
    expect(cells(phone)).to_have_count(49)


def test_what_is_asked_at_the_edge_stays_in_sight(device: Devices) -> None:
    page = touch(device, "phone on its side")
    begin(page, "cribbage")
    page.locator(".overlay .live[aria-label*='Deck' i]").first.tap()
    asked = page.locator(".board .ask")
    expect(asked).to_be_visible()
    at_rest(page)
    box = asked.bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 390


def test_what_is_asked_between_places_to_go_hides_none_and_stays_in_sight(device: Devices) -> None:
    page = touch(device, "phone on its side")
    begin(page, "evade", [PERSON, BOT])
    choose_leaders(page, "c1", "d1")
    settled(page, 2)
    asked = page.locator(".board .ask")
    for place, goal in (("f1", "f2"), ("b1", "b2"), ("c1", "d2")):
        cell(page, place).tap()
        expect(asked).to_be_visible()
        at_rest(page)
        box = asked.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 390
        assert goal not in page.evaluate(HIDDEN_PLACES), "it lies over where the coin may go"
        assert page.evaluate("scrollY") == 0
        cell(page, place).tap()
        expect(asked).to_be_hidden()


def test_who_finds_places_small_is_told_once_how_they_become_larger(phone: Page) -> None:
    begin(phone, "tictactoe")
    hint = phone.locator(".match .hint").first
    at_rest(phone)
    expect(hint).to_have_text("")
    begin(phone, "go")
    expect(hint).to_contain_text("Spread two fingers on the board")
    begin(phone, "go")
    at_rest(phone)
    expect(hint).to_have_text("")


def test_after_a_touch_the_page_points_at_no_place(phone: Page) -> None:
    """The focus comes from the question back to its place, and the next card or choice is there."""
    begin(phone, "coldspell", [PERSON, PERSON])
    for place in ("stash-m", "c4", "c4"):
        at_rest(phone)
        cell(phone, place).tap()
    button(phone, "Claim").tap()
    at_rest(phone)
    assert cell(phone, "c4").evaluate("(place) => place === document.activeElement")
    expect(phone.locator(".pointed")).to_have_count(0)
