"""The path of docs/guide/create-a-game.md, walked as somebody who has just read it would."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, Route, expect
from pytest import approx

from tests.browser.conftest import Devices
from tests.browser.sizes import cases
from tests.browser.steps import (
    SIZES,
    SQUARE,
    at_rest,
    begin,
    button,
    cell,
    drag,
    expect_at,
    middle,
    plies,
    settled,
    tab,
    touch,
    visit,
)
from tests.browser.test_pages import RUN, SMALL
from tests.waiting import wait_until

POINT = """([x, y]) => {
  const drawing = document.querySelector(".board svg"), box = drawing.getBoundingClientRect();
  const all = drawing.viewBox.baseVal, square = box.width / all.width;
  return [box.left + (x - all.x) * square, box.top + (y - all.y) * square];
}"""


def step(page: Page, name: str) -> None:
    page.get_by_text(name, exact=True).click()


def new(page: Page, word: str) -> None:
    """Make a piece, a deck, a die."""
    page.locator(f"[data-key=new-{word}]").click()


def click(page: Page, place: str) -> None:
    """In the middle of a place, where others do not overlap it."""
    expect(cell(page, place)).to_be_visible()
    page.mouse.click(*middle(cell(page, place)))


def put_on(page: Page, place: str, words: str) -> None:
    """Click a place, and see what came of it."""
    click(page, place)
    expect_at(page, place, words)


def make_a_game(page: Page) -> None:
    """A board of five by five, a tray, pieces of both players, a deck and a die."""
    visit(page, "/")
    page.get_by_role("link", name="Create a New Game").click()
    page.get_by_label("Columns", exact=True).fill("5")
    page.get_by_label("Columns", exact=True).press("Enter")
    expect(cell(page, "h8")).to_have_count(0)
    page.get_by_label("Rows", exact=True).fill("5")
    page.get_by_label("Rows", exact=True).press("Enter")
    expect(cell(page, "a8")).to_have_count(0)
    step(page, "2 Spots")
    click(page, "@7.9,3")
    expect(cell(page, "spot1")).to_be_visible()
    click(page, "@7.9,5")
    expect(cell(page, "spot2")).to_be_visible()
    step(page, "3 Pieces")
    new(page, "piece")
    page.get_by_label("Name").fill("Knight")
    page.get_by_label("Name").press("Enter")
    expect(button(page, "Remove Knight")).to_be_visible()
    put_on(page, "a1", "Knight")
    put_on(page, "b1", "Knight")
    new(page, "die")
    put_on(page, "spot1", "Die: 1")
    new(page, "deck")
    put_on(page, "spot2", "52 × Card")


def test_somebody_new_makes_a_game_which_is_kept_and_plays_it(page: Page) -> None:
    make_a_game(page)
    page.reload()
    expect_at(page, "b1", "Knight")
    visit(page, "/create/chessset")  # another game, with changes of its own
    expect_at(page, "e1", "White king")
    step(page, "3 Pieces")
    new(page, "piece")
    expect(button(page, "Remove Blue disc")).to_be_visible()
    visit(page, "/create")
    expect_at(page, "b1", "Knight")
    step(page, "3 Pieces")
    drag(page, cell(page, "b1"), cell(page, "c1"))
    expect_at(page, "c1", "Knight")
    button(page, "Undo").click()
    expect_at(page, "b1", "Knight")
    button(page, "Redo").click()
    expect_at(page, "c1", "Knight")
    step(page, "4 Players")
    page.get_by_label("Name of the game").fill("Knights and cards")
    page.get_by_label("Name of the game").press("Enter")
    page.get_by_text("Keep and share").click()
    button(page, "Save in my library").click()
    expect(page).to_have_url(re.compile("/create/t"))
    page.reload()
    expect_at(page, "c1", "Knight")
    button(page, "Play it").click()
    expect(page).to_have_url(re.compile("/match/"))
    expect(page.locator(".create")).to_have_count(0)
    expect(cell(page, "a4")).to_be_visible()
    drag(page, cell(page, "a1"), cell(page, "a4"))
    settled(page, 1)
    expect_at(page, "a4", "Knight")
    cell(page, "spot1").click()  # a tap rolls the die, which is a ply of its own
    settled(page, 3)
    visit(page, "/")
    expect(page.get_by_role("link", name="Change Knights and cards")).to_be_visible()
    visit(page, "/create")  # the next game begins anew
    expect_at(page, "h8", "empty")


def test_a_number_is_typed_while_the_table_is_drawn_anew(page: Page) -> None:
    """A redraw comes after the field was entered, and another in the middle of the number."""
    visit(page, "/create")
    expect(cell(page, "h8")).to_be_visible()
    page.wait_for_load_state("networkidle")  # what this device made is drawn too, once it is known
    columns, rows = (page.get_by_label(name, exact=True) for name in ("Columns", "Rows"))
    late: list[Route] = []
    page.route("**/api/tables/preview", lambda route: late.append(route))

    def draw() -> None:
        wait_until(lambda: page.evaluate("true") and late, "a drawing is asked for")
        with page.expect_response("**/api/tables/preview"):
            late.pop().continue_()

    for count, typed, then in ((7, "", "12"), (6, "1", "1")):
        rows.fill(str(count))
        rows.press("Enter")
        columns.focus()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(typed)
        draw()
        expect(cell(page, f"a{count + 1}")).to_have_count(0)
        page.keyboard.insert_text(then)
        page.keyboard.press("Enter")
        draw()
        expect(columns).to_have_value(typed + then)
        expect(cell(page, f"{'abcdefghijkl'[int(typed + then) - 1]}1")).to_be_visible()
        expect(cell(page, f"{'bcdefghijklm'[int(typed + then) - 1]}1")).to_have_count(0)
        assert not late


def put_at(page: Page, x: float, y: float) -> None:
    """Click a point of the table, in squares."""
    page.mouse.click(*page.evaluate(POINT, [x, y]))


def change_and_save(page: Page, file: Path) -> None:
    """Another spot, and the file again."""
    step(page, "2 Spots")
    put_at(page, 6, 4)
    expect(cell(page, "spot3")).to_be_visible()
    with page.expect_download() as saved:
        button(page, "Save as one file").click()
    saved.value.save_as(file)


def test_pictures_become_boards_and_pieces_and_a_file_brings_them_elsewhere(
    device: Devices, tmp_path: Path
) -> None:
    here, there = device(), device()
    Image.new("RGB", (800, 400), "#0f4a6b").save(tmp_path / "sea.png")
    Image.new("RGB", (90, 90), "#f0a21c").save(tmp_path / "boat.jpg")
    visit(here, "/create")
    button(here, "A picture").click()
    here.get_by_label("Choose a picture").set_input_files(tmp_path / "sea.png")
    expect(here.locator("image")).to_have_count(1)
    step(here, "2 Spots")
    put_at(here, 3.72, 3.14)
    expect(cell(here, "spot1")).to_be_visible()
    put_at(here, 4.3, 3.14)  # closer than two squares
    expect(cell(here, "spot2")).to_be_visible()
    step(here, "3 Pieces")
    new(here, "piece")
    here.get_by_label("A picture", exact=True).set_input_files(tmp_path / "boat.jpg")
    expect(here.locator(".chip image").first).to_be_attached()
    put_on(here, "spot1", "Piece")
    here.get_by_text("Keep and share").click()
    with here.expect_download() as saved:
        button(here, "Save as one file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        names = archive.namelist()
        table = json.loads(archive.read("table.json"))
    assert len(names) == 3 and table["backdrop"]["width"] / table["backdrop"]["height"] == 2
    centres = [(area["x"] + 0.5, area["y"] + 0.5) for area in table["areas"]]
    assert centres == [approx((3.72, 3.14), abs=0.06), approx((4.3, 3.14), abs=0.06)]
    visit(there, "/")
    button(there, "Load").click()
    there.get_by_label("Save file").set_input_files(file)
    expect(there).to_have_url(re.compile("/new/t"))
    expect(there.locator(".preview image")).to_have_count(2)
    change_and_save(here, file)
    visit(there, "/")
    button(there, "Load").click()
    there.get_by_label("Save file").set_input_files(file)
    button(there, "Update it").click()
    expect(there).to_have_url(re.compile("/new/t"))
    visit(there, "/")
    expect(there.get_by_role("link", name="Change My game")).to_have_count(1)
    button(there, "Remove My game").click()
    button(there, "Remove").click()
    expect(there.get_by_role("link", name="Change My game")).to_have_count(0)


def test_the_steps_break_no_rule_of_accessibility(device: Devices, axe: str) -> None:
    page = device(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    visit(page, "/create")
    button(page, "Play it").wait_for()
    faults = {}
    page.evaluate(axe)
    for name in ("1 Board", "2 Spots", "3 Pieces", "4 Players"):
        step(page, name)
        if name == "3 Pieces":
            button(page, "Two faces").click()
            expect(button(page, "Remove Black disc")).to_be_visible()
        if name == "2 Spots":
            cell(page, "@2.5,11.4").tap()
            expect(button(page, "Remove this spot")).to_be_visible()
        at_rest(page)
        faults[name] = page.evaluate(RUN) + page.evaluate(SMALL)
    assert {name: found for name, found in faults.items() if found} == {}


def test_the_keyboard_alone_makes_a_game(page: Page) -> None:
    visit(page, "/create")
    step(page, "3 Pieces")
    button(page, "Piece").press("Enter")
    expect(button(page, "Remove Blue disc")).to_be_visible()
    cell(page, "a8").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_at(page, "b8", "Blue disc")
    page.keyboard.press("Control+z")
    expect_at(page, "b8", "empty")
    cell(page, "@10.9,3").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "spot1")).to_be_focused()


def test_taps_on_a_table(page: Page) -> None:
    """A double tap turns over, four shuffle, one rolls, and one offers all that can be done."""
    page.clock.install()
    begin(page, "playingcards")
    cell(page, "deck").click()
    page.locator(".ask").get_by_role("button", name=re.compile("Deal one each")).click()
    settled(page, 2)  # South's card is told at once, for who dealt sits here; North's is not
    expect_at(page, "south.1", " of ")
    expect_at(page, "north.1", "face down")
    drag(page, cell(page, "deck"), cell(page, "row.1"))
    settled(page, 3)
    page.clock.run_for(400)  # else this would be one more tap
    cell(page, "row.1").dblclick()
    settled(page, 5)
    page.clock.run_for(400)
    cell(page, "deck").click(click_count=4, delay=20)
    expect(plies(page).nth(5)).to_contain_text("shuffled Deck")


def test_what_was_chosen_beside_a_place_is_offered_again(page: Page) -> None:
    """Dealing seven each takes one tap a round."""
    begin(page, "playingcards")
    deal = page.locator(".ask").get_by_role("button", name=re.compile("Deal one each"))
    cell(page, "deck").click()
    for count in (1, 2, 3, 4):
        deal.click()
        expect_at(page, f"north.{count}", "face down")
    cell(page, "deck").click()
    expect(deal).to_be_hidden()


def whose(page: Page, name: str) -> None:
    page.get_by_role("group", name="Whose").get_by_text(name, exact=True).tap()


def put(page: Page, *piles: tuple[str, int]) -> int:
    """Tap each place so often; returns how many taps that were."""
    for place, many in piles:
        for _ in range(many):
            page.touchscreen.tap(*middle(cell(page, place)))
    return sum(many for _, many in piles)


def make_backgammon(page: Page) -> int:
    """A table for backgammon by touch; returns the number of taps, from the empty table."""
    button(page, "24 points").tap()
    step(page, "3 Pieces")
    button(page, "Piece").tap()
    whose(page, "Blue")
    expect(button(page, "Copy Blue disc")).to_be_visible()
    taps = put(page, ("points2.12", 2), ("points2.1", 5), ("points1.8", 3), ("points1.6", 5))
    button(page, "Copy Blue disc").tap()
    whose(page, "Orange")
    expect(button(page, "Copy Orange disc")).to_be_visible()
    taps += put(page, ("points1.1", 2), ("points1.12", 5), ("points2.5", 3), ("points2.7", 5))
    button(page, "Die").tap()
    for count, place in enumerate(("@2.5,14", "@4.5,14"), 1):
        taps += put(page, (place, 1))
        expect_at(page, f"spot{count}", "Die")
    expect_at(page, "points2.7", "Orange disc")
    return taps + 7


def test_a_table_for_backgammon_is_made_by_touch_and_is_still_there_when_it_was_played(
    phone: Page,
) -> None:
    """On a phone; then a move, and the table is changed and exported."""
    visit(phone, "/create")
    assert make_backgammon(phone) < 50
    button(phone, "Play it").tap()
    expect(phone).to_have_url(re.compile("/match/"))
    expect(phone.locator(".create")).to_have_count(0)
    expect_at(phone, "points1.6", "Blue disc")
    lowest, next_one = (place_of(phone, f"points1.6 {n}") for n in (0, 1))
    assert lowest - next_one > 15, "checkers of a point lie beside each other"
    phone.touchscreen.tap(*middle(cell(phone, "points1.6")))
    phone.touchscreen.tap(*middle(cell(phone, "points1.4")))
    settled(phone, 1)
    expect_at(phone, "points1.4", "Blue disc")
    tab(phone, "Options")
    phone.get_by_role("link", name="Change this table").tap()
    expect_at(phone, "points1.6", "Blue disc")
    expect_at(phone, "points1.4", "empty")
    phone.get_by_text("Keep and share").tap()
    with phone.expect_download() as saved:
        button(phone, "Save as one file").tap()
    assert saved.value.suggested_filename == "mygame.everygame"
    visit(phone, "/create")
    expect(phone.get_by_role("link", name="My game", exact=True).first).to_be_visible()


def place_of(page: Page, pile: str) -> float:
    """How far down the screen the piece of a pile with this number lies, from the lowest."""
    where, number = pile.split()
    y = page.evaluate(PILE, where)[int(number)]
    return float(y)


PILE = """(place) => {
  const cell = document.querySelector(`[data-cell='${place}']`).getBoundingClientRect();
  const boxes = [...document.querySelectorAll("g.piece")].map((one) => one.getBoundingClientRect());
  const middles = boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  return middles.filter(({ x, y }) => x > cell.x && x < cell.right && y > cell.y && y < cell.bottom)
    .map(({ y }) => y).sort((a, b) => b - a);
}"""


def test_rows_of_spots_are_made_copied_and_turned_and_every_step_is_taken_back(page: Page) -> None:
    visit(page, "/create")
    button(page, "Nothing").click()
    step(page, "2 Spots")
    click(page, "@1.5,1.5")
    expect(cell(page, "spot1")).to_be_visible()
    for count in (2, 3):
        button(page, "Places across: more").click()
        expect(cell(page, f"spot1.{count}")).to_be_visible()
    button(page, "Copy").click()
    expect(cell(page, "spot2.3")).to_be_visible()
    step(page, "in a line")
    expect(page.get_by_label("Length of the line, in squares", exact=True)).to_have_value("4")
    for _ in range(2):
        button(page, "Turn").click()  # an eighth each
    page.wait_for_function(WIDE, arg="spot2.1")
    for _ in range(4):
        button(page, "Undo").click()
    expect(cell(page, "spot2.1")).to_have_count(0)
    for _ in range(4):
        button(page, "Redo").click()
    page.wait_for_function(WIDE, arg="spot2.1")
    page.reload()
    expect(cell(page, "spot2.3")).to_be_visible()
    page.wait_for_function(WIDE, arg="spot2.1")


WIDE = """(place) => {
  const cell = document.querySelector(`[data-cell='${place}']`);
  const { width, height } = cell.getBoundingClientRect();
  return width > 2 * height;
}"""


@cases("size", SIZES, ["phone", "phone on its side", "tablet on its side"])
def test_the_table_stays_large_and_in_its_place_from_step_to_step(
    device: Devices, size: str
) -> None:
    """The steps stay in one line on a phone."""
    page = touch(device, size)
    visit(page, "/create")
    board, bar = page.locator(".board"), page.locator("fieldset.segments", has_text="4 Players")
    expect(page.locator(".board svg rect").first).to_be_attached()
    boxes, on_phone = [], size.startswith("phone")
    for name in ("2 Spots", "3 Pieces", "4 Players", "1 Board"):
        step(page, name)
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        at_rest(page)
        boxes.append(board.bounding_box())
        assert page.evaluate(SQUARE) >= (40 if on_phone else 50), name
        assert not on_phone or bar.evaluate("bar => bar.offsetHeight") == 50
    assert boxes == boxes[:1] * 4
    panel = page.locator(".making").bounding_box()
    height = page.viewport_size["height"] if page.viewport_size else 0
    assert size != "tablet" or (panel and height - panel["y"] >= 0.36 * height)
    tools = page.locator(".create .tools").evaluate("tools => tools.offsetHeight")
    assert not on_phone or tools < 50
