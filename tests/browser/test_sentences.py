"""What a player meets is a sentence of `everygame/client/say.js`, or came from the server.

The page is opened with a `say.js` that puts each sentence between ⟦ and ⟧, and whatever stands
outside of them must be in what the server sent. This sees no text that the server has sent
somewhere as well, no text that is drawn or only spoken, none of pages and dialogs that are not
opened here, and nothing of what a sentence consists of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.steps import at_rest, begin, button, play, visit

SAY: Final = Path(__file__).parents[2] / "everygame" / "client" / "say.js"
MARKED: Final = """
export const say = (...given) => `⟦${plain.say(...given)}⟧`;
export const count = (...given) => `⟦${plain.count(...given)}⟧`;
export const { inTurn, leftward, locale, oneOf, speak } = plain;
export const sayWith = (...given) => ["⟦", ...plain.sayWith(...given), "⟧"];
"""
HEAR: Final = """window.heard = [];
const plain = window.fetch;
window.fetch = async (...given) => {
  const answer = await plain(...given);
  heard.push(await answer.clone().text());
  return answer;
};"""
"""Keeps what the server answers."""
TEXTS: Final = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let depth = 0;
  for (let node; (node = walk.nextNode()); ) {
    const parent = node.parentElement;
    if (parent.closest("script, style, noscript, svg") || !parent.checkVisibility()) continue;
    for (const piece of node.data.split(/(?=[⟦⟧])|(?<=[⟦⟧])/)) {
      if (piece === "⟦") depth++;
      else if (piece === "⟧") depth--;
      else if (!depth && /\\p{L}{2}/u.test(piece)) found.push(piece.trim());
    }
  }
  if (depth) found.push(`${depth} sentences are not closed`);
  return found;
}"""
NAMES: Final = {"EveryGame"}


def strings(thing: Any) -> Iterator[str]:
    """All texts in an answer of the server."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from strings(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from strings(value)


class Listener:
    """Knows what the server has sent to a page that marks its sentences."""

    def __init__(self, page: Page) -> None:
        self.page, self.sent = page, set[str]()
        page.route("**/static/**/say.js", self.mark)
        page.route("**/static/**/plain.js", lambda route: self.send(route, SAY.read_text("utf-8")))
        page.add_init_script(HEAR)
        page.on("websocket", lambda line: line.on("framereceived", self.hear))

    def send(self, route: Route, text: str) -> None:
        route.fulfill(body=text, content_type="text/javascript")

    def mark(self, route: Route) -> None:
        self.send(route, f'import * as plain from "./plain.js";\n{MARKED}')

    def hear(self, text: str | bytes) -> None:
        if text[:1] == "{":
            self.sent.update(strings(json.loads(text)))

    def strays(self) -> list[str]:
        """What stands outside of sentences and was not sent."""
        at_rest(self.page)
        for text in self.page.evaluate("heard"):
            self.hear(text)
        sent = {text.casefold() for text in self.sent | NAMES}
        found = self.page.evaluate(TEXTS)
        return [text for text in found if not self.came(text.casefold(), sent)]

    def came(self, text: str, sent: set[str]) -> bool:
        """Whether a text, or each of its parts beside a sign, was sent."""
        parts = [text, *re.split(r"\s*[·:,(){}–-]\s*", text)]
        return text in sent or all(
            part in sent or not re.search(r"[^\W\d_]{2}", part) for part in parts[1:]
        )


@pytest.fixture
def listener(page: Page) -> Listener:
    return Listener(page)


def test_the_library_and_a_new_match_have_no_other_texts(page: Page, listener: Listener) -> None:
    visit(page, "/")
    page.locator("main svg").first.wait_for()
    expect(page.get_by_role("link", name="⟦Create a New Game⟧")).to_be_visible()
    assert listener.strays() == []
    visit(page, "/new/tictactoe")
    expect(button(page, "⟦Play⟧")).to_be_visible()
    assert listener.strays() == []
    page.evaluate("document.querySelector('main').append('Not said')")
    assert listener.strays() == ["Not said"], "a text that is no sentence is found"


def test_a_match_and_its_menus_have_no_other_texts(page: Page, listener: Listener) -> None:
    begin(page, "tictactoe")
    play(page, "b2")
    assert listener.strays() == []
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert listener.strays() == []
    page.get_by_role("tab", name="⟦Options⟧").click()
    for name in ("Save", "Load", "Keys"):
        button(page, f"⟦{name}⟧").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert listener.strays() == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_steps_of_a_new_game_have_no_other_texts(page: Page, listener: Listener) -> None:
    visit(page, "/create")
    expect(button(page, "⟦Play it⟧")).to_be_visible()
    for step in ("1 Board", "2 Spots", "3 Pieces", "4 Players"):
        page.get_by_text(f"⟦{step}⟧", exact=True).click()
        if step == "3 Pieces":
            page.locator("[data-key=new-piece]").click()
            expect(page.locator("[data-key=remove-kind]")).to_be_visible()
        assert listener.strays() == []
