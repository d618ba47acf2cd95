"""The first things that people do with the page, in Debian's Firefox.

Where Firefox is missing the tests are skipped, but they fail where the variable CI is set.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from tests.browser.conftest import Server
from tests.browser.firefox import NAMES, Firefox, FirefoxPage, running
from tests.browser.offline import COMPILED
from tests.browser.site import SLOWLY, Site
from tests.browser.steps import quickest
from tests.client.test_client import lacking
from tests.waiting import wait_until

NewPage = Callable[..., FirefoxPage]
PLIES: Final = ".plies > li > .ply"
OVER: Final = ".prompt.over"
TEXT: Final = "(css) => document.querySelector(css)?.textContent"
NEXT: Final = """() => document.querySelector(".prompt.over") ? "over"
  : document.querySelector("[aria-label*='can be placed here']")?.dataset.cell"""
"""A free square where a player here may place something now, or that it is over."""
COUNT: Final = "(css, count) => document.querySelectorAll(css).length === count"
DRAWN: Final = """() => {
  const cards = [...document.querySelectorAll(".games > li:not(.load)")];
  const seen = cards.filter((one) => one.getBoundingClientRect().top < innerHeight);
  return seen.length > 3 && seen.every((one) => one.querySelector("svg use, svg path, svg text"));
}"""
"""Whether the library has a picture of each game that is in sight."""
WIDE: Final = """() => document.documentElement.scrollWidth
  - document.documentElement.clientWidth"""
FOCUSED: Final = "(css) => document.hasFocus() && document.activeElement.matches(css)"
PLACEHOLDER: Final = """() => {
  const shown = getComputedStyle(document.querySelector("[type=search]"), "::placeholder");
  const soft = getComputedStyle(document.querySelector(".quiet, .meta, .tongue"));
  return [shown.opacity, shown.color === soft.color];
}"""

APPEARANCE: Final = (
    """() => getComputedStyle(document.querySelector(".stepper input")).appearance"""
)
FAULTS: Final = {
    "() => console.error('it is told')": "error: it is told",
    "() => { queueMicrotask(() => { throw new Error('thrown'); }); }": "thrown",
    "() => { Promise.reject(new Error('forgotten')); }": "forgotten",
    "() => fetch('/static/nothing.js').then(() => true)": "404 for ",
    "() => { new Image().src = 'https://example.com/other.png'; }": "(img-src)",
}
"""What goes wrong in a page, and what is told of it."""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        lacking(f"There is no Firefox here (looked for {', '.join(NAMES)}).")
    with running(program, tmp_path_factory.mktemp("firefox")) as found:
        yield found


@pytest.fixture
def new_page(firefox: Firefox, server: Server) -> Iterator[NewPage]:
    """Makes pages in tabs of their own; whatever they report as an error is a fault."""
    made: list[FirefoxPage] = []

    def make(size: str = "tablet on its side", url: str = server.url, **how: object) -> FirefoxPage:
        made.append(firefox.new_page(url, size, **how))
        return made[-1]

    yield make
    faults = [fault for page in made for fault in page.close()]
    assert faults == []


def begin(page: FirefoxPage, path: str) -> None:
    """A match, by touching what is there before it."""
    page.goto(path)
    page.touch("button.main")
    page.sees("[role=gridcell]")


def play_to_the_end(page: FirefoxPage) -> None:
    """A match of tic-tac-toe, by touch."""
    while (place := page.wait(NEXT)) != "over":
        page.touch(f"[data-cell='{place}']")
        page.at_rest()


def keys_lead_to(page: FirefoxPage, css: str, *keys: str) -> None:
    """Press these together until what is meant has the focus."""
    for _ in range(40):
        page.press(*keys)
        page.at_rest()
        if page.run(FOCUSED, css):
            return
    raise AssertionError(f"{keys} do not lead to {css}.")


@pytest.mark.long(
    "firefox", guard="tests/browser/test_library.py::test_the_library_fits_every_width"
)
@pytest.mark.parametrize("size", ["tablet", "phone", "desktop"])
def test_the_library_shows_itself(new_page: NewPage, size: str) -> None:
    page = new_page(size)
    page.goto("/")
    page.sees("h1", "What shall we play?")
    page.wait(DRAWN)
    assert page.run(WIDE) == 0
    page.touch("[type=search]")
    for letter in "leaders":
        page.press(letter)
    page.sees("[role=status]", "1 game fits.")
    page.sees("a.game", "Evade")


@pytest.mark.long("firefox", guard="tests/browser/test_playing.py::test_against_a_bot_to_the_end")
@pytest.mark.parametrize(("size", "finger"), [("desktop", False), ("phone", True)])
def test_a_match_against_a_bot_to_its_end(new_page: NewPage, size: str, finger: bool) -> None:
    page = new_page(size, finger=finger)
    page.goto("/")
    page.touch("a.game", "Tic-tac-toe")
    page.touch("button.main")
    play_to_the_end(page)
    assert page.run(WIDE) == 0


@pytest.mark.long(
    "firefox", guard="tests/browser/test_playing.py::test_a_whole_game_by_keyboard_alone"
)
def test_a_match_by_keys_alone(new_page: NewPage) -> None:
    page = new_page()
    moves = quickest("icefloes", players="1", level="eight")
    page.goto("/new/icefloes")
    page.sees("h1", "Ice Floes")
    keys_lead_to(page, "[data-key='Players/2']", "Tab")
    keys_lead_to(page, "[data-key='Players/1']", "ArrowLeft")
    keys_lead_to(page, "[name=level]", "Tab")
    keys_lead_to(page, "[value=eight]", "ArrowRight")
    keys_lead_to(page, "button.main", "Shift", "Tab")
    page.press("Enter")
    page.sees("[role=gridcell]")
    for count, move in enumerate(moves, 1):
        page.press(f"Arrow{move.capitalize()}")
        page.wait(COUNT, PLIES, count)
    page.sees(OVER, f"Solved in {len(moves)} moves")


@pytest.mark.long("firefox", guard="tests/browser/test_playing.py::test_drag_with_the_mouse")
@pytest.mark.parametrize("finger", [False, True])
def test_a_piece_is_dragged_taken_back_and_kept(new_page: NewPage, finger: bool) -> None:
    page = new_page("tablet", finger=finger)
    begin(page, "/new/icefloes")
    page.drag("[data-cell=d6]", "[data-cell=e5]")  # nothing ends there: it goes back
    page.at_rest()
    assert page.run(COUNT, PLIES, 0)
    page.drag("[data-cell=d6]", "[data-cell=d3]")
    page.sees("[data-cell=d3]", "d3: North, a penguin, on top of floe")
    page.wait(f"() => document.querySelectorAll({PLIES!r}).length >= 2")  # the bot's, too
    page.touch("button", "Undo")
    page.sees("[data-cell=d6]", "d6: North, a penguin")
    page.touch("button", "Redo")
    page.sees("[data-cell=d3]", "d3: North, a penguin")
    shown = page.texts(PLIES)
    page.reload()
    page.sees("[role=gridcell]")
    assert page.texts(PLIES)[:2] == shown[:2]


@pytest.mark.long(
    "firefox",
    guard="tests/browser/test_pages.py::test_the_rules_have_pictures_and_open_over_a_match",
)
def test_a_rule_sheet_has_pictures(new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto("/new/evade")
    page.touch("a.button", "Rules")
    page.sees("h1", "Evade")
    page.sees("figure svg")
    page.sees("figcaption", "Six coins a side")
    assert page.run(WIDE) == 0


@pytest.mark.long(
    "firefox",
    guard="tests/browser/test_languages.py"
    "::test_keys_and_icons_follow_the_direction_but_the_board_does_not",
)
def test_arabic_turns_the_page_but_not_the_board(new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto("/new/tictactoe")
    page.sees("h1", "Tic-tac-toe")
    keys_lead_to(page, ".tongue select", "Tab")
    page.press("ا")  # the first letter of the language's own name
    page.sees("html[lang=ar][dir=rtl]")
    page.touch("button.main")
    page.sees("[role=gridcell]")
    assert page.middle("[data-cell=a1]")[0] < page.middle("[data-cell=c1]")[0]
    assert page.middle("a.brand")[0] > page.middle(".tongue")[0]
    assert page.run(WIDE) == 0


@pytest.mark.long("firefox", guard="tests/browser/test_pages.py::test_the_page_is_light")
def test_fields_can_be_read_and_have_no_second_buttons(new_page: NewPage) -> None:
    """Unless it is told not to, Firefox makes the words of an empty field half transparent, and
    draws its own arrows beside the page's buttons for a number."""
    page = new_page()
    page.goto("/")
    page.sees("[type=search]")
    assert page.run(PLACEHOLDER) == ["1", True]
    page.goto("/create")
    page.sees(".stepper")
    assert page.run(APPEARANCE) == "textfield"


@pytest.mark.long(
    "firefox",
    guard="tests/browser/test_languages.py"
    "::test_one_file_of_words_is_fetched_and_the_choice_is_kept",
)
@pytest.mark.parametrize(("wrong", "told"), FAULTS.items())
def test_whatever_goes_wrong_in_a_page_is_a_fault(new_page: NewPage, wrong: str, told: str) -> None:
    page = new_page()
    page.goto("/rules/evade")
    page.sees("h1")
    page.run(wrong)
    wait_until(lambda: page.run("() => true") and page.faults, "a fault")
    assert [fault for fault in page.faults if told not in fault] == []
    page.faults.clear()


# -- the pocket


@pytest.mark.long(
    "firefox",
    guard="tests/browser/test_pocket.py"
    "::test_a_match_goes_to_a_server_and_outlives_its_page_and_its_host",
)
def test_the_pocket_plays_and_outlives_its_host(new_page: NewPage, site: Site) -> None:
    page = new_page(url=site.url, patience=SLOWLY / 1000)
    page.goto("")
    page.sees("h1", "What shall we play?")
    page.touch("a.game", "Tic-tac-toe")
    page.touch("button.main")
    play_to_the_end(page)
    shown, said = page.texts(PLIES), page.texts(OVER)
    page.run("() => navigator.serviceWorker.ready.then(() => true)")
    page.run(COMPILED)  # the next start takes what this one compiled
    site.stop()
    try:
        page.reload()
        page.sees(OVER)
        assert (page.texts(PLIES), page.texts(OVER)) == (shown, said)
        page.touch("a.brand")
        page.touch("a.game", "Tic-tac-toe")
        page.touch("button.main")
        play_to_the_end(page)
    finally:
        site.start()
