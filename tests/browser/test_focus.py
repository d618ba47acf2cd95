"""The focus and what screen readers hear: those who play by keys are never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import BOT, PERSON, at_rest, begin, button, cell, plies, settled, visit

LIVE = "document.activeElement.classList.contains('live') && document.activeElement.dataset.cell"
"""The place that has the focus, if something can be done there."""


@pytest.mark.parametrize("game", ["draughts", "breakthrough", "icefloes"])
def test_the_focus_begins_where_something_can_be_done(page: Page, game: str) -> None:
    begin(page, game)
    at_rest(page)
    page.locator(".tongue select").focus()
    page.keyboard.press("Tab")
    at_rest(page)
    assert page.evaluate(LIVE)
    page.keyboard.press("ArrowRight")
    at_rest(page)
    where = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(cell(page, where)).to_be_focused()  # it stays where one was


def test_the_focus_goes_on_where_the_button_that_had_it_is_gone(page: Page) -> None:
    """After a button of the prompt, after the curtain, and from one lesson to the next."""
    begin(page, "go")
    page.get_by_role("button", name="Pass").press("Enter")
    settled(page, 1)
    at_rest(page)
    assert page.evaluate("document.activeElement !== document.body")
    begin(page, "evade", information="hidden")
    page.get_by_role("button", name="I am White: look").press("Enter")
    expect(page.locator(".curtain")).to_be_hidden()
    at_rest(page)
    assert page.evaluate(LIVE)
    visit(page, "/learn/breakthrough")
    cell(page, "d2").click()
    cell(page, "d3").click()
    page.get_by_role("button", name="Next").press("Enter")
    at_rest(page)
    assert page.evaluate(LIVE)


MADE_ANEW = """async ([before, after]) => {
  const { fill, h } = await import("/static/ui/dom.js");
  const host = document.querySelector("main").appendChild(document.createElement("div"));
  let unfocused = 0;
  host.addEventListener("unfocused", () => (unfocused += 1));
  const made = (one) => h(one.tag, one, one.words);
  fill(host, h("button", {}, "Another"), made(before));
  host.lastElementChild.focus();
  fill(host, made(after), h("button", {}, "Another"));
  return [document.activeElement === host.firstElementChild, unfocused];
}"""
"""Whether the focus is on what was made anew, and how often the page heard that it was not."""
REMATCH = {"tag": "button", "data-key": "rematch", "words": "Rematch"}
LIBRARY = {"tag": "a", "href": "/", "words": ""}
PICTURE = {"tag": "button", "aria-label": "Picture", "words": ""}
PASS = {"tag": "button", "words": "Pass"}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (REMATCH, REMATCH | {"words": "Play again"}, [True, 0]),
        (LIBRARY, LIBRARY, [True, 0]),
        (PICTURE, PICTURE, [True, 0]),
        (PASS, PASS, [True, 0]),
        (PASS, REMATCH, [False, 1]),
        (PASS, PASS | {"disabled": True}, [False, 1]),
    ],
)
def test_what_is_made_anew_is_found_by_its_key_its_address_or_its_words(
    page: Page, before: dict[str, object], after: dict[str, object], found: list[object]
) -> None:
    visit(page, "/")
    at_rest(page)
    page.keyboard.press("Tab")  # so that the browser takes the focus for one by keys
    assert page.evaluate(MADE_ANEW, [before, after]) == found


def test_the_keys_of_whoever_plays_alone_work_on_the_board(page: Page) -> None:
    begin(page, "icefloes", [PERSON])
    at_rest(page)
    page.locator("[role=gridcell].live").first.focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    at_rest(page)
    expect(page.locator(".ply[aria-current]")).to_have_count(1)
    page.keyboard.press("r")
    expect(page.locator(".ply[aria-current]")).to_have_count(0)


def test_m_reads_where_many_choices_begin_and_what_the_chosen_piece_can_do(page: Page) -> None:
    begin(page, "breakthrough")
    cell(page, "d2").press("m")
    expect(page.locator(".hint")).to_have_text(
        "22 choices; they begin at a2, b2, c2, d2, e2, f2, g2 and h2"
    )
    cell(page, "d2").press("Enter")
    page.keyboard.press("m")
    expect(page.locator(".hint")).to_have_text("d2 to c3; d2 to d3; d2 to e3")


def test_what_one_has_done_oneself_is_read_aloud(page: Page) -> None:
    """And that it was taken back. Those who see it are not told."""
    begin(page, "breakthrough", [PERSON, BOT])
    heard = page.locator("[aria-live].unseen").first
    cell(page, "d2").press("Enter")
    cell(page, "d3").press("Enter")
    expect(heard).to_have_text("White man from d2 to d3")
    settled(page, 2)
    plies(page).first.press("Enter")
    button(page, "Back to the match").press("Enter")
    expect(heard).to_be_empty()  # whoever looks now may be somebody else
    button(page, "Undo").press("Enter")
    expect(heard).to_have_text("Taken back.")
