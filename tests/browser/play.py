"""Play a game on the page to its end by touch, and say where somebody would stumble.

`screen`: everybody at one device; `bot`: one person against bots of the lowest level; `devices`:
everybody at a device of their own, invited by a link. Where a case says `save`, the match is saved
in its middle, played on, loaded again and then played to its end. Of `PLAN`, `python3 run.py long
screen` plays the cases of one device, and `long others` the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.player import PATIENCE, Person, Report, play
from tests.browser.steps import (
    BOT,
    OPEN,
    PERSON,
    answer,
    begin,
    option,
    plies,
    start_button,
)

VIEWPORTS = {
    "phone": (390, 844),
    "side": (844, 390),
    "tablet": (820, 1180),
    "wide": (1180, 820),
    "desktop": (1440, 900),
}
MOST = 1500
"""Taps of a match."""
MOST_BEFORE = 9
"""What the page may show, one after the other, before somebody may act: a throw, a bot's moves."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Case:
    """A match to be played."""

    game: str
    players: int = 2
    versus: str = "screen"
    viewport: str = "phone"
    options: dict[str, str] = field(default_factory=dict)
    save: bool = False
    hints: bool = False

    def name(self) -> str:
        chosen = "".join(f"-{value}" for value in self.options.values())
        saved = "-save" if self.save else ""
        return f"{self.game}{chosen}-{self.players}-{self.versus}-{self.viewport}{saved}"


def play_case(browser: Browser, url: str, case: Case) -> Report:
    """Play one match to its end. Whatever goes wrong is in the report."""
    report = Report()
    count = case.players if case.versus == "devices" else 1
    with opened(browser, url, case.viewport, count) as contexts:
        people = [
            Person(context.new_page(), Random(100 + i), report, hints=case.hints)
            for i, context in enumerate(contexts)
        ]
        try:
            sit_down(people, case)
            play(people, MOST, Middle(people) if case.save else None)
        except Exception as error:  # the others are played, too
            report.stumble(f"{type(error).__name__}: {error}")
    return report


@contextmanager
def opened(browser: Browser, url: str, viewport: str, count: int) -> Iterator[list[BrowserContext]]:
    """So many devices, with as little motion as whoever asks for it sees, which is quicker."""
    width, height = VIEWPORTS[viewport]
    contexts = [
        browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            is_mobile=width < 900 and height < 900,
            has_touch=True,
            reduced_motion="reduce",
        )
        for _ in range(count)
    ]
    yield contexts
    for context in contexts:
        context.close()


def sit_down(people: list[Person], case: Case) -> None:
    """Begin the match, and let the others come by the links that they are given."""
    others = {"screen": PERSON, "bot": BOT, "devices": OPEN}[case.versus]
    host = people[0].page
    begin(host, case.game, [PERSON, *[others] * (case.players - 1)], **case.options)
    for number, person in enumerate(people[1:], 2):
        invite(host, person.page, f"Guest {number}")


def invite(host: Page, guest: Page, name: str) -> None:
    """By the first invitation that is offered."""
    host.get_by_role("button", name="Invite").first.tap()
    link = host.get_by_label("Link").input_value()
    host.get_by_role("button", name="Close").tap()
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").tap()
    expect(guest.locator("[role=gridcell]").first).to_be_visible()
    expect(host.locator(".plate", has_text=name).filter(has_text="online")).to_be_visible()


def from_library(person: Person, game: str) -> None:
    """From the library to the first move of a match as it is offered, counting the taps."""
    page, report = person.page, person.report
    page.goto("/")
    for thing in (page.locator(f".games a.game[href$='/new/{game}']"), start_button(page)):
        thing.tap()
        report.taps += 1
    expect(page.locator("[role=gridcell]").first).to_be_visible()
    page.evaluate(PAINTED)  # before that the board may not have been fitted to its room
    person.slips = 0
    person.look()
    for _ in range(MOST_BEFORE):
        if not person.may_act:
            person.wait(PATIENCE)
    person.act()
    report.ending = person.seen["prompt"]


class Middle:
    """Saves a match in its middle, and loads it when it has been played on.

    The middle is after the first twelve plies, for nobody knows how long a match will be.
    """

    AT = 12
    LATER = 18

    def __init__(self, people: list[Person]) -> None:
        self.people, self.saved, self.loaded = people, 0, False

    def __call__(self, count: int) -> None:
        if count >= self.AT and not self.saved:
            self.saved = count
            save(self.people[0].page)
        if count >= self.LATER and not self.loaded:
            self.loaded = True
            load(self.people, self.saved)


def save(page: Page) -> None:
    option(page, "Save")
    answer(page, "Save")
    expect(page.locator("dialog")).to_have_count(0)


def load(people: list[Person], count: int) -> None:
    """Load the newest save, after so many plies. All sit down again: where it keeps secrets, those
    who hid them; else whoever is invited."""
    host = people[0].page
    before = host.url
    option(host, "Load")
    host.locator(".loadable li", has_text="Save").locator("button.game").first.tap()
    host.wait_for_url(lambda url: url != before)
    expect(plies(host)).to_have_count(count)
    for number, person in enumerate(people[1:], 2):
        if host.get_by_role("button", name="Invite").count():
            invite(host, person.page, f"Guest {number}")
            continue
        person.page.goto(host.url)
        again = person.page.get_by_role("button", name="Sit down")
        if again.count() or "sit down" in host.locator(".prompt").inner_text():
            again.first.tap()
            expect(host.locator(".prompt")).not_to_contain_text("sit down")
    for person in people:
        person.place = []
        person.report.plies = 0
        person.look()


NINE = (
    "evade",
    "icefloes",
    "freez",
    "freezetag",
    "coldspell",
    "breakthrough",
    "reversi",
    "crazyeights",
    "hnefatafl",
)
WAYS = ("screen", "bot", "devices")
PLAN = [
    Case("tictactoe"),
    Case("icefloes", 1, options={"level": "three"}, hints=True),
    Case("icefloes", 1, viewport="side", options={"level": "five"}, hints=True),
    *(
        Case(game, 2, way, list(VIEWPORTS)[(number + turn) % len(VIEWPORTS)])
        for turn, way in enumerate(WAYS)
        for number, game in enumerate(NINE)
    ),
    *(
        Case("evade", 2, way, "phone", {"information": version})
        for version in ("open", "hidden")
        for way in WAYS
    ),
    *(Case(game, 2, save=True) for game in ("icefloes", "breakthrough", "evade", "coldspell")),
    *(Case(game, 2, "devices", save=True) for game in ("freez", "evade", "crazyeights")),
    Case("icefloes", 3, viewport="tablet"),
    Case("icefloes", 4, save=True),
    Case("coldspell", 3, viewport="side"),
    Case("coldspell", 4, viewport="desktop"),
    Case("coldspell", 4, "devices"),
    Case("freezetag", 3, viewport="tablet"),
    Case("freezetag", 4, viewport="side", save=True),
    Case("connectfour", viewport="side", save=True),
    *(Case(game, 2, "bot") for game in ("connectfour", "ur")),
    Case("draughts", viewport="wide"),
    Case("go"),
    Case("ur", viewport="side"),
    *(Case(game) for game in ("chessset", "cribbage", "dominoes", "playingcards")),
    Case("freez", options={"size": "6", "snow": "none", "wall": "tactical"}),
    Case("freezetag", options={"seating": "corner"}),
    Case("coldspell", options={"moves": "straight", "deck": "tiles"}),
    Case("icefloes", options={"size": "9"}),
    Case("go", viewport="tablet", options={"size": "13", "komi": "6.5"}),
]
"""Everything that is played before a version is given out: nine games in each of the three ways,
by turns at each size; Evade in its three versions; saves loaded in the middle; more people; the
tables without rules, where all agree on the end; other options."""
