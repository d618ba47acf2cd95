"""Play a game on the page to its end by touch, and say where somebody would stumble.

    python -m tests.browser.play freezetag --players 3 --versus bot --viewport tablet --seed 4
    python -m tests.browser.play --all --shots pictures
    python -m tests.browser.play --first-moves

Starts a server and a Chromium of its own. `screen`: everybody at one device; `bot`: one person
against bots of the lowest level; `devices`: everybody at a device of their own, invited by a link.
With `--save` the match is saved in its middle, played on, loaded again and then played to its end.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from everygame.library.registry import games
from tests.browser.conftest import ARGUMENTS, NAMES, Server
from tests.browser.player import PATIENCE, Person, Report, play
from tests.browser.steps import PERSON, begin, button, plies

VIEWPORTS = {
    "phone": (390, 844),
    "side": (844, 390),
    "tablet": (820, 1180),
    "wide": (1180, 820),
    "desktop": (1440, 900),
}
PICTURE = 120_000
"""Milliseconds that a picture may take, on however busy a machine."""
MOST_BEFORE = 9
"""What the page may show, one after the other, before somebody may act: a throw, a bot's moves."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
BOT = {"kind": "bot", "level": "first"}
OPEN = {"kind": "open"}


@dataclass(frozen=True)
class Case:
    """A match to be played."""

    game: str
    players: int = 2
    versus: str = "screen"
    viewport: str = "phone"
    options: dict[str, str] = field(default_factory=dict)
    save: bool = False
    seed: int = 1
    most: int = 1500
    hints: bool = False
    calm: bool = False
    """With as little motion as whoever asks for it sees, which is quicker."""

    def name(self) -> str:
        chosen = "".join(f"-{value}" for value in self.options.values())
        saved = "-save" if self.save else ""
        return f"{self.game}{chosen}-{self.players}-{self.versus}-{self.viewport}{saved}"


def main(arguments: list[str] | None = None) -> int:
    """Play what is asked for; 1 if somebody stumbled."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--all", action="store_true", help="all that this file lists")
    parser.add_argument(
        "--only", default="", help="of those, whose names this regular expression finds"
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--versus", choices=("screen", "bot", "devices"), default="screen")
    parser.add_argument("--viewport", choices=VIEWPORTS, default="phone")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=1500, help="taps")
    parser.add_argument("--first-moves", action="store_true", help="taps from the library")
    parser.add_argument("--hints", action="store_true", help="ask for one before each move")
    parser.add_argument("--calm", action="store_true", help="with little motion: quicker")
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    asked = parser.parse_args(arguments)
    options = dict(one.split("=", 1) for one in asked.option)
    case = Case(
        asked.game,
        asked.players,
        asked.versus,
        asked.viewport,
        options,
        asked.save,
        asked.seed,
        asked.most,
        asked.hints,
        asked.calm,
    )
    plan = [replace(one, calm=asked.calm) for one in PLAN if re.search(asked.only, one.name())]
    cases = plan if asked.all else [case]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, NAMES)))
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        try:
            if asked.first_moves:
                return first_moves(browser, server.url, asked.viewport)
            return sum(play_and_tell(browser, server.url, case, asked.shots) for case in cases)
        finally:
            browser.close()
            server.close()


def play_and_tell(browser: Browser, url: str, case: Case, shots: Path | None) -> int:
    """Play one match, print what was seen; whether somebody stumbled."""
    began = time.monotonic()
    report = play_case(browser, url, case, shots)
    print(f"== {case.name()} ({time.monotonic() - began:.0f} s)\n{report.text()}")
    for prompt, kinds in report.prompts.items():
        print(f"   {prompt} [{kinds}]")
    sys.stdout.flush()
    return int(bool(report.stumbles))


def first_moves(browser: Browser, url: str, viewport: str) -> int:
    """Count the taps from the library to the first move of every game that hides nothing."""
    more = 0
    for name in sorted(games()):
        if games()[name].game().hidden:
            continue
        report = Report()
        with opened(browser, url, viewport, 1) as (context,):
            from_library(Person(context.new_page(), Random(1), report), name)
        print(
            f"{name}: {report.taps} taps, {report.ending} {' '.join(report.stumbles)}", flush=True
        )
        more += report.taps > 3 or bool(report.stumbles)
    return more


def play_case(browser: Browser, url: str, case: Case, shots: Path | None = None) -> Report:
    """Play one match to its end. Whatever goes wrong is in the report."""
    report = Report()
    count = case.players if case.versus == "devices" else 1
    with opened(browser, url, case.viewport, count, case.calm) as contexts:
        people = [
            Person(context.new_page(), Random(case.seed * 100 + i), report, hints=case.hints)
            for i, context in enumerate(contexts)
        ]
        try:
            sit_down(people, case)
            play(people, case.most, Middle(people, case, shots))
            shoot(people, case, shots, "end")
        except Exception as error:  # the others are played, too
            report.stumble(f"{type(error).__name__}: {error}")
            shoot(people, case, shots, "failed")
    return report


@contextmanager
def opened(
    browser: Browser, url: str, viewport: str, count: int, calm: bool = False
) -> Iterator[list[BrowserContext]]:
    """So many devices."""
    width, height = VIEWPORTS[viewport]
    contexts = [
        browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            is_mobile=width < 900 and height < 900,
            has_touch=True,
            reduced_motion="reduce" if calm else "no-preference",
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
    for thing in (page.locator(f".games a.game[href$='/new/{game}']"), button(page, "Play")):
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
    """What is done in the middle of a match: a picture of it, and with `save` a save and a load.

    The middle is after the first twelve plies, for nobody knows how long a match will be.
    """

    AT = 12
    LATER = 18

    def __init__(self, people: list[Person], case: Case, shots: Path | None) -> None:
        self.people, self.case, self.shots = people, case, shots
        self.done: set[str] = set()
        self.saved = 0

    def __call__(self, count: int) -> None:
        if count >= self.AT and self.once("middle"):
            shoot(self.people, self.case, self.shots, "middle")
            self.saved = count
            if self.case.save:
                save(self.people[0].page)
        if self.case.save and count >= self.LATER and self.once("load"):
            load(self.people, self.saved)
            shoot(self.people, self.case, self.shots, "loaded")

    def once(self, what: str) -> bool:
        first = what not in self.done
        self.done.add(what)
        return first


def save(page: Page) -> None:
    page.get_by_role("tab", name="Options").tap()
    button(page, "Save").tap()
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).tap()
    expect(page.locator("dialog")).to_have_count(0)


def load(people: list[Person], count: int) -> None:
    """Load the newest save, after so many plies. All sit down again: where it keeps secrets, those
    who hid them; else whoever is invited."""
    host = people[0].page
    before = host.url
    host.get_by_role("tab", name="Options").tap()
    button(host, "Load").tap()
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


def shoot(people: list[Person], case: Case, shots: Path | None, what: str) -> None:
    if not shots:
        return
    for number, person in enumerate(people, 1):
        seat = f"-{number}" if len(people) > 1 else ""
        path = shots / f"{case.name()}-{what}{seat}.png"
        person.page.screenshot(path=path, timeout=PICTURE)


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

if __name__ == "__main__":
    sys.exit(main())
