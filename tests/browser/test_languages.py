"""The page in other languages: one file of words, nothing clipped, and mirrored where it has to be.

Two languages that nobody speaks stand for all: each sentence is half as long again, and in one of
them its letters go from right to left.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Request, Route, expect

from everygame.catalogues import page_languages
from everygame.translating.page_texts import texts_of_page
from tests.browser.conftest import Devices
from tests.browser.steps import SIZES, at_rest, begin, resize
from tests.browser.test_pages import AT_ONCE, RUN, prepare

TIGHT: Final = ((320, 640), SIZES["phone"], SIZES["phone on its side"], SIZES["tablet"])
"""The sizes at which there is least room; the others have one of these layouts, and more room."""
PHONE: Final = {"width": 390, "height": 844}
PATHS: Final = ("/", "/new/evade", "/rules/evade", "/learn/evade", "/devices", "/create", "/take")
WORD: Final = re.compile(r"(\{\w+\})|(\w+)")
CLIPPED: Final = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
    one.clientWidth > 2 && one.checkVisibility({ opacityProperty: true }));
  const chosen = (one) => one.selectedOptions[0]?.textContent ?? "";
  const cut = (one) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    pen.font = font;
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
    return pen.measureText(chosen(one)).width > room;
  };
  const wide = (one) => one.scrollWidth > one.clientWidth + 1;
  const labels = seen("button, .button, h1, h2, label").filter(wide);
  return labels.map((one) => one.textContent).concat(seen("select").filter(cut).map(chosen));
}"""
"""Labels, and choices with their arrows, that do not fit where they stand."""
CUT: Final = """() => [...document.querySelectorAll(".sentence")]
  .filter((one) => one.scrollHeight > one.clientHeight + 3)
  .map((one) => one.textContent)"""
"""Sentences about games of which a part is left out."""
WIDER: Final = "document.documentElement.scrollWidth - innerWidth"


def strange(text: str, letters: str) -> str:
    """Return a sentence in a language that nobody speaks, with the same places."""

    def word(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        longer = found[2] + found[2][: len(found[2]) // 2]
        return "".join(letters[ord(letter) % len(letters)] for letter in longer)

    return WORD.sub(word, text)


def words(language: str, letters: str) -> dict[str, Any]:
    texts, counts = {}, {}
    for _, text, many in texts_of_page():
        if many:
            counts[f"{text}\n{many}"] = {"other": strange(many, letters)}
        else:
            texts[text] = strange(text, letters)
    return {"language": language, "texts": texts, "counts": counts, "forms": {}}


def speak(page: Page, language: str, letters: str) -> None:
    """Give the page that file in place of the one of its language."""
    body = json.dumps(words(language, letters))

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/json")

    page.route("**/static/**/languages/*.json", answer)


@pytest.mark.parametrize(
    ("language", "letters", "way"),
    [("de", "ÄÖÜäöüßÁÉÍ", "ltr"), ("ar", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "rtl")],
)
def test_nothing_is_clipped_where_sentences_are_long(
    device: Devices, axe: str, language: str, letters: str, way: str
) -> None:
    """Nor is a rule of accessibility broken."""
    page = device(locale=language, reduced_motion="reduce")
    speak(page, language, letters)
    for path in PATHS:
        page.goto(path)
        expect(page.locator("h1").first).to_be_attached()
        at_rest(page)
        assert page.evaluate("document.documentElement.dir") == way
        for size in TIGHT:
            resize(page, size)
            at_rest(page)
            assert page.evaluate(WIDER) <= 0, (path, size)
            assert page.evaluate(CLIPPED) == [], (path, size)
        page.evaluate(AT_ONCE)
        prepare(page, axe)
        assert page.evaluate(RUN) == [], path


@pytest.mark.parametrize("language", page_languages())
def test_a_phone_shows_the_library_whole(device: Devices, language: str) -> None:
    page = device(locale=language, viewport=PHONE)
    page.goto("/")
    expect(page.locator(".games .sentence").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate(CLIPPED) == [] == page.evaluate(CUT)


def test_one_file_of_words_is_fetched_and_the_choice_is_kept(device: Devices) -> None:
    page = device(locale="de-AT")
    fetched: list[str] = []

    def hear(request: Request) -> None:
        fetched.extend(re.findall(r"/static/.*languages/(.*)", request.url))

    page.on("request", hear)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Was spielen wir?")
    page.goto("/rules/evade")
    at_rest(page)
    assert fetched == ["de.json", "de.json"]  # once a document; the second is a 304 or kept
    fetched.clear()
    with page.expect_navigation():
        page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Evade")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    assert fetched == []


def test_keys_and_icons_follow_the_direction_but_the_board_does_not(device: Devices) -> None:
    page = device(locale="ar")
    speak(page, "ar", "ابتث")
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
    assert page.locator(".steps button:disabled").count() == 2, "it stands at the start"
    page.keyboard.press("ArrowLeft")
    at_rest(page)
    expect(now).to_have_count(1)
