"""What the tests of the page do again and again."""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from everygame.contract import OVER
from everygame.library import registry

REST = """() => Promise.all(document.querySelector(".board").getAnimations({subtree: true})
  .map((one) => one.finished.catch(() => null)))"""
JSON = "application/json"
AT_REST = """async () => {
  const frames = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  const runs = (one) => one.playState === "running" && ends(one);
  const moving = () => document.getAnimations().filter(runs);
  do {
    await Promise.all(moving().map((one) => one.finished.catch(() => null)));
    await frames();
  } while (document.documentElement.hasAttribute("data-busy") || moving().length);
  return true;
}"""
"""Until nothing is under way: no answer, no deed, no frame, nothing that moves and will end."""
FOLLOW = """async (address) => {
  const main = document.querySelector("main");
  const old = main?.firstElementChild;
  if (!old || new URL(address, location.href).origin !== location.origin) return false;
  const gone = new Promise((go) => new MutationObserver((_, observer) => {
    if (!old.isConnected) go(observer.disconnect());
  }).observe(main, {childList: true}));
  history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  await gone;
  return true;
}"""
"""Go to an address as a link of the page does, until what was shown is gone; false where nothing of
the page is open."""
PERSON = {"kind": "person"}
BOT = {"kind": "bot", "level": "first"}
OPEN = {"kind": "open"}
TWO_PEOPLE = (PERSON, PERSON)
SIZES: Final = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "desktop": (1440, 900),
}
SQUARE = """document.querySelector(".board").getBoundingClientRect().width
  / document.querySelector(".board svg").viewBox.baseVal.width"""
"""Pixels of a square of the board."""


def ask(page: Page, path: str, body: Any) -> Any:
    """What the server answers to the device of this page, which need not show anything yet."""
    if page.url == "about:blank":
        page.request.get("/")  # brings the cookie by which the device is known
    answer = page.request.post(path, data=json.dumps(body), headers={"content-type": JSON})
    return answer.json()


def visit(page: Page, address: str) -> None:
    """Go to an address of EveryGame: as a link of the page would, or by the address bar where
    nothing of EveryGame is open yet, which is dearer."""
    if not page.evaluate(FOLLOW, address):
        page.goto(address)


def people(*names: str) -> list[dict[str, str]]:
    """Seats of people with names."""
    return [{"kind": "person", "name": name} for name in names]


def begin(
    page: Page,
    game: str,
    seats: Sequence[dict[str, str]] = TWO_PEOPLE,
    terms: dict[str, Any] | None = None,
    **options: str,
) -> str:
    """Begin a match, by these terms, and go to it; returns its id."""
    body = {"game": game, "options": {"players": str(len(seats)), **options}, "seats": seats}
    answer = ask(page, "/api/matches", {**body, "key": uuid4().hex, "terms": terms or {}})
    assert "match" in answer, answer
    visit(page, f"/match/{answer['match']}")
    expect(cells(page).first).to_be_visible()
    return str(answer["match"])


def invitation(page: Page, match: str) -> str:
    """A link to the second seat of a match."""
    return str(ask(page, f"/api/matches/{match}/invite", {"seat": 1})["url"])


def cells(page: Page) -> Locator:
    return page.locator("[role=gridcell]")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def start_button(page: Page) -> Locator:
    """Return the button that begins a match: "Play", or "New match" if one is in play."""
    return button(page, "Play").or_(button(page, "New match"))


def lift_curtain(page: Page) -> None:
    """Look at what the player to move sees, where people pass the device on."""
    curtain = page.locator(".curtain button")
    if curtain.is_visible():
        curtain.click()
        expect(curtain).to_be_hidden()


def choose_leaders(page: Page, *coins: str) -> None:
    """Touch the coins of Evade that shall be leaders, and answer the question beside them."""
    for coin in coins:
        cell(page, coin).click()
    page.locator(".board .ask button").click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def option(page: Page, name: str) -> None:
    """Press a button of the Options tab."""
    tab(page, "Options")
    button(page, name).click()


def answer(page: Page, name: str) -> None:
    """Press a button of the dialog."""
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def give_up(page: Page) -> None:
    option(page, "Give up")
    answer(page, "Give up")


def plies(page: Page) -> Locator:
    """The plies of the main line in the History tab."""
    return page.locator(".plies > li > .ply")


def quickest(game: str, **options: str) -> list[str]:
    """The moves of a shortest match, found by trying all."""
    played = registry.find_game(game).game(**options)
    start = played.initial_state()
    queue = deque([(start, [])])  # type: ignore[var-annotated]
    seen = {start.key()}
    while queue:
        state, moves = queue.popleft()
        if state.to_play() == OVER:
            return list(moves)
        for action in state.legal_actions():
            after = state.apply(action)
            if after.key() not in seen:
                seen.add(after.key())
                queue.append((after, [*moves, state.text(action)]))
    raise AssertionError("This game never ends.")


def expect_at(page: Page, place: str, words: str) -> None:
    """What a screen reader is told of a place contains these words."""
    expect(cell(page, place)).to_have_attribute("aria-label", re.compile(re.escape(words)))


def expect_prompt(page: Page, words: str) -> None:
    expect(page.locator(".prompt")).to_contain_text(words)


def expect_turn(page: Page) -> None:
    """It is the turn of somebody at this device."""
    expect(page.locator(".plate.active")).to_contain_text("your turn")


def middle(place: Locator) -> tuple[float, float]:
    box = None
    while box is None:  # drawn anew in the moment in which it was measured
        expect(place).to_be_visible()
        box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, goal: Locator) -> None:
    """With the mouse, in small steps."""
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(goal), steps=6)
    page.mouse.up()


class Finger:
    """A finger on the screen: real touch events, as the browser makes them."""

    def __init__(self, page: Page, place: Locator) -> None:
        self.line = page.context.new_cdp_session(page)
        self.at = middle(place)
        self.send("touchStart", self.at)

    def send(
        self, kind: str, *points: tuple[float, float], first: int = 0, later: float = 0
    ) -> None:
        """Send where fingers are, of which the first has this number. The browser shall think that
        it comes seconds later."""
        touched = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points, first)]
        event = {"type": kind, "touchPoints": touched, "timestamp": time.time() + later}
        self.line.send("Input.dispatchTouchEvent", event)

    def to(self, place: Locator) -> None:
        """Slide to a place, in small steps."""
        (x, y), (u, v) = self.at, middle(place)
        for i in range(1, 7):
            self.at = (x + (u - x) * i / 6, y + (v - y) * i / 6)
            self.send("touchMove", self.at)

    def up(self) -> None:
        self.send("touchEnd")


def finger_drag(page: Page, start: Locator, goal: Locator) -> None:
    finger = Finger(page, start)
    finger.to(goal)
    finger.up()


def at_rest(page: Page) -> None:
    """The page shows what it will show: only then may it be looked at once."""
    page.wait_for_function(AT_REST)


def settled(page: Page, count: int) -> None:
    """So many plies have been played, and the pieces are at rest."""
    expect(plies(page)).to_have_count(count)
    page.evaluate(REST)


def nothing_played(page: Page, count: int) -> None:
    """Expect as many plies as before a gesture that must play nothing. Wait for the page's rest
    first: a ply that the server has not answered yet would be missed."""
    at_rest(page)
    expect(plies(page)).to_have_count(count)


def play(page: Page, *places: str, after: int = 0) -> None:
    """Touch one place after the other, each of which is a ply, where so many were played before."""
    for count, place in enumerate(places, after + 1):
        cell(page, place).click()
        settled(page, count)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def touch(device: Callable[..., Page], size: str, **how: Any) -> Page:
    """A device of this size with a screen for fingers."""
    width, height = SIZES[size]
    return device(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, **how
    )


def enlarge_letters(page: Page) -> None:
    """As large as the browser's settings let them become."""
    line = page.context.new_cdp_session(page)
    line.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})


def go_to(page: Page, name: str, game: Any, start: Any) -> None:
    """To a match of people that begins in this state."""
    body = {"format": 1, "game": name, "version": game.version, "plies": [], "node": 0}
    seats = [PERSON] * int(game.settings["players"])
    record = {**body, "options": game.settings, "start": start.to_json(), "seats": seats}
    visit(page, f"/match/{ask(page, '/api/matches/load', record)['match']}")
    expect(cells(page).first).to_be_visible()
