"""The library: seen at a glance, searched, filtered, and what is not there says so."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import at_rest, begin, button, resize, visit

ROWS = """() => [...document.querySelectorAll(".games > li:not(.load)")]
  .filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().toJSON())"""


COLUMNS = "getComputedStyle(document.querySelector('ul.games')).gridTemplateColumns.split(' ')"


def test_the_library_fits_every_width(page: Page) -> None:
    """Two rows of games are above the fold, columns have one width, and the grid has no hole."""
    begin(page, "tictactoe")  # so that there is something to go on with
    visit(page, "/")
    expect(page.locator("section > .matches > li").first).to_be_visible()
    for size in ((820, 1180), (1440, 900), (1180, 820)):
        resize(page, size)
        at_rest(page)
        rows = sorted({round(card["bottom"]) for card in page.evaluate(ROWS)})
        assert rows[1] <= size[1]
        board = page.locator(".games .picture svg").first.bounding_box()
        frame = page.locator(".games .picture").first.bounding_box()
        assert board is not None and board["height"] >= 120
        assert frame is not None and board["height"] >= 0.95 * frame["height"]
    assert len(page.evaluate(COLUMNS)) == 4
    for width in (300, 700, 1180, 250):
        resize(page, (width, 820))
        at_rest(page)
        assert len(set(page.evaluate(COLUMNS))) == 1, width
    page.get_by_label("Players").select_option("3")
    for width in (390, 820, 1440):
        resize(page, (width, 900))
        at_rest(page)
        assert_no_hole(page)


def assert_no_hole(page: Page) -> None:
    box, grid = page.locator(".games > .load").bounding_box(), page.locator(".games").bounding_box()
    assert box and grid
    assert box["x"] + box["width"] == pytest.approx(grid["x"] + grid["width"], abs=1)
    cards = page.evaluate(ROWS)
    same = [card["right"] for card in cards if abs(card["top"] - box["y"]) < 1]
    assert not same or box["x"] - max(same) < 20


COUNTED = """() => {
  let time = 0;
  performance.now = () => (time += 3);
  const counts = [0], old = requestAnimationFrame;
  window.counts = counts;
  window.requestAnimationFrame = (what) => old((time) => {
    what(time);
    counts.push(document.querySelectorAll(".games .picture svg").length);
  });
}"""


def test_pictures_are_drawn_a_few_a_frame(page: Page) -> None:
    """All of them in one task would take the page longer than 50 ms; here each takes three."""
    page.add_init_script(f"({COUNTED})()")
    visit(page, "/")
    cards = page.locator(".games > li:not(.load)")
    expect(cards.first).to_be_visible()
    expect(page.locator(".games .picture svg")).to_have_count(cards.count())
    counts = page.evaluate("counts")
    assert max(after - before for before, after in pairwise(counts)) == 2


def test_games_are_searched_and_filtered(page: Page) -> None:
    visit(page, "/")
    cards = page.locator(".games > li:not(.load):visible")
    expect(cards).not_to_have_count(0)
    page.get_by_label("Search games").fill("leaders coins")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Evade")
    expect(page.get_by_role("status").first).to_have_text("1 game fits.")
    page.get_by_label("Search games").fill("")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Minutes").select_option("5")
    page.get_by_label("Kind").select_option("Race")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Ice Floes")
    page.get_by_label("Search games").fill("nothing like it")
    expect(page.get_by_text("No game fits all of this.")).to_be_visible()
    button(page, "Show all games").click()
    expect(page.get_by_label("Search games")).to_be_focused()
    assert cards.count() > 10


def test_a_slash_leads_to_the_search(page: Page) -> None:
    visit(page, "/")
    field = page.get_by_role("searchbox")
    expect(field).to_be_visible()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("a/b")
    expect(field).to_have_value("a/b")
    begin(page, "tictactoe")  # the listener goes with the page
    page.keyboard.press("/")
    expect(page.locator(".prompt")).to_be_visible()


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("four in a row", "Connect Four"),
        ("weiqi", "Go"),
        ("checkers", "Draughts"),
        ("SHÁCH", "Chess set"),
        ("penguin", "Ice Floes"),
        ("letters", "Cold Spell"),
        ("solo", "Ice Floes"),
        ("with secrets leaders", "Evade"),
        ("hnefatfal", "Hnefatafl"),
        ("chekers", "Draughts"),
    ],
)
def test_a_game_is_found_by_other_names_and_with_slips(page: Page, words: str, game: str) -> None:
    visit(page, "/")
    page.get_by_label("Search games").fill(words)
    cards = page.locator(".games > li:not(.load):visible")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text(game)


def test_a_match_in_play_is_offered_first(phone: Page) -> None:
    begin(phone, "tictactoe")
    match = phone.url
    visit(phone, "/new/tictactoe")
    onward = phone.get_by_role("link", name="Continue")
    expect(onward).to_be_visible()
    expect(phone.get_by_text("Not begun")).to_be_visible()
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(match)
    visit(phone, "/new/tictactoe")
    button(phone, "New match").tap()
    expect(phone).not_to_have_url(match)


def test_a_favourite_is_kept_and_stands_first(phone: Page) -> None:
    visit(phone, "/")
    star = phone.get_by_role("button", name="Reversi: a favourite")
    star.tap()
    expect(star).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(phone.locator(".games > li").first).to_contain_text("Reversi")
    phone.get_by_label("Kind").select_option("★ Favourites")
    expect(phone.locator(".games > li:not(.load):visible")).to_have_count(1)


def test_the_name_of_no_game_is_a_wrong_address_too(device: Devices) -> None:
    """The answer of the server tells names of games, in English."""
    page = device(lost=True)
    for view in ("new", "learn", "rules", "draw", "kit", "create"):
        page.goto(f"/{view}/nothing")
        expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
        expect(page.locator("main")).not_to_contain_text("breakthrough")


def test_a_wrong_address_is_a_page_that_leads_home(device: Devices) -> None:
    page = device(lost=True)
    answer = page.goto("/games/chess.html")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    page.get_by_role("link", name="To the library").click()
    expect(page.locator(".games").first).to_be_visible()
    assert page.request.get("/api/nothing").json()["error"]
    page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new Event('popstate'))")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
