"""All pages in languages that nobody speaks: nothing stays English, is cut or sticks out.

In both languages each word is half as long again, and one of them is read from right to left. Each
is one file more for the server, and all that the server and the page say comes from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from everygame.translating.all_texts import units
from tests.browser.conftest import Devices, Server
from tests.browser.speaking import LETTERS, write_catalogue
from tests.browser.steps import (
    OPEN,
    PERSON,
    SIZES,
    ask,
    at_rest,
    begin,
    cell,
    invitation,
    resize,
    visit,
)
from tests.browser.test_pages import AT_ONCE, RUN, SOME, prepare, won

NARROW: Final = (320, 640)
TIGHT: Final = (NARROW, *(SIZES[one] for one in ("phone on its side", "tablet on its side")))
"""The sizes at which there is least room for words."""
GUARD: Final = "tests/browser/test_strange_languages.py::test_pages_are_whole_in_their_language"
MIRRORED: Final = "ar"
LOOKS: Final = [
    pytest.param((MIRRORED, TIGHT), id=MIRRORED),
    *(
        pytest.param(
            (language, (NARROW, *SIZES.values())),
            id=f"{language}, all sizes",
            marks=pytest.mark.long("sizes", guard=GUARD),
        )
        for language in LETTERS
    ),
]
"""The gate looks at the language that is mirrored, where a fault of the other one shows too."""
PATHS: Final = (
    *("/", "/new/evade", "/new/icefloes", "/new/coldspell", "/rules/evade", "/learn/evade"),
    *("/kit/icefloes", "/draw/icefloes?option=level", "/devices", "/create", "/take"),
)
DIALOGS: Final = ("rules", "save", "load", "name", "restart", "link", "bot", "flag", "dice", "keys")
"""The buttons of the Options tab that open something over the match."""
PLAYED: Final = (*SOME, "freez", "ur", "cribbage", "chessset")
"""Games whose first screen is looked at."""
ENGLISH: Final = """() => {
  const found = new Set();
  const tell = (text) => {
    const said = (text ?? "").replace(/EveryGame|Alex Randolph|Kevin De Keyser|Jacob Valdez/g, "")
      .replace(/https?:\\S+|\\S+[.]org\\S+|[ÄÖÜäöüÁÉÍ]/g, "");
    if (/\\p{Script=Latin}{2}/u.test(said)) found.add(text.trim());
  };
  tell(document.title);
  for (const one of document.querySelectorAll("body *:not(script, style, noscript)")) {
    if (!one.checkVisibility() || one.closest(".tongue")) continue;
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
      tell(one.getAttribute(name));
    for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) tell(node.data);
  }
  return [...found];
}"""
"""What is said to eyes or to a screen reader in letters that the languages do not have, besides
names and addresses. The list of languages has each by its own name."""
CUT: Final = """() => {
  const found = new Set();
  const aside = ".unseen, .skip, .tongue, .game .picture, .all:not([open]), option, noscript"
    + ", script, style";
  const LABELS = "button, .button, h1, h2, label, summary";
  const seen = (one) => !one.closest(aside)
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const excerpt = (one) => getComputedStyle(one).webkitLineClamp === "2";
  const beyond = (boxes, one, holder) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const label = one === holder && one.matches(LABELS);
    const at = one.getBoundingClientRect();
    const across = (label || /hidden|clip/.test(overflowX))
      && ((box) => box.left < at.left - 2 || box.right > at.right + 2);
    const down = (label || /hidden|clip/.test(overflowY))
      && ((box) => box.top < at.top - 6 || box.bottom > at.bottom + 6);
    return (across && boxes.some(across)) || (down && boxes.some(down));
  };
  const scrolls = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    return /auto|scroll/.test(overflowX + overflowY);
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    const holder = node.parentElement;
    if (!node.data.trim() || !seen(holder) || excerpt(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    for (let one = holder; one !== document.documentElement; one = one.parentElement) {
      if (scrolls(one)) break;
      if (beyond(boxes, one, holder)) found.add(`${one.tagName}: ${node.data.trim()}`);
    }
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const one of document.querySelectorAll("select")) {
    if (!seen(one)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    const chosen = one.selectedOptions[0]?.textContent ?? "";
    pen.font = font;
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
    if (pen.measureText(chosen).width > room) found.add(`SELECT: ${chosen}`);
  }
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.add(`${wider} pixels wider than the window`);
  return [...found];
}"""
"""Texts that reach beyond their label or beyond what hides the rest of them, and choices with their
arrows that do not fit. A screen that is low and wide shows two lines of each game of the library,
and the page of the game shows all of it; the picture of a card shows the middle of its board."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has these languages alone."""
    folder = tmp_path_factory.mktemp("languages")
    texts = units()
    for language in LETTERS:
        write_catalogue(folder, language, texts)
    running = Server(folder, "tests.browser.speaking", str(folder))
    yield running
    running.close()


class Looker:
    """Looks at a page in some sizes and keeps what is wrong with it."""

    def __init__(self, page: Page, axe: str, sizes: Sequence[tuple[int, int]]) -> None:
        self.page, self.axe, self.sizes = page, axe, sizes
        self.found: dict[str, list[str]] = {}

    def look(self, where: str) -> None:
        at_rest(self.page)
        self.keep(f"{where}, English", ENGLISH)
        for size in self.sizes:
            resize(self.page, size)
            at_rest(self.page)
            self.keep(f"{where}, cut at {size}", CUT)
        self.page.evaluate(AT_ONCE)
        prepare(self.page, self.axe)
        self.keep(f"{where}, axe", RUN)

    def keep(self, where: str, script: str) -> None:
        if found := self.page.evaluate(script):
            self.found[where] = found


@pytest.fixture(params=LOOKS)
def looker(request: pytest.FixtureRequest, device: Devices, axe: str) -> Looker:
    language, sizes = request.param
    return Looker(device(locale=language, reduced_motion="reduce"), axe, sizes)


def test_what_is_english_or_cut_is_found(device: Devices) -> None:
    page = device(locale="eo")
    visit(page, "/devices")
    at_rest(page)
    assert page.evaluate(ENGLISH) == [] == page.evaluate(CUT)
    page.locator("main").evaluate("(one) => one.append('Not said')")
    page.locator("h1").evaluate("(one) => { one.style.width = '2rem'; }")
    assert page.evaluate(ENGLISH) == ["Not said"]
    assert [text.partition(":")[0] for text in page.evaluate(CUT)] == ["H1"]


def test_pages_are_whole_in_their_language(looker: Looker) -> None:
    for path in PATHS:
        visit(looker.page, path)
        expect(looker.page.locator("h1").first).to_be_attached()
        looker.look(path)
    assert looker.found == {}


def test_a_match_and_its_dialogs_are_whole_in_their_language(looker: Looker) -> None:
    page = looker.page
    begin(page, "tictactoe")
    cell(page, "b2").click()
    looker.look("match")
    page.get_by_role("tab").nth(1).click()
    looker.look("options")
    dialog = page.get_by_role("dialog")
    for name in DIALOGS:
        opens = page.locator(f".options [data-key={name}]")
        if name != "dice" or opens.count():
            opens.click()
            expect(dialog).to_be_visible()
            looker.look(name)
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
    page.locator(".options [data-key=list]").click()
    looker.look("all choices")
    assert looker.found == {}


def test_an_end_and_an_invitation_are_whole_in_their_language(looker: Looker) -> None:
    page = looker.page
    visit(page, f"/match/{ask(page, '/api/matches/load', won())['match']}")
    page.locator("[data-key=back]").click()
    page.locator("[data-key=best]").click()
    expect(page.locator(".best .dots")).to_have_count(0)
    looker.look("over")
    link = invitation(page, begin(page, "tictactoe", [PERSON, OPEN]))
    looker.look("an open seat")
    visit(page, "/")
    looker.look("library with matches")
    page.context.clear_cookies()
    visit(page, link)
    page.locator("main svg").first.wait_for()
    looker.look("invitation")
    assert looker.found == {}


def test_matches_of_many_games_are_whole_in_their_language(looker: Looker) -> None:
    page = looker.page
    for name in PLAYED:
        begin(page, name)
        curtain = page.locator(".curtain button")
        at_rest(page)
        if curtain.is_visible():
            looker.look(f"{name}, covered")
            curtain.click()
            expect(curtain).to_be_hidden()
        looker.look(name)
    assert looker.found == {}
