"""Hints with reasons, the chart of who stood better, turning points, best play."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.sizes import TWO, cases
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    SIZES,
    at_rest,
    begin,
    button,
    choose_leaders,
    expect_prompt,
    give_up,
    middle,
    play,
    plies,
    resize,
    tab,
)
from tests.client.test_client import tools  # noqa: F401  (a fixture, for axe-core)

WHOLE = ["a1", "b2", "a2", "c1", "a3"]


def test_a_hint_says_why(page: Page) -> None:
    begin(page, "tictactoe")
    play(page, "a1", "b1", "a2", "c1")
    button(page, "Hint").click()
    expect(page.locator(".hint")).to_contain_text("It wins at once.")


def test_the_end_shows_where_the_match_turned(page: Page) -> None:
    begin(page, "tictactoe")
    play(page, *WHOLE)
    turn = page.locator(".actions .turns button", has_text="c1")
    expect(turn).to_be_visible()
    expect(page.locator(".judged")).to_contain_text("Crosses has won.")
    chart = page.get_by_role("slider")
    expect(chart).to_have_attribute("aria-valuetext", "Move 5. Crosses has won.")
    turn.click()
    expect_prompt(page, "Looking at move 4: c1")
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


def test_best_play_is_walked_along_and_played_on(phone: Page) -> None:
    begin(phone, "tictactoe")
    play(phone, *WHOLE)
    phone.locator(".plies .ply").nth(1).tap()
    expect_prompt(phone, "Looking at move 2")
    button(phone, "Best play from here").tap()
    steps = phone.locator(".best li .ply")
    expect(steps.nth(2)).to_be_visible()
    expect(phone.locator(".best .dots")).to_have_count(0)
    steps.first.tap()
    expect_prompt(phone, "Best play, move 1: Crosses")
    button(phone, "Later").tap()
    expect_prompt(phone, "Best play, move 2: Noughts")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    button(phone, "Earlier").tap()
    expect_prompt(phone, "Best play, move 1: Crosses")
    button(phone, "Play from here").tap()
    expect(phone.locator(".plate.active")).to_contain_text("Noughts")
    expect(phone.locator(".prompt")).not_to_contain_text("Looking")
    assert plies(phone).count() in (3, 5), "the same move again, or a new line"


@cases("width, height", [*SIZES.values(), (390, 664)], [(390, 664), (820, 1180)])
def test_the_line_of_best_play_is_seen_together_with_the_whole_board(
    page: Page, width: int, height: int
) -> None:
    resize(page, (width, height))
    begin(page, "breakthrough", [PERSON, BOT])
    button(page, "Best play from here").click()
    expect(page.locator(".best .dots")).to_have_count(0)
    for step in (0, -1):
        seen = page.locator(".best .ply").nth(step)
        seen.scroll_into_view_if_needed()  # in its row, which may be long
        seen.click()
        expect(seen).to_have_attribute("aria-current", "step")
        for part in (".board", ".best", ".best [aria-current]"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    button(page, "Close").click()
    expect(page.locator(".best")).to_be_hidden()
    expect(page.locator(".prompt")).not_to_contain_text("Best play")


@cases("game", ["breakthrough", "freez", "reversi", "ur"], ["freez"])
def test_history_and_options_begin_in_sight_on_an_upright_tablet(page: Page, game: str) -> None:
    resize(page, SIZES["tablet"])
    begin(page, game, [PERSON, BOT])
    for part in (".board", ".tools", ".tablist", ".steps"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    at_rest(page)
    box = page.locator(".now").bounding_box()
    assert box and box["height"] <= 102, "the box is nearly empty"
    tab(page, "Options")
    expect(page.locator(".options button").first).to_be_in_viewport(ratio=1)


def test_against_people_elsewhere_there_is_no_chart(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, OPEN])
    expect(button(page, "Who stood better?")).to_have_count(0)
    expect(button(page, "Hint")).to_have_count(0)
    expect(button(page, "Best play from here")).to_have_count(0)


def test_after_the_end_one_chooses_between_what_one_knew_and_the_truth(page: Page) -> None:
    """A choice that is redrawn while it is pressed is pressed."""
    begin(page, "evade", [PERSON, BOT], information="hidden")
    switch = page.locator(".truth")
    choose_leaders(page, "b1", "e1")
    expect_prompt(page, "White: choose a coin")
    expect(switch).to_be_hidden()
    give_up(page)
    expect(switch.get_by_label("What I knew")).to_be_checked()
    leaders = page.get_by_label("Black's leader")
    expect(leaders).to_have_count(0)
    switch.get_by_text("The truth").click()
    expect(leaders).to_have_count(2)
    switch.get_by_text("What I knew").click()
    expect(leaders).to_have_count(0)
    tab(page, "History")
    truth = switch.get_by_text("The truth")
    button(page, "One move back").click()  # the box grows to the longer of both sentences
    button(page, "One move forward").click()
    at_rest(page)
    drawn = truth.element_handle()
    place = middle(truth)
    page.mouse.move(*place)
    page.mouse.down()
    button(page, "One move back").evaluate("one => one.click()")
    expect_prompt(page, "Looking")
    at_rest(page)
    assert middle(truth) == place, "another sentence leaves what is below it in its place"
    page.mouse.up()
    at_rest(page)
    assert drawn and not drawn.evaluate("one => one.isConnected")
    expect(page.get_by_label("The truth")).to_be_checked()


@cases("size", list(SIZES)[:4], TWO)
def test_stepping_back_from_the_end_moves_nothing_from_under_the_finger(
    page: Page, size: str
) -> None:
    resize(page, SIZES[size])
    begin(page, "tictactoe")
    play(page, "a1", "b2", "a2", "c3", "a3")  # c3 throws a draw away
    expect_prompt(page, "Three in a row")
    expect(page.locator(".now").get_by_text("It seems to have turned at")).to_be_visible()
    back = button(page, "One move back")
    places = [back, *map(page.locator, (".said", ".tools", "[role=tablist]"))]
    if size != "phone on its side":  # there the board stays in sight as one scrolls
        places.append(page.locator(".board"))
    tab(page, "History")

    def tops() -> list[int]:
        at_rest(page)
        top = "one => Math.round(one.getBoundingClientRect().top + scrollY)"
        return [place.evaluate(top) for place in places]

    before = tops()
    for number in (4, 3):
        back.click()
        expect_prompt(page, f"Looking at move {number}")
        assert tops() == before
