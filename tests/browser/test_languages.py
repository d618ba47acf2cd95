"""The page in other languages: one file of words, and mirrored where it has to be."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Request, Route, expect

from everygame.catalogues import page_languages
from tests.browser.conftest import Devices
from tests.browser.steps import at_rest, begin, visit
from tests.browser.test_strange_languages import CUT

PHONE: Final = {"width": 390, "height": 844}
LINES_THAT_BEGIN_SMALL: Final = r"""() => {
  const found = [], small = /(?<=\p{L})[ぁぃぅぇぉっゃゅょァィゥェォッャュョー]/gu;
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); )
    for (const { index } of node.data.matchAll(small)) {
      const range = document.createRange();
      range.setStart(node, index - 1);
      range.setEnd(node, index + 1);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(node.data.slice(Math.max(0, index - 8), index + 4));
    }
  return found;
}"""


@pytest.mark.parametrize("language", page_languages())
def test_a_phone_shows_the_library_and_a_match_whole(device: Devices, language: str) -> None:
    page = device(locale=language, viewport=PHONE)
    visit(page, "/")
    expect(page.locator(".games .sentence").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(CUT) == []
    begin(page, "cribbage")
    at_rest(page)
    assert page.evaluate(CUT) == []


def test_one_file_of_words_is_fetched_and_the_choice_is_kept(device: Devices) -> None:
    page = device(locale="de-AT")
    fetched: list[str] = []

    def hear(request: Request) -> None:
        fetched.extend(re.findall(r"/static/.*languages/(.*)", request.url))

    page.on("request", hear)
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Was spielen wir?")
    page.goto("/rules/evade")
    at_rest(page)
    assert fetched == ["de.json", "de.json"]  # once a document; the second is a 304 or kept
    fetched.clear()
    choice = page.get_by_label("Sprache")
    expect(choice.locator("option")).to_have_count(1)  # the others come when somebody wants them
    choice.focus()
    languages = page.locator("html").get_attribute("data-languages") or ""
    expect(choice.locator("option")).to_have_count(1 + len(languages.split()))
    with page.expect_navigation():
        choice.select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Evade")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    visit(page, "/")
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    assert fetched == []


def test_keys_and_icons_follow_the_direction_but_the_board_does_not(device: Devices) -> None:
    page = device(locale="ar")
    begin(page, "tictactoe")
    left = page.locator("[data-cell=a1]").bounding_box()
    right = page.locator("[data-cell=c1]").bounding_box()
    assert left and right and left["x"] < right["x"]
    page.locator("[data-cell=a1]").click()
    at_rest(page)
    now = page.locator(".plies [aria-current]")
    page.locator(".steps button:not(:disabled)").first.focus()
    page.keyboard.press("ArrowRight")
    at_rest(page)
    for way in ("first", "back"):
        expect(page.locator(f".steps [data-key={way}]")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    at_rest(page)
    expect(now).to_have_count(1)


def test_words_that_begin_with_a_square_are_read_from_the_right(device: Devices) -> None:
    """In "c2 freezes b1" the first letter is Latin, and yet it is a sentence in Arabic."""
    page = device(locale="ar")
    begin(page, "ur")
    page.locator(".plies").evaluate(
        """(list, said) => {
          const item = document.createElement("li");
          item.innerHTML = `<button class="ply"><bdi id="told">${said}</bdi></button>`;
          list.append(item);
        }""",
        "\u2068c2\u2069 يجمّد \u2068b1\u2069",
    )
    assert page.evaluate(
        """() => {
          const text = document.getElementById("told").firstChild;
          const left = (word) => {
            const range = document.createRange();
            range.setStart(text, text.data.indexOf(word));
            range.setEnd(text, text.data.indexOf(word) + 2);
            return range.getBoundingClientRect().left;
          };
          return left("c2") > left("b1");
        }"""
    )


@pytest.mark.parametrize("language", ["hi", "ja"])
def test_undo_and_redo_are_one_line_beside_the_tabs(device: Devices, language: str) -> None:
    page = device(locale=language, viewport={"width": 820, "height": 1180})
    begin(page, "tictactoe")
    at_rest(page)
    tools, panel = page.locator(".tools").bounding_box(), page.locator(".steps").bounding_box()
    assert tools and panel and tools["y"] + tools["height"] <= panel["y"]


def test_no_line_of_japanese_begins_with_a_small_letter(device: Devices) -> None:
    page = device(locale="ja", viewport=PHONE)
    visit(page, "/rules/freez")
    at_rest(page)
    assert page.evaluate(LINES_THAT_BEGIN_SMALL) == []


def test_buttons_and_links_of_the_options_begin_at_the_same_edge(device: Devices) -> None:
    page = device(locale="ar", viewport=PHONE)
    begin(page, "freez")
    page.get_by_role("tab").nth(1).click()
    at_rest(page)
    parts = page.locator(".options svg")
    edges = {round((box or {"x": 0})["x"]) for box in (one.bounding_box() for one in parts.all())}
    assert len(edges) == 2, "one for each column"


def test_a_page_does_not_rest_before_its_words_are_there(device: Devices) -> None:
    page = device(locale="de")
    held: list[Route] = []
    page.route("**/languages/de.json", lambda route: held.append(route))
    visit(page, "/")
    expect(page.locator("html")).to_have_attribute("data-busy", "")
    held[0].continue_()
    at_rest(page)
    expect(page.locator(".skip")).to_have_text("Zum Inhalt")
