"""Four people on four devices, and one who watches: a clock, a question, one who leaves, one who
gives up, to the end of the match."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.steps import OPEN, answer, ask, button, give_up, option, visit

CLOCK: Final = {"seconds": 3_600, "increment": 5}


def meet(people: list[Page], watcher: Page) -> str:
    """A match of Freeze Tag with a seat a device; the last is taken from its own address."""
    ann = people[0]
    seats = [{"kind": "person", "name": "Ann"}, *(OPEN for _ in people[1:])]
    body = {"game": "freezetag", "options": {"players": "4"}, "seats": seats, "key": "four"}
    body["terms"] = {"clock": CLOCK, "free_seats": True}
    visit(ann, "/")
    match = ask(ann, "/api/matches", body)["match"]
    for seat, (page, name) in enumerate(zip(people[1:3], ("Bob", "Cy"), strict=True), 1):
        url = ask(ann, f"/api/matches/{match}/invite", {"seat": seat})["url"]
        visit(page, "/join/" + url.rsplit("/", 1)[1])
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name=re.compile("Sit down as")).click()
        visit(watcher, "/join/" + url.rsplit("/", 1)[1])
        watcher.get_by_role("link", name="Watch").click()
    visit(ann, f"/match/{match}")
    people[3].goto(f"/match/{match}")
    people[3].get_by_role("button", name="Sit down as East").click()
    people[3].get_by_label("Your name").fill("Dora")
    answer(people[3], "Sit down")
    return str(match)


def pause(people: list[Page], watcher: Page) -> None:
    """The first asks for a pause, and the others agree."""
    option(people[0], "Pause")
    expect(people[0].get_by_text("Waiting for Bob, Cy and Dora.")).to_be_visible()
    for page in people[1:]:
        expect(page.get_by_text("Ann asks for a pause.")).to_be_visible()
        button(page, "Yes").click()
    for page in (*people, watcher):
        expect(page.get_by_text("The match is paused.")).to_be_visible()
        expect(page.locator(".clock.running")).to_have_count(0)


def test_four_people_with_a_clock_and_one_who_watches(device: Devices) -> None:
    *people, watcher = pages = [device() for _ in range(5)]
    ann, bob, cy, dora = people
    match = meet(people, watcher)
    for page in pages:
        expect(page.locator(".clock.running")).to_have_count(1)
        expect(page.locator(".clock")).to_have_count(4)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_text("One watches.")).to_be_visible()

    pause(people, watcher)
    button(dora, "Play on").click()
    for page in (ann, bob, cy):
        button(page, "Yes").click()
    expect(watcher.locator(".clock.running")).to_have_count(1)

    option(dora, "Stop, no result")
    button(bob, "No").click()
    expect(dora.get_by_text("Bob does not agree to stop.")).to_be_visible()

    pause(people, watcher)
    give_up(bob)
    bob.context.close()
    give_up(cy)
    for page in (ann, cy, dora, watcher):
        expect(page.locator(".plate", has_text="North")).to_contain_text("gave up")
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_text("2 watch.")).to_be_visible()

    button(ann, "Play on").first.click()  # the other one is among the options
    button(dora, "Yes").click()
    give_up(dora)
    expect(ann.locator(".plate", has_text="East")).to_contain_text("gave up")
    option(ann, "Stop, no result")  # only bots are left beside her
    answer(ann, "Stop")
    for page in (ann, cy, dora, watcher):
        expect(page.locator(".prompt.over")).to_have_text("Stopped without a result.")
        expect(page.locator(".clock.running")).to_have_count(0)
    visit(watcher, "/")
    watcher.get_by_text("Finished (1)").click()
    expect(watcher.locator(f"[href='/match/{match}']")).to_contain_text("Watched")
