"""Every page: reachable, readable, quick, and kind to eyes, fingers and screen readers."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

from everygame.library.registry import games
from everygame.match import Match
from everygame.record import Seat, record_match, write_record
from tests.browser.conftest import Devices
from tests.browser.sizes import TWO
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    SIZES,
    ask,
    at_rest,
    begin,
    button,
    cell,
    cells,
    drag,
    expect_at,
    invitation,
    lift_curtain,
    middle,
    option,
    play,
    resize,
    settled,
    tab,
    visit,
)

PAGES = (
    "/",
    "/new/icefloes",
    "/rules/tictactoe",
    "/kit/icefloes",
    "/draw/icefloes?option=level",
    "match",
    "over",
)
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = (*zip(SIZES.values(), cycle(COLOURS)), *zip(SIZES.values(), cycle(COLOURS[::-1])))
"""Each size in one of the colours, then each in the other."""
TWO_LOOKS = tuple(zip(map(SIZES.__getitem__, TWO), COLOURS, strict=True))
"""Each colour, and each size of the gate."""
HALF = ("/", "/kit/icefloes", "/draw/icefloes?option=level")
"""Where the first half of the looks does: the library and what is printed."""
MOST_BYTES = 160_000
"""The compressed bytes of all that the library and a match need of the page."""
AT_ONCE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [sheet];
}"""
"""From now on colours change at once: what is half changed is no fault of the page."""
RUN = """() => axe.run(document, {resultTypes: ["violations"], preload: false}).then((result) =>
  result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`))"""
PICTURES = 3
FEW = f"""() => [...document.querySelectorAll("svg.scene[aria-hidden=true]")].slice({PICTURES})
  .forEach((one) => one.replaceChildren())"""
"""Empties all pictures but the first ones. Screen readers skip them, so that each breaks the same
rules, and they take nine tenths of the time in which the library is looked over."""
WIDE = "document.documentElement.scrollWidth > innerWidth"
SMALL = """() => [...document.querySelectorAll("a, button, select, input, summary, [role=tab]")]
  .filter((one) => one.offsetParent && !one.closest(".unseen, .skip, article"))
  .filter((one) => !one.closest("details.all:not([open])"))
  .filter((one) => !one.matches(".unseen, .skip"))
  .map((one) => [one.closest("label") ?? one, one])
  .map(([box, one]) => [box.getBoundingClientRect(), one])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([box, one]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


def open_whole(page: Page, where: str) -> None:
    """Go to one of PAGES and wait until it is whole."""
    if where == "match":
        begin(page, "tictactoe")
    elif where == "over":
        visit(page, f"/match/{ask(page, '/api/matches/load', won())['match']}")
    else:
        visit(page, where)
    page.locator("main svg").first.wait_for()


@cache
def won() -> Any:
    """The record of a match that is over."""
    match = Match(games()["tictactoe"].game(), Random(1))
    for place in ("a3", "b3", "a2", "b2", "a1"):
        match.play(match.to_play(), place)
    return json.loads(write_record(record_match(match, [Seat("", "person")] * 2)))


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param(TWO_LOOKS, id="two"),
        pytest.param(
            LOOKS,
            id="all",
            marks=pytest.mark.long(
                "sizes",
                guard="tests/browser/test_pages.py::test_no_page_breaks_a_rule_of_accessibility",
            ),
        ),
    ],
)
def test_no_page_breaks_a_rule_of_accessibility(
    device: Devices, axe: str, looks: tuple[Any, ...]
) -> None:
    """On no device, in light and in dark; each page is opened once and then turned and dimmed.
    Nothing sticks out, and what is touched is large enough for a finger."""
    page = device(reduced_motion="reduce", has_touch=True)
    found: dict[str, Any] = {}
    for where in (*PAGES, "/create", "/devices", *OPENED):
        resize(page, (1180, 820))
        OPENED.get(where, open_whole)(page, where)
        page.evaluate(AT_ONCE)
        prepare(page, axe)
        for size, colours in looks[: len(SIZES) if where in HALF else None]:
            page.emulate_media(color_scheme=colours)
            found[f"{where} {size} {colours}"] = seen_at(page, size, RUN)
        for size in SIZES.values():
            found[f"{where} {size}: wide"] = seen_at(page, size, WIDE)
        found[f"{where}: small"] = seen_at(page, SIZES["phone"], SMALL)
    assert {where: faults for where, faults in found.items() if faults} == {}


def prepare(page: Page, axe: str) -> None:
    """For RUN."""
    at_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    page.evaluate(FEW)


def seen_at(page: Page, size: tuple[int, int], look: str) -> Any:
    resize(page, size)
    at_rest(page)
    return page.evaluate(look)


def open_dialog(page: Page, name: str) -> None:
    """Save or Load of a match that has begun."""
    open_whole(page, "match")
    option(page, name)
    expect(page.get_by_role("dialog")).to_be_visible()
    if name == "Load":
        page.locator(".loadable svg").first.wait_for()


def open_history(page: Page, name: str) -> None:
    """Who stood better, and the best play from a move that is looked at."""
    open_whole(page, "over")
    expect(page.get_by_role("slider")).to_be_visible()
    button(page, "One move back").click()
    button(page, "Best play from here").click()
    expect(page.locator(".best .dots")).to_have_count(0)
    expect(page.locator(".weighed")).to_be_hidden()


def open_invitation(page: Page, name: str) -> None:
    """As somebody who is known here no more."""
    link = invitation(page, begin(page, "tictactoe", [PERSON, OPEN]))
    page.context.clear_cookies()
    visit(page, link)
    expect(button(page, "Sit down as Noughts")).to_be_visible()


OPENED = {
    "Save": open_dialog,
    "Load": open_dialog,
    "History": open_history,
    "Invitation": open_invitation,
}


SOME = ("evade", "icefloes", "freezetag", "coldspell", "crazyeights", "go")
"""Games with all that a board, a lesson and a sheet of rules may have."""


@pytest.mark.parametrize(
    "name",
    [
        name
        if name in SOME
        else pytest.param(
            name,
            marks=pytest.mark.long(
                "axe",
                guard="tests/browser/test_pages.py"
                "::test_the_boards_lessons_and_rules_of_all_games_break_no_rule_either",
            ),
        )
        for name in games()
    ],
)
def test_the_boards_lessons_and_rules_of_all_games_break_no_rule_either(
    device: Devices, axe: str, name: str
) -> None:
    page = device(reduced_motion="reduce")
    begin(page, name)
    at_rest(page)
    lift_curtain(page)
    prepare(page, axe)
    found = {name: page.evaluate(RUN)}
    for where in [f"/rules/{name}"] + [f"/learn/{name}"] * games()[name].has("tutorial.toml"):
        open_whole(page, where)
        prepare(page, axe)
        found[where] = page.evaluate(RUN)
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_the_board_is_seen_whole(page: Page) -> None:
    begin(page, "icefloes")
    for width, height in SIZES.values():
        resize(page, (width, height))
        at_rest(page)
        for part in (".board", ".prompt"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_page_from_right_to_left_does_not_mirror_the_board(page: Page) -> None:
    begin(page, "icefloes")
    page.evaluate("document.documentElement.dir = 'rtl'")
    at_rest(page)
    assert middle(cell(page, "a1"))[0] < middle(cell(page, "g1"))[0]
    board, side = page.locator(".board").bounding_box(), page.locator(".side").bounding_box()
    assert board and side and side["x"] < board["x"], "the page itself is mirrored"
    assert page.evaluate("document.documentElement.scrollWidth") <= 1180
    drag(page, cell(page, "d6"), cell(page, "a6"))
    settled(page, 1)


def test_the_page_is_light(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    line.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    line.on(
        "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]})
    )
    page.goto("/", wait_until="networkidle")
    begin(page, "icefloes")
    page.wait_for_load_state("networkidle")
    whole = sum(
        size for name, size in sizes.items() if kinds[name] in ("Document", "Stylesheet", "Script")
    )
    assert 10_000 < whole < MOST_BYTES, f"{whole} bytes"


def test_who_wants_no_motion_gets_none(device: Devices) -> None:
    page = device(reduced_motion="reduce")
    begin(page, "icefloes")
    page.evaluate(
        """() => {
          window.moved = 0;
          const old = Element.prototype.animate;
          Element.prototype.animate = function (...all) { moved++; return old.apply(this, all); };
        }"""
    )
    page.keyboard.press("ArrowDown")
    settled(page, 1)
    at_rest(page)
    assert page.evaluate("moved") == 0


ANIMATED = """() => {
  const all = (rules) => [...rules].flatMap((rule) =>
    [rule, ...(rule.cssRules ? all(rule.cssRules) : [])]);
  const rules = [...document.styleSheets].flatMap((sheet) => all(sheet.cssRules));
  const frames = rules.filter((rule) => rule instanceof CSSKeyframeRule)
    .flatMap((rule) => [...rule.style]);
  const named = rules.flatMap((rule) => rule.style?.transitionProperty?.split(", ") ?? []);
  return [...new Set([...frames, ...named])].filter((one) => one && one !== "none");
}"""
MOVED = """() => {
  window.frames_ = [];
  const old = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    frames_.push(...frames.flatMap(Object.keys));
    return old.call(this, frames, how);
  };
}"""
CHEAP = {"opacity", "transform", "translate", "rotate", "scale"}


def test_only_what_costs_no_layout_is_animated(page: Page) -> None:
    begin(page, "tictactoe", [PERSON, BOT])
    at_rest(page)
    named = set(page.evaluate(ANIMATED))
    assert len(named) > 2 and named <= CHEAP
    page.evaluate(MOVED)
    play(page, "b2", after=1)
    begin(page, "freez")
    page.evaluate(MOVED)
    cell(page, "b1").click()
    play(page, "b3")
    at_rest(page)
    moved = set(page.evaluate("frames_"))
    assert "transform" in moved and moved <= CHEAP | {"offset"}


def test_the_rules_have_pictures_and_open_over_a_match(page: Page) -> None:
    visit(page, "/rules/tictactoe")
    expect(page.locator("article h1, h1").first).to_be_visible()
    begin(page, "tictactoe")
    option(page, "Rules")
    expect(page.get_by_role("dialog")).to_contain_text("row")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(cells(page).first).to_be_visible()


def test_a_level_is_drawn_and_played(page: Page) -> None:
    visit(page, "/new/icefloes")
    page.get_by_role("link", name="Draw your own").click()
    expect(cells(page).first).to_be_visible()
    cell(page, "b6").click()
    expect_at(page, "b6", "b6: floe; can be chosen")
    drag(page, cell(page, "d6"), cell(page, "c7"))
    expect(cell(page, "c7")).to_contain_text("")
    expect(page.locator("[data-cell='c7'][aria-label*='North']")).to_be_attached()
    button(page, "Undo").click()
    expect(page.locator("[data-cell='d6'][aria-label*='North']")).to_be_attached()
    button(page, "Larger").click()
    expect(cell(page, "i9")).to_be_attached()
    button(page, "Play this").click()
    page.wait_for_url("**/match/*")
    expect(page.locator("[data-cell='c7'][aria-label*='floe']")).to_be_attached()
    visit(page, "/new/icefloes")
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()


def test_a_tap_on_one_choice_draws_no_picture_of_another_anew(page: Page) -> None:
    """A picture has hundreds of parts, and what is drawn anew leaves as many in memory."""
    visit(page, "/new/freez")
    pictures = page.locator(".levels .picture")
    expect(pictures.first).to_be_visible()
    pictures.evaluate_all("(all) => all.forEach((one) => { one.lang = 'kept'; })")
    page.locator(".seat").first.get_by_text("Bot", exact=True).click()
    expect(page.locator(".seat select")).to_have_count(2)
    expect(page.locator(".levels .picture:not([lang=kept])")).to_have_count(0)
    expect(page.locator(".levels .picture[lang=kept]").first).to_be_visible()


def test_a_puzzle_of_a_wanted_length_is_made(page: Page) -> None:
    visit(page, "/new/icefloes")
    page.get_by_role("radio", name="1", exact=True).check()
    slider = page.get_by_label("Moves of the new puzzle")
    slider.fill("4")
    page.get_by_role("button", name="Make a puzzle of 4 moves").click()
    expect(page.get_by_role("radio", name="Your own")).to_be_checked()
    button(page, "Play").click()
    expect(page.locator(".notes")).to_contain_text("The shortest solution has 4 moves")


def test_colours_and_sounds_are_remembered(page: Page) -> None:
    begin(page, "tictactoe")
    tab(page, "Options")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Silent").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    tab(page, "Options")
    expect(page.get_by_role("radio", name="Silent")).to_be_checked()


def test_a_page_that_was_left_names_nothing(page: Page) -> None:
    """What it had asked for is answered when somebody is elsewhere."""
    held: list[Route] = []
    page.route("**/api/games/evade*", lambda route: held.append(route))
    visit(page, "/")
    with page.expect_request("**/api/games/evade*"):
        page.locator("a[href='/new/evade']").first.click()
    page.go_back()
    expect(page.locator(".games").first).to_be_visible()
    with page.expect_response("**/api/games/evade*") as answered:
        held[0].continue_()
    answered.value.finished()
    at_rest(page)
    expect(page.locator(".games").first).to_be_visible()
    expect(page).to_have_title("EveryGame")
    expect(page.locator(".top .here")).to_be_empty()


def test_back_leads_to_where_one_was_in_the_library(phone: Page) -> None:
    visit(phone, "/")
    last = phone.locator(".games a[href^='/new/']").last
    last.scroll_into_view_if_needed()
    height = phone.evaluate("scrollY")
    assert height > 0
    last.tap()
    expect(phone.locator("h1")).to_be_visible()
    at_rest(phone)
    assert phone.evaluate("scrollY") == 0
    phone.go_back()
    expect(phone.locator(".games").first).to_be_visible()
    at_rest(phone)
    assert phone.evaluate("scrollY") == height


def test_the_library_keeps_what_one_looked_for_on_the_way_back_alone(page: Page) -> None:
    visit(page, "/")
    field = page.get_by_label("Search games")
    field.fill("penguin")
    page.locator(".games a[href^='/new/']:visible").click()
    expect(page.locator("h1")).to_have_text("Ice Floes")
    page.go_back()
    expect(field).to_have_value("penguin")
    page.get_by_role("link", name="EveryGame", exact=True).click()
    expect(field).to_have_value("")
    expect(page.locator(".games > li:not(.load):visible")).not_to_have_count(1)


def test_a_card_of_the_library_does_not_recolour_the_pieces_on_it(page: Page) -> None:
    visit(page, "/")
    number = page.locator("a[href='/new/freez'] text[fill='#f4f9fc']").first
    expect(number).to_have_css("fill", "rgb(244, 249, 252)")


def test_a_lesson_asks_answers_a_wrong_try_and_leads_to_a_match(phone: Page) -> None:
    visit(phone, "/learn/connectfour")
    answer = phone.locator("aside .hint")
    cell(phone, "a3").tap()
    expect(answer).to_have_text(
        "It may go there, but from the middle column more lines of four are possible."
    )
    expect(answer).to_be_in_viewport()
    ways_on = phone.locator("aside :is(a, button):visible", has_text=re.compile("^(Next|Play )"))
    before = button(phone, "Before")
    for column in "debaee":
        at_rest(phone)
        last = phone.get_by_text("6 of 6").is_visible()
        expect(ways_on).to_have_text(
            ["Play Connect Four"] if last else ["Next", "Play Connect Four"]
        )
        height = middle(before)[1]
        cell(phone, f"{column}6").tap()
        forward = phone.locator("aside button.main")
        expect(forward).to_be_enabled()
        expect(forward).to_be_in_viewport()
        at_rest(phone)
        if not last:
            assert middle(before)[1] == height
            forward.tap()
    expect(phone.locator(".learnt")).to_contain_text("you can play")
    expect(phone.locator("aside a", has_text="Play Connect Four")).to_be_hidden()
    button(phone, "Play Connect Four").tap()
    expect(phone).to_have_url(re.compile("/new/connectfour"))


def test_a_place_where_nobody_gets_is_answered_too(device: Devices) -> None:
    page = device(viewport={"width": 820, "height": 1180}, has_touch=True)
    visit(page, "/learn/breakthrough")
    for start, goal in ("d2", "d3"), ("d4", "e5"):
        cell(page, start).tap()
        cell(page, goal).tap()
        button(page, "Next").tap()
    cell(page, "d4").tap()
    cell(page, "d5").tap()
    expect(page.locator("aside .hint")).to_contain_text("straight before him")


def test_what_a_lesson_offers_beside_a_place_hides_no_task(phone: Page) -> None:
    visit(phone, "/learn/coldspell")
    cell(phone, "stash-l").tap()
    cell(phone, "b2").tap()
    button(phone, "Next").tap()
    cell(phone, "b2").tap()
    expect(button(phone, "Claim")).to_be_visible()
    at_rest(phone)
    task, asked = (phone.locator(one).bounding_box() for one in (".now .prompt", ".ask"))
    assert task and asked
    assert asked["y"] >= task["y"] + task["height"] or asked["y"] + asked["height"] <= task["y"]
