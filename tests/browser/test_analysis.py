"""Hints with reasons, the chart of who stood better, turning points, best play."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sizes import TWO, kept
from tests.browser.steps import PERSON, SIZES, at_rest, begin, button, cell, middle, plies, settled
from tests.browser.test_pages import AT_ONCE, RUN
from tests.client.test_client import tools  # noqa: F401  (a fixture, for axe-core)

WHOLE = ["a1", "b2", "a2", "c1", "a3"]


def play(page: Page, *places: str) -> None:
    for count, place in enumerate(places, 1):
        cell(page, place).click()
        settled(page, count)


def test_a_hint_says_why(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    play(page, "a1", "b1", "a2", "c1")
    button(page, "Hint").click()
    expect(page.locator(".hint")).to_contain_text("It wins at once.")


def test_the_end_shows_where_the_match_turned(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, PERSON])
    play(page, *WHOLE)
    turn = page.locator(".actions .turns button", has_text="c1")
    expect(turn).to_be_visible()
    expect(page.locator(".judged")).to_contain_text("Crosses has won.")
    chart = page.get_by_role("slider")
    expect(chart).to_have_attribute("aria-valuetext", "Move 5. Crosses has won.")
    turn.click()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 4: c1")
    expect(chart).to_have_attribute("aria-valuetext", "Move 4. Crosses wins by force.")
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuenow", "5")
    page.keyboard.press("PageUp")
    expect(chart).to_have_attribute("aria-valuenow", "4")
    _, y = middle(chart)
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 20, y)
    expect(page.locator(".prompt")).not_to_contain_text("Looking")
    button(page, "Close the chart").click()
    expect(chart).to_have_count(0)
    button(page, "Who stood better?").click()
    expect(chart).to_be_visible()


def test_the_chart_and_best_play_are_accessible(
    device: Callable[..., Page],
    tools: Path,  # noqa: F811
) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "tictactoe", [PERSON, PERSON])
    play(page, *WHOLE)
    button(page, "One move back").click()
    button(page, "Best play from here").click()
    expect(page.locator(".best .dots")).to_have_count(0)
    expect(page.locator(".weighed")).to_be_hidden()
    page.evaluate(AT_ONCE)
    page.evaluate((tools / "axe-core/axe.min.js").read_text("utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        at_rest(page)
        assert page.evaluate(RUN) == []


def test_best_play_is_walked_along_and_played_on(device: Callable[..., Page]) -> None:
    page = device(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(page, "tictactoe", [PERSON, PERSON])
    for count, place in enumerate(WHOLE, 1):
        cell(page, place).tap()
        settled(page, count)
    page.locator(".plies .ply").nth(1).tap()
    expect(page.locator(".prompt")).to_contain_text("Looking at move 2")
    button(page, "Best play from here").tap()
    steps = page.locator(".best li .ply")
    expect(steps.nth(2)).to_be_visible()
    expect(page.locator(".best .dots")).to_have_count(0)
    steps.first.tap()
    expect(page.locator(".prompt")).to_contain_text("Best play, move 1: Crosses")
    button(page, "Later").tap()
    expect(page.locator(".prompt")).to_contain_text(re.compile("Best play, move 2: Noughts"))
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    button(page, "Earlier").tap()
    expect(page.locator(".prompt")).to_contain_text("Best play, move 1: Crosses")
    button(page, "Play from here").tap()
    expect(page.locator(".plate.active")).to_contain_text("Noughts")
    expect(page.locator(".prompt")).not_to_contain_text("Looking")
    assert plies(page).count() in (3, 5), "the same move again, or a new line"


def test_against_people_elsewhere_there_is_no_chart(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, {"kind": "open"}])
    expect(button(page, "Who stood better?")).to_have_count(0)
    expect(button(page, "Hint")).to_have_count(0)
    expect(button(page, "Best play from here")).to_have_count(0)


def test_after_the_end_one_chooses_between_what_one_knew_and_the_truth(page: Page) -> None:
    begin(page, "evade", [PERSON, {"kind": "bot", "level": "first"}], information="hidden")
    switch = page.locator(".truth")
    cell(page, "b1").click()
    cell(page, "e1").click()
    expect(page.locator(".prompt")).to_contain_text("White: choose a coin", timeout=20_000)
    expect(switch).to_be_hidden()
    page.get_by_role("tab", name="Options").click()
    button(page, "Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    expect(switch.get_by_label("What I knew")).to_be_checked()
    leaders = page.get_by_label("Black's leader")
    expect(leaders).to_have_count(0)
    switch.get_by_text("The truth").click()
    expect(leaders).to_have_count(2)
    switch.get_by_text("What I knew").click()
    expect(leaders).to_have_count(0)


def test_a_choice_that_is_redrawn_while_it_is_pressed_is_pressed(page: Page) -> None:
    begin(page, "evade", [PERSON, {"kind": "bot", "level": "first"}], information="hidden")
    cell(page, "b1").click()
    cell(page, "e1").click()
    page.get_by_role("tab", name="Options").click()
    button(page, "Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("tab", name="History").click()
    truth = page.locator(".truth").get_by_text("The truth")
    expect(truth).to_be_visible()
    at_rest(page)
    drawn = truth.element_handle()
    place = middle(truth)
    page.mouse.move(*place)
    page.mouse.down()
    button(page, "One move back").evaluate("one => one.click()")
    expect(page.locator(".prompt")).to_contain_text("Looking")
    at_rest(page)
    assert middle(truth) == place, "a shorter sentence leaves what is below it in its place"
    page.mouse.up()
    at_rest(page)
    assert drawn and not drawn.evaluate("one => one.isConnected")
    expect(page.get_by_label("The truth")).to_be_checked()


@pytest.mark.parametrize(
    "size",
    kept(
        list(SIZES)[:4],
        TWO,
        "tests/browser/test_analysis.py"
        "::test_stepping_back_from_the_end_moves_nothing_from_under_the_finger",
    ),
)
def test_stepping_back_from_the_end_moves_nothing_from_under_the_finger(
    page: Page, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    begin(page, "tictactoe", [PERSON, PERSON])
    for number, place in enumerate(("a1", "b2", "a2", "c3", "a3")):  # c3 throws a draw away
        cell(page, place).click()
        settled(page, number + 1)
    expect(page.locator(".prompt")).to_contain_text("Three in a row")
    expect(page.locator(".now").get_by_text("It seems to have turned at")).to_be_visible()
    back = button(page, "One move back")
    places = [back, *map(page.locator, (".said", ".tools", "[role=tablist]"))]
    if size != "phone on its side":  # there the board stays in sight as one scrolls
        places.append(page.locator(".board"))
    page.get_by_role("tab", name="History").click()

    def tops() -> list[int]:
        at_rest(page)
        top = "one => Math.round(one.getBoundingClientRect().top + scrollY)"
        return [place.evaluate(top) for place in places]

    before = tops()
    for number in (4, 3):
        back.click()
        expect(page.locator(".prompt")).to_contain_text(f"Looking at move {number}")
        assert tops() == before
