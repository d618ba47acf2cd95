"""Four people on four devices, and one who watches: a clock, a question, one who leaves, one who
gives up, to the end of the match."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.steps import FETCH, button

SIZES: Final = {
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}},
    "side": {"viewport": {"width": 844, "height": 390}},
    "dark": {"viewport": {"width": 1180, "height": 820}, "color_scheme": "dark"},
    "watcher": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}
CLOCK: Final = {"seconds": 3_600, "increment": 5}


def picture(page: Page, name: str) -> None:
    """Kept for people where a folder is named for that."""
    if folder := os.environ.get("EVERYGAME_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def meet(people: list[Page], watcher: Page) -> str:
    """A match of Freeze Tag with a seat a device; the last is taken from its own address."""
    ann = people[0]
    seats = [{"kind": "person", "name": "Ann"}, *({"kind": "open"} for _ in people[1:])]
    body = {"game": "freezetag", "options": {"players": "4"}, "seats": seats, "key": "four"}
    body["terms"] = {"clock": CLOCK, "free_seats": True}
    ann.goto("/")
    match = ann.evaluate(FETCH, ["/api/matches", body])["match"]
    for seat, (page, name) in enumerate(zip(people[1:3], ("Bob", "Cy"), strict=True), 1):
        url = ann.evaluate(FETCH, [f"/api/matches/{match}/invite", {"seat": seat}])["url"]
        page.goto(f"/join/{url.rsplit('/', 1)[1]}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name=re.compile("Sit down as")).click()
        watcher.goto(f"/join/{url.rsplit('/', 1)[1]}")
        watcher.get_by_role("link", name="Watch").click()
    ann.goto(f"/match/{match}")
    people[3].goto(f"/match/{match}")
    people[3].get_by_role("button", name="Sit down as East").click()
    people[3].get_by_label("Your name").fill("Dora")
    people[3].get_by_role("dialog").get_by_role("button", name="Sit down").click()
    return str(match)


def options(page: Page) -> None:
    page.get_by_role("tab", name="Options").click()


def give_up(page: Page) -> None:
    options(page)
    button(page, "Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def test_four_people_with_a_clock_and_one_who_watches(device: Callable[..., Page]) -> None:
    *people, watcher = pages = [device(**how) for how in SIZES.values()]
    ann, bob, cy, dora = people
    match = meet(people, watcher)
    for page in pages:
        expect(page.locator(".clock.running")).to_have_count(1)
        expect(page.locator(".clock")).to_have_count(4)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_text("One watches.")).to_be_visible()

    options(ann)
    button(ann, "Pause").click()
    expect(ann.get_by_text("Waiting for Bob, Cy and Dora.")).to_be_visible()
    for page, name in zip(people[1:], SIZES, strict=False):
        expect(page.get_by_text("Ann asks for a pause.")).to_be_visible()
        picture(page, f"asked-{name}")
        button(page, "Yes").click()
    for page in pages:
        expect(page.get_by_text("The match is paused.")).to_be_visible()
        expect(page.locator(".clock.running")).to_have_count(0)
    picture(bob, "paused")
    button(dora, "Play on").click()
    for page in (ann, bob, cy):
        button(page, "Yes").click()
    expect(watcher.locator(".clock.running")).to_have_count(1)

    options(dora)
    button(dora, "Stop, no result").click()
    button(bob, "No").click()
    expect(dora.get_by_text("Bob does not agree to stop.")).to_be_visible()

    bob.context.close()
    expect(ann.locator(".plate", has_text="Bob")).to_contain_text("away")
    give_up(cy)
    for page in (ann, cy, dora, watcher):
        expect(page.locator(".plate", has_text="North")).to_contain_text("gave up")
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_text("2 watch.")).to_be_visible()
    for page, name in ((ann, "tablet"), (cy, "side"), (dora, "dark"), (watcher, "watcher")):
        picture(page, f"gave-up-{name}")

    steward = ann.get_by_role("button", name="Let a bot play on")
    expect(steward).to_be_visible()
    steward.click()
    give_up(dora)
    expect(ann.locator(".plate", has_text="East")).to_contain_text("gave up")
    options(ann)
    button(ann, "Stop, no result").click()  # only bots are left beside her
    ann.get_by_role("dialog").get_by_role("button", name="Stop").click()
    for page in (ann, cy, dora, watcher):
        expect(page.locator(".prompt.over")).to_have_text("Stopped without a result.")
        expect(page.locator(".clock.running")).to_have_count(0)
    picture(ann, "over")
    watcher.goto("/")
    watcher.get_by_text("Finished (1)").click()
    expect(watcher.locator(f"[href='/match/{match}']")).to_contain_text("Watched")
