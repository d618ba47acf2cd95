"""The room that a board has, on each device."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from everygame.library.registry import find_game
from tests.browser.conftest import Devices
from tests.browser.sizes import TWO, cases, two_sizes
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    SIZES,
    SQUARE,
    at_rest,
    begin,
    button,
    cell,
    enlarge_letters,
    expect_at,
    expect_prompt,
    give_up,
    go_to,
    invitation,
    middle,
    people,
    settled,
    touch,
    visit,
)
from tests.games.coldspell.table import play, position, read

COVERED = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const parts = [".board", ".plates", ".now", ".tools", ".top"].map((name) => [name, box(name)]);
  const meet = ([, a], [, b]) => a && b && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return parts.flatMap((one, i) => parts.slice(i + 1).filter((other) => meet(one, other))
    .map((other) => `${one[0]} ${other[0]}`));
}"""
CUT = """() => [...document.querySelectorAll(".plate strong, .plate .score, .prompt")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
BROKEN = """() => [...document.querySelectorAll(".plate strong > :first-child")].filter((one) => {
  const name = document.createRange();
  name.selectNodeContents(one);
  return name.getClientRects().length > 1;
}).map((one) => one.textContent)"""
"""Names of one word that stand in two lines."""
BELOW = """() => {
  const lowest = Math.max(...[...document.querySelectorAll(".overlay [role=gridcell]")]
    .map((one) => one.getBoundingClientRect().bottom));
  const next = document.querySelector(".now").getBoundingClientRect();
  return next.top < lowest ? 0 : next.top - lowest;
}"""
"""From the lowest place to the box below the board."""
TOPS = """globalThis.tops = new Set();
const look = () => {
  const box = document.querySelector(".match .now")?.getBoundingClientRect();
  if (box?.height) tops.add(Math.round(box.top));
  requestAnimationFrame(look);
};
look();"""
"""Keeps where the box with the prompt begins, frame by frame."""


@cases("game", ["freez", "draughts", "chessset"], ["freez"])
def test_a_phone_on_its_side_gives_its_height_to_the_board(device: Devices, game: str) -> None:
    page = touch(device, "phone on its side")
    begin(page, game)
    at_rest(page)
    assert page.evaluate(SQUARE) >= 40
    assert page.evaluate(COVERED) == []
    for part in (".board", ".plates", ".prompt", ".tools"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 390, part
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    page.get_by_role("link", name="EveryGame").tap()
    expect(page.locator(".games")).to_be_visible()


@two_sizes
def test_nothing_covers_anything_and_the_box_keeps_its_height(device: Devices, size: str) -> None:
    page = touch(device, size)
    begin(page, "freez")
    at_rest(page)
    tools = middle(page.locator(".tools"))
    for place in ("b1", "b3"):
        cell(page, place).tap()
        at_rest(page)
        assert page.evaluate(COVERED) == []
        jumped = "what stands below the box jumps"
        assert middle(page.locator(".tools")) == pytest.approx(tools, abs=1), jumped
    settled(page, 1)
    expect(button(page, "End the turn")).to_be_visible()
    at_rest(page)
    assert middle(page.locator(".tools")) == pytest.approx(tools, abs=1)
    assert page.evaluate(COVERED) == []


@two_sizes
def test_who_thinks_moves_nothing(device: Devices, size: str) -> None:
    page = touch(device, size)
    page.add_init_script(TOPS)
    begin(page, "breakthrough", [PERSON, BOT])
    for place in ("a2", "a3"):
        cell(page, place).tap()
    settled(page, 2)
    at_rest(page)
    assert len(page.evaluate("[...tops]")) == 1, page.evaluate("[...tops]")


@cases("count, size", product([3, 4], TWO), [(4, "phone"), (3, "tablet on its side")])
def test_a_board_that_turns_keeps_its_place_and_size(
    device: Devices, count: int, size: str
) -> None:
    page = touch(device, size, reduced_motion="reduce")
    page.add_init_script("localStorage.setItem('everygame.turning', 'on')")
    begin(page, "coldspell", [PERSON] * count)
    settled(page, 1)
    at_rest(page)
    boxes = [page.locator(".board").bounding_box()]
    for turn, place in enumerate(["c2", "c3", "d3", "d4"], 2):  # after that of the deal
        cell(page, "stash-s").tap()
        cell(page, place).tap()
        settled(page, turn)
        at_rest(page)
        boxes.append(page.locator(".board").bounding_box())
    assert all(box == boxes[0] for box in boxes), boxes


@two_sizes
def test_a_table_that_turns_is_as_large_from_the_other_side(device: Devices, size: str) -> None:
    page = touch(device, size, reduced_motion="reduce")
    page.add_init_script("localStorage.setItem('everygame.turning', 'on')")
    begin(page, "dominoes")
    at_rest(page)
    before = page.locator(".board").bounding_box()
    button(page, "End the turn").tap()
    expect(page.locator(".plate.active")).to_contain_text("North")
    settled(page, 1)
    at_rest(page)
    after = page.locator(".board").bounding_box()
    assert before and after
    assert (after["x"], after["y"], after["width"]) == pytest.approx(
        (before["x"], before["y"], before["width"]), abs=1
    )


@cases(
    "size, count",
    [
        ("phone", 3),
        ("phone", 4),
        ("phone on its side", 4),
        ("tablet", 2),
        ("tablet on its side", 3),
        ("desktop", 4),
    ],
    [("phone", 4), ("tablet on its side", 3)],
)
def test_a_board_keeps_its_place_and_size_for_all_seats_of_a_phase(
    device: Devices, size: str, count: int
) -> None:
    page = touch(device, size, reduced_motion="reduce")
    go_to(page, "coldspell", *before_the_words(count))
    boxes, squares, heights = [], set(), set()
    cell(page, "c3").tap()
    cell(page, "c4").tap()
    button(page, "Done").tap()
    for seat, word in enumerate(SPELLED[:count], 1):
        page.get_by_role("button", name="look").tap()
        expect_prompt(page, "begin a word")
        for number, letter in enumerate(word, 1):
            cell(page, f"hand-{seat}-{number}").tap()
            if number == 2:
                button(page, letter).tap()
            expect_at(page, f"word-{number}", letter)
        at_rest(page)
        boxes.append(page.locator(".board").bounding_box())
        squares.add(round(page.evaluate(SQUARE), 1))
        heights.add(page.locator(".plates").evaluate("plates => plates.offsetHeight"))
        button(page, f"End the word {word}").tap()
        if HANDS[seat - 1].count(",") == len(word):  # else all cards are used
            button(page, "Finished").tap()
        at_rest(page)
        assert page.evaluate(BELOW) < 0.7 * page.evaluate(SQUARE), "a gap below the cards"
    expect(page.locator(".prompt.over")).to_be_in_viewport(ratio=1)
    expect(button(page, "Copy the link")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    at_rest(page)
    assert page.evaluate(BELOW) < 0.7 * page.evaluate(SQUARE), "a gap below the cards"
    assert len({(box["x"], box["width"], box["height"]) for box in boxes if box}) == 1, boxes
    assert len(squares) == 1 and min(squares) > 40, squares
    assert len(heights) == 1, "a plate grows with what stands on it"


SPELLED: Final = ("TAN", "CAT", "DIP", "BAG")
HANDS: Final = ("Tl,AEl,Ns,Fl", "Cm,AEl,Ts,Rm", "Ds,AIl,Pm", "Bs,AOm,Gs")
HOLES: Final = ("a6 f6 b6 d5", "b5 f5 e6 c6", "c5 f4 e4", "a5 f3 e5")


def before_the_words(count: int) -> tuple[Any, Any]:
    """Cold Spell, and a state in which Done after c3 to c4 ends the moves."""
    game: Any = find_game("coldspell").game(players=str(count))
    at = {"c4": "+m"} | {hole: "-" for holes in HOLES[:count] for hole in holes.split()}
    hands = [f"{seat}:{hand}" for seat, hand in enumerate(HANDS[:count], 1)]
    turns = " c4-c3 done c3-c4 done" * count
    state = read(game, position(at, taken=" ".join(hands)))
    return game, play(state, turns.removesuffix(" c3-c4 done"))


def test_no_card_of_a_first_hand_covers_another(phone: Page) -> None:
    begin(phone, "crazyeights", [PERSON, BOT])
    hand = phone.locator("[data-cell^='own']")
    expect(hand).to_have_count(7)
    at_rest(phone)
    cards = [middle(card) for card in hand.all()]
    width = 0.82 * phone.evaluate(SQUARE)
    near = [(a, b) for a, b in combinations(cards, 2) if abs(a[1] - b[1]) < width]
    assert min(abs(a[0] - b[0]) for a, b in near) >= width


@cases(
    "count, size",
    product([3, 4], ["phone", "phone on its side"]),
    [(4, "phone"), (4, "phone on its side")],
)
def test_three_or_four_around_a_field_leave_it_large(
    device: Devices, count: int, size: str
) -> None:
    page = touch(device, size)
    begin(page, "coldspell", [PERSON] * count)
    at_rest(page)
    assert page.evaluate(SQUARE) >= {"phone": 40, "phone on its side": 43}[size]
    assert page.evaluate(COVERED) == []
    expect(page.locator(".prompt")).to_be_in_viewport(ratio=1)


FOUR: Final = ("Bartholomew", "Hildegunde", "Ida", "Zoe")
CLOCK: Final = {"clock": {"seconds": 600, "increment": 5}}


@cases(
    "game, height, square",
    [
        ("freezetag", 664, 50),
        ("coldspell", 664, 35),
        ("freezetag", 844, 60),
        ("coldspell", 844, 40),
    ],
    [("freezetag", 664, 50), ("coldspell", 844, 40)],
)
def test_four_with_clocks_see_what_they_need_on_one_screen_of_a_phone(
    device: Devices, game: str, height: int, square: int
) -> None:
    """A browser's bars leave a phone 664 of its 844 pixels."""
    page = device(viewport={"width": 390, "height": height}, has_touch=True, is_mobile=True)
    begin(page, game, people(*FOUR), terms=CLOCK)
    at_rest(page)
    page.locator(".match .actions").evaluate("row => row.append(document.createElement('button'))")
    assert page.locator(".plate .clock").count() == 4
    for part in (".plates", ".board", ".prompt", ".actions"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    at_rest(page)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(SQUARE) >= square
    assert page.evaluate(COVERED) == page.evaluate(CUT) == page.evaluate(BROKEN) == []


@cases("size", ["phone", "phone on its side"], ["phone"])
def test_three_people_stand_in_one_row_on_a_phone(device: Devices, size: str) -> None:
    page = touch(device, size)
    names = ["Bartholomew", "Annabel", "Ida"]
    begin(page, "freezetag", people(*names))
    at_rest(page)
    tops = [middle(sign)[1] for sign in page.locator(".plate .who").all()]
    assert max(tops) - min(tops) < 44, tops
    assert page.evaluate(CUT) == []
    assert page.evaluate(BROKEN) == []


@two_sizes
def test_names_are_whole_where_text_is_twice_as_large(device: Devices, size: str) -> None:
    page = touch(device, size)
    names = ["Bartholomew", "Annabel", "Ida", "Zoe"]
    begin(page, "freezetag", people(*names))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    at_rest(page)
    assert page.evaluate(CUT) == []
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(COVERED) == []


@cases(
    "game, size",
    product(["freezetag", "coldspell"], ["phone", "phone on its side"]),
    [("freezetag", "phone"), ("coldspell", "phone on its side")],
)
def test_letters_twice_as_large_leave_the_board_of_four_in_sight(
    device: Devices, game: str, size: str
) -> None:
    page = touch(device, size)
    enlarge_letters(page)
    names = ["Bartholomew", "Annabel", "Ida", "Zoe"]
    begin(page, game, people(*names))
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.8)
    expect(page.locator(".prompt")).to_be_in_viewport(ratio=1 if size == "phone" else 0)
    at_rest(page)
    box = page.locator(".board").bounding_box()
    assert box and box["width"] > 280, box
    assert page.evaluate(CUT) == page.evaluate(BROKEN) == page.evaluate(COVERED) == []


def test_whoever_takes_a_screen_with_large_letters_reads_it_all(phone: Page) -> None:
    enlarge_letters(phone)
    begin(
        phone, "crazyeights", [{"kind": "person", "name": name} for name in ("Bartholomew", "Ida")]
    )
    curtain = phone.locator(".curtain")
    for part in (curtain.locator("p"), curtain.get_by_role("button", name="look")):
        expect(part).to_be_in_viewport(ratio=1)
        at_rest(phone)
        inner, outer = part.bounding_box(), curtain.bounding_box()
        assert inner and outer
        assert inner["y"] >= outer["y"] - 1
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_board_is_in_sight_beside_letters_that_the_browser_makes_large(device: Devices) -> None:
    page = touch(device, "phone on its side")
    enlarge_letters(page)
    begin(page, "tictactoe")
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    expect(page.locator(".prompt")).to_be_in_viewport(ratio=1)
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    assert page.evaluate(COVERED) == []


def test_an_emoji_of_many_signs_does_not_make_a_name_small(phone: Page) -> None:
    names = ["👩‍👩‍👧‍👦🏳️‍🌈 Zoë", "Anna"]
    begin(phone, "tictactoe", people(*names))
    size = "one => getComputedStyle(one).fontSize"
    at_rest(phone)
    first, second = phone.locator(".plate strong > :first-child").all()
    assert first.evaluate(size) == second.evaluate(size)


def test_signs_and_boards_keep_their_colours_where_colours_are_forced(device: Devices) -> None:
    page = device(forced_colors="active")
    begin(page, "tictactoe")
    for part in (".plate .sign", ".board svg"):
        expect(page.locator(part).first).to_have_css("forced-color-adjust", "none")
    at_rest(page)
    edges = "plates => plates.map((one) => getComputedStyle(one).borderTopColor)"
    first, second = page.locator(".plate").evaluate_all(edges)
    assert first != second, "whose turn it is does not stand out"


@cases(
    "game, size",
    product(["freezetag", "ur", "evade"], SIZES),
    [("freezetag", "phone"), ("ur", "tablet on its side")],
)
def test_all_of_an_end_is_seen_at_once(device: Devices, game: str, size: str) -> None:
    page = touch(device, size, reduced_motion="reduce")
    begin(page, game)
    give_up(page)
    expect(page.locator(".prompt.over")).to_be_in_viewport(ratio=1)
    for part in (".board", ".actions", ".tablist"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
    at_rest(page)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(COVERED) == []


OUT = """async () => {
  const { plates } = await import("/static/match/plates.js");
  const seat = (n) => ({seat: n, called: `Seat ${n}`, name: "", kind: "person", mine: true,
    partners: [], to_play: n === 0});
  const table = {seats: [0, 1, 2].map(seat), scene: {scores: ["", "out", ""]}, over: null,
    thinking: null};
  return plates(table).map((one) => one.querySelector(".plate").className.trim());
}"""


def test_who_is_out_looks_so(page: Page) -> None:
    visit(page, "/")
    at_rest(page)
    assert page.evaluate(OUT) == ["plate active", "plate   out", "plate"]


HEIGHTS = """async () => {
  const { plates } = await import("/static/match/plates.js");
  const seat = (n) => ({seat: n, called: `Seat ${n}`, name: "", kind: "person", mine: true,
    partners: [], to_play: n === 0});
  const host = document.querySelector(".plates");
  return ["", "out"].map((score) => {
    const table = {seats: [0, 1, 2, 3].map(seat), scene: {scores: ["", "", "", score]}, over: null,
      thinking: null};
    host.replaceChildren(...plates(table));
    return [host.offsetHeight, host.lastChild.textContent];
  });
}"""


@cases("name", ["phone", "tablet"], ["phone"])
def test_nothing_jumps_when_somebody_is_out(device: Devices, name: str) -> None:
    page = touch(device, name)
    begin(page, "icefloes", [PERSON] * 4)
    at_rest(page)
    (before, _), (after, words) = page.evaluate(HEIGHTS)
    assert (after, words) == (before, "Seat 3out")


def test_a_plate_with_two_lines_of_names_is_as_high_when_it_is_its_turn(device: Devices) -> None:
    host, guest = touch(device, "phone"), touch(device, "phone")
    match = begin(host, "tictactoe", [PERSON, OPEN])
    visit(guest, invitation(host, match))
    guest.get_by_label("Your name").fill("Hildegunde")
    guest.get_by_role("button", name="Sit down").tap()
    plate = guest.locator(".plate", has_text="Hildegunde")
    expect(plate.locator(".state")).to_be_empty()
    at_rest(guest)
    name = plate.locator("strong").bounding_box()
    before = plate.bounding_box()
    assert name and name["height"] > 35, "both names in one line: this tries nothing"
    cell(host, "a1").tap()
    expect(plate.locator(".state")).to_have_text("your turn")
    at_rest(guest)
    assert plate.bounding_box() == before
